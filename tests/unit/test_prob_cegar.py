"""Method ``cegar``: one abstraction of the whole system (pAGAR, Algorithm 2)."""

from __future__ import annotations

import pytest

from quidpro.checker.probabilistic import certify_lpts
from quidpro.core.budget import Budget
from quidpro.engines.options import ProbabilisticAbstracted
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.frontend.pctl import parse_pctl
from quidpro.lpts import LPTS
from quidpro.verdict.rounds import Round
from tests.asking import solve_lptss
from tests.unit.test_asym import INPUT, ORDER, OUTPUT

NAMED = {"Input": INPUT, "Output": OUTPUT}
STRICT = LPTS.of([(0, "input", 1), (1, "output", {1: "0.05", 0: "0.95"})], name="Strict")


def test_a_block_is_split_by_one_tree_a_round():
    """The four states of the whole are told apart one by one, as the specification needs each of them."""
    rounds = []

    def hear(event):
        if isinstance(event, Round) and event.evidence:
            tree = event.evidence.counterexample
            rounds.append((event.outcome, event.assumption_states, None if tree is None else tree.states))

    hear.pictures = True
    verdict = solve_lptss(NAMED, ORDER, "cegar", events=hear, reduce=False, counterexamples=1)
    assert rounds == [("refined", 1, 2), ("refined", 2, 3), ("refined", 3, 4), ("holds", 4, None)]
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "monolithic")
    assert verdict.certificate.fields["assumptions"] == []
    [abstraction] = verdict.assumptions
    assert (abstraction.name, abstraction.about, abstraction.states) == ("A", ("Input", "Output"), 4)


def test_a_tree_that_is_real_is_a_violation():
    verdict = solve_lptss(NAMED, STRICT, "cegar")
    assert (verdict.outcome, verdict.certified, verdict.assumptions) == ("violated", True, ())
    assert [step.action for step in verdict.trace.steps][:2] == ["input", "send"]


def test_states_that_do_not_matter_stay_together():
    """A counter of ten, of which the specification says nothing."""
    counter = LPTS.of([(i, "count", (i + 1) % 10) for i in range(10)], name="Counter")
    verdict = solve_lptss({**NAMED, "Counter": counter}, ORDER, "cegar", reduce=False)
    assert (verdict.outcome, verdict.certified, verdict.stats.largest) == ("holds", True, 40)
    assert verdict.assumptions[0].states == 4


def test_one_component_with_states_that_are_never_reached():
    alone = LPTS.of([(0, "a", 1), (1, "b", 0), (2, "c", 2), (3, "b", 2)], initial=0)
    goal = LPTS.of([(0, "a", 1), (1, "b", 0)], alphabet=["c"])
    for reduce in (True, False):
        outcome = check([alone], goal, method="cegar", options=ProbabilisticAbstracted(reduce=reduce))
        assert outcome.holds
        assert certify_lpts(certificate_of(outcome, [alone], goal), [alone], goal).ok


@pytest.mark.parametrize(("bound", "outcome"), [("0.91", "holds"), ("0.85", "violated")])
def test_formulas(bound, outcome):
    done = LPTS.of([(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)], marks={"out": [2]}, name="Out")
    formula = parse_pctl(f'P<={bound} [ F<=3 "out" ]')
    verdict = solve_lptss({"Input": INPUT, "Out": done}, formula, "cegar")
    assert (verdict.outcome, verdict.certified) == (outcome, True)
    if outcome == "holds":
        assert verdict.notes[0].startswith("with the abstraction the probability is at most ")


def test_what_is_left_open_has_the_abstraction_so_far():
    counter = [LPTS.of([(i, f"tick{k}", i + 1) for i in range(6)], name=f"C{k}") for k in range(3)]
    goal = LPTS.of([(i, "tick0", i + 1) for i in range(6)], name="Goal")
    outcome = check(counter, goal, method="cegar", budget=Budget(polls=40))
    assert outcome.verdict == "unknown"
    assert "work budget ran out" in outcome.reason
