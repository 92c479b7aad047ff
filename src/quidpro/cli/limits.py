"""Budgets from the command line, and Ctrl-C as a polite request: the first ends the work with what is known."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from quidpro.core.budget import Budget


@contextmanager
def limited(timeout: float | None, memory: float | None) -> Iterator[Budget]:
    """A budget that Ctrl-C and SIGTERM interrupt; a second one ends the program at once."""
    budget = Budget(seconds=timeout, megabytes=memory)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if budget.interrupted:
            raise KeyboardInterrupt
        budget.interrupt()

    before = {s: signal.signal(s, stop) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield budget
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
