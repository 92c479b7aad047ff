"""The exploration kernel against the naive product, in every mode it has."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import ignore
from quidpro.lts import LTS, Priority
from quidpro.lts import explore as exploring
from quidpro.lts import tables as tabling
from quidpro.lts.explore import Exploration
from quidpro.lts.product import Packing, Product
from quidpro.lts.search import search_small, steps
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

SEEDS = range(150)


def product_of(system):
    return Product([c.lts for c in system.components], system.priority)


def composed(components, priority=None):
    exploration = Exploration(Product(components, priority), record=True)
    exploration.run(Budget(), ignore)
    return exploration.graph()


def edges_of(lts, exploration):
    vectors = [exploration.vector(i) for i in range(lts.states)]
    found = {vector: set() for vector in vectors}
    for source, action, target in lts.triples():
        found[vectors[source]].add((action, None if target < 0 else vectors[target]))
    return found


@in_one(seed=SEEDS)
def test_the_product_is_the_naive_product(seed):
    system = random_system(seed)
    naive = NaiveProduct(system)
    exploration = Exploration(product_of(system), record=True)
    exploration.run(Budget(), ignore)
    assert edges_of(exploration.graph(), exploration) == naive.edges


@in_one(seed=SEEDS)
def test_searches_find_shortest_traces(seed):
    system = random_system(seed)
    naive = NaiveProduct(system)
    product = product_of(system)
    for flags, depth in (
        ({"errors": True, "deadlocks": False}, naive.error_depth()),
        ({"errors": False, "deadlocks": True}, naive.deadlock_depth()),
    ):
        exploration = Exploration(product)
        hit = exploration.run(Budget(), ignore, **flags)
        assert (hit is None) == (depth is None)
        if hit is None:
            assert exploration.states == len(naive.edges)
        else:
            assert len(steps(product, exploration.path(), hit)) == depth
        small = search_small(product, **flags)
        if small is not None:
            assert small.hit == hit
            assert hit is None or small.path == exploration.path()


@pytest.mark.parametrize("seed", range(60))
def test_wide_keys_and_searched_rows_change_nothing(seed, monkeypatch):
    system = random_system(seed)
    expected = composed([c.lts for c in system.components], system.priority)
    monkeypatch.setattr(tabling, "_DENSE_LIMIT", 3)
    bits = [int(b) for b in Packing.of([c.lts.states for c in system.components]).bits]
    monkeypatch.setattr("quidpro.lts.product._WORD_BITS", max(max(bits), sum(bits) - 1))
    assert composed([c.lts for c in system.components], system.priority) == expected


def test_small_slices_and_small_arrays_change_nothing(monkeypatch):
    parts = [counter(9, f"t{i}") for i in range(4)]
    expected = composed(parts)
    monkeypatch.setattr(exploring, "_SLICE", 7)
    monkeypatch.setattr(exploring, "_FIRST_STATES", 2)
    monkeypatch.setattr(exploring, "_FIRST_BUFFER", 2)
    assert composed(parts) == expected
    assert expected.states == 9**4


def test_a_product_of_more_than_sixty_three_bits():
    parts = [counter(3, f"tick{i}") for i in range(40)]
    shared = LTS.of([(0, "go", 1)], alphabet=["go", *(f"tick{i}" for i in range(40))])
    product = Product([*parts, shared])
    assert product.packing.words == 2
    exploration = Exploration(product)
    assert exploration.run(Budget(), ignore, deadlocks=True) == "deadlock"
    assert exploration.states == 2


def test_many_nondeterministic_partners_are_combined():
    part = LTS.of([(0, "a", 1), (0, "a", 2), (0, "a", "ERROR")])
    whole = composed([part, part, part])
    assert whole.states == 1 + 8
    assert whole.transitions == 8 + 1


def test_priority_lets_the_preferred_action_go_first():
    part = LTS.of([(0, "high", 1), (0, "low", 2), (0, "tau", 3)])
    assert composed([part], Priority(frozenset({"high"}), high=True)).states == 2
    assert composed([part], Priority(frozenset({"low"}), high=False)).states == 3


def test_an_empty_composition_has_one_state():
    assert composed([]).states == 1


def test_a_time_budget_ends_the_search_between_slices(monkeypatch):
    monkeypatch.setattr(exploring, "_SLICE", 10)
    exploration = Exploration(Product([counter(50, "a"), counter(50, "b")]))
    with pytest.raises(BudgetExceeded, match="time budget ran out"):
        exploration.run(Budget(seconds=0), ignore)
    assert 1 < exploration.states < 2500


def test_a_memory_budget_refuses_to_grow():
    exploration = Exploration(Product([counter(300, "a"), counter(300, "b")]))
    with pytest.raises(BudgetExceeded, match="memory budget ran out"):
        exploration.run(Budget(megabytes=1), ignore)


def counter(size, action):
    return LTS.of([(i, action, (i + 1) % size) for i in range(size)], initial=0)
