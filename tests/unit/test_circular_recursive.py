"""Premises of the circular rule that are proved by the rule again, for the members of a group."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.explicit.circular.circular import CircAg
from quidpro.engines.explicit.circular.game import Game, alphabets_of
from quidpro.engines.explicit.circular.languages import Table, accepts
from quidpro.engines.explicit.shared.rounds import Log
from quidpro.engines.options import Circular
from quidpro.learning.dfa import Dfa
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from tests.asking import Problem, solve
from tests.differential.compare import random_split
from tests.random_systems import random_system
from tests.unit.circular_samples import in_out, tables

PAIRS = (("S0", "S1"), ("S2", "S3"))


def ring():
    """A token goes round; the property sees it at two of four stations."""
    first = LTS.of([(0, "t1", 1), (1, "t0", 0)], name="S0")
    rest = [LTS.of([(0, f"t{i}", 1), (1, f"t{(i + 1) % 4}", 0)], name=f"S{i}") for i in (1, 2, 3)]
    order = LTS.of([(0, "t1", 1), (1, "t3", 0)], name="Order")
    parts = [Component(lts.name, lts) for lts in (first, *rest)]
    return System("ring", (*parts, Component("Order", complete_property(order), is_property=True)))


def recursive(system, split=PAIRS, **options):
    chosen = {"recursive": True, "candidates": False, **options}
    problem = Problem(system, "safety", system.properties[0].name, split=split, options=chosen)
    return solve(problem, "circular", Budget())


@pytest.fixture(scope="module")
def proof():
    return recursive(ring()).certificate


def refused(certificate):
    outcome = certify(certificate, ring(), Budget())
    assert outcome.refuted
    return outcome.reason


def with_inner(certificate, change):
    first, *others = certificate.assumptions
    return replace(certificate, assumptions=(replace(first, inner=change(first.inner)), *others))


class TestProofs:
    @pytest.mark.parametrize("alphabet", ["full", "refine"])
    def test_a_ring(self, alphabet):
        verdict = recursive(ring(), alphabet=alphabet)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [[a.about for a in one.inner] for one in verdict.assumptions] == [
            [("S0",), ("S1",), ()],
            [("S2",), ("S3",), ()],
        ]
        assert [a.name for a in verdict.assumptions[1].inner] == ["g2.1", "g2.2", "g2.3"]
        assert "premise 1 by parts, with " in verdict.notes[0]

    def test_what_uses_nothing_has_nothing_around_it(self):
        verdict = recursive(ring(), uses="g1:")
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [a.about for a in verdict.assumptions[0].inner] == [("S0",), ("S1",)]

    def test_groups_of_one_are_as_ever(self):
        verdict = recursive(ring(), split=(("S0",), ("S1", "S2"), ("S3",)))
        assert verdict.certified
        assert [bool(a.inner) for a in verdict.assumptions] == [False, True, False]

    def test_an_action_that_only_the_property_has(self):
        order = LTS.of([(0, "t1", 1), (1, "t3", 0), (0, "never", 0), (1, "never", 1)], name="Order")
        parts = [c for c in ring().components if not c.is_property]
        system = System("ring", (*parts, Component("Order", complete_property(order), is_property=True)))
        verdict = recursive(system)
        assert (verdict.outcome, verdict.certified) == ("holds", True)

    def test_a_violation(self):
        parts = [c for c in ring().components if not c.is_property]
        wrong = complete_property(LTS.of([(0, "t1", 1), (1, "t1", 0)], alphabet=["t3"], name="P"))
        system = System("ring", (*parts, Component("P", wrong, is_property=True)))
        verdict = recursive(system)
        assert (verdict.outcome, verdict.certified) == ("violated", True)


class TestThePremise:
    @pytest.mark.slow
    @pytest.mark.parametrize("block", range(4))
    def test_by_members_and_as_a_whole_it_is_the_same(self, block):
        """Random systems and assumptions: the two agree, and a counterexample is one."""
        said = set()
        for seed in range(30 * block, 30 * block + 30):
            rng, system = random.Random(seed), random_system(seed)
            split = random_split(rng, system)
            by_name = {c.name: replace(c.lts, end=-1) for c in system.processes}
            if all(len(group) == 1 for group in split) or any(lts.has_error for lts in by_name.values()):
                continue
            groups, goal = [[by_name[name] for name in group] for group in split], [system.properties[0].lts]
            alphabets, log = alphabets_of(groups, goal), Log(Budget())
            rule = CircAg(Circular(candidates=False), log)
            nested = Game(groups, goal, alphabets, log, by_members=rule._by_members)
            whole = Game(groups, goal, alphabets, log)
            for _ in range(4):
                chosen = [_table(rng, a) for a in alphabets]
                for i in range(len(groups)):
                    words = nested.premises._check(i, chosen, 1)[0]
                    assert bool(words) == bool(whole.premises._check(i, chosen, 1)[0])
                    said.add((len(groups[i]) > 1, bool(words)))
                    for word in words:
                        assert accepts(whole.parts[i], word)
                        assert not accepts(chosen[i], word)
                        assert all(accepts(chosen[j], word[:-1]) for j in range(len(groups)))
        assert {(True, True), (True, False)} <= said


def _table(rng, alphabet):
    states = rng.choice([1, 2, 3]) if len(alphabet) < 3 else rng.choice([1, 2])
    if len(alphabet) > 3:
        rows = [[rng.randrange(-1, states) for _ in alphabet] for _ in range(states)]
    else:
        rows = rng.choice(tables(states, len(alphabet)) or tables(1, len(alphabet)))
    return Table(Dfa(np.array(rows, dtype=np.int32).reshape(len(rows), len(alphabet))), alphabet)


class TestTheChecker:
    def test_the_proof_of_the_engine_is_confirmed_from_its_file(self, proof):
        (read,) = read_certificates(Source("c.json", write_certificates([proof])))
        assert [one.inner[0].name for one in read.assumptions] == ["g1.1", "g2.1"]
        assert certify(read, ring(), Budget()).ok

    def test_without_what_is_inside_the_group_is_explored(self, proof):
        assert certify(with_inner(proof, lambda _: ()), ring(), Budget()).ok

    def test_members_that_are_exchanged(self, proof):
        def exchanged(inner):
            abouts = [inner[1].about, inner[0].about, inner[2].about]
            return tuple(replace(a, about=about) for a, about in zip(inner, abouts, strict=True))

        assert "in its proof by parts" in refused(with_inner(proof, exchanged))

    @pytest.mark.parametrize("kept", [slice(1, None), slice(0, 1), slice(2, 3)])
    def test_members_that_are_missing(self, proof, kept):
        said = refused(with_inner(proof, lambda inner: inner[kept]))
        assert said == "inside the premise of g1 are not exactly the components of its group"

    def test_a_member_of_another_group(self, proof):
        first = replace(proof.assumptions[0].inner[0], about=("S2",))
        assert "not exactly the components" in refused(with_inner(proof, lambda inner: (first, *inner[1:])))

    def test_the_others_twice(self, proof):
        assert "two assumptions are about no component" in refused(with_inner(proof, lambda inner: (*inner, inner[-1])))

    def test_without_the_others_the_members_have_to_do_it_alone(self):
        """Out keeps its g2 only as long as In keeps g1."""
        idle = Component("Idle", LTS.of([(0, "idle", 0)], name="Idle"))
        system = System("InOut", (*in_out().components, idle))
        given = {
            0: LTS.of([(0, "send", 1), (0, "ack", 0), (1, "ack", 0)]),
            1: LTS.of([(0, "send", 1), (1, "ack", 0), (1, "send", 1)]),
        }
        found = recursive(system, (("In",), ("Out", "Idle")), given=given).certificate
        assert certify(found, system, Budget()).ok
        first, second = found.assumptions
        alone = replace(found, assumptions=(first, replace(second, inner=second.inner[:-1])))
        outcome = certify(alone, system, Budget())
        assert outcome.refuted
        assert outcome.reason.startswith("premise 2 fails: in its proof by parts, ")

    @pytest.mark.parametrize("at", range(3))
    def test_an_assumption_that_is_too_strong(self, proof, at):
        def strong(inner):
            mute = LTS.of([], initial=0, alphabet=inner[at].lts.alphabet, name=inner[at].name)
            return tuple(replace(a, lts=mute) if i == at else a for i, a in enumerate(inner))

        said = refused(with_inner(proof, strong))
        assert said.startswith(f"premise 1 fails: in its proof by parts, premise {at + 1} fails: its group can leave")

    def test_assumptions_that_are_too_weak(self, proof):
        def weak(inner):
            free = [LTS.of([(0, x, 0) for x in a.lts.alphabet], initial=0, name=a.name) for a in inner]
            return tuple(replace(a, lts=lts) for a, lts in zip(inner, free, strict=True))

        assert "in its proof by parts, the last premise fails" in refused(with_inner(proof, weak))

    def test_an_error_inside(self, proof):
        def wrong(inner):
            lts = inner[0].lts
            return (replace(inner[0], lts=LTS.of([*lts.triples(), (0, lts.alphabet[0], "ERROR")])), *inner[1:])

        assert "has an error state" in refused(with_inner(proof, wrong))

    def test_a_file_that_says_two_things(self, proof):
        text = write_certificates([proof]).replace('"name": "g1.2"', '"name": "g1.2", "parts": 3', 1)
        with pytest.raises(InputError, match=r"assumptions\.0\.inner\.1\.parts"):
            read_certificates(Source("c.json", text))
