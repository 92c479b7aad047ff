"""Diagrams and saturation against plain sets of vectors."""

from __future__ import annotations

import random
from itertools import product

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.lts.lts import ERROR
from quidpro.solvers.mdd.forest import ALL, EMPTY, Diagram, Forest, TooManyNodes
from quidpro.solvers.mdd.saturation import Event, Saturation, image
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system


def vectors(forest, node):
    return {v for v in product(*map(range, forest.sizes)) if forest.contains(node, v)}


def some_set(forest, rng, most=12):
    node = EMPTY
    for _ in range(rng.randrange(most)):
        node = forest.union(node, forest.vector([rng.randrange(size) for size in forest.sizes]))
    return node


def some_event(sizes, rng):
    levels = rng.sample(range(len(sizes)), rng.randrange(1, len(sizes) + 1))
    moves = {}
    for level in levels:
        size = sizes[level]
        moves[level] = {
            v: tuple(sorted(rng.sample(range(size), rng.randrange(1, size + 1))))
            for v in rng.sample(range(size), rng.randrange(1, size + 1))
        }
    return Event(moves)


def naive_image(event, found):
    return {
        after
        for before in found
        for after in product(
            *(
                event.moves[level].get(value, ()) if level in event.moves else (value,)
                for level, value in enumerate(before)
            )
        )
    }


@in_one(seed=range(60))
def test_operations_and_closures_are_those_of_sets(seed):
    rng = random.Random(seed)
    sizes = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 5))]
    forest = Forest(sizes)
    a, b = some_set(forest, rng), some_set(forest, rng)
    left, right = vectors(forest, a), vectors(forest, b)
    assert vectors(forest, forest.union(a, b)) == left | right
    assert vectors(forest, forest.intersection(a, b)) == left & right
    assert vectors(forest, forest.difference(a, b)) == left - right
    assert forest.count(a) == len(left)
    assert forest.load(forest.diagram(a)) == a
    assert not left or forest.pick(a) == min(left)
    events = [some_event(sizes, rng) for _ in range(rng.randrange(4))]
    for event in events:
        assert vectors(forest, image(forest, event, a)) == naive_image(event, left)
        assert event.inverse.inverse.moves == {
            level: {v: targets for v, targets in moves.items() if targets} for level, moves in event.moves.items()
        }
    for within, allowed in ((ALL, set(product(*map(range, sizes)))), (b, right)):
        closed = left & allowed
        while True:
            more = closed.union(*(naive_image(event, closed) & allowed for event in events)) if events else closed
            if more == closed:
                break
            closed = more
        assert vectors(forest, Saturation(forest, events).closure(a, within)) == closed


def test_a_step_to_where_more_is_allowed_is_followed_by_what_is_allowed_there():
    forest = Forest([2, 2])
    events = [Event({0: {0: (1,)}}), Event({1: {0: (1,)}})]
    within = forest.load(Diagram((((((0, 0), (1, 1)),)), (((0, 0),), ((0, 0), (1, 0))))))
    assert vectors(forest, within) == {(0, 0), (1, 0), (1, 1)}
    assert Saturation(forest, events).closure(forest.vector((0, 0)), within) == within


@in_one(seed=range(150))
def test_events_that_go_on_alike_close_as_each_for_itself(seed):
    rng = random.Random(seed)
    sizes = [rng.randrange(2, 4) for _ in range(rng.randrange(2, 5))]
    forest = Forest(sizes)
    events = [some_event(sizes, rng) for _ in range(2)]
    for event in tuple(events):
        for _ in range(3):
            other, cut = some_event(sizes, rng), rng.randrange(len(sizes))
            above = {level: moves for level, moves in other.moves.items() if level < cut}
            below = {level: moves for level, moves in event.moves.items() if level >= cut}
            events += [Event(above | below)] if above | below else []
    start, within = some_set(forest, rng), some_set(forest, rng, most=40)
    saturation = Saturation(forest, events)
    for allowed in (ALL, within):
        inside = vectors(forest, within) if allowed == within else set(product(*map(range, sizes)))
        closed, before = vectors(forest, start) & inside, None
        while closed != before:
            before = closed
            closed = closed.union(*(naive_image(event, closed) & inside for event in events))
        assert vectors(forest, saturation.closure(start, allowed)) == closed


def split_at_random(system, rng):
    levels = []
    for number, component in enumerate(system.components):
        states = list(range(component.lts.states))
        rng.shuffle(states)
        blocks = [[] for _ in range(rng.randrange(1, 4))]
        for state in states:
            rng.choice(blocks).append(state)
        blocks = [block for block in blocks if block]
        levels += [Level(number, tuple(block), len(blocks) > 1) for block in blocks]
    rng.shuffle(levels)
    return Encoding(system, tuple(levels))


@in_one(seed=range(80))
def test_any_order_and_split_reaches_what_the_naive_product_reaches(seed):
    rng = random.Random(seed)
    system = random_system(seed)
    wanted = set(NaiveProduct(system).depth)
    if system.priority is not None:
        return
    for encoding in (one_level_each(system), split_at_random(system, rng)):
        assert encoding.decode(encoding.initial) == tuple(c.lts.initial for c in system.components)
        forest = Forest(encoding.sizes)
        reached = Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))
        found = {encoding.decode(vector) for vector in _members(forest, reached)}
        assert found == {state for state in wanted if state is not None and ERROR not in state}
        assert forest.count(reached) == len(found)


def _members(forest, node, head=()):
    if len(head) == forest.height:
        yield head
        return
    for value, child in forest.rows[node].items():
        yield from _members(forest, child, (*head, value))


def test_too_many_nodes_are_told():
    forest = Forest([1 << 20], Budget(), max_nodes=100)
    with pytest.raises(TooManyNodes, match="more than 100 nodes"):
        any(not forest.node(0, {value: 1}) for value in range(10_000))
