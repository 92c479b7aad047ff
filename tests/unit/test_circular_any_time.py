"""A circular proof at any time: made of one by rule ASYM, checked, and never called minimal unless it is."""

from __future__ import annotations

import random

import pytest

from benchmarks.client_server import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.explicit.circular import any_time
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.learning.smallest.encodings import Encoding
from quidpro.lts import LTS
from quidpro.verdict.rounds import Round
from tests.asking import Problem, solve
from tests.differential.compare import random_split
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.unit.circular_samples import in_out, languages, of_lts, premises, random_triple, two


def circular(system, **options):
    split = tuple((c.name,) for c in system.processes)
    chosen = {"candidates": False, **options}
    return solve(Problem(system, "safety", system.properties[0].name, split=split, options=chosen), "circular")


def size(verdict):
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    return sum(a.lts.states for a in verdict.assumptions)


@pytest.fixture
def hard(monkeypatch):
    """The solver is never done in its first turns, and a proof is looked for at once."""
    monkeypatch.setattr(Encoding, "solve", lambda self, size, conflicts: None)
    usual = any_time.AnyTime.__init__
    monkeypatch.setattr(any_time.AnyTime, "__init__", lambda self, *args: usual(self, *args, _next=0.0))


@pytest.mark.slow
def test_the_first_proof_satisfies_the_premises_and_is_not_smaller_than_the_smallest():
    for seed in range(30):
        system = random_triple(seed)
        parts, p = languages(system)
        first = circular(system, until="first")
        assert premises(parts, [of_lts(a.lts) for a in first.assumptions], p, [(), (), ()])
        assert size(first) >= size(circular(system, until="smallest"))


@pytest.mark.slow
def test_the_first_answer_is_that_of_the_naive_product():
    seen = set()
    for seed in range(40):
        system, rng = random_system(seed), random.Random(seed)
        problem = Problem(
            system, "safety", "P", split=random_split(rng, system), options={"until": "first", "candidates": False}
        )
        verdict = solve(problem, "circular", Budget())
        expected = "holds" if NaiveProduct(system).error_depth() is None else "violated"
        assert (verdict.outcome, verdict.certified) == (expected, True)
        seen.add(expected)
    assert seen == {"holds", "violated"}


def test_what_is_said_of_the_first_proof():
    verdict = circular(in_out(), until="first")
    assert size(verdict) == 5
    made = "made of a proof by abstraction refinement, 5 states in all"
    assert f"{made}; the smallest have between 2 and 5" in verdict.notes[0]


def test_one_state_each_is_minimal():
    """Nobody does what the property forbids."""
    parts = [LTS.of([(0, name, 0)], alphabet=[name, "c"], name=f"M{name}") for name in "ab"]
    system = two(*parts, LTS.of([(0, "a", 0), (0, "b", 0)], alphabet=["a", "b", "c"], name="P"))
    verdict = circular(system, until="first")
    assert size(verdict) == 2
    assert "minimal in all" in verdict.notes[0]


def test_the_proof_is_a_round_to_look_at():
    system, rounds = in_out(), []
    split = tuple((c.name,) for c in system.processes)
    options = {"until": "first", "candidates": False}
    problem = Problem(system, "safety", system.properties[0].name, split=split, options=options)
    verdict = solve(problem, "circular", Budget(), lambda event: rounds.append(event) if type(event) is Round else None)
    assert (rounds[-1].outcome, verdict.stats.iterations) == ("holds", 1)
    assert {done.number for done in rounds} == {1}


def test_when_the_search_has_taken_enough_the_proof_is_the_answer(hard, monkeypatch):
    monkeypatch.setattr(any_time, "_ENOUGH", 0.0)
    verdict = circular(client_server(3))
    assert size(verdict) > 4
    assert f"the smallest have between 4 and {size(verdict)}" in verdict.notes[0]


