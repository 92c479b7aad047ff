"""Tables as text for a terminal and as Markdown for a page; as JSON in :mod:`quidpro.benchmarks.schema`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from quidpro.benchmarks.grid import WIDTH, Column, Grid, to_markdown, to_text
from quidpro.benchmarks.growth import Fit
from quidpro.benchmarks.rows import COLUMNS
from quidpro.benchmarks.sizes import model_in_words, sizes_in_words, whole_in_words
from quidpro.benchmarks.table3 import describe_whole, table3
from quidpro.benchmarks.tables import Block, Growth, Line, Table
from quidpro.benchmarks.work import Measured

COSTS = {
    "explicit": ("states", "rounds", "MB", "s"),
    "growth": ("states", "nodes", "rounds", "MB", "s"),
    "probabilistic": ("|L_M|", "rounds", "MB", "proof s", "s"),
    "symbolic": ("nodes", "rounds", "MB", "proof s", "s"),
}
"""The columns for the cost of a run, by the world of the model; in the table of growth, nodes of decision diagrams too.

|L_M| is the states of the largest LPTS that was composed. The papers' times of SMV and probabilistic models are those
until the answer is there, without its check.
"""

AS_PUBLISHED = ("|A|", "rounds")
"""What is shown of a run as published, between what was printed and ours."""


def render_text(tables: Sequence[Table], machine: str) -> str:
    """All tables, a block for each row."""
    lines = []
    for table in tables:
        lines += [table.kind.title, "=" * len(table.kind.title), ""]
        lines += _series(table) if table.growth else _blocks(table)
    return "\n".join([*lines, *wrap(f"Measured on {machine}", WIDTH)]) + "\n"


def render_markdown(tables: Sequence[Table], machine: str) -> str:
    """All tables; sizes apart from the runs."""
    lines = []
    for table in tables:
        lines += [f"## {table.kind.title}", "", *to_markdown(_sizes(table)), ""]
        lines += [*to_markdown(_grid(table, table.blocks, named=True)), ""]
        for block in table.blocks:
            lines += [line for note in block.row.notes for line in (f"{block.row.heading}: {note}.", "")]
            lines += _table3(block, to_markdown)
        if table.growth:
            lines += [*to_markdown(_growth(table.growth)), ""]
    return "\n".join([*lines, f"Measured on {machine}."]) + "\n"


def _blocks(table: Table) -> Iterator[str]:
    """Row by row."""
    for block in table.blocks:
        yield from (*_heading(block), "", *to_text(_grid(table, [block], named=False)), "")
        yield from _table3(block, to_text)


def _table3(block: Block, written: Callable[[Grid], list[str]]) -> Iterator[str]:
    """The checks of CGP03's oracles one by one, where they were counted."""
    if block.oracles is None:
        return
    if not block.oracles.checks:
        yield from (f"{block.row.heading}: the checks of the oracles were not counted within the limits", "")
        return
    yield from (f"{block.row.heading}: the checks of the oracles", "", *written(table3(block.row, block.oracles)))
    yield from ("", describe_whole(block.oracles), "")


def _series(table: Table) -> Iterator[str]:
    """Case by case, with what becomes of it as k grows."""
    for item in {item.title: item for item in table.growth}.values():
        blocks = [block for block in table.blocks if block.row.title == item.title]
        yield from (item.title, "", *to_text(_steps(blocks)), "")
        for law in (law for law in table.growth if law.title == item.title):
            yield f"{law.variant}: seconds grow as {_laws(law.seconds)}"
            yield f"{'':{len(law.variant)}}  states grow as {_laws(law.states)}"
        yield ""


def _steps(blocks: Sequence[Block]) -> Grid:
    costs = COSTS["growth"]
    names = ("k", "whole system", "method", *costs, "verdict", "remarks")
    columns = tuple(Column(name, number=name not in ("method", "verdict", "remarks")) for name in names)
    rows = []
    for block in blocks:
        for line in block.lines:
            _, _, *figures = _cells(line, (), False, costs)
            rows.append((str(block.row.k), whole_in_words(block), line.variant, *figures))
    return Grid(columns, tuple(rows))


def _heading(block: Block) -> Iterator[str]:
    sizes = [f"{name} = {words}" for name, words in sizes_in_words(block).items()]
    whole = whole_in_words(block)
    model = model_in_words(block)
    facts = [*sizes, *([f"whole system: {whole}"] if whole else []), *([f"published sizes: {model}"] if model else [])]
    yield from wrap(": ".join([block.row.heading, "; ".join(facts)]) if facts else block.row.heading, WIDTH)
    if block.row.question.split:
        yield from wrap(f"split: {block.row.question.split}", WIDTH, subsequent_indent="       ")
    for note in block.row.notes:
        yield from wrap(f"note: {note}", WIDTH, subsequent_indent="      ")
    if block.auto_ratio is not None:
        yield f"auto takes {block.auto_ratio:.2f} times the best single method"


