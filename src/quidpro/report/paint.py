"""Colour for terminals, or none: the words are the same. Facts, tables and lists in lines of some width."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import TextWrapper

WIDTH = 80
"""The default width of a report."""
DECIDED_BY = ("", "")
"""Stands for the line of a report that says which method decided."""
MIN_WIDTH = 40
"""A report is at least this wide, even if a narrower one is asked for."""


def fact_lines(facts: Iterable[tuple[str, str]], width: int) -> list[str]:
    """A line for each fact that has something to say, or as many as it needs, up to eight."""
    lines = TextWrapper(width, subsequent_indent=" " * 14, max_lines=8, placeholder=" …", break_on_hyphens=False)
    return [line for head, text in facts if text for line in lines.wrap(f"  {head:<11} {text}")]


def columns(rows: Sequence[Sequence[str]], numbers: Container[int] = ()) -> list[str]:
    """A line for each row, its cells in columns: words to the left, ``numbers`` to the right."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    sized = [enumerate(zip(row, widths, strict=False)) for row in rows]
    cells = [[cell.rjust(width) if i in numbers else cell.ljust(width) for i, (cell, width) in row] for row in sized]
    return ["  ".join(row).rstrip() for row in cells]


def listing(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """A line for each thing that a model defines: its kind, its name, and some words."""
    width = max((len(name) for _, name, _ in rows), default=0)
    return [f"{kind:<10} {name:<{width}}  {words}".rstrip() for kind, name, words in rows]


def cut(text: str, width: int = 100) -> str:
    """The text, cut where it is wider than this."""
    return text if len(text) <= width else text[: width - 1] + "…"


_OUTCOMES = {"holds": "1;32", "violated": "1;31", "unknown": "1;33"}


@dataclass(frozen=True)
class Painter:
    """Puts ANSI colour around text when ``color`` is set."""

    color: bool

    def _with(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text.strip() else text

    def outcome(self, outcome: str) -> str:
        """The verdict's word, in capitals."""
        return self._with(_OUTCOMES[outcome], outcome.upper())

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return self._with("1", text)

    def dim(self, text: str) -> str:
        """Text that stands back."""
        return self._with("2", text)

    def error(self, text: str) -> str:
        """Text about an error."""
        return self._with("31", text)
