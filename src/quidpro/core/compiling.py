"""``@kernel`` and ``@helper``: numba's ``@njit``, kept in the folder of :mod:`quidpro.core.kept`.

A kernel is what Python calls. It is compiled together with its helpers, while the clock stands still, and kept as a
whole; helpers are not kept by themselves. Whatever goes wrong with keeping is a note: what was compiled runs all the
same.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba import njit
from numba.core import event
from numba.core.caching import FunctionCache

from quidpro.core import kept
from quidpro.core.clock import CLOCK

_config: Any = numba.config


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, unless it has been compiled before on this machine."""
    compiled = njit(function)
    folder = kept.folder()
    if folder is not None and not _config.DISABLE_JIT:
        with _keeping_in(str(folder)):
            compiled._cache = _Cache(function)
    return compiled


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function together with the kernels that call it."""
    return njit(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A helper whose text takes the place of its calls."""
    return njit(function, inline="always")


@contextmanager
def _keeping_in(folder: str) -> Iterator[None]:
    """Numba looks there where this is set, for the functions of whoever uses numba beside us too."""
    before, _config.CACHE_DIR = _config.CACHE_DIR, folder
    try:
        yield
    finally:
        _config.CACHE_DIR = before


class _Cache(FunctionCache):
    """Compiled code on disk; a disk that is full, or files that are damaged, stop nobody."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled before; None when there is nothing that can be used."""
        try:
            return super().load_overload(sig, target_context)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            return self._lost(error)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if that can be done."""
        try:
            super().save_overload(sig, data)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        kept.note(f"compiled code cannot be kept in {kept.folder()}: {getattr(error, 'strerror', None) or error}")


class _StoppingTheClock(event.Listener):
    """Numba says when it compiles; taking code from the disk is not compiling."""

    def on_start(self, _event: Any) -> None:
        """It begins."""
        CLOCK.stop()

    def on_end(self, _event: Any) -> None:
        """It is over, well or not."""
        CLOCK.go_on()


event.register("numba:compile", _StoppingTheClock())
