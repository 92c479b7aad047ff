"""Tables as text for a terminal and as Markdown for a page; as JSON in :mod:`quidpro.bench.schema`.

Grids of words: aligned for a terminal, or as a Markdown table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from quidpro.bench.growth import Fit
from quidpro.bench.rows import COLUMNS
from quidpro.bench.tables import Block, Growth, Line, Table, sizes_in_words, whole_in_words
from quidpro.bench.work import Measured

WIDTH = 120
_GAP = "  "


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
        head = _align(columns, widths, cells) + _GAP
        first, *more = wrap(words, max(WIDTH - len(head), 20)) or [""]
        lines += [head + first, *(" " * len(head) + line for line in more)]
    return [line.rstrip() for line in lines if line.strip()]


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
    """The same as a Markdown table; the first group goes into its headings, to tell them from those of the others."""
    first = next((column.group for column in grid.columns if column.group), "")
    heads = [f"{c.group} {c.heading}" if c.group == first != "" else c.heading for c in grid.columns]
    rule = ["---:" if column.number else "---" for column in grid.columns]
    return [_pipe_row(cells) for cells in (heads, rule, *grid.rows)]


def _pipe_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


COSTS = {
    "explicit": ("states", "rounds", "MB", "s"),
    "probabilistic": ("|L_M|", "rounds", "MB", "proof s", "s"),
    "symbolic": ("nodes", "rounds", "MB", "proof s", "s"),
}
"""The columns for the cost of a run, by the world of the model.

|L_M| is the states of the largest LPTS that was composed. The papers' times of SMV and probabilistic models are those
until the answer is there, without its check.
"""


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
        if table.growth:
            lines += [*to_markdown(_growth(table.growth)), ""]
    return "\n".join([*lines, f"Measured on {machine}."]) + "\n"


def _blocks(table: Table) -> Iterator[str]:
    """Row by row."""
    for block in table.blocks:
        yield from (*_heading(block), "", *to_text(_grid(table, [block], named=False)), "")


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
    names = ("k", "whole system", "method", "states", "rounds", "MB", "s", "verdict", "remarks")
    columns = tuple(Column(name, number=name not in ("method", "verdict", "remarks")) for name in names)
    rows = []
    for block in blocks:
        for line in block.lines:
            _, _, *costs, verdict, remarks = _cells(line, (), False, COSTS["explicit"])
            rows.append((str(block.row.k), whole_in_words(block), line.variant, *costs, verdict, remarks))
    return Grid(columns, tuple(rows))


def _heading(block: Block) -> Iterator[str]:
    sizes = [f"{name} = {words}" for name, words in sizes_in_words(block).items()]
    whole = whole_in_words(block)
    facts = [*sizes, *([f"whole system: {whole}"] if whole else [])]
    yield from wrap(": ".join([block.row.heading, "; ".join(facts)]) if facts else block.row.heading, WIDTH)
    if block.row.question.split:
        yield from wrap(f"split: {block.row.question.split}", WIDTH, subsequent_indent="       ")
    if block.auto_ratio is not None:
        yield f"auto takes {block.auto_ratio:.2f} times the best single method"


def _grid(table: Table, blocks: Sequence[Block], *, named: bool) -> Grid:
    """Lines of runs; ``named``, each says which row it belongs to."""
    printed = [name for name in COLUMNS if any(name in line.published for b in table.blocks for line in b.lines)]
    faulty = table.kind.name == "faults"
    costs = COSTS[table.kind.world]
    columns = (
        *([Column("case", number=False), Column("k")] if named else []),
        Column("method", number=False),
        *(Column(COLUMNS[name], group="published") for name in printed),
        *(Column(name, group="measured") for name in ("trace" if faulty else "|A|", *costs)),
        *([Column("premises", group="measured")] if "premises" in printed else []),
        Column("verdict", number=False),
        Column("remarks", number=False),
    )
    rows = []
    for block in blocks:
        head = (block.row.title, str(block.row.k)) if named else ()
        lines = (
            [_with_largest_only(line) for line in block.lines] if table.kind.world == "probabilistic" else block.lines
        )
        rows += [(*head, *_cells(line, printed, faulty, costs)) for line in lines]
    return Grid(columns, tuple(rows))


def _with_largest_only(line: Line) -> Line:
    """As in the paper: of a chain of assumptions only the largest one is shown."""
    return line if line.measured is None else replace(line, measured=replace(line.measured, assumptions=()))


def _cells(line: Line, printed: Sequence[str], faulty: bool, costs: Sequence[str]) -> tuple[str, ...]:
    published = [line.published.get(name, "") for name in printed]
    found = line.measured
    figures = [""] * (1 + len(costs)) if found is None else [_size(found, faulty), *(_cost(found, c) for c in costs)]
    if "premises" in printed:
        figures.append("" if found is None or line.variant in _WHOLE else " ".join(map(str, found.premises[:3])))
    verdict = "" if found is None else found.outcome
    return (line.variant, *published, *figures, verdict, "; ".join(line.remarks))


_WHOLE = ("monolithic", "minimise", "auto")


def _size(found: Measured, faulty: bool) -> str:
    if faulty:
        return "" if found.trace is None else str(found.trace)
    if len(found.assumptions) > 1:
        return " + ".join(map(str, found.assumptions)) if len(found.assumptions) < 4 else f"{sum(found.assumptions):,}"
    return f"{found.largest_assumption:,}" if found.largest_assumption else ""


def _cost(found: Measured, name: str) -> str:
    """A figure by its heading."""
    if name == "s":
        return f"> {found.seconds:.0f}" if found.outcome == "unknown" else f"{found.seconds:.2f}"
    if name == "proof s":
        return "" if found.outcome == "unknown" else f"{found.proof_seconds:.2f}"
    counts = {"states": found.states, "nodes": found.peak_nodes, "rounds": found.iterations, "MB": found.memory_mb}
    counts["|L_M|"] = found.states
    return f"{counts[name]:,.0f}" if counts[name] else ""


def _sizes(table: Table) -> Grid:
    """What the rows are about."""
    known = [sizes_in_words(block) for block in table.blocks]
    names = list(dict.fromkeys(name for words in known for name in words))
    columns = (
        Column("case", number=False),
        Column("k"),
        *(Column(name) for name in names),
        Column("whole system"),
        Column("auto / best"),
        Column("split", number=False),
    )
    rows = []
    for block, words in zip(table.blocks, known, strict=True):
        ratio = "" if block.auto_ratio is None else f"{block.auto_ratio:.2f}"
        split = f"`{block.row.question.split}`" if block.row.question.split else ""
        facts = (*(words.get(name, "") for name in names), whole_in_words(block), ratio, split)
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
