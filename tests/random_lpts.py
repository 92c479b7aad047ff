"""Random small LPTSs: nondeterminism, deadlocks, actions never done, distributions of up to three states."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

from quidpro.lpts import LPTS


def random_lpts(rng: Random, actions: str = "ab", *, largest: int = 4, moves: int = 2, dirac: bool = False) -> LPTS:
    """An LPTS of at most ``largest`` states, with at most ``moves`` transitions from each."""
    states = rng.randint(1, largest)
    triples = [
        (state, rng.choice(actions), _distribution(rng, states, 1 if dirac else min(3, states)))
        for state in range(states)
        for _ in range(rng.randint(0, moves))
    ]
    return LPTS.of(triples, initial=0, alphabet=actions)


def _distribution(rng: Random, states: int, largest: int) -> dict[int, Fraction]:
    support = rng.sample(range(states), rng.randint(1, largest))
    whole = max(rng.choice([2, 3, 4, 10]), len(support))
    cuts = [0, *sorted(rng.sample(range(1, whole), len(support) - 1)), whole]
    return {state: Fraction(b - a, whole) for state, (a, b) in zip(support, pairwise(cuts), strict=True)}


def random_system(rng: Random) -> tuple[list[LPTS], LPTS]:
    """Two or three components and a specification over some of their actions."""
    components = [random_lpts(rng, rng.choice(["ab", "bc", "ac", "abc"])) for _ in range(rng.choice([2, 2, 3]))]
    alphabet = sorted({action for component in components for action in component.alphabet})
    own = "".join(rng.sample(alphabet, rng.randint(1, len(alphabet))))
    return components, random_lpts(rng, own, largest=3, moves=5)
