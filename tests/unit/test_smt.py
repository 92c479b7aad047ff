"""Strong simulation as one SMT problem."""

from __future__ import annotations

import sys

import pytest

from benchmarks.lpts_models import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.engines.probabilistic.shared.smt import smt_simulation, substructure
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation
from quidpro.lpts.tree import counterexample

CHOICE = LPTS.of([(0, "a", {1: "1/2", 2: "1/2"}), (0, "c", 2), (1, "b", 1), (2, "c", 2)])


def whole_and_goal(clients: int):
    components, spec = client_server(clients, clients)
    whole = composition(components)
    return whole, completed(spec, whole.alphabet)


def test_a_simulation_is_found():
    whole, goal = whole_and_goal(2)
    found = smt_simulation(whole, goal)
    assert found.holds
    assert (whole.initial, goal.initial) in found.related <= simulation(whole, goal).related


def test_a_refutation_is_a_small_part_that_gives_a_tree():
    less = LPTS.of([(0, "a", {1: "1/3", 2: "2/3"}), (0, "c", 2), (1, "b", 1), (2, "c", 2)])
    found = smt_simulation(CHOICE, less)
    assert not found.holds
    assert found.refutation.first.transitions < CHOICE.transitions
    tree = counterexample(found.refutation).lpts(CHOICE.alphabet)
    assert simulation(tree, CHOICE).holds
    assert not simulation(tree, less).holds


def test_marks_are_respected():
    assert not smt_simulation(LPTS.of([(0, "a", 0)], marks={"bad": [0]}), LPTS.of([(0, "a", 0)])).holds


def test_a_substructure_keeps_states_and_distributions():
    part = substructure(CHOICE, {0, 2})
    assert part.states == CHOICE.states
    assert list(part.triples()) == [list(CHOICE.triples())[i] for i in (0, 2)]


@pytest.mark.slow
def test_time_runs_out():
    whole, goal = whole_and_goal(4)
    with pytest.raises(BudgetExceeded):
        smt_simulation(whole, goal, Budget(seconds=0.2))


def test_without_z3_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(QuidproError, match=r"pip install 'quidpro\[prob\]'"):
        smt_simulation(CHOICE, CHOICE)
