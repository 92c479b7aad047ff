"""safe-pCTL on LPTSs: exact thresholds, trees, nested formulas, and proofs by parts."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from quidpro.checker.probabilistic import certify_lpts
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.engines.probabilistic.pctl import Checking, maximal, parse, witness
from quidpro.engines.probabilistic.pctl.witness import violations
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.goal import NoTree
from quidpro.logic.pctl import AtMost, Mark, Truth, Until
from quidpro.lpts import LPTS
from quidpro.lpts.ops import composition
from tests.naive_pctl import naive_values
from tests.random_lpts import random_lpts
from tests.random_pctl import marked, random_formula, random_marked_system

COIN = LPTS.of([(0, "a", {1: "0.1", 2: "0.9"}), (1, "b", {3: "0.09", 2: "0.91"})], marks={"bad": [3], "on": [0, 1]})
AGAIN = LPTS.of([(0, "try", {0: "1/2", 1: "1/4", 2: "1/4"})], marks={"bad": [1]})
"""The probability of bad is 1/2, but only in the limit."""
SENDER = LPTS.of([(0, "send", 1), (1, "ok", 0), (1, "lost", 2)], marks={"bad": [2]}, name="Sender")
CHANNEL = LPTS.of([(0, "send", {1: "9/10", 2: "1/10"}), (1, "ok", 0), (2, "lost", 2)], name="Channel")


def holds(lpts: LPTS, text: str) -> bool:
    return Checking(lpts).satisfies(parse(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('P<=0.009 [ F "bad" ]', True),
        ('P<0.009 [ F "bad" ]', False),
        ('P<=0.008999999999999999999999999999 [ F "bad" ]', False),
        ('P<0.009000000000000000000000000001 [ F "bad" ]', True),
        ('P<=0.009 [ "on" U "bad" ]', True),
        ('P<=0 [ !"on" U "bad" ]', True),
        ('P<=0 [ F<=1 "bad" ]', True),
        ('P<=0 [ F<=2 "bad" ]', False),
        ('P<=0.1 [ X "on" ]', True),
        ('P<0.1 [ X "on" ]', False),
        ('"on" & !"bad"', True),
        ('P<=0 [ F ("on" & !P<=0.05 [ F "bad" ]) ]', False),
        ('P<=0 [ F ("on" & !P<=0.09 [ F "bad" ]) ]', True),
    ],
)
def test_exact_thresholds(text, expected):
    assert holds(COIN, text) is expected


def test_a_scheduler_may_choose_every_time():
    lpts = LPTS.of(
        [(0, "safe", 0), (0, "risk", {1: "1/2", 2: "1/2"}), (1, "back", 0), (1, "risk", {3: "1/3", 2: "2/3"})],
        marks={"bad": [3]},
    )
    assert Checking(lpts).values(parse('P<=0 [ F "bad" ]').root)[0] == Fraction(1, 6)


def test_no_next_state_after_the_last():
    lpts = LPTS.of([(0, "a", 1)], marks={"end": [1]})
    assert holds(lpts, 'P<=0 [ F ("end" & !P<=0 [ X true ]) ]')
    assert not holds(lpts, 'P<=0 [ F ("end" & !P<1 [ true U "end" ]) ]')


@pytest.mark.parametrize("guessing", [True, False])
def test_values_are_those_of_the_best_of_all_schedulers(guessing, monkeypatch):
    if not guessing:
        monkeypatch.setattr(maximal, "_DENOMINATORS", ())
    for seed in range(150):
        rng = Random(seed)
        lpts = marked(rng, random_lpts(rng, largest=5, moves=3))
        limit = parse(rng.choice(['P<=0 [ F "x" ]', 'P<=0 [ "x" U "y" ]', 'P<=0 [ F<=3 "x" ]', 'P<=0 [ X "y" ]'])).root
        assert Checking(lpts).values(limit) == naive_values(lpts, limit), seed


def test_values_with_denominators_that_no_guess_meets():
    steps = [(i, "a", {i + 1: "1/7", 0: "5/7", "out": "1/7"}) for i in range(9)]
    lpts = LPTS.of(steps, marks={"bad": [9]})
    (value, *_) = Checking(lpts).values(parse('P<=0 [ F "bad" ]').root)
    assert value.denominator > 10**6
    assert holds(lpts, f'P<={value} [ F "bad" ]')
    assert not holds(lpts, f'P<{value} [ F "bad" ]')


def test_a_tree_is_an_execution_that_violates_the_formula_by_itself():
    for seed in range(200):
        rng = Random(seed)
        lpts, formula = marked(rng, random_lpts(rng, largest=5, moves=3)), random_formula(rng)
        try:
            trees = violations(Checking(lpts), formula.root, 2)
        except NoTree:
            continue
        assert bool(trees) is not Checking(lpts).satisfies(formula)
        for tree in trees:
            assert not Checking(tree.lpts(lpts.alphabet, lpts)).satisfies(formula), seed


def test_only_what_is_needed_is_in_the_tree():
    (tree,) = violations(Checking(COIN), parse('P<=0.008 [ F "bad" ]').root, 5)
    assert (tree.depth, len(list(tree.nodes()))) == (2, 5)


def test_each_violated_conjunct_has_a_tree():
    formula = parse('P<=0 [ F "bad" ] & P<=1 [ F "bad" ] & P<=0 [ X "on" ]')
    assert [tree.depth for tree in violations(Checking(COIN), formula.root, 5)] == [2, 1]


def test_equality_that_is_reached_only_in_the_limit():
    with pytest.raises(NoTree, match="only in the limit: finite trees come as near to 1/2"):
        violations(Checking(AGAIN), parse('P<1/2 [ F "bad" ]').root, 1)
    assert holds(AGAIN, 'P<=1/2 [ F "bad" ]')
    (tree,) = violations(Checking(AGAIN), parse('P<=0.4 [ F "bad" ]').root, 1)
    assert tree.depth == 3


def test_equality_that_a_finite_tree_reaches():
    (tree,) = violations(Checking(COIN), parse('P<0.009 [ F "bad" ]').root, 1)
    assert tree.depth == 2


@pytest.mark.parametrize("method", ["agar", "monolithic"])
def test_a_violation_without_a_tree_is_shown_by_a_scheduler(method):
    components, formula = [AGAIN, LPTS.of([(0, "other", 0)])], parse('P<1/2 [ F "bad" ]')
    outcome = check(components, formula, method=method)
    assert (outcome.verdict, outcome.execution) == ("violated", None)
    assert "only in the limit" in outcome.reason
    certificate = certificate_of(outcome, components, formula)
    assert certificate["rule"] == "scheduler"
    assert certify_lpts(certificate, components, formula).ok


def test_so_many_paths_that_no_tree_is_shown():
    lpts = LPTS.of([(0, "a", {0: "1/4", 1: "1/4", 2: "1/2"}), (1, "b", {0: "1/2", 1: "1/2"})], marks={"bad": [2]})
    with pytest.raises(NoTree, match="so many paths"):
        violations(Checking(lpts), parse('P<=0.9999999999 [ F "bad" ]').root, 1)
    outcome = check([lpts], parse('P<=0.9999999999 [ F "bad" ]'))
    assert outcome.verdict == "violated"


def test_a_part_of_a_tree_that_is_real_gives_way_to_the_whole(monkeypatch):
    """About seven tries to win are enough; a hasty search looks at three paths."""
    monkeypatch.setattr(witness, "MAX_HASTY_NODES", 3)
    components = [LPTS.of([(0, "try", {0: "9/10", 1: "1/10"})], marks={"won": [1]}), LPTS.of([(0, "try", 0)])]
    outcome = check(components, parse('P<=1/2 [ F "won" ]'), order=(0, 1))
    assert (outcome.verdict, outcome.method, outcome.execution.depth) == ("violated", "agar", 7)


@pytest.mark.parametrize("power", [198, 220, 320, 400])
def test_bounds_that_no_float_tells_apart(power):
    """Two paths of exactly half the bound each: together they do not exceed it, and a little less is exceeded."""
    half = f"1/{2 * 10**power}"
    rest = f"{10**power - 1}/{10**power}"
    lpts = LPTS.of([(0, "a", {1: half, 2: half, 3: rest})], marks={"bad": [1, 2]})
    exact = Fraction(1, 10**power)
    for limit, strict, holds in ((exact, False, True), (exact, True, False), (exact * 999 / 1000, False, False)):
        found = AtMost(limit, strict, Until(Truth(True), Mark("bad", True)))
        assert bool(violations(Checking(lpts), found, 1)) is not holds


@pytest.mark.slow
@pytest.mark.parametrize(("largest", "partial"), [(3, 3), (30, 2)])
def test_parts_of_trees_refine_as_well(largest, partial, monkeypatch):
    """With next to no room for trees most of them are cut; whoever is right without them is right with them."""
    monkeypatch.setattr(witness, "MAX_NODES", largest)
    monkeypatch.setattr(witness, "MAX_HASTY_NODES", largest)
    monkeypatch.setattr(witness, "MAX_PARTIAL_NODES", partial)
    by_parts = 0
    for seed in range(120):
        rng = Random(seed)
        formula, components = random_formula(rng), random_marked_system(rng)
        outcome = check(components, formula)
        assert outcome.holds is Checking(composition(components)).satisfies(formula), seed
        by_parts += outcome.holds and outcome.method == "agar" and outcome.refinements > 0
    assert by_parts


def test_an_assumption_is_found_for_a_formula():
    formula = parse('P<=1/10 [ F<=2 "bad" ]')
    outcome = check([SENDER, CHANNEL], formula, order=(0, 1))
    assert outcome.holds
    assert outcome.refinements == 1
    assert outcome.assumptions[0].states < CHANNEL.states
    assert certify_lpts(certificate_of(outcome, [SENDER, CHANNEL], formula), [SENDER, CHANNEL], formula).ok


def test_the_marks_of_the_components_behind_count_too():
    marked_channel = LPTS.of(list(CHANNEL.triples()), marks={"dead": [2]}, name="Channel")
    for bound, verdict in (("1/10", "holds"), ("0.0999", "violated")):
        outcome = check([SENDER, marked_channel], parse(f'P<={bound} [ F<=1 "dead" ]'), order=(0, 1))
        assert outcome.verdict == verdict


def test_an_execution_shows_a_violation_by_parts():
    outcome = check([SENDER, CHANNEL], parse('P<=0.09 [ F<=2 "bad" ]'), order=(0, 1))
    assert outcome.verdict == "violated"
    assert outcome.execution.depth == 2
    assert not Checking(outcome.execution.lpts([SENDER, CHANNEL])).satisfies(parse('P<=0.09 [ F<=2 "bad" ]'))


def test_an_unknown_mark_is_refused():
    with pytest.raises(UsageError, match='no component has the label "worse"; known are "bad"'):
        check([SENDER, CHANNEL], parse('P<=0.1 [ F "worse" ]'))
    with pytest.raises(UsageError, match="simulation does not preserve"):
        check([SENDER, CHANNEL], parse('P<=0.1 [ F "deadlock" ]'))


def test_a_budget_ends_the_work():
    with pytest.raises(BudgetExceeded):
        Checking(composition([SENDER, CHANNEL]), Budget(polls=0)).satisfies(parse('P<=0.1 [ F "bad" ]'))
    outcome = check([SENDER, CHANNEL], parse('P<=0.1 [ F "bad" ]'), budget=Budget(polls=3))
    assert outcome.verdict == "unknown"
