"""What is to be measured: the rows that were chosen, with the methods of their tables; and the tables that result.

The same for ``quidpro bench`` and ``quidpro.bench``. What names nothing is refused before anything is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

from quidpro.benchmarks.campaign import Entry, Settings, entries
from quidpro.benchmarks.cases import find_models, find_nusmv, find_rover, read_rows
from quidpro.benchmarks.rows import TABLES, Row, Variant, chosen
from quidpro.benchmarks.store import Store, machine
from quidpro.benchmarks.tables import Table, columns, tables
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import did_you_mean

_SPAN = re.compile(r"\s*(?P<low>[0-9]+)\s*(?:\.\.\s*(?P<high>[0-9]+)\s*)?")


@dataclass(frozen=True)
class Choice:
    """Which rows of which tables, and which methods; what is empty leaves nothing out."""

    tables: Sequence[str]
    methods: Sequence[str] = ()
    cases: Sequence[str] = ()
    k: str | None = None
    """``3``, ``3..5`` or a list of them."""
    models: Path | None = None
    rover: Path | None = None


@dataclass(frozen=True)
class Plan:
    """The rows and methods that were chosen, how they are run, and everything that has to be run for them."""

    rows: Sequence[Row]
    variants: Sequence[Variant]
    settings: Settings
    entries: Sequence[Entry]

    def tables(self, store: Store) -> Tables:
        """The tables with what is known so far."""
        return Tables(tables(self.rows, self.variants, self.settings, store, self.entries), self.settings)


def plan(choice: Choice, settings: Settings) -> Plan:
    """What a choice stands for."""
    for name in choice.tables:
        _reject_unknown("table", name, TABLES)
    variants = chosen(choice.methods)
    rows = _rows(choice)
    _reject_empty(choice.tables, variants)
    wanted = [e for row in rows for e in entries([row], columns(row.table, variants), settings)]
    return Plan(rows, variants, settings, wanted)


def settings_for(
    seconds: float,
    megabytes: float,
    repeat: int,
    *,
    as_published: bool,
    ours: bool,
    format_name: Callable[[str], str] = str,
) -> Settings:
    """How everything is run; the papers' own algorithms and ours side by side, unless only one of them is wanted."""
    if as_published and ours:
        both = f"{format_name('as_published')} and {format_name('ours')}"
        raise UsageError(f"{both} exclude each other; without them both are run, side by side")
    return Settings(seconds, megabytes, repeat, as_published, beside=not (as_published or ours))


def _reject_unknown(what: str, name: str, known: Iterable[str]) -> None:
    names = list(dict.fromkeys(known))
    if name not in names:
        hint = did_you_mean(name, names)
        raise UsageError(f"there is no {what} {name!r}{hint} ({what}s: {', '.join(names)})")


def _reject_empty(names: Iterable[str], variants: Sequence[Variant]) -> None:
    """Complain about a table that has none of the methods."""
    for name in names:
        if not columns(name, variants):
            raise UsageError(
                f"table {name} is not about {', '.join(v.name for v in variants)} "
                f"(its methods: {', '.join(TABLES[name].variants)})"
            )


def _rows(choice: Choice) -> list[Row]:
    """The rows that are asked for, table by table."""
    known = read_rows(find_models(choice.models), find_rover(choice.rover), find_nusmv())
    for name in choice.cases:
        _reject_unknown("case", name, (row.case for row in known))
    sizes = None if choice.k is None else _sizes(choice.k)
    of_cases = [row for row in known if not choice.cases or row.case in choice.cases]
    rows = [row for name in dict.fromkeys(choice.tables) for row in of_cases if row.table == name]
    chosen_rows = [row for row in rows if sizes is None or any(row.k in some for some in sizes)]
    if not chosen_rows:
        have = ", ".join(map(str, sorted({row.k for row in rows})))
        raise UsageError(f"no row has k in {choice.k}; there are {have}" if rows else _no_rows(choice, known))
    return chosen_rows


def _no_rows(choice: Choice, known: Iterable[Row]) -> str:
    theirs = list(dict.fromkeys(row.case for row in known if row.table in choice.tables))
    if not theirs:
        return "these tables have no rows"
    return f"these tables have no rows about {', '.join(choice.cases)} (their cases: {', '.join(theirs)})"


def span(text: str) -> range | None:
    """``3`` or ``3..5``; None for anything else."""
    found = _SPAN.fullmatch(text)
    return None if found is None else range(int(found["low"]), int(found["high"] or found["low"]) + 1)


def _sizes(text: str) -> list[range]:
    """``3``, ``3..5`` and lists of them."""
    parts = text.split(",")
    spans = [found for found in map(span, parts) if found is not None]
    if len(spans) < len(parts):
        raise UsageError(f"k {text!r} is not a size; write it as 3, 3..5 or 3,5,8")
    return spans


class Tables(Sequence[Table]):
    """Tables as they were measured: to look through, or as text, Markdown, JSON or a plot."""

    def __init__(self, tables: Iterable[Table], settings: Settings) -> None:
        self._tables = tuple(tables)
        self.settings = settings
        """How everything was run."""

    def __len__(self) -> int:
        return len(self._tables)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Table, ...]: ...
    def __getitem__(self, index: int | slice) -> Table | tuple[Table, ...]:
        return self._tables[index]

    def to_text(self) -> str:
        """A block for each row, for a terminal."""
        from quidpro.benchmarks.render import render_text

        return render_text(shown(self._tables), machine())

    def to_markdown(self) -> str:
        """The same for a page."""
        from quidpro.benchmarks.render import render_markdown

        return render_markdown(shown(self._tables), machine())

    def to_json(self) -> dict[str, Any]:
        """The object that ``quidpro bench --format json`` prints."""
        from quidpro.benchmarks.schema import to_object

        return to_object(self._tables, self.settings, machine())

    def plot(self, path: str | Path) -> None:
        """Draw time against k (.svg, .png or .pdf)."""
        from quidpro.benchmarks.plot import plot, reject_unplottable

        reject_unplottable(Path(path))
        plot(self._tables, Path(path))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Tables({', '.join(f'{table.kind.name}: {len(table.blocks)} rows' for table in self)})"
