"""Levels, orders and split hubs: what they reach is what the naive product reaches, and hubs pay."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Nodes, Phase
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.engines.explicit.saturated.hubs import hub_sets
from quidpro.engines.explicit.saturated.levels import encodings, reach
from quidpro.engines.explicit.saturated.order import Hypergraph, cuthill_mckee, force, positions
from quidpro.frontend.load import load
from quidpro.lts import LTS, Component, System
from quidpro.lts.lts import ERROR
from quidpro.solvers.mdd.forest import Forest, TooManyNodes
from quidpro.solvers.mdd.saturation import Saturation
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_lts, random_property, random_system

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(file, system=None, **constants):
    model = load(EXAMPLES / file, constants)
    return model.system(system or model.default_system(), Budget())


def members(forest, node, head=()):
    if len(head) == forest.height:
        yield head
        return
    for value, child in forest.rows[node].items():
        yield from members(forest, child, (*head, value))


def saturated(encoding):
    forest = Forest(encoding.sizes)
    return forest, Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))


def states_of(encoding, forest, node):
    return {encoding.decode(vector) for vector in members(forest, node)}


def naive(system):
    return {state for state in NaiveProduct(system).depth if state is not None and ERROR not in state}


def system_of(*parts):
    return System("S", tuple(Component(f"M{number}", lts) for number, lts in enumerate(parts)))


def random_hub_system(seed):
    """Clients around hubs at random: each action is of one client and one or two hubs, or between hubs."""
    rng = random.Random(seed)
    clients, hubs = rng.randint(3, 5), rng.randint(1, 3)
    alphabets = [[] for _ in range(clients + hubs)]
    for client in range(clients):
        for number in range(rng.randint(1, 3)):
            for part in (client, *(clients + hub for hub in rng.sample(range(hubs), rng.randint(1, min(2, hubs))))):
                alphabets[part].append(f"{client}.{number}")
    for number in range(rng.randint(0, 3)):
        for part in rng.sample(range(clients, clients + hubs), min(2, hubs)):
            alphabets[part].append(f"h{number}")
    parts = [random_lts(rng, own, f"M{i}") for i, own in enumerate(alphabets)]
    known = sorted({action for own in alphabets for action in own})
    checked = Component("P", random_property(rng, known, "P"), is_property=True)
    return System("S", (*system_of(*parts).components, checked))


def lock_system(clients, states=1):
    """Clients that take a lock, which remembers whose it is, through a chain of states."""
    takes = [(0, f"take{i}", 1 + i * states) for i in range(clients)]
    chain = [(1 + i * states + s, f"use{i}", 2 + i * states + s) for i in range(clients) for s in range(states - 1)]
    gives = [((i + 1) * states, f"give{i}", 0) for i in range(clients)]
    users = [LTS.of([(0, f"take{i}", 1), (1, f"use{i}", 1), (1, f"give{i}", 0)]) for i in range(clients)]
    return system_of(*users, LTS.of([*takes, *chain, *gives]))


@pytest.mark.parametrize("make", [random_system, random_hub_system])
@in_one(seed=range(60))
def test_every_way_to_see_a_system_reaches_what_the_naive_product_reaches(make, seed):
    system = make(seed)
    if system.priority is not None:
        return
    wanted = naive(system)
    for encoding in encodings(system):
        forest, node = saturated(encoding)
        assert states_of(encoding, forest, node) == wanted
        assert forest.count(node) == len(wanted)
    found = reach(system, Budget())
    assert states_of(found.encoding, found.forest, found.states) == wanted


def test_random_hubs_are_split():
    assert sum(bool(hub_sets(one_level_each(random_hub_system(seed)))) for seed in range(60)) > 15


def test_the_states_of_a_lock_are_about_who_has_it():
    system = lock_system(4, states=2)
    assert hub_sets(one_level_each(system)) == [{4: (None, 0, 1, 2, 3, 0, 1, 2, 3)}]
    levels = [(level.component, level.is_block) for level in encodings(system)[0].levels]
    assert sorted(levels[:-1]) == sorted([(i, False) for i in range(4)] + [(4, True)] * 4)
    assert levels[-1] == (4, True)
    assert [component for component, is_block in levels[1:-1:2]] == [4] * 4


HUBS = {
    "ring": ({"MUTEX"}, "ring/ring.lts", "SYSTEM", {"N": 6}),
    "chiron": ({"DISPATCHER", "a.1:ARTIST", "a.2:ARTIST"}, "chiron/chiron.lts", "PROPERTY_2", {"K": 5}),
    "gas": ({"OPERATOR", "PUMP(1)", "PUMP(2)", "TILL"}, "gas_station/gas_station.lts", "SYSTEM", {"K": 4}),
    "mer": ({"MANAGER", "MOBILITY", "LOCK(3)", "LOCK(4)", "LOCK(5)"}, "mer/mer_five.lts", "SYSTEM", {"K": 4}),
}


@pytest.mark.parametrize("name", HUBS)
def test_the_hubs_of_the_examples_are_found(name):
    wanted, file, composite, constants = HUBS[name]
    system = example(file, composite, **constants)
    for asked in (system, system.unwatched()):
        names = {component.name for component in asked.components}
        found = hub_sets(one_level_each(asked))
        hubs = {asked.components[hub].name for hub in found[0]} if found else set()
        assert hubs == wanted & names


def test_systems_of_neighbours_have_no_hubs():
    for system in (example("philosophers_fixed.lts", N=6), example("pipeline/pipeline.lts", N=6)):
        assert hub_sets(one_level_each(system)) == []


@pytest.mark.parametrize(
    ("file", "composite", "constants", "states", "made"),
    [
        ("ring/ring.lts", "SYSTEM", {"N": 40}, 40 * 4 * 3**39, 600),
        ("chiron/chiron.lts", "PROPERTY_2", {"K": 6}, 12_796_875, 2_500),
        ("gas_station/gas_station.lts", "SYSTEM", {"K": 8}, None, 4_000),
        ("mer/mer_five.lts", "SYSTEM", {"K": 4}, 15_493, 6_000),
        ("philosophers_fixed.lts", None, {"N": 100}, None, 2_000),
        ("pipeline/pipeline.lts", "SYSTEM", {"N": 60}, None, 400),
    ],
)
def test_few_nodes_are_made(file, composite, constants, states, made):
    found = reach(example(file, composite, **constants), Budget())
    assert found.forest.made <= made
    assert states is None or found.forest.count(found.states) == states


@pytest.mark.parametrize(
    ("name", "size", "states"), [("ring", 3, 108), ("chiron", 3, 26_145), ("gas", 3, 2_628), ("mer", 4, 15_493)]
)
def test_split_and_whole_count_what_the_naive_product_counted(name, size, states):
    _, file, composite, constants = HUBS[name]
    system = example(file, composite, **dict.fromkeys(constants, size))
    split, whole = encodings(system)[:2]
    assert len(split.levels) > len(whole.levels)
    assert {forest.count(node) for forest, node in map(saturated, (split, whole))} == {states}


def test_the_same_system_is_seen_the_same_way_again():
    file, constants = "gas_station/gas_station.lts", {"K": 4}
    first, second = (reach(example(file, "SYSTEM", **constants), Budget()) for _ in range(2))
    assert first.encoding.levels == second.encoding.levels
    assert first.forest.rows == second.forest.rows
    ways = [[way.levels for way in encodings(example(file, "SYSTEM", **constants))] for _ in range(2)]
    assert ways[0] == ways[1]
    assert 1 < len(ways[0]) <= 5


def test_a_limit_on_nodes_is_told_and_a_budget_ends_the_race():
    system = example("mer/mer_five.lts", "SYSTEM", K=8)
    with pytest.raises(TooManyNodes, match="more than 1,000 nodes"):
        reach(system, Budget(), max_nodes=1_000)
    with pytest.raises(BudgetExceeded):
        reach(system, Budget(polls=5))


def test_what_is_reached_has_the_limit_of_the_caller():
    system = lock_system(3)
    assert reach(system, Budget()).forest.max_nodes is None
    assert reach(system, Budget(), max_nodes=10_000).forest.max_nodes == 10_000


def test_the_race_tells_how_many_nodes_there_are():
    heard = []
    reach(example("mer/mer_five.lts", "SYSTEM", K=4), Budget(), heard.append)
    assert heard[0] == Phase("saturating")
    assert any(isinstance(event, Nodes) and event.made > 500 for event in heard)


def test_a_large_component_stands_on_top_and_takes_no_time():
    size = 20_000
    large = LTS.of([(i, "go" if i % 10 == 0 else "tick", (i + 1) % size) for i in range(size)])
    toggles = [LTS.of([(0, "go", 1), (1, f"b{i}", 0)]) for i in range(3)]
    system = system_of(*toggles, large)
    budget = Budget(polls=1_000)
    found = reach(system, budget)
    assert found.encoding.levels[0].component == 3
    assert found.forest.count(found.states) == size * 8


def test_many_actions_that_do_the_same_cost_no_nodes():
    actions = [f"a{i}" for i in range(5_000)]
    halves = [LTS.of([*((0, action, 1) for action in actions), (1, f"r{i}", 0)]) for i in range(2)]
    found = reach(system_of(*halves), Budget())
    assert found.forest.count(found.states) == 4
    assert found.forest.made < 10


def test_what_all_do_together_is_no_talk_with_anyone():
    parts = [LTS.of([(0, "tick", 1), (1, f"w{i}", 0)]) for i in range(30)]
    assert hub_sets(one_level_each(system_of(*parts))) == []
    found = reach(system_of(*parts), Budget())
    assert found.forest.count(found.states) == 2**30


@pytest.mark.parametrize("seed", range(20))
def test_orders_have_every_point_once_and_force_is_no_worse_than_what_it_starts_from(seed):
    rng = random.Random(seed)
    points = rng.randint(1, 30)
    edges = [rng.sample(range(points), rng.randint(1, min(4, points))) for _ in range(rng.randint(0, 40))]
    graph = Hypergraph(points, edges)
    start, found = cuthill_mckee(graph), force(graph)
    assert sorted(start) == sorted(found) == list(range(points))
    assert spans(edges, found) <= spans(edges, start)


def spans(edges, order):
    place = {point: at for at, point in enumerate(order)}
    return sum(max(place[point] for point in edge) - min(place[point] for point in edge) for edge in edges)


def test_a_chain_in_disorder_is_put_in_line():
    rng = random.Random(7)
    names = rng.sample(range(200), 200)
    edges = [(names[i], names[i + 1]) for i in range(199)]
    order = force(Hypergraph(200, edges))
    assert spans(edges, order) == 199
    assert positions(np.array(order))[order].tolist() == list(range(200))


def test_a_component_that_stands_alone_and_an_empty_graph_are_ordered():
    assert force(Hypergraph(0, [])) == []
    assert force(Hypergraph(3, [])) == [2, 1, 0]
    alone = system_of(LTS.of([(0, "a", 1)]))
    assert reach(alone, Budget()).forest.made
