"""Random systems, with assumptions given to ``circular``, with skeletons, recursively: nothing wrong is said."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.lts import LTS
from tests.asking import Problem, solve
from tests.differential.compare import random_split
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.sampling import first

PER_BLOCK = 25


def random_given(rng, system, groups):
    """For some groups an assumption over some of the actions that they share: at random, or what one of them does."""
    parts = {c.name: set(c.lts.alphabet) for c in system.processes}
    heard = {action for c in system.properties for action in c.lts.alphabet}
    own = [set().union(*(parts[name] for name in group)) for group in groups]
    found = {}
    for i, mine in enumerate(own):
        others = set().union(*(other for j, other in enumerate(own) if j != i))
        letters = sorted(action for action in mine & (heard | others) if rng.random() < 0.9)
        if not letters or rng.random() < 0.4:
            continue
        states = rng.randint(1, 3)
        steps = [(s, a, rng.randrange(states)) for s in range(states) for a in letters if rng.random() < 0.85]
        found[i] = LTS.of(steps, initial=0, alphabet=letters)
    return found


def random_uses(rng, groups):
    """A skeleton as a text."""
    chosen = [i for i in range(groups) if rng.random() < 0.4]
    used = {i: [j for j in range(groups) if j != i and rng.random() < 0.5] for i in chosen}
    return "; ".join(f"g{i + 1}: {', '.join(f'g{j + 1}' for j in some)}" for i, some in used.items())


@pytest.mark.parametrize("block", first(range(0, 4 * PER_BLOCK, PER_BLOCK), 2))
def test_no_verdict_contradicts_the_whole(block):
    for seed in range(block, block + PER_BLOCK):
        rng = random.Random(seed)
        system = random_system(seed)
        expected = "holds" if NaiveProduct(system).error_depth() is None else "violated"
        groups = random_split(rng, system)
        given, uses = random_given(rng, system, groups), random_uses(rng, len(groups))
        options = {"given": given, "uses": uses, "candidates": rng.random() < 0.2, "reduce": rng.random() < 0.5}
        options |= {"alphabet": rng.choice(["full", "refine"]), "recursive": rng.random() < 0.5}
        for improve in (False, True):
            problem = Problem(system, "safety", "P", split=groups, options={**options, "improve": improve})
            verdict = solve(problem, "circular", Budget())
            told = f"seed {seed}: {verdict.outcome} {verdict.reason}"
            allowed = {expected, "unknown"} if given and not improve else {expected}
            assert verdict.outcome in allowed, told
            assert verdict.certified == (verdict.outcome != "unknown"), told
            assert "report" not in verdict.reason, told
