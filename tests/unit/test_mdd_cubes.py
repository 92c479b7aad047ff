"""Unions of cubes, and one step of all events, against plain sets of vectors."""

from __future__ import annotations

import random
from itertools import product

from quidpro.solvers.mdd.cubes import Cubes
from quidpro.solvers.mdd.forest import EMPTY, Forest
from quidpro.solvers.mdd.layers import Image
from quidpro.solvers.mdd.saturation import Event
from tests.many import in_one


def some_of(rng, size):
    return frozenset(rng.sample(range(size), rng.randrange(size + 1)))


def some_levels(rng, sizes):
    return rng.sample(range(len(sizes)), rng.randrange(1, len(sizes) + 1))


def some_set(forest, rng):
    found = {tuple(rng.randrange(size) for size in forest.sizes) for _ in range(rng.randrange(30))}
    node = EMPTY
    for vector in found:
        node = forest.union(node, forest.vector(vector))
    return node, found


def vectors(forest, node):
    return {v for v in product(*map(range, forest.sizes)) if forest.contains(node, v)}


@in_one(seed=range(80))
def test_what_cubes_meet_and_miss(seed):
    rng = random.Random(seed)
    sizes = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 5))]
    forest = Forest(sizes)
    cubes = [{k: some_of(rng, sizes[k]) for k in some_levels(rng, sizes)} for _ in range(rng.randrange(6))]
    union = Cubes(forest, cubes)
    for _ in range(3):
        node, found = some_set(forest, rng)
        met = {v for v in found if any(all(v[k] in values for k, values in cube.items()) for cube in cubes)}
        assert vectors(forest, union.meeting(node)) == met
        assert vectors(forest, union.missing(node)) == found - met


@in_one(seed=range(80))
def test_the_image_is_that_of_all_events(seed):
    rng = random.Random(seed)
    sizes = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 5))]
    forest = Forest(sizes)
    events = [
        Event({k: {v: tuple(some_of(rng, sizes[k])) for v in some_of(rng, sizes[k])} for k in some_levels(rng, sizes)})
        for _ in range(rng.randrange(5))
    ]
    image = Image(forest, events)
    for _ in range(3):
        node, found = some_set(forest, rng)
        choices = (
            (event.moves[k].get(value, ()) if k in event.moves else (value,) for k, value in enumerate(vector))
            for event in events
            for vector in found
        )
        assert vectors(forest, image.of(node)) == {after for choice in choices for after in product(*choice)}
