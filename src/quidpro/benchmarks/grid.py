"""Grids of words: aligned for a terminal, or as a Markdown table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

WIDTH = 120
_GAP = "  "
_INDENT = "    "
_MIN_ROOM = 20
"""The last column is not narrower than this."""


@dataclass(frozen=True)
class Column:
    """A heading, and whether what stands below it is a number."""

    heading: str
    number: bool = True
    group: str = ""
    """What stands above the headings of neighbours that belong together."""


@dataclass(frozen=True)
class Grid:
    """Columns and rows of cells; the last column is free text."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def to_text(grid: Grid) -> list[str]:
    """Aligned lines of at most WIDTH letters; a long text in the last column goes on below."""
    *columns, last = grid.columns
    widths = [_width(grid, i) for i in range(len(columns))]
    lines = [_groups(columns, widths), _align(columns, widths, [c.heading for c in columns]) + _GAP + last.heading]
    for *cells, words in grid.rows:
        lines += _beside(_align(columns, widths, cells) + _GAP, words)
    return [line.rstrip() for line in lines if line.strip()]


def _beside(head: str, words: str) -> list[str]:
    """The words beside the other cells, or below them where there is no room."""
    if WIDTH - len(head) < _MIN_ROOM:
        return [head, *wrap(words, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)]
    first, *more = wrap(words, WIDTH - len(head)) or [""]
    return [head + first, *(" " * len(head) + line for line in more)]


def _width(grid: Grid, column: int) -> int:
    return max(len(grid.columns[column].heading), *(len(row[column]) for row in grid.rows), 1)


def _align(columns: Sequence[Column], widths: Sequence[int], cells: Sequence[str]) -> str:
    parts = zip(columns, widths, cells, strict=True)
    return _GAP.join(f"{cell:>{width}}" if column.number else f"{cell:<{width}}" for column, width, cell in parts)


def _groups(columns: Sequence[Column], widths: Sequence[int]) -> str:
    """The line above the headings: each group once, over its first column."""
    line, before, offset = "", "", 0
    for column, width in zip(columns, widths, strict=True):
        if column.group and column.group != before:
            line = line.ljust(offset) + column.group
        before = column.group
        offset += width + len(_GAP)
    return line


def to_markdown(grid: Grid) -> list[str]:
    """The same as a Markdown table; groups go into their headings, except for the last, to tell them apart."""
    *named, _ = ["", *dict.fromkeys(column.group for column in grid.columns if column.group)]
    heads = [f"{c.group} {c.heading}" if c.group and c.group in named else c.heading for c in grid.columns]
    rule = ["---:" if column.number else "---" for column in grid.columns]
    return [_pipe_row(cells) for cells in (heads, rule, *grid.rows)]


def _pipe_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
