"""Circular reasoning: the example of the thesis, minimality, constraints."""

from __future__ import annotations

from itertools import product

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.game import Game, alphabets_of
from quidpro.engines.explicit.shared.rounds import Log
from quidpro.learning.smallest.encodings import ENCODINGS, Member
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from tests.asking import Problem, solve
from tests.unit.circular_samples import (
    IN,
    ORDER,
    OUT,
    in_out,
    interfaces,
    keeps,
    languages,
    of_lts,
    of_table,
    premises,
    random_pair,
    satisfies,
    tables,
    tuples,
)

FEWEST = {
    **dict.fromkeys([5, 12, 18, 22, 27, 45, 53, 79, 89, 110, 111, 151, 160, 220, 222, 229, 248, 264, 278, 1441], 4),
    **dict.fromkeys([3, 90, 137, 249, 292, 298, 301, 367, 402, 439, 444, 498, 505, 541, 545], 5),
}
"""Random systems that hold, by seed, and the states of their smallest assumptions: nothing smaller was found."""


def circular(system, **options):
    split = tuple((c.name,) for c in system.processes)
    chosen = {"candidates": False, **options}
    return solve(
        Problem(system, "safety", system.properties[0].name, split=split, options=chosen), "circular", Budget()
    )


def game(*parts, goal=ORDER):
    groups, goals = [[part] for part in parts], [complete_property(goal)]
    return Game(groups, goals, alphabets_of(groups, goals), Log(Budget()))


def plus(part, *word):
    return Member(word, part - 1, True)


def minus(part, *word):
    return Member(word, part - 1, False)


class TestTheExampleOfTheThesis:
    @pytest.mark.parametrize("encoding", ENCODINGS)
    @pytest.mark.parametrize("reduce", [True, False])
    def test_four_states_in_all(self, encoding, reduce):
        verdict = circular(in_out(), encoding=encoding, reduce=reduce)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [a.about for a in verdict.assumptions] == [("In",), ("Out",)]
        assert [a.lts.alphabet for a in verdict.assumptions] == [("ack", "send"), ("ack", "send")]
        assert [a.lts.states for a in verdict.assumptions] == [2, 2]

    def test_neither_part_keeps_the_property_alone(self):
        parts, p = languages(in_out())
        assert satisfies(parts, p)
        assert not satisfies(parts[:1], p)
        assert not satisfies(parts[1:], p)
        assert parts[0].has(["in", "send", "ack", "ack"])
        assert parts[1].has(["send", "out", "send"])

    def test_the_constraint_of_example_4_follows(self):
        """In the example the first disjunct cannot be: In and Out both do ⟨send⟩, so both assumptions have it."""
        real, found = game(IN, OUT).analysis.inductive(1, ("send", "out", "send"))
        assert real is None
        assert found == [(plus(2, "send", "send"),), (minus(1, "send", "send"),)]
        printed = [(minus(1, "send"), plus(2, "send", "send")), (minus(1, "send"), minus(1, "send", "send"))]
        small = [of_table(table, ("ack", "send")) for states in (1, 2) for table in tables(states, 2)]
        kept = [pair for pair in product(small, small) if all(keeps(pair, constraint) for constraint in found)]
        assert kept
        assert all(keeps(pair, constraint) for pair in kept for constraint in printed)

    def test_line_25_where_the_first_disjunct_can_be(self):
        """An In that waits for an ack before its first send: the corrected form, in two disjunctions."""
        shy = LTS.of([(0, "ack", 1), (1, "in", 2), (2, "send", 0)], name="Shy")
        real, found = game(shy, OUT).analysis.inductive(1, ("send", "out", "send"))
        assert real is None
        assert found == [(minus(1, "send"), plus(2, "send", "send")), (minus(1, "send", "send"),)]


