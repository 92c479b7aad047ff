"""What must not change an answer, and what may change it in one direction only. No oracle is needed."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.lts import ERROR, LTS, Component
from quidpro.lts.ops import relabel
from tests.asking import Problem, solve
from tests.differential.compare import METHODS, combinations_of, random_split
from tests.random_systems import random_system
from tests.sampling import first

SEEDS = first(range(30), 10)
RULES = [name for name in METHODS if name != "monolithic"]


def ask(system, method, split, options):
    verdict = solve(Problem(system, "safety", "P", split=split, options=options), method, Budget())
    assert verdict.certified, verdict.reason
    return verdict.outcome


def case(seed, method):
    rng = random.Random(seed)
    system = random_system(seed)
    options = rng.choice(combinations_of(method))
    return rng, system, random_split(rng, system), options


def mapped(system, change):
    return replace(system, components=tuple(replace(c, lts=change(c)) for c in system.components))


def with_unreachable_state(lts):
    state = lts.states
    source = np.append(lts.source, state)
    label = np.append(lts.label, len(lts.alphabet))
    target = np.append(lts.target, 0)
    return LTS.from_arrays(lts.alphabet, state + 1, source, label, target, initial=lts.initial, end=lts.end)


def with_silent_loop(lts, state):
    columns = np.append(lts.source, state), np.append(lts.label, 0), np.append(lts.target, state)
    return LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial)


def without_transitions(lts, keep):
    columns = lts.source[keep], lts.label[keep], lts.target[keep]
    return LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial)


@pytest.mark.parametrize("method", RULES)
@pytest.mark.parametrize("seed", SEEDS)
class TestSameAnswer:
    def test_groups_the_other_way_round(self, seed, method):
        _, system, split, options = case(seed, method)
        assert ask(system, method, split, options) == ask(system, method, tuple(reversed(split)), options)

    def test_groups_made_otherwise(self, seed, method):
        rng, system, split, options = case(seed, method)
        assert ask(system, method, split, options) == ask(system, method, random_split(rng, system), options)

    def test_actions_renamed(self, seed, method):
        _, system, split, options = case(seed, method)
        names = {action: (f"z{len(system.alphabet) - i}.{action}",) for i, action in enumerate(system.alphabet)}
        renamed = mapped(system, lambda c: relabel(c.lts, names))
        if system.priority is not None:
            actions = frozenset(names[a][0] for a in system.priority.actions)
            renamed = replace(renamed, priority=replace(system.priority, actions=actions))
        assert ask(system, method, split, options) == ask(renamed, method, split, options)

    def test_an_unreachable_state_added(self, seed, method):
        _, system, split, options = case(seed, method)
        longer = mapped(system, lambda c: c.lts if c.is_property else with_unreachable_state(c.lts))
        assert ask(system, method, split, options) == ask(longer, method, split, options)

    def test_a_silent_loop_added(self, seed, method):
        rng, system, split, options = case(seed, method)
        if system.priority is not None:
            pytest.skip("under priority a silent step can keep others from happening")
        looping = mapped(
            system, lambda c: c.lts if c.is_property else with_silent_loop(c.lts, rng.randrange(c.lts.states))
        )
        assert ask(system, method, split, options) == ask(looping, method, split, options)


@pytest.mark.parametrize("method", RULES)
@pytest.mark.parametrize("seed", SEEDS)
class TestStillHolds:
    def test_when_a_component_can_do_less(self, seed, method):
        rng, system, split, options = case(seed, method)
        system = replace(system, priority=None)
        if ask(system, method, split, options) == "holds":
            victim = rng.choice(split[-1])
            keep = {
                c.name: np.array([rng.random() < 0.7 for _ in range(c.lts.transitions)], bool) for c in system.processes
            }
            less = mapped(system, lambda c: without_transitions(c.lts, keep[c.name]) if c.name == victim else c.lts)
            assert ask(less, method, split, options) == "holds"

    def test_when_the_property_forbids_less(self, seed, method):
        rng, system, split, options = case(seed, method)
        if ask(system, method, split, options) == "holds":
            weaker = mapped(system, lambda c: weakened(c, rng))
            assert ask(weaker, method, split, options) == "holds"


def weakened(component: Component, rng: random.Random) -> LTS:
    lts = component.lts
    if not component.is_property:
        return lts
    forgiven = (lts.target == ERROR) & np.array([rng.random() < 0.5 for _ in range(lts.transitions)], bool)
    target = np.where(forgiven, lts.source, lts.target)
    return LTS.from_arrays(lts.alphabet, lts.states, lts.source, lts.label, target, initial=lts.initial)
