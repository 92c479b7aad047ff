"""JSON LTSs and systems: complete round trips, errors with their place."""

from __future__ import annotations

import json

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.lts_json import read_lts_json, read_system_json, write_lts_json
from quidpro.lts.lts import ERROR, LTS

SAMPLE = LTS.of(
    [("p", "a", "q"), ("q", "tau", "p"), ("q", "b", "ERROR"), ("q", 'odd "ä"\n', "z")],
    alphabet=["never"],
    end="z",
    name="SAMPLE",
)
A = {"name": "A", "alphabet": ["a", "b"], "states": 2, "transitions": [[0, "a", 1], [1, "b", 0]]}


def source(data: object) -> Source:
    return Source("m.json", data if isinstance(data, str) else json.dumps(data))


def complaints(read, data: object) -> str:
    with pytest.raises(InputError) as caught:
        read(source(data))
    return str(caught.value)


def test_round_trip_keeps_everything():
    again = read_lts_json(source(write_lts_json(SAMPLE)))
    assert again == SAMPLE
    assert (again.name, again.state_names, again.end) == (SAMPLE.name, SAMPLE.state_names, SAMPLE.end)


def test_round_trip_keeps_a_nonzero_initial_state_and_an_unsorted_alphabet():
    lts = LTS.from_arrays(["z", "a"], 3, [2, 1], [1, 2], [0, 2], initial=2, name="X")
    assert read_lts_json(source(write_lts_json(lts))) == lts


def test_an_lts_without_transitions():
    assert read_lts_json(source(write_lts_json(LTS.of([], name="STOP")))).states == 1


def test_the_file_names_a_nameless_lts():
    assert read_lts_json(source({**A, "name": None})).name == "m"


def test_the_error_state_has_two_spellings():
    lts = read_lts_json(source({**A, "transitions": [[0, "a", "ERROR"], [1, "b", -1]]}))
    assert lts.target.tolist() == [ERROR, ERROR]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other"}, "format"),
        ({"version": 2}, "version 1"),
        ({"alphabet": ["a", "a"]}, "alphabet"),
        ({"alphabet": ["tau"]}, "alphabet"),
        ({"alphabet": "ab"}, "alphabet"),
        ({"states": 0}, "states"),
        ({"states": True}, "states"),
        ({"states": 10**12}, "states"),
        ({"initial": 2}, "initial"),
        ({"end": 9}, "end"),
        ({"state_names": ["x"]}, "state_names"),
        ({"name": 3}, "name"),
        ({"transitions": None}, "transitions"),
        ({"transitions": [[0, "a"]]}, "transitions[0]: must be"),
        ({"transitions": [[0, "a", 1], [0, "c", 1]]}, "transitions[1]: the action 'c'"),
        ({"transitions": [[-1, "a", 1]]}, "no state -1"),
        ({"transitions": [[0, "a", 2]]}, "no state 2"),
        ({"transitions": [[0, "a", 1.0]]}, "no state 1.0"),
    ],
)
def test_refuses_wrong_fields(change, message):
    assert message in complaints(read_lts_json, {**A, **change})


def test_tells_all_errors_but_not_hundreds():
    told = complaints(read_lts_json, {**A, "transitions": [[9, "x", 9]] * 100})
    assert told.count("error:") == 11
    assert "290 more errors" in told


@pytest.mark.parametrize("text", ['{"a": }', "[" * 100_000, "1" * 5000, "[1]", "3"])
def test_refuses_what_is_no_lts(text):
    assert "m.json:1:" in complaints(read_lts_json, text)


def test_a_syntax_error_has_its_position():
    assert "m.json:2:3" in complaints(read_lts_json, "{\n  oops}")


def test_reads_a_system():
    prop = {"name": "P", "alphabet": ["a", "b"], "states": 1, "transitions": [[0, "a", 0]]}
    system = read_system_json(
        source(
            {
                "name": "S",
                "components": [A],
                "properties": [prop],
                "priority": {"actions": ["a"], "high": False},
                "progress": [{"name": "G", "actions": ["b"], "condition": ["a"]}],
            }
        )
    )
    assert [c.name for c in system.processes] == ["A"]
    assert list(system.properties[0].lts.triples()) == [(0, "a", 0), (0, "b", ERROR)]
    assert system.priority is not None
    assert not system.priority.high
    assert system.progress[0].condition == frozenset({"a"})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"components": []}, "not empty"),
        ({"components": [A, A]}, "name of its own"),
        ({"components": [{**A, "name": ""}]}, "name of its own"),
        ({"components": [A, {"name": "B"}]}, "components[1].states"),
        ({"components": [A, 3]}, "components[1]: an LTS"),
        ({"components": [A], "priority": {"actions": ["a"]}}, "priority"),
        ({"components": [A], "progress": [{"name": "G"}]}, "progress"),
        ({"components": [A], "name": 1}, "name"),
        (
            {"components": [A], "properties": [{**A, "name": "P", "transitions": [[0, "tau", 1]]}]},
            "property P has silent steps",
        ),
    ],
)
def test_refuses_wrong_systems(data, message):
    assert message in complaints(read_system_json, data)
