"""``quidpro show`` and ``quidpro decompose`` of SMV models, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_lowercase

import pytest

from quidpro.engines.symbolic.scv.groups import parse_split
from quidpro.frontend.files import read_source
from quidpro.frontend.smv.model import load_smv
from tests.cli.driver import quidpro, refused

LIGHT = "tests/golden/models/light.smv"
ROBOT = "examples/smv/robot.smv"
NESTED = """
MODULE cell(p) VAR b : boolean; ASSIGN next(b) := p;
MODULE pair(p) VAR first : cell(p); second : cell(first.b);
MODULE main VAR both : pair(d); d : boolean; IVAR go : boolean; ASSIGN next(d) := both.second.b xor go;
INVARSPEC both.first.b -> d;
"""


@pytest.fixture
def nested(tmp_path):
    path = tmp_path / "nested.smv"
    path.write_text(NESTED)
    return path


def test_the_tree_says_what_each_instance_has_and_reads(nested):
    assert quidpro("show", nested).stdout.splitlines() == [
        "main, 3 bits",
        "│  d   boolean, 1 bit",
        "│  go  boolean, 1 bit, input",
        "│  reads both.second.b",
        "└─ both: pair, 2 bits",
        "   ├─ first: cell, 1 bit",
        "   │     b  boolean, 1 bit",
        "   │     reads d",
        "   └─ second: cell, 1 bit",
        "         b  boolean, 1 bit",
        "         reads both.first.b",
    ]


def test_the_tree_for_programs(nested):
    data = json.loads(quidpro("show", nested, "--format", "json").stdout)
    rows = {row["name"]: row for row in data["instances"]}
    assert list(rows) == ["main", "both", "both.first", "both.second"]
    assert rows["both"]["instances"] == ["both.first", "both.second"]
    assert rows["both.second"]["reads"] == ["both.first.b"]


@pytest.mark.parametrize("name", [(), ("main",), ("both",), ("d",)])
@pytest.mark.parametrize("format", ["dot", "svg"])
def test_pictures(nested, name, format):
    run = quidpro("show", nested, *name, "--format", format)
    assert run.code == 0
    assert run.stdout.startswith("digraph" if format == "dot" else "<svg")


def test_the_states_of_an_instance():
    assert quidpro("show", LIGHT, "watch").stdout.splitlines() == [
        "watch: 4 states, 5 transitions, 1 initial state",
        "reads: lit",
        "",
        "0 (initial): left = 0",
        "    !lit -> 0",
        "    lit -> 1",
        "1: left = 3",
        "    -> 2",
        "2: left = 2",
        "    -> 3",
        "3: left = 1",
        "    -> 0",
    ]


def test_the_states_for_programs():
    data = json.loads(quidpro("show", LIGHT, "main", "--format", "json").stdout)
    assert data["initial"] == [0, 1]
    assert len(data["states"]) == 10
    assert data["transitions"][0] == {"from": 0, "to": 0, "when": ""}


def test_a_state_without_steps_says_so(tmp_path):
    path = tmp_path / "stuck.smv"
    path.write_text("MODULE main VAR a : boolean; INIT !a TRANS !a")
    assert "1: a\n    no step\n" in quidpro("show", path, "main").stdout
    assert "STOP" in quidpro("show", path, "main", "--format", "svg").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("examples/smv/robot6.smv", "main"), "more than 1,000 states, too many to list: show an instance (clock1"),
        ((ROBOT, "mator"), "'mator' is no instance and no variable (did you mean motor?)"),
        ((ROBOT, "--format", "aut"), "an SMV model is shown as text, json, dot, svg, not as aut"),
        ((ROBOT, "motor", "--reduce", "weak"), "--reduce does not apply to examples/smv/robot.smv, an SMV model"),
        (("examples/channel/channel.lts",), "say what to show of examples/channel/channel.lts"),
        (("tests/golden/models/reliable.prism",), "say what to show of tests/golden/models/reliable.prism"),
    ],
)
def test_refused(words, said):
    refused(quidpro("show", *words), said)


def test_a_tree_that_is_too_large_to_draw_says_what_to_do(tmp_path):
    path = tmp_path / "wide.smv"
    path.write_text("MODULE main VAR " + " ".join(f"{a}{b}_ : boolean;" for a in "xyz" for b in ascii_lowercase))
    run = quidpro("show", path, "--format", "svg")
    refused(run, "78 parts", "make no readable picture: --format text lists them, --format dot is for other tools")


def listed(*words):
    run = quidpro("decompose", *words, "--format", "json")
    assert (run.code, run.stderr) == (0, "")
    return json.loads(run.stdout)


@pytest.mark.parametrize(
    "file", [ROBOT, "examples/smv/noc5.smv", "examples/smv/simple8.smv", LIGHT, "examples/smv/autopilot.smv"]
)
def test_cuts_are_written_as_split_takes_them(file):
    data, flat = listed(file), load_smv(read_source(Path(file))).flat()
    rows = [*data["two_way"], *data["n_way"]]
    assert rows[0]["marks"] == ["auto"]
    assert [row["cost"] for row in data["two_way"]] == sorted(row["cost"] for row in data["two_way"])
    for row in rows:
        assert parse_split(row["split"], flat) == tuple(map(frozenset, row["groups"]))
        assert [sum(flat.variables[v].domain.bits for v in group) for group in row["groups"]] == row["bits"]
        assert sum(flat.variables[v].domain.bits for v in row["shared"]) == row["shared_bits"]


def test_the_list_of_cuts():
    lines = quidpro("decompose", ROBOT, "--most", "2").stdout.splitlines()
    assert lines[0] == "62 cuts of robot (29 bits) for motor_in_time considered; the best first:"
    assert lines[3] == '   7.8      5     9      20  "clock1, motor | clock2, clock3, sensor, command, grant"  <- auto'
    assert lines[-4].endswith('"rest | sensor | command | clock1 | clock2 | clock3"  <- chain')


def test_the_best_cut_is_the_one_that_check_takes():
    best = listed(ROBOT, "--property", "sensor_in_time", "--most", "1")["two_way"][0]
    run = quidpro(
        "check",
        ROBOT,
        "--property",
        "sensor_in_time",
        "--method",
        "symbolic",
        "--orientation",
        "given",
        "--format",
        "json",
    )
    assert json.loads(run.stdout)["components"] == best["split"].split(" | ")


def test_a_question_beside_the_file_can_be_cut_for():
    data = listed(LIGHT, "--property", "INVARSPEC watch.left < 4")
    assert data["property"] == "INVARSPEC watch.left < 4"
    assert "watch.left" in data["two_way"][0]["groups"][0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((LIGHT, "--property", "goes_out"), "goes_out is no invariant, and only invariants are proved by parts"),
        ((LIGHT, "--property", "goes_aut"), "there is no specification 'goes_aut'"),
        ((LIGHT, "--system", "main"), "--system does not apply to"),
        (("tests/golden/models/reliable.prism",), "a probabilistic model, whose splits are not ranked"),
    ],
)
def test_cuts_refused(words, said):
    refused(quidpro("decompose", *words), said)


def test_one_variable_is_not_cut(tmp_path):
    path = tmp_path / "one.smv"
    path.write_text("MODULE main VAR a : boolean; INVARSPEC a = a;")
    refused(quidpro("decompose", path), "one has one variable alone, so that it cannot be cut in two")
    path.write_text("MODULE main INVARSPEC TRUE")
    refused(quidpro("decompose", path), "one has no variable, so that it cannot be cut in two")
    refused(quidpro("check", path, "--method", "symbolic"), "one has no variable, so that it cannot be cut in two")


def test_only_invariants_of_states_are_cut_for(tmp_path):
    path = tmp_path / "steps.smv"
    path.write_text(
        "MODULE main VAR x : boolean; y : boolean; INVARSPEC NAME step := next(x) -> y; INVARSPEC NAME now := x;"
    )
    assert listed(path)["property"] == "now"
    refused(quidpro("decompose", path, "--property", "step"), "step speaks of inputs or of the next state, and only")
