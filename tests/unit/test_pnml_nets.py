"""Nets as systems: their sizes against a plain search of markings, bounds, units, and nets that are refused."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.explicit.saturated.counting import count_reachable, count_states, count_transitions
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.frontend.pnml.model import NetModel
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import Forest
from quidpro.solvers.mdd.saturation import Saturation
from tests.many import in_one
from tests.naive_nets import NaiveNet, random_net, random_safe_net
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.unit.test_saturation_core import split_at_random


def system_of(text: str) -> System:
    model = NetModel(Source("net.pnml", text))
    return model.system(model.default_system(), Budget())


def sizes(text: str) -> tuple[int, int]:
    found = count_reachable(system_of(text), Budget())
    return found.states, found.transitions


@in_one(seed=range(400))
def test_a_net_has_the_markings_and_transitions_of_a_plain_search(seed):
    net = random_net(seed)
    wanted = net.explore()
    system = None if wanted is None else system_of(net.pnml())
    if system is None:
        with pytest.raises(InputError, match=r"the place p\d grows"):
            system_of(net.pnml())
    else:
        found = count_reachable(system, Budget())
        assert (found.states, found.transitions) == wanted[:2]
        product = NaiveProduct(system)
        assert len(product.depth) == wanted[0]
        assert sum(not edges for edges in product.edges.values()) == wanted[2]


@in_one(seed=range(200))
def test_units_count_the_same_and_a_wrong_declaration_is_found(seed):
    net = random_safe_net(seed)
    if net.explore() is None or not net.is_safe():
        with pytest.raises(InputError, match=r"declared safe|more than one token"):
            system_of(net.pnml())
        return
    system = system_of(net.pnml())
    assert {c.name for c in system.components} == {f"u{n}" for n in range(len(net.units))}
    assert sizes(net.pnml()) == sizes(net.pnml(safe=False)) == net.explore()[:2]


@in_one(seed=range(80))
def test_transitions_of_any_system_are_those_of_the_naive_product(seed):
    system = random_system(seed)
    if system.priority is not None:
        return
    product = NaiveProduct(system)
    wanted = sum(map(len, product.edges.values()))
    for encoding in (one_level_each(system), split_at_random(system, random.Random(seed))):
        forest = Forest(encoding.sizes)
        states = Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))
        assert count_states(encoding, forest, states) == forest.count(states)
        assert count_transitions(encoding, forest, states) == wanted


def test_a_bound_that_no_invariant_gives_is_found_on_the_way():
    """The lock is open once; after it five tokens can come, two at a time, but nothing that is conserved says so."""
    net = NaiveNet(
        {"p": 1, "q": 0, "r": 5},
        {"more": ({"p": 1, "r": 1}, {"p": 1, "q": 2}), "swap": ({"q": 1, "p": 1}, {"q": 1, "r": 1})},
    )
    wanted = net.explore()
    assert wanted is not None
    assert sizes(net.pnml()) == wanted[:2]


@pytest.mark.parametrize(
    ("net", "place", "words"),
    [
        (NaiveNet({"p": 1}, {"t": ({"p": 1}, {"p": 2})}), "p", "⟨t⟩ can be repeated"),
        (NaiveNet({"p": 0}, {"t": ({}, {"p": 1})}), "p", "⟨t⟩ can be repeated"),
        (
            NaiveNet({"p": 1, "q": 0, "r": 0}, {"a": ({"p": 1}, {"q": 1}), "b": ({"q": 1}, {"q": 1, "r": 1})}),
            "r",
            "after ⟨a⟩, ⟨b⟩ can be repeated",
        ),
    ],
)
def test_an_unbounded_net_is_refused_with_the_place_and_what_repeats(net, place, words):
    with pytest.raises(InputError) as refused:
        system_of(net.pnml())
    (diagnostic,) = refused.value.diagnostics
    assert f"the place {place} grows" in diagnostic.message
    assert words in diagnostic.hint


def test_what_touches_nothing_happens_at_every_marking():
    assert sizes(NaiveNet({}, {"t": ({}, {})}).pnml()) == (1, 1)
    assert sizes(NaiveNet({"p": 1, "q": 0}, {"idle": ({}, {}), "t": ({"p": 1}, {"q": 1})}).pnml()) == (2, 3)


def test_a_net_without_anything_is_one_state():
    assert sizes(NaiveNet({}, {}).pnml()) == (1, 0)


def test_a_place_that_never_changes_has_one_state_however_many_tokens():
    net = NaiveNet({"many": 10**9, "p": 1}, {"t": ({"many": 7, "p": 1}, {"many": 7})})
    assert sizes(net.pnml()) == (2, 1)
    assert [c.lts.states for c in system_of(net.pnml()).components if c.name == "many"] == [1]


def test_too_many_tokens_to_tell_apart_are_refused_in_words():
    with pytest.raises(InputError, match=r"can have 1,000,000,000 tokens"):
        system_of(NaiveNet({"many": 10**9, "p": 0}, {"t": ({"many": 1}, {"p": 1})}).pnml())
