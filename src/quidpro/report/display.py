"""What there is to show of an object that stands alone, as in a notebook: plain data, laid out elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.core.words import counted
from quidpro.verdict.chart import Chart
from quidpro.verdict.outline import Asked, Outline
from quidpro.verdict.outline import Part as OutlinePart

MAX_ROWS = 20
"""Of a table that stands for a picture."""
MAX_LANES = 30
MAX_STEPS = 200
MAX_SIGNALS = 60
"""A chart up to this size is drawn."""


@dataclass(frozen=True)
class Picture:
    """An SVG in the colours of the page, and what stands below it; without the SVG, why there is none."""

    svg: str
    caption: str = ""


@dataclass(frozen=True)
class Table:
    """Rows under heads; the columns of ``numbers`` stand to the right. ``more`` is what is left out, in words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    more: str = ""


@dataclass(frozen=True)
class Sentences:
    """Words, a sentence each; names are in back quotes."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """A model text, to be opened; ``suffix`` says in which language it is."""

    title: str
    text: str
    suffix: str


@dataclass(frozen=True)
class Display:
    """A heading, what goes with it in a few words, facts (a head and some words each), and the rest.

    ``outcome`` is that of a verdict. What is ``folded`` shows its heading, until it is opened.
    """

    title: str
    words: str = ""
    outcome: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    parts: tuple[Picture | Table | Sentences | Listing | Display, ...] = ()
    folded: bool = False


def short_table(
    heads: tuple[str, ...],
    rows: Iterable[Sequence[object]],
    count: int,
    things: tuple[str, str],
    numbers: Iterable[int] = (),
) -> Table:
    """The first rows of a table of ``count``; ``things`` is what they are, one and many."""
    shown = tuple(tuple(map(str, row)) for row, _ in zip(rows, range(MAX_ROWS), strict=False))
    rest = count - len(shown)
    return Table(heads, shown, frozenset(numbers), f"and {counted(rest, *things)} more" if rest > 0 else "")


def without_empty(table: Table) -> Table:
    """The table without the columns that have nothing to say."""
    kept = [i for i in range(len(table.heads)) if any(row[i] for row in table.rows)]
    return replace(
        table,
        heads=tuple(table.heads[i] for i in kept),
        rows=tuple(tuple(row[i] for i in kept) for row in table.rows),
        numbers=frozenset(number for number, i in enumerate(kept) if i in table.numbers),
    )


def of_chart(chart: Chart) -> Picture | Table:
    """A chart drawn; one that is too large to be looked at as a table of its steps."""
    if len(chart.lanes) > MAX_LANES or len(chart.steps) > MAX_STEPS:
        return _steps_table(chart)
    from quidpro.report.chart.svg import to_svg

    hidden = len(chart.rows) - MAX_SIGNALS
    if hidden <= 0:
        return Picture(to_svg(chart, standalone=False))
    return Picture(to_svg(_with_few_rows(chart), standalone=False), f"and {counted(hidden, 'row')} more, further away")


def _with_few_rows(chart: Chart) -> Chart:
    positions = (replace(position, values=position.values[:MAX_SIGNALS]) for position in chart.positions)
    return replace(chart, rows=chart.rows[:MAX_SIGNALS], positions=tuple(positions))


def _steps_table(chart: Chart) -> Table:
    rows = (
        (number, step.action, ", ".join(chart.lanes[move.lane].name for move in step.moves))
        for number, step in enumerate(chart.steps, 1)
    )
    return short_table(("step", "action", "by"), rows, len(chart.steps), ("step", "steps"), [0])


def of_model(model: Any, outline: Outline) -> Display:
    """What a model defines, and its text."""
    source = model.source
    listing = [Listing(Path(source.name).name, source.text, Path(source.name).suffix)] if source.text.strip() else []
    return Display(
        model.name,
        "defines",
        facts=(
            ("systems", _systems(outline, model.name)),
            ("can be asked", ", ".join(map(_asked, outline.properties))),
            ("constants", ", ".join(f"{name} = {value}" if value else name for name, value in outline.constants)),
            *((one.severity, _complaint(one)) for one in outline.problems),
        ),
        parts=(_parts_table([part for part in outline.parts if part.name not in outline.systems]), *listing),
    )


def _systems(outline: Outline, model: str) -> str:
    """All of them, unless the model itself is the only one."""
    if outline.systems == (model,):
        return ""
    if len(outline.systems) == 1:
        return outline.systems[0]
    return ", ".join(f"{name} (by default)" if name == outline.default_system else name for name in outline.systems)


def _asked(asked: Asked) -> str:
    return asked.name if asked.text in ("", asked.name) else f"{asked.name} ({asked.text})"


def _complaint(one: Diagnostic) -> str:
    return f"{one.source.where(one.offset)}: {one.message}" if one.source is not None else one.message


def _parts_table(parts: Sequence[OutlinePart]) -> Table:
    rows = [(part.name, part.kind, _number(part.states), _number(part.transitions), part.words) for part in parts]
    heads = ("name", "kind", "states", "transitions", "size")
    return without_empty(short_table(heads, rows, len(rows), ("part", "parts"), [2, 3]))


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def of_certificate(rule: str, claim: str, facts: Iterable[tuple[str, str]]) -> Display:
    """A certificate by its facts, and how it is checked again."""
    again = "quidpro check --certificate CERT writes it, quidpro certify CERT FILE checks it again"
    return Display("Certificate", claim, facts=(("rule", rule), *facts, ("as a file", again)))
