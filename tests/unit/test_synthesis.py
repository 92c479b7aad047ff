"""GenAssmp: what it finds satisfies the constraints and is as small as anything that does."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.learning.smallest.encodings import ENCODINGS, Member
from tests.unit.circular_samples import keeps, of_table, random_member, table_of, tables, tuples

TWO = (("a", "b"), ("a", "b"))
UNLIKE = (("a",), ("a", "b"))
THREE = (("a", "b"), ("a",), ("b",))
EACH = pytest.mark.parametrize("encoding", ENCODINGS)


def planted(seed, alphabets, count):
    """Constraints that some automata of two or three states satisfy, in an order of their own."""
    rng = random.Random(seed)
    hidden = [of_table(rng.choice(tables(rng.choice([2, 3]), len(a))), a) for a in alphabets]
    found = []
    while len(found) < count:
        constraint = tuple(random_member(rng, alphabets) for _ in range(rng.choice([1, 1, 2, 3])))
        if keeps(hidden, constraint):
            found.append(constraint)
    return found


def fewest(constraints, alphabets):
    """The smallest size in all, by trying everything."""
    total = len(alphabets)
    while True:
        for chosen in tuples(total, alphabets):
            if all(keeps([of_table(t, a) for t, a in zip(chosen, alphabets, strict=True)], c) for c in constraints):
                return total
        total += 1


def synthesised(synthesis):
    found = synthesis.smallest()
    return [of_table(table_of(dfa), a) for dfa, a in zip(found, synthesis.alphabets, strict=True)], sum(
        dfa.states for dfa in found
    )


@EACH
class TestSmallest:
    @pytest.mark.parametrize("alphabets", [TWO, UNLIKE, THREE], ids=["two", "unlike", "three"])
    @pytest.mark.parametrize("seed", range(12))
    def test_satisfies_and_is_minimal(self, encoding, alphabets, seed):
        synthesis = Synthesis(alphabets, Budget(), encoding)
        constraints = planted(seed, alphabets, 12)
        for end in (4, 8, 12):
            for constraint in constraints[end - 4 : end]:
                synthesis.add(constraint)
            languages, size = synthesised(synthesis)
            assert all(keeps(languages, constraint) for constraint in constraints[:end])
            assert size == synthesis.size == fewest(constraints[:end], alphabets)

    @pytest.mark.parametrize("seed", range(12))
    def test_adding_one_by_one_is_like_building_anew(self, encoding, seed):
        grown = Synthesis(THREE, Budget(), encoding)
        constraints = planted(seed, THREE, 16)
        for end, constraint in enumerate(constraints, 1):
            grown.add(constraint)
            grown.smallest()
            anew = Synthesis(THREE, Budget(), encoding)
            for earlier in reversed(constraints[:end]):
                anew.add(earlier)
            anew.smallest()
            assert grown.size == anew.size

    def test_nothing_is_known_at_first(self, encoding):
        assert synthesised(Synthesis(THREE, Budget(), encoding))[1] == 3

    def test_more_states_than_there_was_room_for(self, encoding):
        """Exactly the words up to seven letters: eight states."""
        synthesis = Synthesis([("a",), ("a",)], Budget(), encoding)
        synthesis.add((Member(("a",) * 7, 0, True),))
        synthesis.add((Member(("a",) * 8, 0, False),))
        languages, size = synthesised(synthesis)
        assert size == 9
        assert [languages[0].has("a" * n) for n in (7, 8, 9)] == [True, False, False]

    def test_a_disjunction_chooses_the_cheaper_part(self, encoding):
        synthesis = Synthesis([("a",), ("a",)], Budget(), encoding)
        synthesis.add((Member(("a",), 0, True),))
        synthesis.add((Member(("a", "a", "a"), 0, False), Member(("a",), 1, False)))
        languages, size = synthesised(synthesis)
        assert size == 2
        assert not languages[1].has("a")

    def test_an_empty_alphabet(self, encoding):
        synthesis = Synthesis([(), ("a",)], Budget(), encoding)
        synthesis.add((Member(("a",), 1, False),))
        assert synthesised(synthesis)[1] == 2

    def test_the_empty_word_is_in_every_language(self, encoding):
        """An assumption has a start, so a constraint against λ can only be kept by its other part."""
        synthesis = Synthesis([("a",), ("a",)], Budget(), encoding)
        synthesis.add((Member((), 0, False), Member(("a",), 1, False)))
        languages, _ = synthesised(synthesis)
        assert not languages[1].has("a")

    def test_constraints_that_nothing_satisfies_end_with_the_budget(self, encoding):
        synthesis = Synthesis([("a",), ("a",)], Budget(seconds=0.3), encoding)
        synthesis.add((Member(("a",), 0, True),))
        synthesis.add((Member(("a",), 0, False),))
        with pytest.raises(BudgetExceeded):
            synthesis.smallest()

    def test_the_seconds_of_the_solver_are_counted(self, encoding):
        synthesis = Synthesis(TWO, Budget(), encoding)
        synthesis.smallest()
        once = synthesis.seconds
        synthesis.smallest()
        assert 0 < once < synthesis.seconds


def test_a_constraint_twice_is_one():
    synthesis = Synthesis(TWO, Budget(), "onehot")
    constraint = (Member(("a",), 0, True), Member(("b",), 1, False))
    assert synthesis.add(constraint)
    assert not synthesis.add(constraint)
    assert list(synthesis.constraints) == [constraint]


def test_a_constraint_is_spelled_as_in_the_thesis():
    assert str(Member(("send", "send"), 1, True)) == "+(<send, send>, 2)"
    assert str(Member((), 0, False)) == "-(<>, 1)"