class TestConstraints:
    """The other cases of Algorithms 5.1 and 5.2."""

    ALTERNATE = LTS.of([(0, "a", 1), (1, "b", 0)], name="P")
    CYCLE = LTS.of([(0, "a", 1), (1, "b", 0)], name="M")
    EAGER = LTS.of([(0, "a", 0), (0, "b", 0)], name="N")

    @pytest.mark.parametrize(
        ("first", "second", "word", "expected"),
        [
            pytest.param(EAGER, EAGER, "ab", [(plus(1, "a", "b"),), (plus(2, "a", "b"),)], id="line 8"),
            pytest.param(EAGER, CYCLE, "aa", [(plus(1, "a", "a"),), (minus(2, "a", "a"),)], id="line 15"),
            pytest.param(EAGER, CYCLE, "aab", [(minus(2, "a", "a"),)], id="line 21"),
        ],
    )
    def test_a_spurious_counterexample_of_an_inductive_premise(self, first, second, word, expected):
        assert game(first, second, goal=self.ALTERNATE).analysis.inductive(0, tuple(word)) == (None, expected)

    def test_line_18(self):
        silent = LTS.of([], alphabet=["a", "b"], name="STOP")
        _, found = game(self.EAGER, silent, goal=self.ALTERNATE).analysis.inductive(0, ("a", "b"))
        assert found == [(minus(2, "a"), plus(1, "a", "b"))]

    def test_a_word_that_both_do_and_the_property_forbids_is_real(self):
        assert game(self.EAGER, self.EAGER, goal=self.ALTERNATE).analysis.inductive(0, ("a", "a")) == (("a", "a"), [])
        assert game(self.EAGER, self.EAGER, goal=self.ALTERNATE).analysis.together(("b",)) == (("b",), [])

    def test_premise_3(self):
        silent = LTS.of([], alphabet=["a", "b"], name="STOP")
        assert game(self.EAGER, self.CYCLE, goal=self.ALTERNATE).analysis.together(("b",)) == (None, [(minus(2, "b"),)])
        assert game(self.CYCLE, silent, goal=self.ALTERNATE).analysis.together(("b",)) == (
            None,
            [(minus(1, "b"), minus(2, "b"))],
        )

    def test_with_three_parts_nothing_is_asked_of_those_that_can_do_the_word(self):
        one = game(self.EAGER, self.CYCLE, self.CYCLE, goal=self.ALTERNATE)
        assert one.analysis.together(("b",)) == (None, [(minus(2, "b"), minus(3, "b"))])
        assert one.analysis.inductive(0, ("a", "a")) == (
            None,
            [(plus(1, "a", "a"),), (minus(2, "a", "a"), minus(3, "a", "a"))],
        )


class TestMinimal:
    @pytest.mark.slow
    @pytest.mark.parametrize("seed", FEWEST)
    def test_no_smaller_assumptions_satisfy_the_premises(self, seed):
        system = random_pair(seed)
        parts, p = languages(system)
        verdict = circular(system)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [a.lts.alphabet for a in verdict.assumptions] == interfaces(system)
        assert premises(parts, [of_lts(a.lts) for a in verdict.assumptions], p)
        size = sum(a.lts.states for a in verdict.assumptions)
        assert size == FEWEST[seed]
        for total in range(2, size):
            for pair in tuples(total, interfaces(system)):
                chosen = [of_table(table, a) for table, a in zip(pair, interfaces(system), strict=True)]
                assert not premises(parts, chosen, p)

    @pytest.mark.slow
    @pytest.mark.parametrize("encoding", ENCODINGS)
    def test_encodings_and_reduction_do_not_change_the_size(self, encoding):
        for seed, size in list(FEWEST.items())[::4]:
            for reduce in (True, False):
                verdict = circular(random_pair(seed), encoding=encoding, reduce=reduce)
                assert sum(a.lts.states for a in verdict.assumptions) == size

    @pytest.mark.slow
    @pytest.mark.parametrize("alphabet", ["full", "refine"])
    def test_both_outcomes_are_those_of_the_naive_product(self, alphabet):
        seen = set()
        for seed in range(60):
            system = random_pair(seed)
            parts, p = languages(system)
            verdict = circular(system, alphabet=alphabet)
            assert verdict.outcome == ("holds" if satisfies(parts, p) else "violated")
            assert verdict.certified
            seen.add(verdict.outcome)
        assert seen == {"holds", "violated"}


class TestSeveralParts:
    """A token goes round; only the first part looks at it twice."""

    @staticmethod
    def ring(count):
        pass_on = [
            Component(f"S{i}", LTS.of([(0, f"t{i}", 1), (1, f"t{(i + 1) % count}", 0)], name=f"S{i}"))
            for i in range(1, count)
        ]
        first = Component("S0", LTS.of([(0, "t1", 1), (1, "t0", 0)], name="S0"))
        order = LTS.of([(0, "t1", 1), (1, "t0", 0)], name="Order")
        return System("ring", (first, *pass_on, Component("Order", complete_property(order), is_property=True)))

    @pytest.mark.parametrize("count", [3, 4, 5])
    def test_what_is_not_needed_is_dropped(self, count):
        verdict = circular(self.ring(count))
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert sum(a.lts.states for a in verdict.assumptions) == count + 1
        free = [a for a in verdict.assumptions if a.lts.states == 1 and a.lts.transitions == len(a.lts.alphabet)]
        assert len(free) == count - 1
