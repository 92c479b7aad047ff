"""How large things are that are drawn, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.words import printable
from quidpro.report.automata.automaton import State
from quidpro.report.graphviz import shortened
from quidpro.report.theme import LABEL

LETTER = 0.61 * LABEL
"""The width of a letter of the fonts for code."""
LINE = 15.0
_RADIUS = 15.0
_DOT = 3.5
_MAX_NAME = 26
_WORDS = {"end": "END", "stop": "STOP"}


@dataclass(frozen=True)
class Shape:
    """A state as it is drawn around its middle: half its width and height, and the lines in it."""

    half_width: float
    half_height: float
    lines: tuple[str, ...]
    round: bool


def shape_of(state: State) -> Shape:
    """A circle where the name is short, else a box with round ends."""
    if state.kind == "chance":
        return Shape(_DOT, _DOT, (), True)
    lines = [shortened(printable(state.name), _MAX_NAME), *(shortened(printable(n), _MAX_NAME) for n in state.notes)]
    word = _WORDS.get(state.kind, "")
    if word and lines[0] != word:
        lines[0] = f"{lines[0]} {word}"
    longest = max(map(len, lines))
    if longest <= 2 and len(lines) == 1:
        return Shape(_RADIUS, _RADIUS, tuple(lines), True)
    return Shape(longest * LETTER / 2 + 10, len(lines) * LINE / 2 + 7, tuple(lines), False)


def label_size(lines: tuple[str, ...]) -> tuple[float, float]:
    """Width and height of lines below each other."""
    return max(map(len, lines), default=0) * LETTER + 4, len(lines) * LINE
