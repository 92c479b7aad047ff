"""A small sample of the random campaign of assertions, and what progress says about the same systems."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.logic.ltl import Assertion, Literal, Release, Truth, Until
from quidpro.lts.system import Progress
from tests.asking import Problem, solve
from tests.differential.compare_liveness import differences
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_no_answer_differs_from_runs_made_by_hand(first):
    assert [d for seed in range(first, first + 20) for d in differences(seed)] == []


@pytest.mark.parametrize("first", range(0, 80, 40))
def test_again_and_again_is_progress(first):
    """Under fair choice ``[]<>a`` is the progress property ``{a}``, unless a run stops and repeats its last."""
    for seed in range(first, first + 40):
        system = random_system(seed).with_properties()
        naive = NaiveProduct(system)
        if not all(naive.terminal_actions):
            continue
        for action in system.alphabet:
            again = Release(Truth(False), Until(Truth(True), Literal(frozenset({action}), True)))
            asked = replace(system, assertions=(Assertion("A", again),))
            verdict = solve(Problem(asked, "liveness", "A"), "monolithic")
            fails = naive.fails(Progress("A", frozenset({action})))
            assert (verdict.outcome, verdict.certified) == ("violated" if fails else "holds", True), (seed, action)
