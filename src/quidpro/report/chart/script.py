"""A run in the order in which it is told, for texts that other tools draw: steps, loops and remarks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quidpro.core.words import counted
from quidpro.report.chart import names
from quidpro.report.chart.fold import folds
from quidpro.verdict.chart import Chart

NO_LANES = "a run of variables has no participants: write it as .svg, .html, .puml, .vcd or .json"


@dataclass(frozen=True)
class Block:
    """A loop begins, with some words, or ends."""

    words: str = ""

    @property
    def opens(self) -> bool:
        """Whether it begins."""
        return bool(self.words)


def script(chart: Chart) -> Iterator[int | str | Block]:
    """Numbers of steps, remarks, and where loops begin and end; what is folded is a loop."""
    starting = {fold.start: fold for fold in folds(chart)}
    i, count = 0, len(chart.steps)
    while i < count:
        if i == chart.loop:
            yield Block(f"for ever, {counted(count - i, 'step')}")
        if (fold := starting.get(i)) is None:
            yield i
            i += 1
            continue
        yield Block(f"{fold.times} times, {counted(fold.length, 'step')}")
        yield from range(i, i + fold.length)
        yield Block()
        if fold.tail:
            first = fold.end - fold.tail
            yield f"steps {first + 1} to {fold.end} as {fold.start + 1} to {fold.start + fold.tail}"
        i = fold.end
    if chart.loop is not None and chart.loop < count:
        yield Block()
    if said := names.ending(chart):
        yield said
    if idle := names.idle(chart):
        yield idle


def node_words(chart: Chart, position: int) -> list[str]:
    """A position of a tree: its number, states and marks."""
    at = chart.positions[position]
    told = (f"{names.head(lane)}: {state}" for lane, state in zip(chart.lanes, at.states, strict=True))
    return [str(position), *told, *(f"✕ {mark}" for mark in at.marks)]
