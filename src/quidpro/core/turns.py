"""Work in progress that yields what each of its steps cost, so that several can take turns."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

R = TypeVar("R")


def take_turns(runs: Sequence[Generator[int, None, R]], poll: Callable[[], None] = lambda: None) -> tuple[int, R]:
    """Advance the run that has cost least so far, until one has an answer; which one, and the answer."""
    spent = [0] * len(runs)
    while True:
        poll()
        i = min(range(len(runs)), key=spent.__getitem__)
        try:
            spent[i] += 1 + next(runs[i])
        except StopIteration as finished:
            return i, finished.value
