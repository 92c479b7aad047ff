"""Circular reasoning with assumptions that are given, and with a skeleton."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.circular.contradiction import contradiction
from quidpro.engines.explicit.circular.fixed import Fixed
from quidpro.engines.explicit.circular.skeleton import format_uses, parse_uses, use_all
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.learning.smallest.encodings import Member
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from tests.asking import Problem, solve
from tests.sampling import LARGE
from tests.unit.circular_samples import (
    in_out,
    interfaces,
    keeps,
    languages,
    of_lts,
    of_table,
    premises,
    random_member,
    random_pair,
    satisfies,
    table_lts,
    table_of,
    tables,
    tuples,
)

G1 = LTS.of([(0, "send", 1), (0, "ack", 0), (1, "ack", 0)], name="g1")
G2 = LTS.of([(0, "send", 1), (1, "ack", 0), (1, "send", 1)], name="g2")
FREE = LTS.of([(0, "send", 0), (0, "ack", 0)], name="free")
STRICT = LTS.of([(0, "send", 1), (1, "ack", 0)], name="strict")
SKELETONS = ["", "g1:", "g2:", "g1:; g2:"]


def circular(system, given=None, **options):
    split = tuple((c.name,) for c in system.processes)
    chosen = {"candidates": False, "given": given or {}, **options}
    problem = Problem(system, "safety", system.properties[0].name, split=split, options=chosen)
    return solve(problem, "circular", Budget(seconds=60))


class TestAllAreGiven:
    @pytest.mark.parametrize("alphabet", ["full", "refine"])
    def test_right_ones(self, alphabet):
        verdict = circular(in_out(), {0: G1, 1: G2}, alphabet=alphabet)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert verdict.notes[0] == "assumptions: g1, g2 as given"
        assert verdict.stats.iterations == 1
        found = [set(a.lts.triples()) for a in verdict.assumptions]
        assert found == [set(G1.triples()), set(G2.triples())]

    @pytest.mark.parametrize(
        ("first", "second", "said"),
        [
            pytest.param(STRICT, G2, ["premise 1 fails along ⟨ack⟩: g1 is too strong, it excludes ⟨ack⟩"], id="strong"),
            pytest.param(G1, FREE, ["premise 3 fails along ⟨ack⟩: g2 is too weak, it allows ⟨ack⟩"], id="weak"),
            pytest.param(
                FREE,
                STRICT,
                [
                    "premise 2 fails along ⟨send, send⟩: g2 is too strong, it excludes ⟨send, send⟩"
                    " and g1 is too weak, it allows ⟨send, send⟩"
                ],
                id="both",
            ),
            pytest.param(FREE, FREE, ["premise 3 fails along ⟨ack⟩: g2 is too weak"], id="both weak"),
        ],
    )
    def test_wrong_ones_are_told_apart(self, first, second, said):
        verdict = circular(in_out(), {0: first, 1: second})
        assert (verdict.outcome, verdict.certificate) == ("unknown", None)
        assert all(words in verdict.reason for words in said), verdict.reason

    def test_improved(self):
        verdict = circular(in_out(), {0: G1, 1: FREE}, improve=True)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert "g1 as given, the others minimal in all" in verdict.notes[0]
        assert "given up: premise 3 fails along ⟨ack⟩: g2 is too weak, it allows ⟨ack⟩" in verdict.notes[0]
        assert set(verdict.assumptions[0].lts.triples()) == set(G1.triples())

    def test_a_real_violation_is_one(self):
        system = random_pair(next(seed for seed in range(99) if not satisfies(*languages(random_pair(seed)))))
        free = {i: LTS.of([(0, a, 0) for a in letters], initial=0) for i, letters in enumerate(interfaces(system))}
        verdict = circular(system, free)
        assert (verdict.outcome, verdict.certified) == ("violated", True)


class TestSomeAreGiven:
    @pytest.mark.parametrize("encoding", ["onehot", "binary"])
    @pytest.mark.parametrize("given", [{0: G1}, {1: G2}], ids=["g1", "g2"])
    def test_the_others_are_found(self, given, encoding):
        verdict = circular(in_out(), given, encoding=encoding)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [a.lts.states for a in verdict.assumptions] == [2, 2]
        (i,) = given
        assert set(verdict.assumptions[i].lts.triples()) == set(given[i].triples())
        assert f"g{i + 1} as given, the others minimal in all over" in verdict.notes[0]

    def test_too_weak(self):
        assert circular(in_out(), {1: FREE}).reason == "the given g2 is too weak, it allows ⟨ack⟩"

    def test_too_strong(self):
        verdict = circular(in_out(), {0: STRICT})
        assert (verdict.outcome, verdict.reason) == ("unknown", "the given g1 is too strong, it excludes ⟨ack⟩")

    def test_improved(self):
        verdict = circular(in_out(), {1: FREE}, improve=True)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert sum(a.lts.states for a in verdict.assumptions) == 4
        assert "given up: the given g2 is too weak, it allows ⟨ack⟩" in verdict.notes[0]

    def test_fewer_actions_are_fine(self):
        verdict = circular(in_out(), {1: LTS.of([(0, "send", 0)], initial=0)})
        assert verdict.reason == "the given g2 is too weak, it allows ⟨ack⟩"

    def test_silent_steps_and_choice(self):
        loose = LTS.of([(0, "tau", 1), (1, "send", 2), (1, "send", 3), (2, "send", 2), (3, "send", 3), (2, "ack", 1)])
        verdict = circular(in_out(), {1: loose})
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert verdict.assumptions[1].lts.states == 2

    def test_a_property_allows_what_does_not_lead_into_its_error(self):
        verdict = circular(in_out(), {1: complete_property(G2)})
        assert (verdict.outcome, set(verdict.assumptions[1].lts.triples())) == ("holds", set(G2.triples()))

    def test_what_the_others_cannot_make_up_for(self):
        """M3 alone does ⟨b⟩, which the property forbids: g1 or g2 must exclude it."""
        verdict = circular(self.three(self.UNABLE, self.UNABLE, self.ABLE), {0: self.ABLE, 1: self.ABLE})
        assert verdict.outcome == "unknown"
        assert "the given g1 is too weak, it allows ⟨b⟩, or g2 is too weak, it allows ⟨b⟩" in verdict.reason
        assert circular(
            self.three(self.UNABLE, self.UNABLE, self.ABLE), {0: self.ABLE, 1: self.ABLE}, improve=True
        ).certified

    def test_what_contradicts_itself_beside_a_skeleton(self):
        """The given g1 takes a g2 without ⟨b⟩, and the premise of g2 cannot use that M3 never does ⟨b⟩ at once."""
        system = self.three(LTS.of([(0, "b", 1), (1, "c", 0)]), self.ABLE, self.UNABLE)
        given = {0: LTS.of([(0, "b", 1)], alphabet=["b", "c"])}
        verdict = circular(system, given, uses="g1: g2; g2: g3")
        assert verdict.outcome == "unknown"
        assert verdict.reason.startswith("nothing goes with the given g1: it takes ")
        assert "-(<b>, 2) or +(<b, c>, 1)" in verdict.reason
        assert "+(<b>, 2)" in verdict.reason
        assert circular(system, given).certified

    ABLE = LTS.of([(0, "b", 0)])
    UNABLE = LTS.of([], initial=0, alphabet=["b", "c"])

    @staticmethod
    def three(*parts):
        named = [Component(f"M{i}", lts.named(f"M{i}")) for i, lts in enumerate(parts)]
        p = complete_property(LTS.of([], initial=0, alphabet=["b", "c"], name="P"))
        return System("three", (*named, Component("P", p, is_property=True)))


class TestErrorsOfProcesses:
    """A given assumption cannot speak of the ERROR of its group; it does not allow it."""

    FIRST = LTS.of([(0, "a", 1), (1, "b", 0), (0, "b", "ERROR")], name="M1")
    SECOND = LTS.of([(0, "a", 1), (1, "b", 0)], name="M2")

    def test_it_is_kept_out(self):
        system = System("errors", (Component("M1", self.FIRST), Component("M2", self.SECOND)))
        split = (("M1",), ("M2",))
        options = {"candidates": False, "given": {0: self.SECOND, 1: self.SECOND}}
        verdict = solve(Problem(system, "safety", None, split=split, options=options), "circular", Budget())
        assert verdict.outcome == "unknown"
        assert "premise 1 fails along ⟨b⟩: g1 is too strong, it excludes ⟨b⟩" in verdict.reason
        options["given"] = {0: LTS.of([(0, "a", 1), (1, "b", 0), (0, "b", 2)]), 1: self.SECOND}
        verdict = solve(Problem(system, "safety", None, split=split, options=options), "circular", Budget())
        assert (verdict.outcome, verdict.certified) == ("holds", True)


class TestMalformed:
    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({2: G1}, "there is no g3: there are 2 groups"),
            ({0: LTS.of([(0, "out", 0)])}, "g1 speaks of out, not only of what is between the groups: ack, send"),
            ({0: LTS.of([(0, "tau", "ERROR")], alphabet=["send"])}, "g1 forbids everything, even to do nothing"),
        ],
    )
    def test_refused(self, given, words):
        with pytest.raises(UsageError, match=words):
            circular(in_out(), given)

    def test_one_group(self):
        split = (("In", "Out"),)
        options = {"candidates": False, "given": {0: G1}}
        with pytest.raises(UsageError, match="there is one group"):
            solve(Problem(in_out(), "safety", "Order", split=split, options=options), "circular", Budget())


class TestSkeletons:
    @pytest.mark.parametrize(
        ("text", "groups", "expected"),
        [
            ([], 3, ((1, 2), (0, 2), (0, 1))),
            ("g2: g1", 2, ((1,), (0,))),
            (["g1:", "g3 : g2"], 3, ((), (0, 2), (1,))),
            ("g1: g3, g2; g2:;", 3, ((1, 2), (), (0, 1))),
        ],
    )
    def test_read(self, text, groups, expected):
        assert parse_uses(text, groups) == expected

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("g2", "does not say whose premise"),
            ("g3: g1", "no 'g3', the assumptions are g1 to g2"),
            ("g0: g1", "no 'g0'"),
            ("g1: g2; g1:", "twice what g1 uses"),
            ("g1: g1", "g1 cannot use itself"),
            ("M1: M2", "no 'M1'"),
        ],
    )
    def test_refused(self, text, words):
        with pytest.raises(UsageError, match=words):
            parse_uses(text, 2)

    def test_in_words(self):
        assert format_uses(use_all(3)) == ""
        assert format_uses(((1,), (), (0, 1))) == "g1 uses g2, g2 uses nothing"

    @pytest.mark.parametrize("text", SKELETONS)
    def test_in_and_out_have_a_proof_with_each(self, text):
        verdict = circular(in_out(), uses=text)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        uses = parse_uses(text, 2)
        parts, p = languages(in_out())
        assert premises(parts, [of_lts(a.lts) for a in verdict.assumptions], p, uses)
        names = [None if not text else tuple(f"g{j + 1}" for j in used) for used in uses]
        assert [a.uses for a in verdict.assumptions] == names
        assert ("skeleton: " in verdict.notes[0]) == bool(text)

    @pytest.mark.slow
    @pytest.mark.parametrize("text", SKELETONS[1:])
    @pytest.mark.parametrize(
        "seed", [5, 12, 18, 22, 45, 3, 90, *(pytest.param(seed, marks=LARGE) for seed in (27, 53))]
    )
    def test_smallest_with_it(self, seed, text):
        system, uses = random_pair(seed), parse_uses(text, 2)
        parts, p = languages(system)
        verdict = circular(system, uses=text)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert premises(parts, [of_lts(a.lts) for a in verdict.assumptions], p, uses)
        for total in range(2, min(5, sum(a.lts.states for a in verdict.assumptions))):
            for pair in tuples(total, interfaces(system)):
                chosen = [of_table(table, a) for table, a in zip(pair, interfaces(system), strict=True)]
                assert not premises(parts, chosen, p, uses)

    @pytest.mark.parametrize("text", ["g1: g2; g2:", "g1:; g2:; g3:", "g3: g1"])
    def test_the_candidate_is_judged_by_it(self, text):
        steps = [LTS.of([(0, f"t{i}", 1), (1, f"t{(i + 1) % 3}", 0)], name=f"S{i}") for i in (1, 2)]
        first = LTS.of([(0, "t1", 1), (1, "t0", 0)], name="S0")
        order = LTS.of([(0, "t1", 1), (1, "t0", 0)], name="Order")
        parts = [Component(lts.name, lts) for lts in (first, *steps)]
        system = System("ring", (*parts, Component("Order", complete_property(order), is_property=True)))
        verdict = circular(system, uses=text, candidates=True)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert "skeleton: " in verdict.notes[0]


class TestUndecided:
    """``unknown`` is said only where nothing can do, and ``holds`` only where the premises hold."""

    @pytest.mark.slow
    @pytest.mark.parametrize("block", range(4))
    def test_random_given_ones_and_skeletons(self, block):
        said = set()
        for seed in range(25 * block, 25 * block + 25):
            rng = random.Random(seed)
            system, text = random_pair(seed), rng.choice(SKELETONS)
            uses, alphabets = parse_uses(text, 2), interfaces(system)
            parts, p = languages(system)
            chosen = rng.choice([[0], [1], [0, 1]])
            fixed = {i: rng.choice(tables(rng.choice([1, 2]), len(alphabets[i]))) for i in chosen}
            given = {i: table_lts(table, alphabets[i], f"g{i + 1}") for i, table in fixed.items()}
            verdict = circular(system, given, uses=text)
            said.add(verdict.outcome)
            if verdict.outcome == "violated":
                assert verdict.certified
                assert not satisfies(parts, p)
            elif verdict.outcome == "holds":
                assert verdict.certified
                assert premises(parts, [of_lts(a.lts) for a in verdict.assumptions], p, uses)
                if "nothing is assumed" not in verdict.notes[0]:
                    assert all(_are_equal(verdict.assumptions[i].lts, given[i]) for i in given)
            else:
                assert "budget" not in verdict.reason
                for chosen in _beside(fixed, alphabets):
                    assert not premises(parts, chosen, p, uses)
            better = circular(system, given, uses=text, improve=True)
            assert (better.outcome, better.certified) == ("holds" if satisfies(parts, p) else "violated", True)
        assert said == {"holds", "violated", "unknown"}


def _are_equal(first, second):
    return satisfies([of_lts(first)], of_lts(second)) and satisfies([of_lts(second)], of_lts(first))


def _beside(fixed, alphabets):
    """Every choice of small automata beside the fixed ones."""
    options = [
        [fixed[i]] if i in fixed else [table for states in (1, 2) for table in tables(states, len(letters))]
        for i, letters in enumerate(alphabets)
    ]
    for first in options[0]:
        for second in options[1]:
            yield [of_table(first, alphabets[0]), of_table(second, alphabets[1])]


class TestContradiction:
    def test_a_word_that_must_and_must_not_be_there(self):
        yes, no, other = (Member(("a",), 0, True),), (Member(("a",), 0, False),), (Member(("b",), 1, True),)
        assert contradiction({yes: yes, other: other}) == []
        assert set(contradiction({yes: yes, other: other, no: no})) == {yes, no}

    def test_prefixes_are_there(self):
        long, short = (Member(("a", "b"), 0, True),), (Member(("a",), 0, False),)
        assert set(contradiction({long: long, short: short})) == {long, short}

    def test_the_empty_word_is_there(self):
        empty = (Member((), 0, False),)
        assert contradiction({empty: empty}) == [empty]

    def test_nothing_left(self):
        one = (Member(("a",), 0, True),)
        assert contradiction({one: ()}) == [one]

    @pytest.mark.parametrize("seed", range(20))
    def test_none_where_there_is_a_solution(self, seed):
        rng = random.Random(seed)
        alphabets = (("a", "b"), ("a", "b"))
        hidden = [of_table(rng.choice(tables(2, 2)), a) for a in alphabets]
        drawn = [tuple(random_member(rng, alphabets) for _ in range(rng.choice([1, 2]))) for _ in range(30)]
        true = {constraint: constraint for constraint in drawn if keeps(hidden, constraint)}
        assert contradiction(true) == []
        every = {constraint: constraint for constraint in drawn}
        core = contradiction(every)
        assert not core or not all(keeps(hidden, constraint) for constraint in core)
        assert all(not contradiction({c: c for c in core if c != one}) for one in core)


class TestSynthesisBesideFixedOnes:
    def test_only_the_others_are_looked_for(self):
        letters = ("a",)
        fixed = Fixed.over({0: LTS.of([(0, "a", 1)], alphabet=["a"])}, [letters, letters])
        synthesis = Synthesis([letters, letters], Budget(), "onehot", fixed)
        assert not synthesis.add((Member(("a",), 0, True), Member(("a",), 1, True)))
        assert synthesis.add((Member(("a", "a"), 0, True), Member(("a",), 1, False)))
        found = synthesis.smallest()
        assert [table_of(dfa) for dfa in found] == [((1,), (-1,)), ((-1,),)]
        assert synthesis.size == 1

    def test_all_are_fixed(self):
        fixed = Fixed.over({0: LTS.of([(0, "a", 0)])}, [("a",)])
        synthesis = Synthesis([("a",)], Budget(), "onehot", fixed)
        assert [table_of(dfa) for dfa in synthesis.smallest()] == [((0,),)]
