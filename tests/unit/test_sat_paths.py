"""What SAT engines say of infinite paths: lassos of whole models, refusals, limits; and the check of what they say."""

from __future__ import annotations

import pytest

from quidpro.checker.symbolic import judge, replay_symbolic
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError
from quidpro.core.source import Source
from quidpro.engines.symbolic.sat import paths
from quidpro.frontend.smv.model import load_smv
from quidpro.solvers.aig import TRUE, Aig
from quidpro.solvers.circuit import Circuit
from quidpro.solvers.fair import Fair
from quidpro.solvers.live import FIRST_TURN, Live
from quidpro.verdict.symbolic.evidence import SymbolicTrace
from tests.asking import solve_smv

STOPS = "MODULE main VAR x : 0..4; y : boolean; INIT x = 0 TRANS next(x) = x + 1 | (y & next(x) = x & next(y)) "
COUNTER = (
    "MODULE main VAR c : unsigned word[{bits}]; x : boolean; "
    "ASSIGN init(c) := 0ud{bits}_0; next(c) := c + 0ud{bits}_1; "
)


def flat(text):
    return load_smv(Source("small.smv", text)).flat()


def asked(text, method="pdr", budget=None, **options):
    model = flat(text)
    (verdict,) = solve_smv(model, model.specs[:1], method, budget, **options)
    return model, verdict


@pytest.mark.parametrize("method", ["pdr", "bmc"])
@pytest.mark.parametrize("spec", ["SPEC AG x != 2", "LTLSPEC G x != 2", "SPEC !EF x = 2"])
def test_an_invariant_of_a_model_that_may_stop_is_violated_on_a_lasso(spec, method):
    model, verdict = asked(f"{STOPS} {spec}", method)
    assert (verdict.outcome, verdict.certified, verdict.notes) == ("violated", True, ())
    assert verdict.trace.loop is not None
    assert any(state["x"] == 2 for state in verdict.trace.states)
    assert replay_symbolic(verdict.trace, model, model.specs[0]) is None


def test_where_no_infinite_path_goes_on_it_holds():
    _, verdict = asked("MODULE main VAR x : 0..2; INIT x = 0 TRANS next(x) = x + 1 SPEC AG x != 2")
    assert (verdict.outcome, verdict.certified) == ("holds", False)
    assert "lack of infinite fair paths" in verdict.reason
    assert "no infinite fair path goes on" in verdict.notes[0]


def test_a_lasso_on_which_an_invariant_is_true_is_refused():
    model = flat(f"{STOPS} SPEC AG x != 2")
    still = {"x": 0, "y": True}
    assert "satisfies" in replay_symbolic(SymbolicTrace((still, still), 0), model, model.specs[0])
    wrong = {"x": 2, "y": True}
    assert "state 0" in replay_symbolic(SymbolicTrace((wrong, wrong), 0), model, model.specs[0])
    open_ended = SymbolicTrace(({"x": 0, "y": True}, {"x": 1, "y": True}, {"x": 2, "y": True}), 0)
    assert "is not state 0" in replay_symbolic(open_ended, model, model.specs[0])


def test_what_a_formula_does_not_depend_on_comes_back_too():
    model, verdict = asked(COUNTER.format(bits=6) + "LTLSPEC G F x;")
    assert (verdict.outcome, verdict.certified, verdict.trace.length) == ("violated", True, 64)
    assert judge(verdict.trace, model, model.specs[0]) is None


def test_a_lasso_that_is_too_long_to_show_is_no_answer(monkeypatch):
    monkeypatch.setattr(paths, "MAX_STATES", 100)
    _, verdict = asked(COUNTER.format(bits=20) + "LTLSPEC G F x;")
    assert verdict.outcome == "unknown"
    assert "to come back" in verdict.reason


def test_bounds_that_are_too_large_are_refused_in_words():
    _, verdict = asked("MODULE main VAR x : boolean; LTLSPEC F [0,100000] x;")
    assert verdict.outcome == "unknown"
    assert "unfolded" in verdict.reason


@pytest.mark.parametrize("fairness", ["JUSTICE 2 mod n = 1", "COMPASSION (2 mod n = 1, n = 0)"])
def test_a_condition_of_fairness_must_have_a_value(fairness):
    with pytest.raises(InputError, match="zero"):
        asked(f"MODULE main VAR n : 0..2; {fairness} LTLSPEC G F n = 1;")


def test_the_bound_of_bmc_is_a_number_of_steps():
    text = COUNTER.format(bits=3) + "LTLSPEC F c = 0ud3_7 & F G c = 0ud3_1;"
    _, verdict = asked(text, "bmc", bound=7)
    assert verdict.outcome == "unknown"
    assert "within 7 steps violates it, which is the bound" in verdict.reason
    _, verdict = asked(text, "bmc", bound=8)
    assert (verdict.outcome, verdict.trace.length) == ("violated", 8)


def counter(bits):
    """A machine that counts, and whose justice is that it is about to begin anew."""
    graph = Aig()
    latches = [graph.input() for _ in range(bits)]
    go = graph.input()
    carry, following = go, []
    for bit in latches:
        following.append(graph.xor(bit, carry))
        carry = graph.conj(bit, carry)
    stays = graph.disj(graph.all_of(latches) ^ 1, go ^ 1)
    return Fair(Circuit(graph, latches, following, [0] * bits, [go], 0, stays, TRUE, TRUE), [go])


def test_turns_are_paid_from_the_budget_that_they_are_taken_from():
    budget = Budget(polls=10 * FIRST_TURN)
    with pytest.raises(BudgetExceeded, match="work"):
        Live(counter(24), budget).check()
    assert budget.polled > 10 * FIRST_TURN


def test_time_is_up_in_the_middle_of_a_turn():
    with pytest.raises(BudgetExceeded, match="time"):
        Live(counter(24), Budget().within_cpu(0.2)).check()


def test_what_has_nothing_to_do_with_an_invariant_may_have_values_of_its_own():
    _, verdict = asked(
        "MODULE main VAR x : boolean; e : {a, b, c}; ASSIGN init(x) := FALSE; next(x) := x; INVARSPEC !x", "induction"
    )
    assert (verdict.outcome, verdict.certified) == ("holds", True)
