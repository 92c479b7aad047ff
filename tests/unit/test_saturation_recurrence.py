"""Progress and terminal sets on diagrams against the naive product."""

from __future__ import annotations

import random
from math import prod

import pytest

from quidpro.checker.explicit.diagram_progress import unproved_progress
from quidpro.checker.explicit.diagram_terminal import recurring_behind
from quidpro.core.budget import Budget
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.engines.explicit.saturated.recurrence import Recurrence, progress_violation
from quidpro.lts.system import Progress
from tests.diagrams import reached, split_first, state_set
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system


def is_small(system):
    """Without priority, and of few enough states for the naive product to look at all pairs."""
    return system.priority is None and prod(component.lts.states for component in system.components) <= 600


SEEDS = [seed for seed in range(400) if is_small(random_system(seed))]


def questions(system, rng):
    actions = system.alphabet
    some = lambda: frozenset(rng.sample(actions, rng.randrange(1, 3) if len(actions) > 1 else 1))  # noqa: E731
    conditions = [None, None, some(), some(), frozenset({"nobody"})]
    return [Progress(f"P{i}", some(), condition) for i, condition in enumerate(conditions)]


@pytest.mark.parametrize("seed", SEEDS)
def test_progress_is_that_of_the_naive_product(seed):
    rng = random.Random(seed)
    system = random_system(seed)
    system = system.unwatched() if rng.random() < 0.5 else system
    naive = NaiveProduct(system)
    wanted = {frozenset(actions) for actions in naive.terminal_actions}
    for encoding in (one_level_each(system), split_first(system, rng)):
        forest, states = reached(encoding)
        recurrence = Recurrence(encoding, forest, states)
        for test in questions(system, rng):
            violating = progress_violation(encoding, forest, states, test)
            assert violating == recurrence.violating(test)
            assert bool(violating) == naive.fails(test)
            if violating and not recurrence.into_error:
                found = recurrence.terminal(violating)
                assert frozenset(found.actions) in wanted
                assert not test.actions & set(found.actions)
                assert test.condition is None or test.condition & set(found.actions)
                assert forest.contains(found.states, found.state)
                after = naive._reach(encoding.decode(found.state))
                assert len(after) == forest.count(found.states)
                assert all(naive._reach(state) == after for state in after)
        assert bool(recurrence.into_error) == (naive.error_depth() is not None)
        stuck = {state for state, edges in naive.edges.items() if not edges}
        assert forest.count(recurrence.stuck()) == len(stuck)


@pytest.mark.parametrize("seed", SEEDS[:100])
def test_a_split_by_actions_finds_what_recurs_in_the_terminal_sets(seed):
    system = random_system(seed).unwatched()
    encoding = one_level_each(system)
    forest, states = reached(encoding)
    recurrence = Recurrence(encoding, forest, states)
    if recurrence.into_error:
        return
    regions = {frozenset(): states}
    for action in system.alphabet:
        halves = {recurring: recurrence.split(node, [action]) for recurring, node in regions.items()}
        regions = {k: v for r, (with_it, no) in halves.items() for k, v in ((r | {action}, with_it), (r, no)) if v}
    assert set(regions) == {frozenset(actions) for actions in NaiveProduct(system).terminal_actions}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_checker_comes_to_the_same_on_its_own(seed):
    rng = random.Random(seed)
    system = random_system(seed)
    naive = NaiveProduct(system)
    encoding = split_first(system, rng)
    forest, states = reached(encoding)
    for test in questions(system, rng):
        found = unproved_progress(state_set(encoding, forest, states), system, [test], Budget())
        assert (found is test) == naive.fails(test)


@pytest.mark.parametrize("seed", SEEDS[:120])
def test_what_recurs_behind_a_state_is_that_of_its_terminal_set(seed):
    system = random_system(seed)
    naive = NaiveProduct(system)
    for state in random.Random(seed).sample(sorted(naive.edges), min(len(naive.edges), 3)):
        after = naive._reach(state)
        is_terminal = after is not None and all(naive._reach(other) == after for other in after)
        actions = frozenset(a for s in after for a, _ in naive.edges[s]) - {"tau"} if is_terminal else None
        assert recurring_behind(system, state, Budget()) == actions
