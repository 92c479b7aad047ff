"""Engines that lie: what is shown with an answer must be about that answer, and about what was asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from quidpro.core.budget import Budget
from quidpro.run import solve as solving
from quidpro.run.check import load
from quidpro.run.request import make_request
from quidpro.verdict.engine import Attempt

pytestmark = pytest.mark.slow

LIGHT = """MODULE main
VAR lit : boolean; used : boolean;
ASSIGN init(lit) := FALSE; next(lit) := !lit; init(used) := FALSE; next(used) := used | lit;
INVARSPEC NAME fine := used | !used;
INVARSPEC NAME never := !lit;
CTLSPEC NAME can := AG EF lit;
"""
MODELS = {
    "explicit": ("examples/client_server/client_server.lts", {}),
    "symbolic": (LIGHT, {}),
    "probabilistic": ("examples/prism/client_server/cs_2_2.prism", {}),
}
WORLDS = pytest.mark.parametrize("world", MODELS)


@dataclass(frozen=True)
class Unheard:
    """A certificate by a rule that nobody knows."""

    world: str
    rule: str = "magic"


@pytest.fixture
def asked(tmp_path):
    """The problems of a world, and the true verdict on each."""

    def of(world):
        name, given = MODELS[world]
        path = Path(name) if world != "symbolic" else tmp_path / "light.smv"
        if world == "symbolic":
            path.write_text(name, encoding="utf-8")
        if world == "probabilistic":
            given = {"spec": str(path.with_name("cs_2_2_spec.prism"))}
        question = make_request(path, given, method="monolithic")
        problems = question.world.problems(load(question, Budget()), question.question, Budget(), None)
        answers = list(solving.solve(question.world, problems, Attempt("monolithic"), Budget()))
        return question.world, problems, answers

    return of


@pytest.fixture
def says(monkeypatch):
    """The checked answer when an engine says this."""

    def told(world, problem, verdict):
        liar = SimpleNamespace(solve=lambda *_: iter([verdict]))
        monkeypatch.setattr(solving, "engine_named", lambda *_: liar)
        (answer,) = solving.solve(world, [problem], Attempt("liar"), Budget())
        return answer

    return told


def lie(problem, like, outcome, **evidence):
    return problem.verdict("liar", type(like.stats)(), outcome, **evidence)


def is_withdrawn(answer):
    return answer.outcome == "unknown" and not answer.certified and answer.reason.endswith("please report this")


@WORLDS
def test_a_violation_that_nothing_shows_is_withdrawn(world, asked, says):
    record, problems, answers = asked(world)
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "violated")))


@WORLDS
def test_a_proof_does_not_show_a_violation(world, asked, says):
    record, problems, answers = asked(world)
    proof = answers[0].certificate
    assert proof is not None
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "violated", certificate=proof)))


@WORLDS
def test_a_rule_that_nobody_knows_shows_no_violation_and_certifies_no_proof(world, asked, says):
    record, problems, answers = asked(world)
    unheard = Unheard(world)
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "violated", certificate=unheard)))
    proved = says(record, problems[0], lie(problems[0], answers[0], "holds", certificate=unheard))
    assert (proved.outcome, proved.certified) == ("holds", False)
    assert proved.reason == "there is no checker for the rule magic"


@pytest.mark.parametrize("world", ["explicit", "symbolic"])
def test_the_proof_of_another_question_is_none_of_this_one(world, asked, says):
    record, problems, answers = asked(world)
    first = answers[0].certificate
    assert is_withdrawn(says(record, problems[1], lie(problems[1], answers[1], "holds", certificate=first)))


def test_a_deadlock_certificate_says_nothing_about_safety(asked, says):
    record, problems, answers = asked("explicit")
    assert [problem.kind for problem in problems] == ["safety", "deadlock"]
    other = answers[1].certificate
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "holds", certificate=other)))


def test_the_execution_of_a_violation_proves_nothing(asked, says, tmp_path):
    record, problems, answers = asked("probabilistic")
    proof = answers[0].certificate
    other = replace(proof, fields={**proof.fields, "verdict": "violated"})
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "holds", certificate=other)))


@WORLDS
def test_a_certificate_of_another_world_is_refused(world, asked, says):
    record, problems, answers = asked(world)
    stranger = Unheard("elsewhere", next(iter(record.rules)))
    assert is_withdrawn(says(record, problems[0], lie(problems[0], answers[0], "holds", certificate=stranger)))


def test_a_formula_about_branching_may_fail_without_a_run(asked, says):
    record, problems, answers = asked("symbolic")
    found = says(record, problems[2], lie(problems[2], answers[2], "violated"))
    assert (found.outcome, found.certified) == ("violated", False)
    assert found.reason == "there is no run that shows it"


@WORLDS
def test_true_answers_are_certified(world, asked):
    _, problems, answers = asked(world)
    by_kind = {problem.kind: answer for problem, answer in zip(problems, answers, strict=True)}
    assert all(answer.certified for kind, answer in by_kind.items() if kind != "ctl")
