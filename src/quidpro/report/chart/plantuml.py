"""A chart as PlantUML text: a sequence diagram, a timing diagram of variables, or the states of a tree.

An action that is shared has no direction: an arrow with two heads joins those who take part, one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from quidpro.report.chart import names
from quidpro.report.chart.script import Block, node_words, script
from quidpro.verdict.chart import Chart

_ODD = re.compile(r"[^A-Za-z0-9 .,()\[\]{}:=→×…✕\'+@!?|^-]")
_LEVELS = {"TRUE": "high", "FALSE": "low"}


def to_plantuml(chart: Chart) -> str:
    """The text."""
    if chart.kind == "waveform":
        lines = _timing(chart)
    elif chart.kind == "lanes":
        lines = _sequence(chart)
    else:
        lines = _tree(chart)
    return "\n".join(["@startuml", f"title {_text(chart.title)}", *lines, "@enduml"]) + "\n"


def _text(words: str) -> str:
    """As PlantUML takes it: what it might read as markup is written by its code."""
    return _ODD.sub(lambda odd: "".join(f"<U+{ord(letter):04X}>" for letter in odd[0]), words)


def _sequence(chart: Chart) -> Iterator[str]:
    still = set(names.still(chart)) - {chart.failed}
    shown = [i for i in range(len(chart.lanes)) if i not in still]
    for i in shown:
        kind = " <<property>>" if chart.lanes[i].kind == "property" else ""
        yield f'participant "{_text(names.head(chart.lanes[i]))}" as L{i}{kind}'
    for item in script(chart):
        if isinstance(item, Block):
            yield f"loop {_text(item.words)}" if item.opens else "end"
        elif isinstance(item, int):
            yield from _messages(chart, item)
        elif shown:
            yield f"note over {_over(shown[0], shown[-1])} : {_text(item)}"


def _messages(chart: Chart, number: int) -> Iterator[str]:
    step = chart.steps[number]
    said, movers = _text(f"{number + 1} {step.action}"), [move.lane for move in step.moves]
    if len(movers) == 1:
        yield f"rnote over L{movers[0]} : {said}"
    for one, other in pairwise(movers):
        yield f"L{one} <-> L{other} : {said}"
    for lane in movers:
        if chart.positions[number + 1].numbers[lane : lane + 1] == (-1,):
            yield f"hnote over L{lane} : ✕ ERROR"


def _over(first: int, last: int) -> str:
    return f"L{first}" if first == last else f"L{first}, L{last}"


def _timing(chart: Chart) -> Iterator[str]:
    """Booleans as levels, all others as bars; a value is said where it changes."""
    binary = [all(position.values[i] in _LEVELS for position in chart.positions) for i in range(len(chart.rows))]
    for i, row in enumerate(chart.rows):
        mark = " (input)" if row.kind == "input" else ""
        yield f'{"binary" if binary[i] else "concise"} "{_text(row.name + mark)}" as R{i}'
    before: tuple[str, ...] = ("\0",) * len(chart.rows)
    for time, position in enumerate(chart.positions):
        yield f"@{time}"
        for i, value in enumerate(position.values):
            if value != before[i]:
                yield f"R{i} is {_LEVELS[value] if binary[i] else _bar(value)}"
        before = position.values
    if chart.loop is not None:
        yield f"R0@{chart.loop} <-> @{len(chart.positions) - 1} : {{for ever}}"


def _bar(value: str) -> str:
    return f'"{_text(value)}"' if value else "{-}"


def _tree(chart: Chart) -> Iterator[str]:
    yield "left to right direction"
    for position in range(len(chart.positions)):
        told = r"\n".join(map(_text, node_words(chart, position)))
        yield f'state "{told}" as N{position}'
    yield "[*] --> N0"
    for step in chart.steps:
        for branch in step.branches:
            chance = "" if branch.probability in (None, 1) else f" {branch.probability}"
            yield f"N{step.source} --> N{branch.target} : {_text(step.action + chance)}"
