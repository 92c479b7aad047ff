"""Assumptions that are inherited from the specification."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from benchmarks.lpts_models import client_server
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.refined import order as orders
from quidpro.engines.probabilistic.refined.inheritance import Inheritance
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.goal import Conformance
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition, hidden
from quidpro.lpts.simulation import simulation
from quidpro.verdict.rounds import Round
from tests.many import in_one
from tests.random_lpts import random_lpts


def sensor(i):
    """Finds something with 9/10, and says so once."""
    return LPTS.of([(0, f"look{i}", {0: "0.1", 1: "0.9"}), (1, f"say{i}", 2)], name=f"Sensor{i}")


CHANNEL = LPTS.of(
    [("free", "say1", "full"), ("free", "say2", "full"), ("full", "pass", {"free": "0.8", "full": "0.2"})],
    name="Channel",
)


def network_rows():
    """Nobody says anything before having found it, and the channel has room for one."""
    for found1, found2, full in product((False, True), repeat=3):
        here = found1, found2, full
        if full:
            yield here, "pass", {(found1, found2, False): "0.8", here: "0.2"}
        for i, has_found, now in ((1, found1, (True, found2, full)), (2, found2, (found1, True, full))):
            if not has_found:
                yield here, f"look{i}", {here: "0.1", now: "0.9"}
            elif not full:
                yield here, f"say{i}", (found1, found2, True)


def network():
    return [sensor(1), sensor(2), CHANNEL], LPTS.of(network_rows())


def inheriting(components, spec):
    alphabet = {action for component in components for action in component.alphabet}
    return Inheritance(components, Conformance.of(spec, alphabet))


def test_every_premise_holds():
    components, spec = network()
    rule = inheriting(components, spec)
    assert rule.run() is True
    goal = completed(spec, composition(components).alphabet)
    for part, behind, front in zip(components, [*rule.assumptions, None], [goal, *rule.assumptions], strict=True):
        assert simulation(composition([part, behind]) if behind else part, front).holds


def test_assumptions_shrink_and_speak_of_what_the_others_do():
    components, spec = network()
    rule = inheriting(components, spec)
    rule.run()
    assert spec.states > rule.assumptions[0].states > rule.assumptions[1].states
    assert rule.assumptions[0].alphabet == ("look2", "pass", "say1", "say2")
    assert rule.assumptions[1].alphabet == CHANNEL.alphabet


def test_a_specification_that_does_not_say_enough_is_given_up():
    """That nobody is granted what was not asked for is nowhere in this specification, and it is needed."""
    components, spec = client_server(2, 2)
    rule = inheriting(components, spec)
    assert rule.run() is None
    assert rule.gave_up
    assert check(components, spec).holds


def test_what_does_not_hold_is_not_proved():
    components, spec = network()
    strict = LPTS.of([t for t in spec.triples() if t[1] != "say2"], initial=spec.initial, alphabet=spec.alphabet)
    assert inheriting(components, strict).run() is None
    assert check(components, strict).verdict == "violated"


def test_the_last_component_may_do_what_the_others_forbid():
    first, last = LPTS.of([(0, "a", 1)]), LPTS.of([(0, "b", 0)])
    rule = inheriting([first, last], LPTS.of([(0, "a", 1)], alphabet="ab"))
    assert rule.run() is None
    assert rule.gave_up
    assert (len(rule.premises), len(rule.assumptions)) == (1, 1)


def test_it_goes_on_where_a_budget_ended_it():
    pieces, whole = (inheriting(*network()) for _ in range(2))
    ends = 0
    while pieces.holds is None:
        try:
            pieces.run(Budget(polls=3 + ends))
        except BudgetExceeded:
            ends += 1
    assert whole.run()
    assert ends > 3
    assert (pieces.refinements, pieces.assumptions) == (whole.refinements, whole.assumptions)


def test_a_mark_of_one_component_is_none_of_the_others_business():
    """In whichever place the component that has it stands."""
    components, spec = network()
    marked = replace(components[0], marks={"found": frozenset({1, 2})})
    goal = replace(spec, marks={"found": frozenset(s for s in range(spec.states) if "(True," in spec.state_name(s))})
    for order in permutations([marked, *components[1:]]):
        assert inheriting(order, goal).run() is True
    wrong = replace(components[0], marks={"found": frozenset({1})})
    assert check([wrong, *components[1:]], goal).verdict == "violated"
    for order in permutations([wrong, *components[1:]]):
        assert inheriting(order, goal).run() is None


def test_what_nobody_does_connects_nothing():
    """The specification has an action that no component has: it never happens, and tells nothing of the others."""
    components, spec = network()
    rows = [*spec.triples(), *((state, "never", (state + 1) % spec.states) for state in range(spec.states))]
    talkative = LPTS.of(rows, initial=spec.initial)
    rule = inheriting(components, talkative)
    assert rule.run() is True
    assert [a.alphabet for a in rule.assumptions] == [("look2", "pass", "say1", "say2"), CHANNEL.alphabet]


@pytest.mark.slow
def test_a_budget_ends_it_before_a_large_specification_is_looked_at():
    length = 30_000
    steps = [(i, "x", ((min(i + 1, length - 1), Fraction(1)),)) for i in range(length)]
    spec = LPTS.from_rows(length, [*steps, (length - 1, "y", ((0, Fraction(1)),))])
    rule = inheriting([LPTS.of([(0, "x", 0)]), LPTS.of([(0, "x", 0)], alphabet="xy")], spec)
    with pytest.raises(BudgetExceeded):
        rule.run(Budget(polls=0))
    assert rule.run(work=10_000) is None
    assert rule.work > 10_000


def test_work_ends_it_between_rounds():
    rule = inheriting(*network())
    assert rule.run(work=500) is None
    assert not rule.gave_up
    assert rule.refinements > 0
    assert rule.run() is True


def test_it_has_its_turn_after_the_first_refinements(monkeypatch):
    monkeypatch.setattr(orders, "FIRST_SHARE", 1000)
    monkeypatch.setattr(orders, "HOPEFUL_FACTOR", 100)
    components, spec = network()
    outcome, plain = (
        check(components, spec, order=(0, 1, 2), options=ProbabilisticRefined(candidates=candidates))
        for candidates in (True, False)
    )
    assert (outcome.verdict, plain.verdict) == ("holds", "holds")
    assert [(attempt.inherited, attempt.decided) for attempt in outcome.attempts] == [(False, False), (True, True)]
    assert not any(attempt.inherited for attempt in plain.attempts)


def test_rounds_tell_which_premise_they_are_about(monkeypatch):
    told = []
    rule = inheriting(*network())
    rule.run(events=told.append)
    rounds = [event for event in told if isinstance(event, Round) and event.evidence is not None]
    assert all(event.evidence.inherited for event in rounds)
    assert [event.number for event in rounds] == list(range(1, rule.refinements + 2))
    assert sorted({event.premise for event in rounds}) == [1, 2, 3]
    assert all(len(event.evidence.assumptions) == min(event.premise, 2) for event in rounds)
    assert {event.outcome for event in rounds[:-1]} == {"refined"}
    assert rounds[-1].outcome == "holds"


@pytest.mark.parametrize("numbering", [lambda i: i, lambda i: -i % 3000, lambda i: 7 * i % 3000])
def test_a_long_way_is_one_state_when_it_is_hidden(numbering):
    rows = [(numbering(i), "a", ((numbering(i + 1), Fraction(1)),)) for i in range(2999)]
    assert hidden(LPTS.from_rows(3000, rows, alphabet="ab"), "b", "a").states == 1


@in_one(seed=range(40))
def test_what_is_hidden_connects_states(seed):
    lpts = random_lpts(Random(seed), largest=6)
    seen = hidden(lpts, "bc", "a")
    assert seen.alphabet == ("b", "c")
    block = list(range(lpts.states))
    for source, action, goal in lpts.triples():
        if action == "a":
            merged = {block[source], *(block[state] for state in goal)}
            block = [min(merged) if one in merged else one for one in block]
    numbers = {one: number for number, one in enumerate(sorted(set(block)))}
    rows = {
        (numbers[block[source]], "b", frozenset((numbers[block[s]]) for s in goal))
        for source, action, goal in lpts.triples()
        if action == "b"
    }
    assert seen.states == len(numbers)
    assert {(p, a, frozenset(d)) for p, a, d in seen.triples() if a == "b"} == rows
    assert {(p, tuple(d)) for p, a, d in seen.triples() if a == "c"} == {(p, (p,)) for p in range(seen.states)}
