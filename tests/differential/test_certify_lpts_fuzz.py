"""Whatever a certificate says, the checker of the probabilistic world confirms nothing that is false."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from quidpro.checker.probabilistic import certify_lpts
from quidpro.checker.probabilistic import simulation as checked_simulation
from quidpro.engines.probabilistic.pctl import Checking
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.logic.pctl import Formula, Until, limits
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition, joined, quotient
from quidpro.lpts.simulation import simulation
from quidpro.verdict.probabilistic.certificate import head_fields
from tests.many import in_one
from tests.naive_lpts import is_simulated, naive_simulation
from tests.random_lpts import random_lpts, random_system
from tests.random_pctl import random_formula, random_marked_system

SEEDS = range(60)
VALUES = ["0", "1/10", "1/4", "1/3", "1/2", "3/4", "1"]


def rows(rng: Random, parts: list[LPTS], goal: LPTS) -> list[list[int]]:
    """A relation that looks right: the coarsest one with the initial pair, or all pairs, or some."""
    whole, states = joined(parts)
    vectors = states.tolist()
    kind = rng.random()
    if kind < 0.5:
        pairs = naive_simulation(whole, goal) | {(whole.initial, goal.initial)}
    else:
        pairs = set(product(range(whole.states), range(goal.states)))
    if kind > 0.8:
        pairs = set(rng.sample(sorted(pairs), rng.randint(1, len(pairs)))) | {(whole.initial, goal.initial)}
    return [[*vectors[p], q] for p, q in sorted(pairs)]


def proof(rng: Random, components: list[LPTS], spec: LPTS) -> dict[str, Any]:
    """A proof by some rule, with assumptions out of nowhere."""
    alphabet = {action for component in components for action in component.alphabet}
    goal = completed(spec, alphabet)
    if rng.random() < 0.3:
        groups, assumptions = [list(range(len(components)))], []
    else:
        groups = [[i] for i in range(len(components))]
        assumptions = [assumption(rng, components[i + 1]) for i in range(len(components) - 1)]
    goals = [goal, *assumptions]
    premises = [
        {"relation": rows(rng, [*(components[i] for i in group), *assumptions[k : k + 1]], goals[k])}
        for k, group in enumerate(groups)
    ]
    rule = {1: "monolithic", 2: "asym"}.get(len(groups), "asym-n")
    head = head_fields(components, spec, "holds", rule)
    return head | {"groups": groups, "assumptions": [lpts_fields(a) for a in assumptions], "premises": premises}


def assumption(rng: Random, component: LPTS) -> LPTS:
    """Some abstraction, or something else."""
    if rng.random() < 0.5:
        return quotient(component, [rng.randrange(2) if component.states > 1 else 0 for _ in range(component.states)])
    return random_lpts(rng, "".join(component.alphabet), moves=4)


@in_one(seed=SEEDS)
def test_no_relation_proves_what_is_false(seed):
    rng = Random(seed)
    while True:
        components, spec = random_system(rng)
        whole = composition(components)
        if not simulation(whole, completed(spec, whole.alphabet)).holds:
            break
    for _ in range(10):
        assert not certify_lpts(proof(rng, components, spec), components, spec).ok


@pytest.mark.parametrize("largest", [0, 1 << 62])
@pytest.mark.parametrize("seed", range(150))
def test_a_relation_is_confirmed_exactly_when_it_is_a_simulation(seed, largest, monkeypatch):
    """By the definition, with 64-bit numbers of pairs and with Python's."""
    monkeypatch.setattr(checked_simulation, "_MAX_NUMBER", largest)
    rng = Random(seed)
    while True:
        components, spec = random_system(rng)
        whole, states = joined(components)
        if whole.states <= 12 and max(map(len, whole.distributions.lists), default=0) <= 6:
            break
    vectors = states.tolist()
    goal = completed(spec, whole.alphabet)
    listed = rows(rng, components, goal)
    pairs = {(vectors.index(row[:-1]), row[-1]) for row in listed}
    groups = [list(range(len(components)))]
    told = {"groups": groups, "assumptions": [], "premises": [{"relation": listed}]}
    found = certify_lpts(head_fields(components, spec, "holds", "monolithic") | told, components, spec)
    assert found.ok is all(is_simulated(whole, p, goal, q, pairs) for p, q in pairs)
    assert found.ok is not found.refuted


def values(rng: Random, components: list[LPTS], formula: Formula) -> list[dict[str, Any]]:
    """Values out of nowhere, near the true ones."""
    whole, states = joined(components)
    vectors = states.tolist()
    checking = Checking(whole)
    found = []
    for limit in limits(formula.root):
        if isinstance(limit.path, Until) and limit.path.steps is None:
            true = [str(value) for value in checking.values(limit)]
            known = [*VALUES, *sorted(set(true))]
            told = [known.index(text) if rng.random() < 0.8 else rng.randrange(len(known)) for text in true]
            listed = [[*vector, told[s]] for s, vector in enumerate(vectors) if rng.random() < 0.9]
            found.append({"values": known, "rows": listed})
    return found


@in_one(seed=SEEDS)
def test_no_values_prove_what_is_false(seed):
    rng = Random(seed)
    components, formula = random_marked_system(rng), random_formula(rng)
    holds = Checking(composition(components)).satisfies(formula)
    for _ in range(20):
        told = values(rng, components, formula)
        if holds:
            certificate = head_fields(components, formula, "violated", "scheduler") | {"values": told}
        else:
            head = head_fields(components, formula, "holds", "monolithic")
            groups = [list(range(len(components)))]
            certificate = head | {"groups": groups, "assumptions": [], "premises": [{"values": told}]}
        assert not certify_lpts(certificate, components, formula).ok
