"""``@kernel`` and ``@helper``: numba's ``@njit``, kept in the folder of :mod:`quidpro.core.code_cache`.

A kernel is what Python calls. It is compiled together with its helpers, while the clock stands still, and kept as a
whole; helpers are not kept by themselves. If it cannot be kept, that is only noted: what was compiled runs all the
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

from quidpro.core import code_cache
from quidpro.core.clock import CLOCK

_config: Any = numba.config


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, unless it has been compiled before on this machine."""
    compiled = njit(function)
    folder = code_cache.folder()
    if folder is not None and not _config.DISABLE_JIT:
        with _cache_folder(str(folder)):
            compiled._cache = _Cache(function)
    return compiled


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function together with the kernels that call it."""
    return njit(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A helper that is inlined at its calls."""
    return njit(function, inline="always")


@contextmanager
def _cache_folder(folder: str) -> Iterator[None]:
    """Set the cache folder of numba for a moment only: the setting also applies to other users of numba."""
    before, _config.CACHE_DIR = _config.CACHE_DIR, folder
    try:
        yield
    finally:
        _config.CACHE_DIR = before


class _Cache(FunctionCache):
    """Compiled code on disk; a full disk or damaged files are not fatal."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled before; None when there is nothing that can be used."""
        try:
            return super().load_overload(sig, target_context)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            return self._note_failure(error)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if that can be done."""
        try:
            super().save_overload(sig, data)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError) as error:
            self._note_failure(error)

    def _note_failure(self, error: Exception) -> None:
        code_cache.note(
            f"compiled code cannot be kept in {code_cache.folder()}: {getattr(error, 'strerror', None) or error}"
        )


class _ClockStopper(event.Listener):
    """Numba reports when it compiles; loading code from the disk is not compiling."""

    def on_start(self, _event: Any) -> None:
        """It begins."""
        CLOCK.stop()

    def on_end(self, _event: Any) -> None:
        """It is over, well or not."""
        CLOCK.resume()


event.register("numba:compile", _ClockStopper())
