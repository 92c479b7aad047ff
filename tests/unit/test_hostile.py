"""Systems and budgets that have misled quidpro: each must end in the right answer, a refusal, or a spent budget."""

from __future__ import annotations

import time

import numpy as np
import pytest

import quidpro
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import ignore
from quidpro.engines.explicit.refined.concrete import Concrete, WeakSteps
from quidpro.engines.explicit.shared.weakest import trimmed
from quidpro.learning.simulator import Simulator
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.lts.product import Product
from quidpro.lts.search import search

BY_PARTS = ("lstar", "agar", "circular")


@pytest.mark.parametrize("method", BY_PARTS)
def test_an_action_spelled_like_an_error_is_refused(method):
    failing = LTS.of([(0, "go", 1), (1, "fail", "ERROR")])
    never = LTS.of([(0, "go", 1), (1, "go", 1)], alphabet=["ERROR:M"])
    system = quidpro.assemble("S", {"M": failing, "N": never})
    assert quidpro.check(system).outcome == "violated"
    with pytest.raises(UsageError, match="ERROR:M"):
        quidpro.check(system, method=method)


@pytest.mark.parametrize("method", BY_PARTS)
@pytest.mark.parametrize("reduce", [True, False])
def test_a_property_may_begin_in_any_state(method, reduce):
    order = LTS.from_arrays(["a", "b"], 2, [1, 0], [1, 2], [0, 1], initial=1)
    loose = LTS.of([(0, "a", 0), (0, "b", 0)])
    for wrong in (False, True):
        first, second = ("b", "a") if wrong else ("a", "b")
        other = LTS.of([(0, first, 1), (1, second, 0)])
        system = quidpro.assemble("S", {"A": loose, "B": other}, {"Order": order})
        found = quidpro.check(system, method=method, split="A | B", options={"reduce": reduce})
        assert found.outcome == ("violated" if wrong else "holds")


def test_two_components_of_one_name_are_refused():
    loop = LTS.of([(0, "a", 0)])
    system = System("S", (Component("A", loop), Component("A", complete_property(loop), is_property=True)))
    with pytest.raises(UsageError, match="two components of S are called A"):
        quidpro.check(system)


def test_a_learner_that_asks_only_known_questions_still_polls():
    budget = Budget()
    simulator = Simulator([LTS.of([(0, "a", 0)])], ["a"], budget)
    start = np.array([simulator.start()], dtype=np.int32)
    simulator.accepts(start, (0,) * 10)
    budget.interrupt()
    with pytest.raises(BudgetExceeded):
        simulator.accepts(start, (0,) * 20_000)


def test_a_long_silent_walk_polls():
    budget = Budget()
    budget.interrupt()
    count = 5000
    silent = LTS.from_arrays(["a"], count + 1, range(count), [0] * count, range(1, count + 1))
    with pytest.raises(BudgetExceeded):
        Simulator([silent], ["a"], budget)
    with pytest.raises(BudgetExceeded):
        Concrete(silent, ["a"], budget).reach(np.array([0]), 0)
    steps = WeakSteps(Concrete(silent, ["a"], budget))
    with pytest.raises(BudgetExceeded):
        [steps.after(state) for state in range(count)]


def test_very_many_successors_of_one_state_respect_the_memory_limit():
    spread = LTS.of([(0, "a", target) for target in range(12)])
    with pytest.raises(BudgetExceeded, match="memory"):
        search(Product([spread] * 9), Budget(megabytes=resident_megabytes() + 100), ignore)


def test_trimming_a_long_chain_is_no_matter_of_its_square():
    count = 60_000
    targets = [*range(1, count), -1]
    chain = LTS.from_arrays(["a"], count, range(count), [1] * count, targets)
    started = time.process_time()
    assert trimmed(chain).transitions == count
    assert time.process_time() - started < 15
