"""From rows and results to tables: what was published, what was measured, and what is worth a remark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from textwrap import shorten

from quidpro.benchmarks.campaign import Entry, Settings, counts_oracles, entry, gave_up_at, is_printed
from quidpro.benchmarks.growth import FLOOR_SECONDS, Fit, fits
from quidpro.benchmarks.rows import LEARNING, TABLES, Cells, Row, TableKind, Variant
from quidpro.benchmarks.store import Store
from quidpro.benchmarks.work import Measured, Oracles, Sizes

_MIN_COMPARED_SECONDS = 1.0
"""Shorter times are not compared: they say more about the machine than about the method."""


@dataclass(frozen=True)
class Line:
    """A variant in a row: published figures, our figures, remarks."""

    variant: str
    published: Cells
    measured: Measured | None
    """None when it has not been run."""
    times: tuple[float, ...]
    """The seconds of each repetition."""
    remarks: tuple[str, ...]
    as_published: Measured | None = None
    """The run that is exactly the algorithm of the paper; None when it has not been made."""


@dataclass(frozen=True)
class Block:
    """A row of a table with a line for each variant."""

    row: Row
    sizes: Sizes
    lines: tuple[Line, ...]
    whole: int | None
    """The reachable states of the whole system, where monolithic came to its end or a diagram has counted them."""
    auto_ratio: float | None
    """The time of ``auto`` as a multiple of the best other one."""
    oracles: Oracles | None = None
    """The checks of CGP03's oracles, where they were counted."""


@dataclass(frozen=True)
class Growth:
    """How a variant grows with k in one case: seconds and states explored, the better law first."""

    case: str
    title: str
    variant: str
    seconds: tuple[Fit, ...]
    states: tuple[Fit, ...]


@dataclass(frozen=True)
class Table:
    """A whole table."""

    kind: TableKind
    blocks: tuple[Block, ...]
    growth: tuple[Growth, ...] = ()
    runs: str = "ours"
    """What the runs of its lines are: ``ours``, or ``as published``."""


def tables(
    rows: Sequence[Row], variants: Sequence[Variant], settings: Settings, store: Store, wanted: Sequence[Entry]
) -> list[Table]:
    """The tables that the rows belong to, in order, with what the store knows."""
    found = []
    for name in dict.fromkeys(row.table for row in rows):
        mine = [row for row in rows if row.table == name]
        blocks = tuple(_block(row, columns(name, variants), settings, store, wanted) for row in mine)
        runs = "as published" if settings.as_published else "ours"
        found.append(Table(TABLES[name], blocks, _growth(blocks) if name == "growth" else (), runs))
    return found


def columns(table: str, variants: Sequence[Variant]) -> list[Variant]:
    """The variants that a table is about."""
    kind = TABLES[table]
    return [variant for variant in variants if variant.name in kind.variants or variant.plugin_world == kind.world]


def _block(row: Row, variants: Sequence[Variant], settings: Settings, store: Store, wanted: Sequence[Entry]) -> Block:
    sizes = store.get(entry(row, None, settings).key)
    oracles = None
    if counts_oracles(row, variants, settings):
        oracles = store.get(entry(row, LEARNING, settings.published, by_oracle=True).key)
    lines = [_line(row, variant, settings, store, wanted) for variant in variants]
    whole = next((line.measured for line in lines if line.variant == "monolithic"), None)
    if whole is not None:
        lines = [_beside_monolithic(line, whole, TABLES[row.table]) for line in lines]
    return Block(
        row=row,
        sizes=sizes if isinstance(sizes, Sizes) else Sizes(),
        lines=tuple(lines),
        whole=_whole_states(lines),
        auto_ratio=_auto_ratio(lines),
        oracles=oracles if isinstance(oracles, Oracles) else None,
    )


def _whole_states(lines: Sequence[Line]) -> int | None:
    held = {line.variant: line.measured for line in lines if line.measured and line.measured.outcome == "holds"}
    if "monolithic" in held and held["monolithic"].states:
        return held["monolithic"].states
    return next((int(found.reachable) for found in held.values() if found.reachable), None)


