"""Charts as texts for other tools: Mermaid, PlantUML, VCD, JSON; what cannot hold a chart is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from quidpro.core.errors import UsageError
from quidpro.report.chart.json import to_json
from quidpro.report.chart.mermaid import to_mermaid
from quidpro.report.chart.plantuml import to_plantuml
from quidpro.report.chart.vcd import to_vcd
from quidpro.report.chart.write import chart_suffixes, chart_text, reject_suffix
from quidpro.verdict.chart import Branch, Chart, ChartStep, Lane, Position, Row
from tests.unit.chart_samples import SAMPLES, hostile, lasso, mutex, ring, stuck, tree, wave

MERMAID = [
    r"sequenceDiagram",
    r"participant L\d+ as \S.*",
    r"L\d+->L\d+: \d+ .*",
    r"Note over L\d+(,L\d+)?: \S.*",
    r"loop \S.*",
    r"end",
    r"flowchart LR",
    r'N\d+\["[^"]*"\]',
    r'N\d+ -->\|"[^"]*"\| N\d+',
]
PLANTUML = [
    r"@startuml",
    r"@enduml",
    r"title \S.*",
    r'participant "[^"]*" as L\d+( <<property>>)?',
    r"L\d+ <-> L\d+ : \d+ .*",
    r"[rh]?note over L\d+(, L\d+)? : \S.*",
    r"loop \S.*",
    r"end",
    r"left to right direction",
    r'state "[^"]*" as N\d+',
    r"(\[\*\]|N\d+) --> N\d+( : .*)?",
    r'(binary|concise) "[^"]*" as R\d+',
    r"@\d+",
    r'R\d+ is (high|low|\{-\}|"[^"]*")',
    r"R\d+@\d+ <-> @\d+ : \{for ever\}",
]


def fits(text, grammar):
    return [line for line in text.splitlines() if not any(re.fullmatch(one, line.strip()) for one in grammar)]


def test_mermaid_word_for_word():
    assert (
        to_mermaid(lasso())
        == """\
sequenceDiagram
    participant L0 as CARS
    participant L1 as CONTROL
    L0->L1: 1 cars.ask
    loop for ever, 3 steps
        L0->L1: 2 cars.green
        L0->L1: 3 cars.red
        L0->L1: 4 cars.ask
    end
    Note over L0,L1: never moves: WALKERS
"""
    )


def test_plantuml_word_for_word():
    assert (
        to_plantuml(stuck())
        == """\
