"""Single steps of components side by side (pAGAR, Definitions 2 and 3), on vectors of states: nothing is built."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from quidpro.lpts.lpts import LPTS

Vector = tuple[int, ...]
Choice = tuple[int, int]
"""A component and one of its distributions."""


def marks_of(components: Sequence[LPTS], states: Vector) -> frozenset[str]:
    """The marks of a vector of states: those of its parts."""
    parts = (component.marks_of(state) for component, state in zip(components, states, strict=True))
    return frozenset().union(*parts)


def outcomes(components: Sequence[LPTS], states: Vector, choices: Sequence[Choice]) -> list[tuple[Vector, Fraction]]:
    """Where a step leads: the product of the chosen distributions (Definition 2); the other components stay."""
    chosen = dict(choices)
    sides = [
        list(component.distributions.probabilities(chosen[i]).items()) if i in chosen else [(state, Fraction(1))]
        for i, (component, state) in enumerate(zip(components, states, strict=True))
    ]
    found = []
    for combination in product(*sides):
        probability = Fraction(1)
        for _, part in combination:
            probability *= part
        found.append((tuple(state for state, _ in combination), probability))
    return found


def steps_by(components: Sequence[LPTS], states: Vector, action: str) -> list[tuple[Choice, ...]]:
    """All ways to do an action: each component that knows it chooses one of its transitions (Definition 3)."""
    options = [
        [(i, number) for label, number in component.moves_of(state) if label == component.labels[action]]
        for i, (component, state) in enumerate(zip(components, states, strict=True))
        if action in component.labels
    ]
    return list(product(*options)) if options else []
