"""Where plain Python ends and the compiled kernels begin.

Loading the kernels takes longer than plain Python needs for a small LTS, and compiling them, the first time on a
machine, very much longer. So what is small is done in plain Python, with an effort that is bounded too: some small LTSs
take long (a subset construction may blow up, a silent chain may fall apart state by state), and the kernels take these
over, from the start. Both give the same result, so that more is small as long as the kernels are not loaded; when
plain Python has worked for longer than loading them takes, or compiling them where that was never done, they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import inf
from typing import TypeVar

from quidpro.core import code_cache

T = TypeVar("T")

KERNEL_SIZE = 5_000
"""The kernels, once loaded, do the work on this many states and transitions together, or more."""

_UNLOADED_FACTOR = 4
"""Plain Python takes on this many times more before it loads the kernels: a tenth of a second of work."""

MAX_STEPS = 100_000
"""After this many elementary steps, mostly look-ups of a transition, plain Python gives up."""

MAX_TOTAL_STEPS = 400_000
"""After this many steps of plain Python in this process it is time to load the kernels: half a second of work."""

_UNCOMPILED_FACTOR = 5
"""Both are this many times more while no kernel was ever compiled on this machine: that takes ten seconds and more."""

_spent = 0.0


class TooLong(Exception):
    """Plain Python has done all that it may do."""


class Effort:
    """What plain Python may still spend; a ``reserve`` is asked for once, when nothing else is left."""

    def __init__(self, steps: float, reserve: Callable[[], float] | None = None) -> None:
        self.steps, self.left, self.reserve = steps, steps, reserve

    def spend(self, steps: int) -> None:
        """Count steps; TooLong when there are none left."""
        self.left -= steps
        if self.left < 0:
            self._take_reserve()

    def _take_reserve(self) -> None:
        more = 0.0 if self.reserve is None else self.reserve()
        self.reserve = None
        self.steps += more
        self.left += more
        if self.left < 0:
            raise TooLong


ENDLESS = Effort(inf)
"""For what no kernel can do."""


def kernels_are_loaded() -> bool:
    """Whether some kernel has been used in this process."""
    return "numba" in sys.modules


def kernels_pay() -> bool:
    """Whether the kernels should do all but very small work: they are loaded, or it is time to load them."""
    if kernels_are_loaded():
        return True
    over = _spent - MAX_TOTAL_STEPS
    return over > 0 and over > _reserve(MAX_TOTAL_STEPS)


def _reserve(steps: int) -> int:
    """How many more than these steps plain Python may take, as things stand."""
    return steps * (_UNCOMPILED_FACTOR - 1) if _is_first_run() and not kernels_are_loaded() else 0


@cache
def _is_first_run() -> bool:
    """Whether the kernels would have to be compiled; asked only after some work, as it looks into files."""
    return code_cache.is_empty()


def limit() -> int:
    """The kernels do the work on this many states and transitions together, or more, as things stand."""
    return KERNEL_SIZE if kernels_pay() else KERNEL_SIZE * _UNLOADED_FACTOR


@contextmanager
def spending(steps: int, reserve: Callable[[], float] | None = None) -> Iterator[Effort]:
    """An effort of this many steps; what is spent of it is remembered."""
    global _spent
    effort = Effort(steps, reserve)
    try:
        yield effort
    finally:
        _spent += effort.steps - effort.left


@contextmanager
def kernels_only() -> Iterator[None]:
    """Nothing is small for a while: the kernels are to be loaded, or tested."""
    global KERNEL_SIZE
    before, KERNEL_SIZE = KERNEL_SIZE, 0
    try:
        yield
    finally:
        KERNEL_SIZE = before


def is_small(size: int) -> bool:
    """Whether this many states and transitions are for plain Python."""
    return size < limit()


def attempt(size: int, work: Callable[[Effort], T], *, loaded: int | None = None) -> T | None:
    """The work done in plain Python, or None where the kernels should do it: too large, or it took too long.

    ``loaded`` is a smaller size at which the kernels take over once they pay.
    """
    if not is_small(size) or (loaded is not None and size >= loaded and kernels_pay()):
        return None
    try:
        with spending(MAX_STEPS, lambda: _reserve(MAX_STEPS)) as effort:
            return work(effort)
    except TooLong:
        return None
