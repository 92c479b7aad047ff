"""Distances as diagrams against breadth-first search."""

from __future__ import annotations

import random
from collections import deque
from itertools import product

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.mdd.distances import Distances
from quidpro.solvers.mdd.forest import EMPTY, Forest, TooManyNodes
from quidpro.solvers.mdd.paths import Search
from quidpro.solvers.mdd.saturation import Event, Saturation
from tests.many import in_one


def some_event(sizes, rng):
    levels = rng.sample(range(len(sizes)), rng.randrange(1, min(len(sizes), 3) + 1))
    return Event(
        {
            level: {
                value: tuple(rng.sample(range(sizes[level]), rng.randrange(0, 2) + 1))
                for value in rng.sample(range(sizes[level]), rng.randrange(1, sizes[level] + 1))
            }
            for level in levels
        }
    )


def successors(event, vector):
    moves = (
        event.moves[level].get(value, ()) if level in event.moves else (value,) for level, value in enumerate(vector)
    )
    return product(*moves)


def naive_distances(start, costs):
    """Of events with costs 0 and 1, by a queue with two ends."""
    found, queue = {}, deque([(0, start)])
    while queue:
        distance, here = queue.popleft()
        if here in found:
            continue
        found[here] = distance
        for event, cost in costs:
            for there in successors(event, here):
                (queue.append if cost else queue.appendleft)((distance + cost, there))
    return found


@in_one(seed=range(120))
def test_distances_are_those_of_a_search_in_breadth(seed):
    rng = random.Random(seed)
    sizes = [rng.randrange(2, 5) for _ in range(rng.randrange(1, 5))]
    start = tuple(rng.randrange(size) for size in sizes)
    events = [some_event(sizes, rng) for _ in range(rng.randrange(1, 7))]
    free = events[len(events) - (seed % 3) :]
    costly = [event for event in events if event not in free]
    wanted = naive_distances(start, [(event, 0) for event in free] + [(event, 1) for event in costly])
    forest = Forest(sizes)
    distances = Distances(forest, start, costly, free)
    assert {v: distances.distance(v) for v in product(*map(range, sizes))} == {
        v: wanted.get(v) for v in product(*map(range, sizes))
    }
    for _ in range(5):
        some = {tuple(rng.randrange(size) for size in sizes) for _ in range(rng.randrange(5))}
        node = EMPTY
        for vector in some:
            node = forest.union(node, forest.vector(vector))
        assert distances.nearest(node) == min(((wanted[v], v) for v in some if v in wanted), default=None)


def counters(levels, size=3):
    return [Event({level: {value: (value + 1,) for value in range(size - 1)}}) for level in range(levels)]


def test_five_thousand_levels_need_no_more_stack():
    levels = 5_000
    forest = Forest([2] * levels)
    ends = Event({0: {0: (1,)}, levels - 1: {0: (1,)}})
    middle = Event({levels // 2: {0: (1,)}})
    distances = Distances(forest, (0,) * levels, [ends, middle])
    far = tuple(int(level in (0, levels // 2, levels - 1)) for level in range(levels))
    assert distances.distance(far) == 2
    assert distances.nearest(forest.vector(far)) == (2, far)


@in_one(seed=range(60))
@pytest.mark.parametrize("max_nodes", [0, 5, 10])
def test_a_path_that_is_not_shortest_leads_there_too(seed, max_nodes):
    rng = random.Random(seed)
    sizes = [rng.randrange(2, 4) for _ in range(rng.randrange(1, 5))]
    start = (0,) * len(sizes)
    events = [some_event(sizes, rng) for _ in range(rng.randrange(1, 20))]
    forest = Forest(sizes)
    reached = Saturation(forest, events).closure(forest.vector(start))
    for end in rng.sample(sorted(naive_distances(start, [(event, 1) for event in events])), 1):
        here = start
        for event, after in Search(forest, reached, max_nodes).some(start, forest.vector(end), events):
            assert after in successors(event, here)
            here = after
        assert here == end


def test_too_many_nodes_are_told():
    forest = Forest([3] * 40)
    with pytest.raises(TooManyNodes, match="more than 30 nodes"):
        Distances(forest, (0,) * 40, counters(40), max_nodes=30)


def test_the_budget_is_polled():
    forest = Forest([9] * 300, Budget(polls=1))
    with pytest.raises(BudgetExceeded):
        Distances(forest, (0,) * 300, [Event({0: {0: (1,)}, 299: {0: (v,)}}) for v in range(9)])