@startuml
title P in S
participant "l.0" as L0
participant "l.1" as L1
rnote over L0 : 1 a
rnote over L1 : 2 b
note over L0, L1 : deadlock: no action is enabled
@enduml
"""
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_is_one_that_the_tool_knows(name):
    chart = SAMPLES[name]()
    assert fits(to_plantuml(chart), PLANTUML) == []
    if chart.kind != "waveform":
        assert fits(to_mermaid(chart), MERMAID) == []


@pytest.mark.parametrize("text", [to_mermaid, to_plantuml])
def test_loops_are_closed_and_every_step_is_told(text):
    lines = [line.strip() for line in text(ring(3, 9)).splitlines()]
    assert "loop 2 times, 9 steps" in lines
    assert lines.count("end") == sum(line.startswith("loop") for line in lines)
    assert any("steps 19 to 26 as 1 to 8" in line for line in lines)
    assert any(line.endswith(" 27 hand.8") for line in lines)


@pytest.mark.parametrize("text", [to_mermaid, to_plantuml])
def test_names_are_no_part_of_the_language(text):
    written = text(hostile())
    assert "<script" not in written
    assert ";alert" in written or ">alert" in written
    assert "\x1b" not in written


def test_the_word_that_closes_a_loop_is_no_word_of_a_name():
    chart = replace(stuck(), lanes=(Lane("end"), Lane("the End", "property")))
    assert "participant L0 as #101;nd\n" in to_mermaid(chart)
    assert "participant L1 as the #69;nd (property)\n" in to_mermaid(chart)


def read_vcd(text):
    """The signals by their full names, each with its values at all times."""
    words = iter(text.split("$enddefinitions $end")[0].split())
    scope, codes = [], {}
    for word in words:
        if word == "$scope":
            assert next(words) == "module"
            scope.append(next(words))
        elif word == "$upscope":
            scope.pop()
        elif word == "$var":
            kind, width, code, name = (next(words) for _ in range(4))
            codes[code] = (".".join([*scope[1:], name]), kind, int(width))
    assert scope == []
    values, table, time = {}, {name: [] for name, _, _ in codes.values()}, None
    for line in text.split("$enddefinitions $end")[1].split("\n"):
        if line.startswith("#"):
            if time is not None:
                for code, (name, _, _) in codes.items():
                    table[name].append(values[code])
            assert time is None or int(line[1:]) == time + 1
            time = int(line[1:])
        elif line[:1] in ("b", "s"):
            value, code = line[1:].split(" ")
            kind, width = codes[code][1:]
            whole = value if line[0] == "s" or value == "x" else int(value, 2)
            signed = isinstance(whole, int) and kind == "integer" and whole >= 1 << (width - 1)
            values[code] = whole - (1 << width) if signed else whole
        elif line:
            values[line[1:]] = line[0]
    return table


def test_a_value_change_dump_can_be_read_back():
    assert read_vcd(to_vcd(wave(1))) == {
        "late": ["0", "0", "1"],
        "left": [2, 1, 0],
        "ask": ["1", "0", "x"],
        "mode": ["idle", "idle", "idle"],
    }
    assert "the state at 2 is that at 1 again" in to_vcd(wave(1))


def test_a_value_change_dump_of_odd_values():
    values = [("-3", "0ud4_7", "a b"), ("4", "0ud4_15", "c"), ("99999999999", "", "c")]
    rows = (Row("m.n.x", "state"), Row("m.w", "state"), Row("m.n.say it", "state"))
    steps = tuple(ChartStep(i, "", (), (Branch(i + 1),)) for i in range(2))
    chart = Chart("t", (), rows, tuple(Position(values=value) for value in values), steps, end="error")
    assert read_vcd(to_vcd(chart)) == {
        "m.n.x": [-3, 4, 99999999999],
        "m.w": [7, 15, "x"],
        "m.n.say\\u0020it": ["a\\u0020b", "c", "c"],
    }


def test_many_signals_have_different_codes():
    rows = tuple(Row(f"v{i}", "state") for i in range(300))
    chart = Chart("t", (), rows, (Position(values=tuple(map(str, range(300)))),), (), end="error")
    assert read_vcd(to_vcd(chart)) == {f"v{i}": [i] for i in range(300)}


@pytest.mark.parametrize("name", SAMPLES)
def test_json_holds_everything(name):
    chart = SAMPLES[name]()
    data = json.loads(json.dumps(to_json(chart)))
    assert {key: len(data[key]) for key in ("lanes", "rows", "positions", "steps", "waiting", "cycle")} == {
        key: len(getattr(chart, key)) for key in ("lanes", "rows", "positions", "steps", "waiting", "cycle")
    }
    assert [data[key] for key in ("title", "end", "failed", "loop")] == [
        chart.title,
        chart.end,
        chart.failed,
        chart.loop,
    ]


def test_json_of_a_step():
    step = to_json(mutex())["steps"][0]
    assert (step["source"], step["action"], step["branches"]) == (
        0,
        "c.1.request",
        [{"target": 1, "probability": None}],
    )
    assert {move["lane"] for move in step["moves"]} == {0, 3}
    assert step["moves"][0]["place"]["line"] > 0
    assert to_json(tree())["steps"][0]["branches"][0] == {"target": 1, "probability": "4/5"}


def test_what_cannot_hold_a_chart_is_refused():
    with pytest.raises(UsageError, match=r"a run of processes has none .use one of .svg .html .mmd .puml .json"):
        chart_text(mutex(), ".vcd")
    with pytest.raises(UsageError, match="a run of variables has none"):
        chart_text(wave(), ".mmd")
    with pytest.raises(UsageError, match=r"cannot tell the format of x.png"):
        reject_suffix(Path("x.png"), "lanes")
    for write in (to_vcd, to_mermaid):
        with pytest.raises(UsageError):
            write(mutex() if write is to_vcd else wave())


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_that_fits_is_written(name):
    chart = SAMPLES[name]()
    assert all(chart_text(chart, suffix) for suffix in chart_suffixes(chart.kind))
