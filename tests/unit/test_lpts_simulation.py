"""Strong simulation and the trees that show where it fails."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composed
from quidpro.lpts.simulation import simulation
from quidpro.lpts.tree import counterexample

# Figure 6 of pAGAR, as far as its text tells: only a tree that branches tells R1 from R2.
R1 = LPTS.of([(0, "x", {1: "1/2", 2: "1/2"}), (1, "y", 3), (1, "z", 3)])
R2 = LPTS.of([(0, "x", {1: "1/3", 2: "1/3", 3: "1/3"}), (1, "y", 4), (2, "y", 4), (2, "z", 4), (3, "z", 4)])


def test_figure_1_the_composition_is_simulated_by_the_completed_specification():
    one = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)])
    two = LPTS.of([(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)])
    goal = LPTS.of([(0, "input", 1), (1, "output", {1: "0.1", 0: "0.9"})])
    whole = composed(one, two).lpts
    assert (whole.states, whole.transitions) == (4, 4)
    assert simulation(whole, completed(goal, whole.alphabet)).holds
    assert not simulation(whole, goal).holds


def test_a_tree_branches_where_it_must():
    found = simulation(R1, R2)
    assert not found.holds
    tree = counterexample(found)
    assert tree.depth == found.rank[0, 0] == 2
    child = next(c for c in tree.root.branches[0].children if c.branches)
    assert sorted(b.action for b in child.branches) == ["y", "z"]
    assert tree.root.branches[0].probabilities == [Fraction(1, 2), Fraction(1, 2)]
    lpts = tree.lpts(R1.alphabet)
    assert simulation(lpts, R1).holds
    assert not simulation(lpts, R2).holds


def test_a_probability_exceeded_by_the_least_amount_is_found():
    exact = LPTS.of([(0, "a", {1: Fraction(1, 3), 2: Fraction(2, 3)}), (1, "b", 1)])
    tiny = Fraction(1, 10**40)
    more = LPTS.of([(0, "a", {1: Fraction(1, 3) + tiny, 2: Fraction(2, 3) - tiny}), (1, "b", 1)])
    assert simulation(exact, more).holds
    assert not simulation(more, exact).holds


def test_marks_must_agree():
    plain, marked = LPTS.of([(0, "a", 1)]), LPTS.of([(0, "a", 1)], marks={"bad": [1]})
    assert not simulation(plain, marked).holds
    tree = counterexample(simulation(marked, plain))
    assert tree.depth == 1
    lpts = tree.lpts("a", marked)
    assert simulation(lpts, marked).holds
    assert not simulation(lpts, plain).holds


def test_a_mark_that_holds_nowhere_is_none():
    assert simulation(LPTS.of([(0, "a", 0)], marks={"bad": []}), LPTS.of([(0, "a", 0)])).holds


def test_an_action_that_the_other_never_heard_of_is_not_matched():
    assert not simulation(LPTS.of([(0, "b", 0)]), LPTS.of([(0, "a", 0)])).holds


def test_a_pair_that_does_not_matter_has_no_rank():
    with pytest.raises(KeyError):
        simulation(R1, R2).rank_of(1, 0)


@pytest.mark.parametrize("size", [0, 400])
def test_a_budget_ends_the_work(size, monkeypatch):
    monkeypatch.setattr(small, "KERNEL_SIZE", size)
    with pytest.raises(BudgetExceeded):
        simulation(R1, R2, Budget(polls=0))