def _grid(table: Table, blocks: Sequence[Block], *, named: bool) -> Grid:
    """Lines of runs; ``named``, each says which row it belongs to."""
    printed = [name for name in COLUMNS if any(name in line.published for b in table.blocks for line in b.lines)]
    faulty = table.kind.name == "faults"
    costs = COSTS.get(table.kind.name) or COSTS[table.kind.world]
    beside = table.runs == "ours" and any(line.as_published for b in table.blocks for line in b.lines)
    columns = (
        *([Column("case", number=False), Column("k")] if named else []),
        Column("method", number=False),
        *(Column(COLUMNS[name], group="published") for name in printed),
        *(Column(name, group="as published") for name in (AS_PUBLISHED if beside else ())),
        *(Column(name, group=table.runs) for name in ("trace" if faulty else "|A|", *costs)),
        *([Column("premises", group=table.runs)] if "premises" in printed else []),
        Column("verdict", number=False),
        Column("remarks", number=False),
    )
    rows = []
    for block in blocks:
        head = (block.row.title, str(block.row.k)) if named else ()
        lines = (
            [_with_largest_only(line) for line in block.lines] if table.kind.world == "probabilistic" else block.lines
        )
        rows += [(*head, *_cells(line, printed, faulty, costs, beside=beside)) for line in lines]
    return Grid(columns, tuple(rows))


def _with_largest_only(line: Line) -> Line:
    """As in the paper: of a chain of assumptions only the largest one is shown."""
    measured, beside = (run and replace(run, assumptions=()) for run in (line.measured, line.as_published))
    return replace(line, measured=measured, as_published=beside)


def _cells(
    line: Line, printed: Sequence[str], faulty: bool, costs: Sequence[str], *, beside: bool = False
) -> tuple[str, ...]:
    published = [line.published.get(name, "") for name in printed]
    if beside:
        published += _as_published(line.as_published)
    found = line.measured
    figures = [""] * (1 + len(costs)) if found is None else [_size(found, faulty), *(_cost(found, c) for c in costs)]
    if "premises" in printed:
        figures.append("" if found is None or line.variant in _WHOLE else " ".join(map(str, found.premises[:3])))
    verdict = "" if found is None else found.outcome
    return (line.variant, *published, *figures, verdict, "; ".join(line.remarks))


def _as_published(found: Measured | None) -> list[str]:
    if found is None:
        return [""] * len(AS_PUBLISHED)
    return [_size(found, False), *(_cost(found, name) for name in AS_PUBLISHED[1:])]


_WHOLE = ("monolithic", "saturation", "minimise", "auto")


def _size(found: Measured, faulty: bool) -> str:
    if faulty:
        return "" if found.trace is None else str(found.trace)
    if found.at_least:
        return _between(found.at_least, sum(found.assumptions))
    if len(found.assumptions) > 1:
        return " + ".join(map(str, found.assumptions)) if len(found.assumptions) < 4 else f"{sum(found.assumptions):,}"
    return f"{found.largest_assumption:,}" if found.largest_assumption else ""


def _between(least: int, known: int) -> str:
    """The size of a smallest assumption, or between what it is."""
    return f"{known:,}" if least >= known else f"{least:,} to {known:,}"


def _cost(found: Measured, name: str) -> str:
    """A figure by its heading."""
    if name == "s":
        return _undecided_after(found.seconds) if found.outcome == "unknown" else f"{found.seconds:.2f}"
    if name == "proof s":
        return "" if found.outcome == "unknown" else f"{found.proof_seconds:.2f}"
    counts = {"states": found.states, "nodes": found.peak_nodes, "rounds": found.iterations, "MB": found.memory_mb}
    counts["|L_M|"] = found.states
    return f"{counts[name]:,.0f}" if counts[name] else ""


def _undecided_after(seconds: float) -> str:
    """A dash where nothing was tried."""
    return f"> {seconds:.0f}" if seconds else "–"


def _sizes(table: Table) -> Grid:
    """What the rows are about."""
    known = [sizes_in_words(block) for block in table.blocks]
    names = list(dict.fromkeys(name for words in known for name in words))
    columns = (
        Column("case", number=False),
        Column("k"),
        *(Column(name) for name in names),
        Column("whole system"),
        Column("published sizes", number=False),
        Column("auto / best"),
        Column("split", number=False),
    )
    rows = []
    for block, words in zip(table.blocks, known, strict=True):
        ratio = "" if block.auto_ratio is None else f"{block.auto_ratio:.2f}"
        split = f"`{block.row.question.split}`" if block.row.question.split else ""
        facts = (*(words.get(name, "") for name in names), whole_in_words(block), model_in_words(block), ratio, split)
        rows.append((block.row.title, str(block.row.k), *facts))
    return Grid(columns, tuple(rows))


def _growth(growth: Sequence[Growth]) -> Grid:
    columns = tuple(
        Column(name, number=False) for name in ("case", "method", "seconds grow as", "states grow as", "better")
    )
    return Grid(columns, tuple(_growth_row(item) for item in growth))


def _growth_row(item: Growth) -> tuple[str, ...]:
    laws = [_laws(found) for found in (item.seconds, item.states)]
    best = item.seconds or item.states
    return item.title, item.variant, *laws, best[0].law if best else ""


def _laws(found: Sequence[Fit]) -> str:
    return "; ".join(map(str, found)) or "too few points"
