"""Lies about probabilistic systems: proofs and refutations of one system presented with another, changed at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from quidpro.checker.probabilistic import certify_lpts
from quidpro.engines.probabilistic.pctl import Checking
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.logic.pctl import Formula
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation
from quidpro.verdict.probabilistic.certificate import head_fields
from tests.differential.mutate import mutated
from tests.random_lpts import random_system
from tests.random_pctl import random_formula, random_marked_system

TRIALS = 20

Goal = LPTS | Formula


def lies(seed: int) -> list[str]:
    """Every false claim about the systems of a seed that was believed."""
    rng = Random(seed)
    components, specification = random_system(rng)
    marked, formula = random_marked_system(rng), random_formula(rng)
    found = [*_believed(rng, components, specification), *_believed(rng, marked, formula)]
    return [f"seed {seed}: {lie}" for lie in found]


def _believed(rng: Random, components: list[LPTS], goal: Goal) -> Iterator[str]:
    truth = _is_true(components, goal)
    other = _opposite(rng, components, goal, truth)
    if other is None:
        return
    for method in ("agar", "monolithic"):
        told = certificate_of(check(components, goal, method=method), components, goal)
        for trial in range(TRIALS):
            forged = _forged(rng, json.loads(json.dumps(told)), other, goal, trial)
            if certify_lpts(forged, other, goal).ok and (forged["verdict"] == "holds") == truth:
                yield f"{method}: {json.dumps(forged)} is believed of {[list(c.triples()) for c in other]}"


def _opposite(rng: Random, components: list[LPTS], goal: Goal, truth: bool) -> list[LPTS] | None:
    """A system that is nearly the same, and of which the opposite is true; if one is found soon."""
    for _ in range(20):
        other = [_changed(rng, component) if rng.random() < 0.6 else component for component in components]
        if _is_true(other, goal) != truth:
            return other
    return None


def _forged(rng: Random, told: dict[str, Any], system: list[LPTS], goal: Goal, trial: int) -> dict[str, Any]:
    """The certificate as if it were about this system, changed where nothing but a proof can help."""
    head = head_fields(system, goal, told["verdict"], told["rule"])
    body = {key: value for key, value in told.items() if key not in head}
    if trial:
        body = mutated(rng, body, rng.choice([0, 1, 2, 4]))
    if rng.random() < 0.1:
        head["verdict"] = rng.choice(["holds", "violated"])
        head["rule"] = rng.choice(["monolithic", "asym", "asym-n", "execution", "scheduler"])
    return head | body


def _changed(rng: Random, lpts: LPTS) -> LPTS:
    """Another transition, one less, or one that leads elsewhere."""
    triples = list(lpts.triples())
    where = {rng.randrange(lpts.states): Fraction(1)}
    if triples and rng.random() < 0.6:
        at = rng.randrange(len(triples))
        source, action, _ = triples.pop(at)
        if rng.random() < 0.7:
            triples.append((source, action, where))
    else:
        triples.append((rng.randrange(lpts.states), rng.choice(lpts.alphabet), where))
    return LPTS.from_rows(
        lpts.states,
        [(p, a, tuple(sorted(row.items()))) for p, a, row in triples],
        alphabet=lpts.alphabet,
        initial=lpts.initial,
        name=lpts.name,
        marks=lpts.marks,
    )


def _is_true(components: list[LPTS], goal: Goal) -> bool:
    whole = composition(components)
    if isinstance(goal, Formula):
        return Checking(whole).satisfies(goal)
    return simulation(whole, completed(goal, whole.alphabet)).holds
