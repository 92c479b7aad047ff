"""What ``info`` says of the size of a whole: exactly, or more than what a second was enough for, and never too much."""

from __future__ import annotations

import json
import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Found, ignore
from quidpro.core.source import Source
from quidpro.core.words import magnitude, rounded_down
from quidpro.engines.explicit.saturated import counting
from quidpro.engines.explicit.saturated.counting import quick_count
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.engines.explicit.saturated.levels import saturated
from quidpro.frontend.fsp.model import load_fsp
from quidpro.frontend.load import load
from quidpro.report.explicit.info import info
from quidpro.solvers.mdd import forest as forests
from quidpro.solvers.mdd.forest import Forest, TooManyNodes
from quidpro.solvers.mdd.saturation import Saturation
from quidpro.verdict.explicit.reachable import MoreThan, Reachable
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.unit.test_saturation_core import split_at_random

MANY = "P = (a -> b -> P). ||ALL = (forall [i:1..8] p[i]:P)."
FIRST = "P = (a -> b -> P). ||ALL = (forall [i:1..8] p[i]:P) << {p[1].a}."


def system_of(text: str):
    return load_fsp(Source("m.lts", text), None).system("ALL", Budget())


@pytest.mark.parametrize("seed", range(60))
def test_what_was_found_before_a_limit_is_never_more_than_there_is(seed, monkeypatch):
    monkeypatch.setattr(forests, "_POLL_NODES", 1)
    system, told = random_system(seed), []
    if system.priority is not None:
        return
    states = len(NaiveProduct(system).depth)
    for encoding in (one_level_each(system), split_at_random(system, random.Random(seed))):
        limit = 0
        while True:
            forest = Forest(encoding.sizes, max_nodes=limit)
            saturation = Saturation(forest, encoding.events)
            try:
                saturation.closure(forest.vector(encoding.initial))
                break
            except TooManyNodes:
                told.append(saturation.found)
                limit += 1 + limit // 4
        assert saturation.found == states
    assert all(0 <= number <= states for number in told)


def test_some_of_it_is_found_before_a_limit(monkeypatch):
    """In between, and more with more nodes: a number that is always 1 would be true, too."""
    monkeypatch.setattr(forests, "_POLL_NODES", 1)
    model = load("examples/mer/mer_five.lts", {"K": 3})
    encoding, told = one_level_each(model.system("SYSTEM", Budget())), []
    for limit in (100, 200, 400, 800):
        with pytest.raises(TooManyNodes):
            saturated(encoding, Budget(), told.append, limit)
    numbers = [event.states for event in told if isinstance(event, Found)]
    assert len(numbers) == 4
    assert 10 < numbers[0] < numbers[-1]


def test_what_takes_a_second_at_most_is_exact():
    assert quick_count(Budget())(system_of(MANY)) == Reachable(2**8, 8 * 2**8, 8)


@pytest.mark.slow
def test_what_takes_longer_has_more_than_was_found(monkeypatch):
    monkeypatch.setattr(counting, "_QUICK_SECONDS", 0.2)
    system = load("examples/mer/mer_five.lts", {"K": 8}).system("SYSTEM", Budget())
    found = quick_count(Budget())(system)
    assert isinstance(found, MoreThan)
    assert 1 < found.states < 426_249


def test_the_second_is_for_all_systems_together(monkeypatch):
    monkeypatch.setattr(counting, "_QUICK_SECONDS", 0)
    count = quick_count(Budget())
    assert [count(system_of(MANY)) for _ in range(3)] == [None] * 3


def test_transitions_that_take_too_long_leave_the_states_known(monkeypatch):
    def late(_self):
        raise BudgetExceeded("time", "counting")

    monkeypatch.setattr(counting._Transitions, "total", late)
    assert quick_count(Budget())(system_of(MANY)) == MoreThan(2**8 - 1)


def test_what_no_diagram_is_made_of_is_explored_where_it_is_asked_by_name(monkeypatch):
    system = system_of(FIRST)
    assert quick_count(Budget())(system) is None
    assert quick_count(Budget(), one_by_one=True)(system) is None, "it comes to an end"

    def unfinished(_product, budget, events, *, errors):
        events(counting.Explored(1_000, 10))
        raise BudgetExceeded("time", "exploring")

    monkeypatch.setattr(counting, "search", unfinished)
    assert quick_count(Budget(), one_by_one=True)(system) == MoreThan(999)


def test_an_interrupt_ends_it():
    budget = Budget()
    budget.interrupt()
    with pytest.raises(BudgetExceeded):
        quick_count(budget)(system_of(MANY))


def described(format: str, name: str | None, count) -> str:
    return info(load_fsp(Source("m.lts", MANY), None), name, format, Budget(), ignore, count)


@pytest.mark.parametrize("name", [None, "ALL"])
def test_the_words_and_the_fields(name):
    """One of which more is not known is not composed: nobody knows how long that would take."""
    text = described("text", name, lambda _system: MoreThan(41_999))
    assert "composite  ALL  more than 41,900 reachable states, 16 actions, p.1:P" in text
    row = json.loads(described("json", name, lambda _system: MoreThan(41_999)))[-1]
    assert (row["more_than"], row["reachable"], row["states"]) == ({"states": 41_999}, None, None)


def test_the_fields_of_an_exact_number_are_what_they_were():
    row = json.loads(described("json", "ALL", lambda _system: Reachable(256, 2_048, 8)))[-1]
    assert row["reachable"] == {"states": 256, "transitions": 2_048, "nodes": 8}
    assert (row["more_than"], row["states"]) == (None, 256)


def test_an_enormous_number():
    row = json.loads(described("json", None, lambda _system: MoreThan(10**5000)))[-1]
    assert row["more_than"] == {"states": "1.00·10^5000"}
    assert "more than 9.99·10^4999 reachable" in described("text", None, lambda _system: MoreThan(10**5000 - 1))


@in_one(seed=range(50))
def test_rounding_down(seed):
    number = random.Random(seed).randrange(10 ** (seed * 7 + 1))
    digits = str(number)
    assert str(rounded_down(number)) == digits[:3] + "0" * (len(digits) - 3)
    assert magnitude(rounded_down(number)).replace(",", "").startswith(digits[0])
