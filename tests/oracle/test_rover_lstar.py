"""The rover of CGP03, section 6: the condition checker against the rest, and a table like its Table 3."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import quidpro

ROVER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "fsp" / "k9rover.lts"
pytestmark = pytest.mark.skipif(not ROVER.is_file(), reason="the rover is not here")

CHECKER = "ExecConditionChecker_Internal_Thread"
PLAIN = ["--orientation", "given", "--no-candidates"]
OPTIONS = {
    "default": [],
    "given": ["--orientation", "given"],
    "refined alphabet": [*PLAIN, "--alphabet", "refine"],
    "tree": PLAIN,
    "as in the paper": [*PLAIN, "--no-reduce", "--learner", "lstar"],
}
WHOLE_PRODUCT = 544


def ask(*options):
    arguments = ["check", ROVER, "--system", "Check_Produce_Consume", "--method", "lstar"]
    run = quidpro(*arguments, "--split", f"{CHECKER} | rest", *options, "--format", "json")
    answer = json.loads(run.stdout)
    validate(answer, schema("verdict"))
    return run.code, answer


@pytest.mark.parametrize("name", OPTIONS)
def test_the_violation_is_found_and_replays(name):
    code, answer = ask(*OPTIONS[name])
    assert (code, answer["verdict"], answer["certified"]) == (1, "violated", True)
    assert answer["violated_by"] == "Produce_Consume"
    assert answer["counterexample"]["trace"] == ["external.exec.lock", "external.savedWakeupStruct.assign.1"]


def test_the_rounds_read_like_table_3():
    _, answer = ask(*OPTIONS["as in the paper"])
    *weak, strong, last = answer["stats"]["rounds"]
    assert weak
    assert {(row["premise"], row["result"]) for row in weak} == {(1, "too weak")}
    assert (strong["premise"], strong["result"]) == (1, "not too weak")
    assert (last["premise"], last["result"]) == (2, "violated")
    assert strong["iteration"] == last["iteration"] == answer["stats"]["iterations"]
    sizes = [row["assumption_states"] for row in (*weak, strong)]
    assert sizes == sorted(set(sizes))
    assert max(row["states"] for row in answer["stats"]["rounds"]) < WHOLE_PRODUCT