def _line(row: Row, variant: Variant, settings: Settings, store: Store, wanted: Sequence[Entry]) -> Line:
    runs = [entry(row, variant, settings, repeat) for repeat in range(settings.repeat)]
    known = [found for run in runs if isinstance(found := store.get(run.key), Measured)]
    times = tuple(found.seconds for found in known)
    published = row.published.get(variant.name, {})
    beside = _as_published(row, variant, settings, store)
    if not known:
        k = gave_up_at(runs[0], wanted, store)
        remark = "not run" if k is None else f"not run: undecided at k = {k} already"
        return Line(variant.name, published, None, (), (remark,), beside)
    undecided = next((found for found in known if found.outcome == "unknown"), None)
    middle = undecided or replace(
        sorted(known, key=lambda found: found.seconds)[len(known) // 2], seconds=median(times)
    )
    remarks = _remarks(row, published, middle)
    if settings.beside and beside is not None:
        remarks += [f"as published: {remark}" for remark in _remarks(row, {}, beside)]
    return Line(variant.name, published, middle, times, tuple(remarks), beside)


def _as_published(row: Row, variant: Variant, settings: Settings, store: Store) -> Measured | None:
    """The run as published, where one is wanted and on record."""
    if not (settings.as_published and variant.from_paper) and not (settings.beside and is_printed(row, variant)):
        return None
    found = store.get(entry(row, variant, settings.published).key)
    return found if isinstance(found, Measured) else None


def _remarks(row: Row, published: Cells, found: Measured) -> list[str]:
    """What a reader should not overlook."""
    if found.outcome == "unknown":
        return [_why(found.reason)]
    remarks = []
    if found.outcome != row.expected:
        remarks.append(f"expected: {row.expected}")
    if not found.certified:
        remarks.append("not certified")
    printed = _number(published.get("A", ""))
    mine = found.largest_assumption if TABLES[row.table].world == "probabilistic" else size(found)
    if printed is not None and is_decided(published) and mine > printed:
        remarks.append(f"|A| larger than published ({mine:,} > {printed:,})")
    if found.winner:
        remarks.append(f"by {found.winner}")
    return remarks


def _why(reason: str) -> str:
    """Why a run was not decided, in a few words; all of them are in the JSON."""
    for resource in ("time", "memory"):
        if reason.startswith(f"{resource} budget ran out"):
            return f"out of {resource}"
    return shorten(reason, 80, placeholder=" …") or "undecided"


def is_decided(published: Cells) -> bool:
    """Whether the published run came to an end; a dash in the place of its time says that it did not."""
    return published.get("time", "") not in ("", "-", "–")


def size(found: Measured) -> int:
    """What the papers call the size of the assumption: of the largest one tried, or of all in a circular proof."""
    return sum(found.assumptions) if len(found.assumptions) > 1 else found.largest_assumption


def _number(text: str) -> int | None:
    """A published size; those of circular reasoning, as in ``3 + 3``, are added up."""
    parts = [part.strip() for part in text.split("+")]
    return sum(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def _auto_ratio(lines: Sequence[Line]) -> float | None:
    """Only where the best single method takes long enough to be compared with."""
    times = {
        line.variant: line.measured.seconds for line in lines if line.measured and line.measured.outcome != "unknown"
    }
    auto = times.pop("auto", None)
    best = min(times.values(), default=0.0)
    return None if auto is None or best < _MIN_COMPARED_SECONDS else auto / best


def _beside_monolithic(line: Line, whole: Measured, kind: TableKind) -> Line:
    """A line with a remark on how it compares with exploring everything, where its table is about that."""
    mine = line.measured
    if line.variant == "monolithic" or mine is None or mine.outcome == "unknown":
        return line
    remark = ""
    if kind.name == "faults":
        remark = _fault_remark(mine, whole)
    elif kind.world != "explicit":
        remark = _gain_remark(mine, whole, both_ways=kind.world == "probabilistic")
    return replace(line, remarks=(*line.remarks, remark)) if remark else line


def _fault_remark(mine: Measured, whole: Measured) -> str:
    """A fault should be found by every method, not much slower than by exploring everything."""
    if whole.outcome == "unknown" or mine.seconds < _MIN_COMPARED_SECONDS:
        return ""
    return f"{mine.seconds / max(whole.seconds, 1e-9):.1f} times monolithic"


def _gain_remark(mine: Measured, whole: Measured, *, both_ways: bool) -> str:
    """What it gains to find an assumption, or loses; the check of the answer, which differs in kind, is left out."""
    ended = whole.outcome != "unknown"
    faster = (whole.proof_seconds if ended else whole.seconds) / max(mine.proof_seconds, 1e-9)
    slower = mine.proof_seconds / max(whole.proof_seconds, 1e-9)
    if faster >= 1:
        return f"{'' if ended else 'over '}{faster:.1f} times as fast as monolithic"
    return f"monolithic is {slower:.1f} times as fast" if both_ways and ended and slower > 1 else ""


def _growth(blocks: Sequence[Block]) -> tuple[Growth, ...]:
    series: dict[tuple[str, str, str], list[tuple[int, Measured]]] = {}
    for block in blocks:
        for line in block.lines:
            points = series.setdefault((block.row.case, block.row.title, line.variant), [])
            if line.measured is not None and line.measured.outcome != "unknown":
                points.append((block.row.k, line.measured))
    return tuple(
        Growth(
            *name,
            seconds=fits([(k, found.seconds) for k, found in points], FLOOR_SECONDS),
            states=fits([(k, found.states) for k, found in points]),
        )
        for name, points in series.items()
    )
