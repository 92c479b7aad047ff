"""The rounds of a method on a page: a table of all, and each with what was tried and what it taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.core.words import printable
from quidpro.report.document import Rounds
from quidpro.report.document.result import Figure
from quidpro.report.document.room import NO_ROOM, Room
from quidpro.verdict.watch import ConjectureView, RoundView, TableView

_MAX_WORD = 60
_MAX_ROWS = 60
_MAX_COLUMNS = 24
_MAX_CELL = 60


@dataclass(frozen=True)
class RoundsPart:
    """The rounds of one question."""

    asked: str
    views: list[RoundView]
    most: int
    """The most states of a conjecture, which the bars of the timeline are measured by."""
    wide: bool
    """Whether some picture needs the width of the page."""


@dataclass(frozen=True)
class AllRounds:
    """The rounds of all questions."""

    parts: list[RoundsPart]
    note: str


def round_parts(rounds: Rounds, room: Room) -> AllRounds | None:
    """The rounds by the question that they belong to, cut to what can be read; the last ones are drawn first."""
    if not rounds.views:
        return AllRounds([], rounds.note) if rounds.note else None
    fitted = [_fitted(view, room) for view in reversed(rounds.views)][::-1]
    parts: dict[tuple[str, str], list[RoundView]] = {}
    for view in fitted:
        parts.setdefault((view.asked, view.runner), []).append(view)
    return AllRounds([_part(": ".join(filter(None, whose)), views) for whose, views in parts.items()], rounds.note)


def states_of(view: RoundView) -> int:
    """How large what was tried is, all of it."""
    return sum(conjecture.states for conjecture in view.conjectures)


def _part(asked: str, views: Sequence[RoundView]) -> RoundsPart:
    pictures = [svg for view in views for svg in (view.picture, *(one.svg for one in view.conjectures))]
    wide = any(Figure(svg).wide for svg in pictures)
    return RoundsPart(asked, list(views), max(1, *map(states_of, views)), wide)


def _fitted(view: RoundView, room: Room) -> RoundView:
    picture = room.take(view.picture, 0.2)
    return replace(
        view,
        conjectures=tuple(_conjecture(one, room) for one in view.conjectures),
        word=tuple(map(printable, view.word[:_MAX_WORD])) + (("…",) if len(view.word) > _MAX_WORD else ()),
        picture=picture,
        table=None if view.table is None else _table(view.table),
    )


def _conjecture(one: ConjectureView, room: Room) -> ConjectureView:
    svg = room.take(one.svg, 0.2)
    return one if svg or not one.svg else replace(one, svg="", caption=NO_ROOM)


def _table(table: TableView) -> TableView:
    """The first rows and columns of a large table, and a note."""
    rows = tuple(tuple(_cell(cell) for cell in row[:_MAX_COLUMNS]) for row in table.rows[:_MAX_ROWS])
    cut = len(table.rows) > _MAX_ROWS or any(len(row) > _MAX_COLUMNS for row in (table.head, *table.rows))
    note = " Only a part of it is shown." if cut else ""
    return TableView(tuple(map(_cell, table.head[:_MAX_COLUMNS])), rows, f"{table.caption}{note}".strip())


def _cell(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _MAX_CELL else text[: _MAX_CELL - 1] + "…"
