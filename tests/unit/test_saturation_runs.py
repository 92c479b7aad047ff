"""Bad states, and runs to them, against the naive product; every run is replayed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from quidpro.checker.explicit.replay import replay
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.explicit.saturated.bad import dead, errors
from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.engines.explicit.saturated.runs import Run, run_to, shallow, shallow_in_any, violation
from quidpro.engines.explicit.shared.traces import culprit, product_of, trace_along
from quidpro.frontend.load import load
from quidpro.lts import LTS, Component, System
from quidpro.solvers.mdd.forest import Forest
from quidpro.solvers.mdd.layers import layers
from quidpro.solvers.mdd.saturation import Saturation
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

EXAMPLES = Path(__file__).parents[2] / "examples"
SEEDS = [seed for seed in range(150) if random_system(seed).priority is None]


def encodings(system, rng):
    order = list(range(len(system.components)))
    rng.shuffle(order)
    return one_level_each(system, order), split_at_random(system, rng)


def split_at_random(system, rng):
    levels = []
    for number, component in enumerate(system.components):
        blocks = [[] for _ in range(rng.randrange(1, 4))]
        for state in range(component.lts.states):
            rng.choice(blocks).append(state)
        blocks = [block for block in blocks if block]
        levels += [Level(number, tuple(block), len(blocks) > 1) for block in blocks]
    rng.shuffle(levels)
    return Encoding(system, tuple(levels))


def reach(encoding):
    forest = Forest(encoding.sizes)
    return forest, Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))


def states_of(encoding, forest, node, head=()):
    if len(head) == forest.height:
        return {encoding.decode(head)} if node else set()
    rows = forest.rows[node].items()
    return set().union(*(states_of(encoding, forest, child, (*head, value)) for value, child in rows))


def check(system, run, kind, length=None):
    """The run replays, and has this length if one is given."""
    trace = trace_along(system, product_of(system), run.moves)
    assert replay(trace, system, kind, culprit(system, trace) if kind == "safety" else "deadlock") is None
    assert length is None or len(run.moves) == length


@pytest.mark.parametrize("seed", SEEDS)
def test_bad_states_are_those_of_the_naive_product(seed):
    system = random_system(seed)
    naive = NaiveProduct(system)
    wrong = {s for s, edges in naive.edges.items() if any(target is None for _, target in edges)}
    stuck = {s for s, edges in naive.edges.items() if not edges and not naive.is_end(s)}
    for encoding in encodings(system, random.Random(seed)):
        forest, states = reach(encoding)
        assert states_of(encoding, forest, errors(encoding, forest, states)) == wrong
        assert states_of(encoding, forest, dead(encoding, forest, states)) == stuck


@pytest.mark.parametrize("seed", SEEDS)
def test_layers_are_those_of_the_naive_product(seed):
    system = random_system(seed)
    depth = NaiveProduct(system).depth
    for encoding in encodings(system, random.Random(seed)):
        forest = Forest(encoding.sizes)
        found = {}
        for number, layer in enumerate(layers(forest, forest.vector(encoding.initial), encoding.events)):
            found.update(dict.fromkeys(states_of(encoding, forest, layer), number))
        assert found == depth


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_are_shortest_and_replay(seed):
    system = random_system(seed)
    naive = NaiveProduct(system)
    for kind, depth in (("safety", naive.error_depth()), ("deadlock", naive.deadlock_depth())):
        for encoding in encodings(system, random.Random(seed)):
            forest, states = reach(encoding)
            for run in (violation(encoding, forest, states, kind), shallow(encoding, kind, Budget(), 10**6)):
                assert (run is None) == (depth is None)
                if run is not None:
                    assert run.shortest
                    check(system, run, kind, depth)


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_that_are_not_shortest_replay_too(seed):
    system = random_system(seed)
    for encoding in encodings(system, random.Random(seed)):
        forest, states = reach(encoding)
        for kind in ("safety", "deadlock"):
            run = violation(encoding, forest, states, kind, max_nodes=0)
            if run is not None:
                assert not run.shortest
                check(system, run, kind)


@pytest.mark.parametrize("seed", SEEDS[:60])
def test_there_is_a_run_to_every_state(seed):
    rng = random.Random(seed)
    system = random_system(seed)
    depth = NaiveProduct(system).depth
    encoding = split_at_random(system, rng)
    forest, states = reach(encoding)
    for state in rng.sample(sorted(depth), min(len(depth), 4)):
        goal = forest.vector(encoding.encode(state))
        run, other = run_to(encoding, forest, states, goal), run_to(encoding, forest, states, goal, max_nodes=0)
        assert len(run.moves) == depth[state] <= len(other.moves)
        for moves in (run.moves, other.moves):
            assert state == (moves[-1].target if moves else product_of(system).initial)


def example(file, name=None, **constants):
    model = load(EXAMPLES / file, constants)
    return model.system(name or model.default_system(), Budget())


def test_the_deadlock_of_many_philosophers_is_far_away():
    system = example("philosophers.lts", N=40)
    encoding = one_level_each(system)
    assert shallow(encoding, "deadlock", Budget(), max_nodes=2_000) is None
    forest, states = reach(encoding)
    assert forest.count(dead(encoding, forest, states)) == 1
    check(system, violation(encoding, forest, states, "deadlock"), "deadlock", 80)
    capped = violation(encoding, forest, states, "deadlock", max_nodes=300)
    assert not capped.shortest
    check(system, capped, "deadlock")


def test_a_shallow_error_does_not_wait_for_the_whole_set():
    system = example("gas_station/gas_station.lts", "FAULTY", K=8)
    check(system, shallow(one_level_each(system), "safety", Budget()), "safety", 7)


def test_another_order_of_levels_may_show_what_is_near():
    system = example("gas_station/gas_station.lts", "FAULTY", K=5)
    ways = one_level_each(system), one_level_each(system, reversed(range(len(system.components))))
    nodes = [next(n for n in range(500, 10**5, 500) if shallow(way, "safety", Budget(), 9, n)) for way in ways]
    worse, better = sorted(ways, key=lambda way: -nodes[ways.index(way)])
    assert shallow(worse, "safety", Budget(), max_nodes=min(nodes)) is None
    check(system, shallow_in_any((worse, better), "safety", Budget(), max_nodes=min(nodes)), "safety", 7)


def test_few_layers_show_only_what_is_near():
    encoding = one_level_each(example("ring/ring.lts", "FAULTY", N=6))
    assert shallow(encoding, "safety", Budget(), max_layers=5) is None
    assert len(shallow(encoding, "safety", Budget(), max_layers=6).moves) == 6


def test_the_initial_state_can_be_bad():
    stuck = System("stuck", (Component("M", LTS.of([], alphabet=["a"])),))
    wrong = System("wrong", (Component("M", LTS.of([(0, "tau", "ERROR")])),))
    ended = System("ended", (Component("M", LTS.of([], end=0)),))
    assert shallow(one_level_each(stuck), "deadlock", Budget()) == Run((), True)
    check(wrong, shallow(one_level_each(wrong), "safety", Budget()), "safety", 1)
    assert shallow(one_level_each(wrong), "deadlock", Budget()) is None
    assert shallow(one_level_each(ended), "deadlock", Budget()) is None


def test_a_budget_ends_the_layers():
    encoding = one_level_each(example("philosophers.lts", N=60))
    with pytest.raises(BudgetExceeded):
        shallow(encoding, "deadlock", Budget(polls=2))
