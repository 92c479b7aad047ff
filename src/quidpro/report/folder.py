"""What the worlds write of a round into a folder: files, and pictures that are drawn when the work is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

MAX_STATES = 60
MAX_ARROWS = 200
"""Of a picture among many: a larger one takes long and cannot be read."""


class Folder(Protocol):
    """Where the files of rounds go."""

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""

    def draw(self, name: str, dot: str, *, keep: bool = False) -> None:
        """A picture to be drawn when the work is over; ``keep`` its DOT beside it."""

    def once(self, what: str, value: object, write: Callable[[], None]) -> None:
        """Write this value, unless it is the same as the last time."""

    def add(self, *fields: object) -> None:
        """The next round is complete: its number and these fields make a line of the list."""


def readable(states: int, arrows: Callable[[], int]) -> bool:
    """Whether a picture is worth drawing among many; arrows are counted only where there are not too many states."""
    return states <= MAX_STATES and arrows() <= MAX_ARROWS
