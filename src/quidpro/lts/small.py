"""Where plain Python ends and the compiled kernels begin.

Loading the kernels takes longer than plain Python needs for a small LTS. So what is small is done in plain Python, with
an effort that is bounded too: some small LTSs take long (a subset construction may blow up, a silent chain may fall
apart state by state), and the kernels take these over, from the start. Both give the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SIZE = 5_000
"""States and transitions, together, from which on the kernels do the work."""

EFFORT = 100_000
"""Elementary steps, most of them look-ups of a transition, after which plain Python gives up."""


class TooLong(Exception):
    """Plain Python has done all that it may do."""


class Effort:
    """What plain Python may still spend."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, steps: int) -> None:
        """Count steps; TooLong when there are none left."""
        self.left -= steps
        if self.left < 0:
            raise TooLong


def is_small(size: int) -> bool:
    """Whether so many states and transitions are for plain Python."""
    return size < SIZE


def attempt(size: int, work: Callable[[Effort], T]) -> T | None:
    """The work done in plain Python, or None where the kernels should do it: too large, or it took too long."""
    if not is_small(size):
        return None
    try:
        return work(Effort(EFFORT))
    except TooLong:
        return None