def test_when_the_budget_ends_the_proof_is_the_answer(hard, monkeypatch):
    usual = any_time.AnyTime.meanwhile

    def meanwhile(self, lowest, stuck):
        """The search goes on until there is a proof, and then time is out."""
        usual(self, lowest, stuck)
        if self._proof is not None:
            raise BudgetExceeded("time", "synthesising assumptions")

    monkeypatch.setattr(any_time.AnyTime, "meanwhile", meanwhile)
    verdict = circular(client_server(3))
    assert "the smallest have between 4 and" in verdict.notes[0]
    assert size(verdict) > 4


def test_when_it_is_interrupted_the_proof_is_checked_and_is_the_answer(hard, monkeypatch):
    system = client_server(3)
    split = tuple((c.name,) for c in system.processes)
    problem = Problem(system, "safety", "MUTEX", split=split, options={"candidates": False})
    budget, usual = Budget(), any_time.AnyTime.meanwhile

    def meanwhile(self, lowest, stuck):
        usual(self, lowest, stuck)
        if self._proof is not None:
            budget.interrupt()

    monkeypatch.setattr(any_time.AnyTime, "meanwhile", meanwhile)
    assert size(solve(problem, "circular", budget)) > 4
    assert "interrupted" in solve(problem, "circular", budget).reason


def test_an_interrupt_that_a_premise_has_outlived_ends_the_rest(monkeypatch):
    """With --recursive a premise has a proof at hand, too, but that is no answer to all."""
    system = client_server(6)
    *clients, server = (c.name for c in system.processes)
    split = (tuple(clients[:3]), tuple(clients[3:]), (server,))
    problem = Problem(system, "safety", "MUTEX", split=split, options={"candidates": False, "recursive": True})
    budget, usual, look = Budget(), any_time.AnyTime.__init__, any_time.AnyTime.look_for_proof

    def looked(self, seconds=None):
        look(self, seconds)
        if self._proof is not None and not budget.interrupts:
            budget.interrupt()

    monkeypatch.setattr(any_time, "_FIRST_ROUND", 0.0)
    monkeypatch.setattr(any_time.AnyTime, "__init__", lambda self, *args: usual(self, *args, _next=0.0))
    monkeypatch.setattr(any_time.AnyTime, "look_for_proof", looked)
    assert "interrupted" in solve(problem, "circular", budget).reason
    assert budget.interrupts == 1


def test_a_proof_is_looked_for_after_a_round_too_and_not_again_where_there_is_none(monkeypatch):
    """The premises take long, and the solver is always done in its turn."""
    asked = []
    monkeypatch.setattr(any_time, "_FIRST_ROUND", 0.0)
    monkeypatch.setattr(any_time, "circle", lambda *_: asked.append(1))
    usual = any_time.AnyTime.__init__
    monkeypatch.setattr(any_time.AnyTime, "__init__", lambda self, *args: usual(self, *args, _next=0.0))
    assert size(circular(in_out())) == 4
    assert asked == [1]


def test_where_the_bounds_meet_it_is_minimal(hard, monkeypatch):
    """The proof has five states; here the search has it that there are none with four."""
    monkeypatch.setattr(Synthesis, "size", property(lambda self: 5, lambda self, value: None), raising=False)
    verdict = circular(in_out())
    assert size(verdict) == 5
    assert "assumptions: minimal in all over" in verdict.notes[0]


def test_a_violation_that_is_met_on_the_way():
    able = LTS.of([(0, "a", 0)])
    system = two(able.named("M1"), able.named("M2"), LTS.of([], initial=0, alphabet=["a"], name="P"))
    assert circular(system, until="first").outcome == "violated"


def test_as_published_there_is_no_other_proof(monkeypatch):
    monkeypatch.setattr(any_time.AnyTime, "look_for_proof", lambda *_: pytest.fail("the thesis has none"))
    assert size(circular(in_out(), until="smallest")) == 4
