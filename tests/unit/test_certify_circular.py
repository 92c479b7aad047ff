"""Certificates of rule CIRC-AG: the checker agrees with the definition, and is not taken in by a plain circle."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quidpro.checker.explicit import certify
from quidpro.checker.explicit.claims import error_reachable
from quidpro.checker.explicit.determinise import complement
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Assumption
from tests.asking import Problem, solve
from tests.unit.certify_samples import certificate
from tests.unit.circular_samples import (
    in_out,
    interfaces,
    languages,
    of_table,
    premises,
    random_pair,
    table_lts,
    tables,
    two,
)

# As in the thesis: In keeps g1 while Out keeps g2, and the other way round.
G1 = LTS.of([(0, "send", 1), (0, "ack", 0), (1, "ack", 0)], name="g1")
G2 = LTS.of([(0, "send", 1), (1, "ack", 0), (1, "send", 1)], name="g2")
FREE = LTS.of([(0, "send", 0), (0, "ack", 0)], name="free")
STRICT = LTS.of([(0, "send", 1), (1, "ack", 0)], name="strict")

# Both can go wrong together at the first step.
WRONG = LTS.of([(0, "work", 0), (0, "bad", 0)], name="M")
NO_BAD = LTS.of([(0, "work", 0)], alphabet=["bad"], name="P")


def circle(system, *assumptions, **changes):
    groups = tuple((c.name,) for c in system.processes)
    named = tuple(
        Assumption(f"g{i + 1}", lts.named(f"g{i + 1}"), group)
        for i, (lts, group) in enumerate(zip(assumptions, groups, strict=False))
    )
    return certificate(system, "circ-ag", groups=groups, assumptions=named, **changes)


def reason(cert, system):
    outcome = certify(cert, system, Budget())
    assert outcome.refuted
    return outcome.reason


class TestInOut:
    def test_the_assumptions_of_the_thesis_are_accepted(self):
        assert certify(circle(in_out(), G1, G2), in_out(), Budget()).ok

    @pytest.mark.parametrize(
        ("first", "second", "why"),
        [
            pytest.param(STRICT, G2, "premise 1 fails", id="g1 stronger"),
            pytest.param(G1, STRICT, "premise 2 fails", id="g2 stronger"),
            pytest.param(FREE, G2, "premise 2 fails|the last premise fails", id="g1 weaker"),
            pytest.param(G1, FREE, "premise 1 fails|the last premise fails", id="g2 weaker"),
            pytest.param(FREE, FREE, "the last premise fails", id="both weaker"),
            pytest.param(G2, G1, "premise 1 fails", id="swapped"),
        ],
    )
    def test_others_are_refused(self, first, second, why):
        said = reason(circle(in_out(), first, second), in_out())
        assert any(said.startswith(one) for one in why.split("|")), said

    def test_groups_that_are_swapped(self):
        right = circle(in_out(), G1, G2)
        assert "premise 1 fails" in reason(replace(right, groups=right.groups[::-1]), in_out())

    @pytest.mark.parametrize(
        ("first", "why"),
        [
            (LTS.of([(0, "send", 0)]), "g1 does not speak of ack, which the property does"),
            (LTS.of([(0, "send", 0), (0, "ack", 0), (0, "out", 0)]), "g1 speaks of out, which its group does not do"),
            (LTS.of([(0, "send", 0), (0, "ack", 0), (0, "nod", 0)]), "g1 speaks of nod, which no component has"),
        ],
    )
    def test_other_alphabets(self, first, why):
        assert why in reason(circle(in_out(), first, G2), in_out())

    @pytest.mark.parametrize(
        ("second", "why"),
        [
            (LTS.of([(0, "send", 0)]), "g2 does not speak of ack, which the property does"),
            (LTS.of([(0, "send", 0), (0, "ack", 0), (0, "in", 0)]), "g2 speaks of in, which its group does not do"),
        ],
    )
    def test_other_alphabets_of_the_last(self, second, why):
        assert why in reason(circle(in_out(), G1, second), in_out())

    def test_a_wider_alphabet_that_is_allowed(self):
        wide = LTS.of([*G1.triples(), (0, "in", 0), (1, "in", 1)])
        assert certify(circle(in_out(), wide, G2), in_out(), Budget()).ok

    def test_too_few_and_too_many_assumptions(self):
        assert "2 groups do not go with 1 assumptions" in reason(circle(in_out(), G1), in_out())
        one = circle(in_out(), G1, G2)
        more = replace(one, assumptions=(*one.assumptions, one.assumptions[0]))
        assert "2 groups do not go with 3 assumptions" in reason(more, in_out())

    def test_it_proves_safety_only(self):
        system = in_out().with_properties()
        assert "proves safety" in reason(circle(system, G1, G2, kind="deadlock"), system)

    def test_an_assumption_with_an_error_state(self):
        wrong = LTS.of([(0, "send", "ERROR"), (0, "ack", 0)])
        assert "has an error state" in reason(circle(in_out(), wrong, G2), in_out())

    def test_without_time_nothing_is_said(self):
        outcome = certify(circle(in_out(), G1, G2), in_out(), Budget(seconds=0))
        assert (outcome.ok, outcome.refuted) == (False, False)


class TestTheCircleIsSound:
    """M1 keeps g1 if M2 keeps g2 *now*, and the other way round: then both may break them at the same step."""

    @pytest.mark.parametrize("count", [2, 3])
    def test_a_plain_circle_would_prove_what_is_violated(self, count):
        parts = [Component(f"M{i}", WRONG.named(f"M{i}")) for i in range(count)]
        system = System("wrong", (*parts, Component("P", complete_property(NO_BAD), is_property=True)))
        for c in parts:
            others = [NO_BAD] * (count - 1)
            assert not error_reachable([c.lts, *others, complement(NO_BAD, Budget())], Budget())
        assert not error_reachable([NO_BAD, complete_property(NO_BAD)], Budget())
        assert error_reachable([c.lts for c in system.components], Budget())
        assert "premise 1 fails: its group can leave g1 first, by ⟨bad⟩" in reason(
            circle(system, *[NO_BAD] * count), system
        )

    def test_later_steps_do_not_help(self):
        """The same, after a handshake that both keep."""
        late = LTS.of([(0, "work", 1), (1, "work", 0), (1, "bad", 0)])
        system = two(late.named("M1"), late.named("M2"), NO_BAD)
        assert "premise 1 fails" in reason(circle(system, NO_BAD, NO_BAD), system)

    def test_a_part_that_goes_wrong_only_after_the_other_did(self):
        """What M1 may break in answer to M2 is not its fault: earlier steps count."""
        first = LTS.of([(0, "x", 1), (1, "bad", 1), (0, "work", 0)], name="M1")
        second = LTS.of([(0, "work", 0), (0, "bad", 0)], alphabet=["x"], name="M2")
        system = two(first, second, NO_BAD)
        careful = LTS.of([(0, "work", 0), (0, "bad", 0)], alphabet=["x"])
        keeps = LTS.of([(0, "x", 1), (0, "work", 0), (1, "work", 1)], alphabet=["bad"])
        assert certify(circle(system, keeps, careful), system, Budget()).ok
        eager = two(first, LTS.of([(0, "work", 0), (0, "bad", 0), (0, "x", 0)], name="M2"), NO_BAD)
        assert not certify(circle(eager, keeps, careful), eager, Budget()).ok


class TestSkeletons:
    """A premise that may use less is checked with less: In keeps g1 alone, Out does not keep g2."""

    @staticmethod
    def with_uses(*uses):
        right = circle(in_out(), G1, G2)
        named = zip(right.assumptions, uses, strict=True)
        return replace(right, assumptions=tuple(replace(a, uses=used) for a, used in named))

    def test_all_others_by_name(self):
        assert certify(self.with_uses(("g2",), ("g1",)), in_out(), Budget()).ok
        assert certify(self.with_uses(None, ("g1",)), in_out(), Budget()).ok

    def test_a_premise_that_holds_with_less(self):
        assert certify(self.with_uses((), ("g1",)), in_out(), Budget()).ok

    def test_a_premise_that_fails_with_less(self):
        said = reason(self.with_uses(("g2",), ()), in_out())
        assert said == "premise 2 fails: its group can leave g2 first, by ⟨send, out, send, ack, ack⟩"

    @pytest.mark.parametrize(("used", "why"), [("g1", "cannot use g1"), ("g3", "cannot use g3"), ("", "cannot use ")])
    def test_what_is_no_other_assumption(self, used, why):
        assert why in reason(self.with_uses((used,), None), in_out())

    def test_two_of_one_name(self):
        one = self.with_uses(("g1",), ("g1",))
        twice = replace(one, assumptions=tuple(replace(a, name="g1") for a in one.assumptions))
        assert "two assumptions have the same name" in reason(twice, in_out())

    def test_it_is_kept_in_the_file(self):
        one = self.with_uses((), None)
        (read,) = read_certificates(Source("c.json", write_certificates([one])))
        assert [a.uses for a in read.assumptions] == [(), None]

    @pytest.mark.parametrize("seed", [5, 12, 27, 53, 111, 151])
    def test_by_definition(self, seed):
        system = random_pair(seed)
        parts, p = languages(system)
        alphabets = interfaces(system)
        rng = random.Random(seed)
        for _ in range(60):
            uses = [[j for j in range(2) if j != i and rng.random() < 0.5] for i in range(2)]
            chosen = [rng.choice(tables(rng.choice([1, 2, 2]), len(a))) for a in alphabets]
            expected = premises(parts, [of_table(t, a) for t, a in zip(chosen, alphabets, strict=True)], p, uses)
            told = circle(system, *(table_lts(t, a, "g") for t, a in zip(chosen, alphabets, strict=True)))
            named = zip(told.assumptions, uses, strict=True)
            used = tuple(replace(a, uses=tuple(f"g{j + 1}" for j in some)) for a, some in named)
            assert certify(replace(told, assumptions=used), system, Budget()).ok == expected
            assert certify(told, system, Budget()).ok >= expected


class TestByDefinition:
    @pytest.mark.parametrize("seed", [5, 12, 27, 53, 111, 151, 160, 220, 301, 439])
    def test_random_assumptions_are_accepted_when_the_premises_hold(self, seed):
        system = random_pair(seed)
        parts, p = languages(system)
        alphabets = interfaces(system)
        rng = random.Random(seed)
        right = solve(Problem(system, "safety", "P", split=(("M1",), ("M2",))), "circular", Budget()).assumptions
        assert certify(circle(system, *(a.lts for a in right)), system, Budget()).ok
        for _ in range(40):
            chosen = [rng.choice(tables(rng.choice([1, 2, 2]), len(a))) for a in alphabets]
            expected = premises(parts, [of_table(t, a) for t, a in zip(chosen, alphabets, strict=True)], p)
            lts = [table_lts(t, a, "g") for t, a in zip(chosen, alphabets, strict=True)]
            assert certify(circle(system, *lts), system, Budget()).ok == expected

    @pytest.mark.parametrize("seed", [5, 12, 27, 53, 111, 151, 160, 220, 301, 439])
    def test_one_transition_more_or_less(self, seed):
        """Assumptions near the right ones: of these, some are as good."""
        system = random_pair(seed)
        parts, p = languages(system)
        found = solve(Problem(system, "safety", "P", split=(("M1",), ("M2",))), "circular", Budget()).assumptions
        right = [_table(a.lts) for a in found]
        alphabets = interfaces(system)
        said = set()
        for i in (0, 1):
            for changed in _neighbours(right[i]):
                pair = [changed if j == i else right[j] for j in (0, 1)]
                expected = premises(parts, [of_table(t, a) for t, a in zip(pair, alphabets, strict=True)], p)
                lts = [table_lts(t, a, "g") for t, a in zip(pair, alphabets, strict=True)]
                assert certify(circle(system, *lts), system, Budget()).ok == expected
                said.add(expected)
        assert False in said


def _table(lts):
    steps = {(source, action): target for source, action, target in lts.triples()}
    return tuple(tuple(steps.get((s, a), -1) for a in lts.alphabet) for s in range(lts.states))


def _neighbours(table):
    for state, row in enumerate(table):
        for letter in range(len(row)):
            for target in range(-1, len(table)):
                if target != row[letter]:
                    changed = (*row[:letter], target, *row[letter + 1 :])
                    yield (*table[:state], changed, *table[state + 1 :])
