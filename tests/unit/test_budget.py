"""Budgets inside budgets: what is kept for the check of an answer, and interrupts that have done their work."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Phase
from quidpro.frontend.load import load
from tests.asking import Problem, solve


def at(seconds: float, *, of: float) -> Budget:
    """A budget of which so much is spent."""
    return Budget(of, started=0.0, clock=lambda: seconds)


@pytest.mark.parametrize(("spent", "most"), [(0.0, 75.0), (10.0, 67.5), (20.0, 40.0), (30.0, 10.0), (40.0, 0.0)])
def test_time_to_check_an_answer_is_kept_when_it_is_improved(spent, most):
    assert at(spent, of=100.0).for_improving().seconds == pytest.approx(most)


def test_without_a_limit_nothing_has_to_be_kept():
    assert Budget().for_improving().seconds is None


def test_work_goes_on_after_an_interrupt_that_ended_a_part_of_it_until_that_is_done():
    whole = Budget(10.0)
    part = whole.within(5.0)
    whole.interrupt()
    with pytest.raises(BudgetExceeded, match="interrupted"):
        part.check()
    part.go_on()
    part.check()
    whole.check()
    part.answered()
    for budget in (part, whole):
        with pytest.raises(BudgetExceeded, match="interrupted"):
            budget.check()


@pytest.mark.parametrize(
    ("method", "model", "split"),
    [("lstar", "go_back_n/go_back_n.lts", (("SENDER", "FRAMES"), ("RECEIVER", "ACKS")))],
)
def test_a_proof_is_checked_when_the_search_for_a_smaller_one_is_interrupted(method, model, split):
    budget = Budget()

    def listen(event):
        if isinstance(event, Phase) and event.name == "looking for a smallest assumption":
            budget.interrupt()

    system = load(f"examples/{model}", {"M": 2}).system("SYSTEM", Budget())
    problem = Problem(system, "safety", "IN_ORDER", split=split, options={"smallest": True, "candidates": False})
    verdict = solve(problem, method, budget, listen)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert any("interrupted" in note for note in verdict.notes)


def test_another_interrupt_ends_what_goes_on_after_one():
    budget = Budget()
    budget.interrupt()
    budget.go_on()
    budget.interrupt()
    with pytest.raises(BudgetExceeded, match="interrupted"):
        budget.check()


def test_an_interrupt_ends_the_questions_behind_the_one_whose_proof_is_still_checked():
    """A proof is there, the search for a better one is interrupted, and no other question is taken up."""
    budget = Budget()

    def listen(event):
        if isinstance(event, Phase) and event.name == "looking for a smallest assumption":
            budget.interrupt()

    system = load("examples/go_back_n/go_back_n.lts", {"M": 2}).system("SYSTEM", Budget())
    split = (("SENDER", "FRAMES"), ("RECEIVER", "ACKS"))
    problem = Problem(system, "safety", "IN_ORDER", split=split, options={"smallest": True, "candidates": False})
    assert solve(problem, "lstar", budget, listen).certified
    assert solve(problem, "lstar", budget, listen).reason.startswith("interrupted while learning assumptions")
