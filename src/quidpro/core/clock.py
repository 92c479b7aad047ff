"""The clock that budgets and verdicts go by: it stands still while kernels are compiled.

Compiling happens once on a machine. It has nothing to do with the question that was asked, so it counts neither against
the time that an answer may take nor in the time that it took.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Watcher = Callable[[bool], None]
"""Called with True when the clock stops, with False when it goes on."""


class Clock:
    """Seconds of wall clock, those of compiling left out."""

    def __init__(self) -> None:
        self._stops = 0
        self._stopped_at = 0.0
        self._left_out = 0.0
        self._watchers: list[Watcher] = []

    def now(self) -> float:
        """Seconds since some moment; only differences mean something."""
        return (self._stopped_at if self._stops else time.monotonic()) - self._left_out

    def stop(self) -> None:
        """Compiling begins; it may be nested, for what a kernel calls."""
        self._stops += 1
        if self._stops == 1:
            self._stopped_at = time.monotonic()
            self._notify(True)

    def resume(self) -> None:
        """Compiling is over."""
        self._stops -= 1
        if self._stops == 0:
            self._left_out += time.monotonic() - self._stopped_at
            self._notify(False)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        """Call ``watcher`` at every stop and restart meanwhile."""
        self._watchers.append(watcher)
        try:
            yield
        finally:
            self._watchers.remove(watcher)

    def reset(self) -> None:
        """Start over in a forked process, where nothing compiles and no one watches."""
        self._stops = 0
        self._watchers.clear()

    def _notify(self, stopped: bool) -> None:
        for watcher in list(self._watchers):
            watcher(stopped)


CLOCK = Clock()
"""The clock of this process."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=CLOCK.reset)


def now() -> float:
    """Seconds since some moment, those of compiling left out; only differences mean something."""
    return CLOCK.now()
