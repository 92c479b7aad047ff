"""A chart as Mermaid text: a run as a sequence diagram, a tree as a flowchart.

An action that is shared has no direction: a line without a head joins those who take part, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from quidpro.core.errors import UsageError
from quidpro.report.chart import names
from quidpro.report.chart.script import NO_LANES, Block, node_words, script
from quidpro.verdict.chart import Chart, ChartStep

_ODD = re.compile(r"[^A-Za-z0-9 _.,()\[\]{}:=→×…✕'/+*@!?|^~-]|\bend\b", re.IGNORECASE)


def to_mermaid(chart: Chart) -> str:
    """The text; UsageError for a run of variables, which has no participants."""
    if chart.kind == "waveform":
        raise UsageError(NO_LANES)
    lines = _sequence(chart) if chart.kind == "lanes" else _flow(chart)
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    """As Mermaid takes it: what it might read as its own is written by its code."""
    return _ODD.sub(lambda odd: f"#{ord(odd[0][0])};{odd[0][1:]}", words)


def _sequence(chart: Chart) -> Iterator[str]:
    yield "sequenceDiagram"
    still = set(names.still(chart)) - {chart.failed}
    shown = [i for i in range(len(chart.lanes)) if i not in still]
    for i in shown:
        lane = chart.lanes[i]
        kind = " (property)" if lane.kind == "property" else ""
        yield f"    participant L{i} as {_text(names.head(lane) + kind)}"
    indent = "    "
    for item in script(chart):
        if isinstance(item, Block):
            if not item.opens:
                indent = indent[4:]
            yield f"{indent}loop {_text(item.words)}" if item.opens else f"{indent}end"
            if item.opens:
                indent += "    "
        elif isinstance(item, int):
            yield from (indent + line for line in _messages(chart, item))
        elif shown:
            yield f"{indent}Note over {_over(shown[0], shown[-1])}: {_text(item)}"


def _messages(chart: Chart, number: int) -> Iterator[str]:
    step = chart.steps[number]
    said = _text(f"{number + 1} {step.action}")
    movers = [move.lane for move in step.moves]
    if len(movers) == 1:
        yield f"Note over L{movers[0]}: {said}"
    for one, other in pairwise(movers):
        yield f"L{one}->L{other}: {said}"
    for lane in movers:
        if chart.positions[number + 1].numbers[lane : lane + 1] == (-1,):
            yield f"Note over L{lane}: ✕ ERROR"


def _over(first: int, last: int) -> str:
    return f"L{first}" if first == last else f"L{first},L{last}"


def _flow(chart: Chart) -> Iterator[str]:
    yield "flowchart LR"
    for position in range(len(chart.positions)):
        told = "<br/>".join(_text(line) for line in node_words(chart, position))
        yield f'    N{position}["{told}"]'
    for step in chart.steps:
        for branch in step.branches:
            yield f'    N{step.source} -->|"{_text(_toss(step, branch.probability))}"| N{branch.target}'


def _toss(step: ChartStep, probability: object) -> str:
    return step.action if probability in (None, 1) else f"{step.action} {probability}"
