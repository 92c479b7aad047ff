"""Weak steps, searched for or listed, against their definition; and abstractions whose rows are found either way."""

from __future__ import annotations

import random

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.refined.abstraction import Abstraction
from quidpro.engines.explicit.refined.concrete import Concrete, WeakSteps
from quidpro.lts import LTS
from tests.asking import Problem, solve
from tests.differential.compare import combinations_of, random_split
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

SEEDS = pytest.mark.parametrize("seed", range(40))


def concrete(seed: int) -> tuple[random.Random, Concrete]:
    rng = random.Random(seed)
    states = rng.randint(1, 9)
    moves = [(rng.randrange(states), rng.randint(0, 3), rng.randrange(states)) for _ in range(2 * states)]
    lts = LTS.from_arrays(["a", "b", "inside"], states, *zip(*moves, strict=True))
    return rng, Concrete(lts, ["a", "b"], Budget())


def weak(seen: Concrete) -> set[tuple[int, int, int]]:
    """All weak steps, by the definition: source, letter, target."""
    silent = {(q, q) for q in range(seen.states)} | {(p, q) for p, a, q in seen.lts.triples() if a in ("inside", "tau")}
    while more := {(p, r) for p, q in silent for q2, r in silent if q == q2} - silent:
        silent |= more
    loud = [(p, "ab".index(a), q) for p, a, q in seen.lts.triples() if a in "ab"]
    return {(p, a, q) for p, near in silent for p2, a, q2 in loud if near == p2 for q3, q in silent if q3 == q2}


@SEEDS
def test_what_sets_reach(seed):
    rng, seen = concrete(seed)
    steps = weak(seen)
    everything = np.arange(seen.states)
    for letter in (0, 1):
        chosen = sorted(rng.sample(range(seen.states), rng.randint(0, seen.states)))
        states = np.array(chosen, dtype=np.int32)
        assert set(seen.reach(states, letter).tolist()) == {q for p, a, q in steps if a == letter and p in chosen}
        assert set(seen.back(states, letter, everything).tolist()) == {
            p for p, a, q in steps if a == letter and q in chosen
        }
        assert set(seen.able(letter, states).tolist()) == {p for p, a, _ in steps if a == letter and p in chosen}


@SEEDS
def test_what_is_listed(seed):
    rng, seen = concrete(seed)
    steps, listed = weak(seen), WeakSteps(seen)
    asked = rng.sample(range(seen.states), rng.randint(1, seen.states))
    for state in asked:
        assert sorted(listed.after(state)) == sorted((a, q) for p, a, q in steps if p == state)
    for state in range(seen.states):
        assert sorted(listed.before(state)) == sorted((a, p) for p, a, q in steps if q == state and p in asked)


@SEEDS
@pytest.mark.parametrize("counting_from", [0, 2, 4, 99])
def test_rows_are_those_of_the_definition_whenever_counting_begins(seed, counting_from, monkeypatch):
    """Some blocks are searched, some counted, some not looked at: after every split all say the same."""
    rng, seen = concrete(seed)
    steps, splits = weak(seen), 0
    monkeypatch.setattr(WeakSteps, "listing_pays", property(lambda _self: splits >= counting_from))
    partition = Abstraction(seen)
    while large := [block for block in range(partition.blocks) if partition.sizes[block] > 1]:
        for block in rng.sample(range(partition.blocks), rng.randint(0, partition.blocks)):
            row = partition.row(block, (0, 1))
            block_of = partition.block_of.tolist()
            for letter in (0, 1):
                expected = {block_of[q] for p, a, q in steps if a == letter and block_of[p] == block}
                assert set(row.get(letter, ())) == expected
        block = rng.choice(large)
        members = partition.members(block).tolist()
        part = rng.sample(members, rng.randint(1, len(members) - 1))
        partition.split(block, np.array(sorted(part), dtype=np.int32))
        splits += 1
        assert partition.sizes == np.bincount(partition.block_of).tolist()
    block_of = partition.block_of.tolist()
    assert {(p, a - 1, q) for p, a, q in zip(*_columns(partition.lts()), strict=True)} == {
        (block_of[p], a, block_of[q]) for p, a, q in steps
    }


def _columns(lts: LTS) -> tuple[list[int], list[int], list[int]]:
    return lts.source.tolist(), lts.label.tolist(), lts.target.tolist()


@pytest.mark.parametrize("seeds", [range(i, i + 40) for i in range(0, 160, 40)], ids=str)
def test_verdicts_when_nothing_is_ever_listed(seeds, monkeypatch):
    monkeypatch.setattr(WeakSteps, "listing_pays", property(lambda _self: False))
    for seed in seeds:
        rng, system = random.Random(seed), random_system(seed)
        options = {**rng.choice(combinations_of("agar")), "incremental": True}
        problem = Problem(system, "safety", "P", split=random_split(rng, system), options=options)
        verdict = solve(problem, "agar", Budget())
        wrong = NaiveProduct(system).error_depth() is not None
        assert (verdict.outcome, verdict.certified) == ("violated" if wrong else "holds", True), seed


def chain(length: int) -> Concrete:
    """A long silent way, from every state of which there is a step outside: as many weak steps as pairs of states."""
    source, target = [*range(length), *range(length + 1)], [*range(1, length + 1), *range(length + 1)]
    label = [0] * length + [1] * (length + 1)
    return Concrete(LTS.from_arrays(["a"], length + 1, source, label, target), ["a"], Budget())


@pytest.mark.slow
def test_few_questions_about_many_states_list_nothing():
    seen = chain(3000)
    partition = Abstraction(seen)
    assert set(partition.row(0, [0])[0]) == {0}
    partition.split(0, np.arange(1500, dtype=np.int32))
    assert partition.lts().transitions == 3
    assert not partition.weak.listing_pays


def test_many_questions_about_few_states_list_everything():
    seen = chain(3)
    partition = Abstraction(seen)
    partition.row(0, [0])
    assert partition.weak.listing_pays
