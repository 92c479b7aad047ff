"""Equivalence and refinement of LTSs, beside walks over pairs of sets of states."""

from collections import deque
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

import quidpro
from quidpro.lts import LTS
from quidpro.lts.compare import equivalent
from quidpro.lts.lts import ERROR
from quidpro.lts.ops import hide
from quidpro.lts.partition import Bisimulation
from quidpro.lts.reduce import Equivalence, reduce
from tests.lts_strategy import ltss
from tests.naive_reduce import bisimilar, disjoint_union

BISIMULATIONS: list[Bisimulation] = ["strong", "branching", "weak"]
ALL: list[Equivalence] = [*BISIMULATIONS, "trace"]
Sets = tuple[frozenset[int], frozenset[int]]


def closed(lts: LTS, states: set[int]) -> frozenset[int]:
    """With all that silent steps lead to."""
    todo = [*states]
    while todo:
        state = todo.pop()
        new = {q for a, q in lts.successors(state) if a == 0} - states if state != ERROR else set()
        states |= new
        todo += new
    return frozenset(states)


def after(lts: LTS, states: frozenset[int], action: str) -> frozenset[int]:
    label = lts.labels.get(action, -1)
    return closed(lts, {q for p in states if p != ERROR for a, q in lts.successors(p) if a == label})


def missing_trace(one: LTS, two: LTS) -> tuple[str, ...] | None:
    """The shortest trace of one that two lacks, by the sets that each can be in; what may go wrong goes wrong."""
    one = hide(one, set(one.alphabet) - set(two.alphabet))
    first: Sets = closed(one, {one.initial}), closed(two, {two.initial})
    found: set[Sets] = {first}
    todo: deque[tuple[tuple[str, ...], Sets]] = deque([((), first)])
    shortest: list[tuple[str, ...]] = []
    while todo:
        trace, (mine, theirs) = todo.popleft()
        if ERROR in mine:
            shortest += [] if ERROR in theirs else [(*trace, "ERROR")]
            continue
        for action in one.alphabet:
            pair = after(one, mine, action), after(two, theirs, action)
            if pair[0] and (not pair[1] or ERROR in theirs):
                shortest.append((*trace, action))
            elif pair[0] and pair not in found:
                found.add(pair)
                todo.append(((*trace, action), pair))
    return min(shortest, key=len, default=None)


@pytest.mark.parametrize("equivalence", BISIMULATIONS)
@settings(max_examples=60, deadline=None)
@given(one=ltss(4), two=ltss(4))
def test_bisimilar_is_what_a_relation_says(equivalence: Bisimulation, one: LTS, two: LTS) -> None:
    one, two = replace(one, end=-1), replace(two, end=-1)
    both, p, q = disjoint_union(one, two)
    assert equivalent(one, two, equivalence) == ((p, q) in bisimilar(both, equivalence))


@settings(max_examples=100, deadline=None)
@given(one=ltss(4), two=ltss(4))
def test_the_same_traces_are_the_same_walk(one: LTS, two: LTS) -> None:
    same = missing_trace(one, two) is None and missing_trace(two, one) is None
    assert equivalent(one, two, "trace") == same


@pytest.mark.parametrize("equivalence", ALL)
@settings(max_examples=40, deadline=None)
@given(lts=ltss(5))
def test_what_is_reduced_is_equivalent(equivalence: Equivalence, lts: LTS) -> None:
    assert equivalent(lts, reduce(lts, equivalence), equivalence)


@settings(max_examples=40, deadline=None)
@given(lts=ltss(4))
def test_an_end_that_can_be_reached_is_seen(lts: LTS) -> None:
    assume(lts.end == lts.initial)
    assert not equivalent(lts, replace(lts, end=-1), "weak")
    assert equivalent(lts, replace(lts, end=-1), "trace")


@settings(max_examples=60, deadline=None)
@given(one=ltss(4), two=ltss(4))
def test_refinement_gives_a_shortest_trace(one: LTS, two: LTS) -> None:
    answer, naive = quidpro.refines(one, two), missing_trace(one, two)
    assert answer.holds == (naive is None)
    assert answer[0].verdict.certified
    if naive is not None:
        assert answer.trace is not None
        assert len(answer.trace.visible) == len(naive)


@settings(max_examples=100, deadline=None)
@given(one=ltss(4), two=ltss(4))
def test_actions_that_the_specification_does_not_know_are_silent(one: LTS, two: LTS) -> None:
    two = hide(two, {"b"})
    assert quidpro.refines(one, two).holds == (missing_trace(one, two) is None)


def test_alphabets_must_be_the_same() -> None:
    lts = LTS.of([(0, "a", 0)])
    assert not equivalent(lts, LTS.of([(0, "a", 0)], alphabet=["b"]), "strong")


def test_an_action_that_only_the_specification_has_is_never_done_by_it_alone() -> None:
    answer = quidpro.refines(LTS.of([(0, "y", 0)]), LTS.of([(0, "x", 1), (1, "y", 0)]))
    assert answer.trace is not None
    assert answer.trace.visible == ("y",)


def test_an_action_called_error_is_not_the_error() -> None:
    odd = LTS.of([(0, "ERROR", 1)])
    wrong = LTS.of([(0, "tau", -1)], alphabet=["ERROR"])
    assert quidpro.refines(odd, odd).holds
    assert not quidpro.refines(odd, wrong).holds
    assert quidpro.refines(wrong, wrong).holds


def test_an_error_behind_an_action_that_the_specification_does_not_know_comes_silently() -> None:
    implementation = LTS.of([(0, "a", 0), (0, "b", "ERROR")])
    assert quidpro.refines(implementation, LTS.of([(0, "tau", "ERROR")], alphabet=["a"])).holds
    answer = quidpro.refines(implementation, LTS.of([(0, "a", 0)]))
    assert answer.trace is not None
    assert answer.trace.visible == ("ERROR",)


def test_limits() -> None:
    lts = LTS.of([(0, "a", 1), (1, "tau", 0)])
    with pytest.raises(quidpro.BudgetExceeded):
        quidpro.equivalent(lts, lts, timeout=0)
    with pytest.raises(quidpro.UsageError, match="strong, branching, weak, trace"):
        quidpro.equivalent(lts, lts, "bisimilar")
