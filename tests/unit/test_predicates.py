"""Predicates in words: cubes are merged as a plain search for pairs merges them."""

from __future__ import annotations

import random

from quidpro.verdict.symbolic.predicates import _merge
from tests.many import in_one


def differing(left, right):
    return [name for name in left if left[name] != right[name]] if left.keys() == right.keys() else None


def merged(cubes):
    """The first pair that differs in one variable becomes one, until there is none."""
    for i, first in enumerate(cubes):
        for j in range(i + 1, len(cubes)):
            names = differing(first, cubes[j])
            if names is not None and len(names) == 1:
                joined = {**first, names[0]: first[names[0]] | cubes[j][names[0]]}
                return merged([*cubes[:i], joined, *cubes[i + 1 : j], *cubes[j + 1 :]])
    return cubes


@in_one(seed=range(150))
def test_cubes_that_differ_in_one_variable_become_one(seed):
    rng = random.Random(seed)
    names, values = rng.randint(1, 4), rng.randint(2, 3)
    cubes = []
    for _ in range(rng.randint(0, 25)):
        cube = {f"v{i}": frozenset({rng.randrange(values)}) for i in range(names) if rng.random() < 0.95}
        cubes += [cube] if cube not in cubes else []
    assert _merge(cubes) == merged(cubes)
