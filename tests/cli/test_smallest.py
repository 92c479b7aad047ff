"""``--smallest`` as a user meets it: the note, the JSON, and what is refused."""

from __future__ import annotations

import json

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.by_parts import LOSSY, SERVER
from tests.cli.driver import quidpro, refused

GO_BACK_N = "examples/go_back_n/go_back_n.lts"
TWO = ["--const", "M=2"]
TIMERS = "examples/smv/timers61.smv"
SPLIT = ["--split", "CLIENTS | SERVER", "--no-deadlock"]


@pytest.mark.parametrize("method", ["lstar", "agar"])
def test_the_note_says_how_many_states_and_for_what(method):
    run = quidpro("check", SERVER, "--method", method, *SPLIT, "--orientation", "given", "--smallest")
    assert run.code == 0
    words = " ".join(run.stdout.split())
    assert "A1 for SERVER: 2 states" in words
    assert "M1 = c.1:CLIENT, c.2:CLIENT, c.3:CLIENT over these 9 actions: 2 states, none with 1" in words
    assert "certified yes" in words


def test_the_json_has_the_words_that_show_it():
    run = quidpro("check", SERVER, *SPLIT, "--orientation", "given", "--smallest", "--format", "json")
    answer = json.loads(run.stdout)
    validate(answer, schema("verdict"))
    (found,) = answer["stats"]["smallest"]
    assert (answer["method"], found["name"], found["at_least"], found["states"]) == ("lstar", "A1", 2, 2)
    assert [] in found["allowed"]
    assert ["c.1.request", "c.1.grant", "c.2.request", "c.2.grant"] in found["forbidden"]


def test_in_a_chain_of_groups_each_is_told():
    run = quidpro("check", GO_BACK_N, "--method", "agar", "--split", "chain", "--no-deadlock", "--smallest", *TWO)
    assert run.code == 0
    words = " ".join(run.stdout.split())
    assert "how small each deterministic assumption can be beside the others: A1 (5 states, none with 4), A2 (" in words
    assert "certified yes" in words


def test_of_an_smv_model():
    run = quidpro("check", TIMERS, "--smallest", "--split", "client | memory", "--format", "json")
    answer = json.loads(run.stdout)
    validate(answer, schema("verdict"))
    (found,) = answer["stats"]["smallest"]
    assert (answer["method"], found["at_least"], found["states"]) == ("symbolic", 5, 5)
    assert ["client.req = FALSE, memory.phase = 1", "client.req = FALSE, memory.phase = 0"] in found["forbidden"]


@pytest.mark.parametrize(
    ("file", "options"),
    [
        (SERVER, ["--method", "lstar", *SPLIT]),
        (SERVER, ["--method", "agar", *SPLIT]),
        (TIMERS, ["--method", "symbolic", "--split", "client | memory"]),
    ],
)
def test_the_last_round_has_the_assumption_of_the_proof(tmp_path, file, options):
    options = [*options, "--orientation", "given", "--no-candidates", "--smallest", "--format", "json"]
    answer = json.loads(quidpro("check", file, *options, "--trace-iterations", tmp_path / "rounds").stdout)
    *_, before, last = answer["stats"]["rounds"]
    (assumption,) = answer["assumptions"]
    assert (last["result"], last["assumption_states"]) == ("holds", assumption["states"])
    assert before["assumption_states"] > assumption["states"]
    rows = [row.split("\t") for row in (tmp_path / "rounds" / "rounds.tsv").read_text().splitlines()]
    assert rows[-1][rows[0].index("states")] == str(assumption["states"])


def test_that_a_method_was_chosen_is_told():
    chosen = "method lstar was chosen for --smallest"
    assert chosen in " ".join(quidpro("check", SERVER, *SPLIT, "--smallest").stdout.split())
    assert chosen not in quidpro("check", SERVER, *SPLIT, "--method", "lstar", "--smallest").stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--uses", "g1:"], "no method has both --smallest and --uses; leave one of them out"),
        (["--uses", "g1:", "--recursive"], "no method has all of --recursive, --smallest and --uses; leave one"),
        (["--until", "first"], "--until does not apply to method lstar, which was chosen for --smallest\n"),
        (["--counterexample", "first"], "which was chosen for --smallest; it does to --method agar\n"),
    ],
)
def test_no_method_was_named_and_none_has_all(options, words):
    refused(quidpro("check", SERVER, "--smallest", *options), words)


def test_what_is_not_asked_for_is_not_in_the_json():
    assert "smallest" not in json.loads(quidpro("check", SERVER, *SPLIT, "--format", "json").stdout)["stats"]


def test_a_violation_has_no_smallest_assumption():
    run = quidpro("check", LOSSY, "--method", "lstar", "--smallest", "--no-candidates")
    assert run.code == 1
    assert "smallest" not in run.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--method", "circular"], ["--smallest does not apply to method circular"]),
        (["--method", "monolithic"], ["--smallest does not apply to method monolithic"]),
        (["--method", "lstar", "--as-published"], ["--smallest is not as published in CGP03"]),
    ],
)
def test_refused(options, words):
    refused(quidpro("check", SERVER, "--smallest", *options), *words)
