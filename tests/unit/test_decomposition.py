"""Splits of random systems against their definition, by enumeration."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from math import isclose, log2

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.decompose import format_split, parse_split
from quidpro.engines.explicit.shared.decomposition import (
    balanced,
    by_composites,
    chain,
    choose,
    n_way,
    smallest_interface,
    two_way,
)
from quidpro.frontend.load import load
from tests.random_systems import random_system

SEEDS = pytest.mark.parametrize("seed", range(60))
SERVER = "examples/client_server/client_server.lts"


def bits(components):
    return sum(log2(c.lts.states) for c in components)


def actions(components):
    return {action for c in components for action in c.lts.alphabet}


def measures(system, groups):
    """Interface, bound on M1 ∥ P_err, bound on the largest other group; by the definition."""
    by_name = {c.name: c for c in system.processes}
    parts = [[by_name[name] for name in group] for group in groups]
    ahead, widest = actions(system.properties), 0
    for i, part in enumerate(parts[:-1]):
        ahead |= actions(part)
        widest = max(widest, len(ahead & actions(c for rest in parts[i + 1 :] for c in rest)))
    first = bits(parts[0]) + sum(log2(p.lts.states + 1) for p in system.properties)
    return widest, first, max(map(bits, parts[1:]))


def enumerated(system):
    """Every two-way split, the side first that shares more actions with the property, or scores less."""
    spoken = actions(system.properties)
    names = [c.name for c in system.processes]
    found = {}
    for count in range(1, len(names)):
        for some in combinations(names, count):
            groups = some, tuple(name for name in names if name not in some)
            near = len(actions(c for c in system.processes if c.name in some) & spoken)
            interface, first, rest = measures(system, groups)
            key = frozenset(map(frozenset, groups))
            rank = -near, max(first, rest) + interface, abs(first - rest)
            if key not in found or rank < found[key]:
                found[key] = rank
    return found


def key(split):
    return frozenset(map(frozenset, split.groups))


def is_partition(groups, system):
    return sorted(name for group in groups for name in group) == sorted(c.name for c in system.processes) and all(
        groups
    )


@SEEDS
def test_every_split_is_one(seed):
    system = random_system(seed)
    for split in [*two_way(system), *n_way(system)]:
        assert is_partition(split.groups, system)
        assert (split.interface, split.first_bits, split.rest_bits) == pytest.approx(measures(system, split.groups))
    assert is_partition(chain(system), system)
    assert all(len(split.groups) > 2 for split in n_way(system))


@SEEDS
def test_all_two_way_splits_are_there_with_their_scores(seed):
    system = random_system(seed)
    naive = enumerated(system)
    found = two_way(system)
    assert len(found) == len(naive)
    for split in found:
        assert (split.score, split.imbalance) == pytest.approx(naive[key(split)][1:])


@SEEDS
def test_the_marked_ones_are_the_best_by_their_measures(seed):
    system = random_system(seed)
    naive = enumerated(system).values()
    found = two_way(system)
    assert isclose(found[0].score, min(score for _, score, _ in naive))
    assert isclose(balanced(found).imbalance, min(imbalance for _, _, imbalance in naive), abs_tol=1e-9)
    assert smallest_interface(found).interface == min(
        measures(system, groups)[0] for groups in (split.groups for split in found)
    )
    wishes = {"auto": found[0], "balanced": balanced(found), "interface": smallest_interface(found)}
    assert {wish: choose(system, wish) for wish in wishes} == {wish: split.groups for wish, split in wishes.items()}


@SEEDS
def test_the_order_of_the_components_does_not_matter(seed):
    system = random_system(seed)
    parts = list(system.components)
    random.Random(seed).shuffle(parts)
    other = replace(system, components=tuple(parts))
    scores, again = ({key(d): d.score for d in two_way(s)} for s in (system, other))
    assert scores == pytest.approx(again)


@SEEDS
def test_a_spelling_is_read_back_as_the_groups(seed):
    system = random_system(seed)
    for split in [*two_way(system), *n_way(system)]:
        assert parse_split(format_split(split.groups, system), system) == split.groups


def test_many_processes_are_not_enumerated():
    system = random_system(3)
    parts = [
        replace(c, name=f"{c.name}.{i}", lts=c.lts)
        for i in range(30)
        for c in random.Random(i).sample(system.processes, 1)
    ]
    large = replace(system, components=(*parts, *system.properties))
    found = two_way(large)
    assert 30 <= len(found) < 1000
    assert all(is_partition(split.groups, large) for split in found)
    assert all(is_partition(split.groups, large) for split in n_way(large))


@pytest.fixture(scope="module")
def system():
    return load(SERVER).system("SYSTEM", Budget())


class TestChains:
    def test_the_process_nearest_to_the_property_comes_first(self, system):
        assert chain(system)[0] == ("SERVER",)

    def test_the_chain_is_one_of_the_n_way_splits(self, system):
        assert chain(system) in [split.groups for split in n_way(system)]

    def test_a_single_process_is_one_group(self, system):
        alone = replace(system, components=system.components[:1])
        assert chain(alone) == choose(alone) == (("c.1:CLIENT",),)

    def test_sub_composites_as_groups(self, system):
        assert by_composites(system) is None
        paths = [(), ("X",), ("X",), (), ()]
        parts = (replace(c, path=path) for c, path in zip(system.components, paths, strict=True))
        nested = replace(system, components=tuple(parts))
        assert by_composites(nested).groups == (("SERVER",), ("c.2:CLIENT", "c.3:CLIENT"), ("c.1:CLIENT",))
