"""The checks of CGP03's oracles, counted by the measure of its Table 3."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from quidpro.benchmarks.campaign import Settings, entry
from quidpro.benchmarks.cases import find_models, read_rows
from quidpro.benchmarks.measure import measure
from quidpro.benchmarks.oracles import search
from quidpro.benchmarks.rows import LEARNING
from quidpro.benchmarks.work import Oracles, Question, Work, answer, ran_out
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.search import build
from tests.random_systems import random_system

CHANNEL = Question("examples/channel/channel_prime.lts", {"deadlock": False}, "Input | OutputPrime")
LEARNED = Work(CHANNEL, "lstar", {}, 60.0, 8_000.0, as_published=True, by_oracle=True)


ROUNDS = [
    (1, 1, 1, "too weak"),
    (2, 1, 2, "not too weak"),
    (2, 2, 2, "too strong"),
    (3, 1, 3, "too weak"),
    (4, 1, 4, "not too weak"),
    (4, 2, 4, "holds"),
]


def test_a_search_ends_before_the_first_error():
    lts = LTS.of([(0, "b", 1), (0, "c", 2), (1, "bad", "ERROR"), (2, "d", 0)])
    assert search([lts], lts.alphabet, Budget()) == (2, 2)
    assert search([lts], lts.alphabet, Budget(), to_the_end=True) == (3, 4)


def test_hidden_steps_come_first_and_count_once():
    lts = LTS.of([(0, "a", "ERROR"), (0, "x", 1), (0, "y", 1), (1, "z", 1)])
    assert search([lts], {"a"}, Budget()) == (1, 1)
    assert search([lts], {"a"}, Budget(), to_the_end=True) == (2, 3)
    assert search([lts], lts.alphabet, Budget()) == (1, 0)


@pytest.mark.parametrize("seed", range(30))
def test_to_the_end_it_is_the_whole_product(seed):
    system = replace(random_system(seed), priority=None)
    parts = [component.lts for component in system.components]
    whole = build(Product(parts), Budget(), ignore)
    states, transitions = search(parts, system.alphabet, Budget(), to_the_end=True)
    assert (states, transitions) == (whole.states, whole.transitions)


def test_the_rounds_of_output_prime_one_by_one():
    found = measure(lambda _: None, LEARNED)
    assert isinstance(found, Oracles)
    assert [(check.iteration, check.oracle, check.assumption, check.result) for check in found.checks] == ROUNDS
    assert (found.direct_states, found.direct_transitions) == (found.whole_states, found.whole_transitions) == (4, 4)
    assert answer(asdict(found)) == found


def test_without_time_nothing_is_counted():
    found = measure(lambda _: None, replace(LEARNED, seconds=0.0))
    assert found == Oracles()
    assert ran_out(found)


def test_our_rover_carries_the_point_of_table_3():
    """Violated after four iterations with a small assumption; its checks are far smaller than that of the whole."""
    (row,) = (row for row in read_rows(find_models(None)) if row.table == "cgp03")
    work = entry(row, LEARNING, Settings(megabytes=16_000.0).published, by_oracle=True).work
    found = measure(lambda _: None, replace(work, seconds=1_000.0))
    assert [check.assumption for check in found.checks] == [1, 2, 3, 5, 5]
    assert [(check.oracle, check.result.lower()) for check in found.checks[:4]] == [
        (check.oracle, check.result.lower()) for check in row.checks[:4]
    ]
    assert found.checks[-1].result == "violated"
    assert 7 * max(check.states for check in found.checks) < found.direct_states < found.whole_states
