"""Certificates of rule inductive: clauses are believed exactly if they show the claim, straight from the definition."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product as combinations

import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.lts import LTS, Component, Priority, System
from quidpro.verdict.explicit.certificate_json import certificate_fields, read_certificates, write_certificates
from tests.asking import Problem, solve
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.sampling import first
from tests.saturated import claimed
from tests.unit.certify_samples import HASTY, certificate, channel

KINDS = ("safety", "deadlock")
TURNS = System(
    "S",
    (
        Component("M", LTS.of([(0, "a", 1), (1, "b", 2), (2, "c", 0)])),
        Component("N", LTS.of([(0, "b", 1), (1, "c", 0), (1, "tau", 1)])),
    ),
)
SOUND = ((("M", (0, 1)), ("N", (1,))),)
"""M is in 2 only while N is in 1, so that c can happen there."""


def claim(clauses, system=TURNS, kind="deadlock"):
    return replace(certificate(system, "inductive", kind), clauses=clauses)


def refusal(proof, system=TURNS):
    outcome = certify(proof, system, Budget())
    assert outcome.refuted
    return outcome.reason


def shows(clauses, system, kind):
    """Whether the states that satisfy all clauses have the initial one, are closed, and none goes wrong or is stuck."""
    product = NaiveProduct(system)
    names = [component.name for component in system.components]

    def holds(state):
        at = dict(zip(names, state, strict=True))
        return all(any(at[name] in states for name, states in clause) for clause in clauses)

    known = {state for state in combinations(*(range(lts.states) for lts in product.parts)) if holds(state)}
    steps = {state: product.successors(state) for state in known}
    if tuple(lts.initial for lts in product.parts) not in known:
        return False
    if any(target is not None and target not in known for edges in steps.values() for _, target in edges):
        return False
    if kind == "safety":
        return not any(target is None for edges in steps.values() for _, target in edges)
    return all(edges or product.is_end(state) for state, edges in steps.items())


def proved(system, kind):
    """The clauses that the method finds, if it holds."""
    problem = Problem(system if kind == "safety" else system.with_properties(), kind, "P" if kind == "safety" else kind)
    verdict = solve(problem, "pdr", Budget())
    return None if verdict.certificate is None else verdict.certificate.clauses


def random_clauses(rng, system):
    def clause():
        chosen = rng.sample(system.components, rng.randint(1, len(system.components)))
        return tuple((c.name, tuple(s for s in range(c.lts.states) if rng.random() < 0.7)) for c in chosen)

    return tuple(clause() for _ in range(rng.randint(0, 3)))


def forged(rng, clauses, system):
    """Clauses, components and states dropped, doubled or changed."""
    found = [{name: set(states) for name, states in clause} for clause in clauses]
    for _ in range(rng.choice([1, 1, 2, 3])):
        kind = rng.randrange(4)
        if kind == 0 and found:
            found.remove(rng.choice(found))
        elif kind == 1:
            found += [{name: set(states) for name, states in clause} for clause in random_clauses(rng, system)[:1]]
        elif found and (clause := rng.choice(found)):
            name = rng.choice(sorted(clause))
            states = next(c.lts.states for c in system.components if c.name == name)
            clause[name] ^= {rng.randrange(states)}
    return tuple(tuple((name, tuple(sorted(states))) for name, states in clause.items()) for clause in found)


@pytest.mark.slow
@pytest.mark.parametrize("block", first(range(10), 3))
@pytest.mark.parametrize("kind", KINDS)
def test_clauses_are_believed_exactly_if_they_show_the_claim(kind, block):
    for seed in range(20 * block, 20 * block + 20):
        rng, system = random.Random(seed), replace(random_system(seed), priority=None)
        asked = claimed(system, kind)
        right = proved(system, kind)
        tried = [random_clauses(rng, asked) for _ in range(5)]
        tried += [] if right is None else [right, *(forged(rng, right, asked) for _ in range(10))]
        for clauses in tried:
            believed = certify(claim(clauses, asked, kind), system, Budget()).ok
            assert believed == shows(clauses, asked, kind), (seed, clauses)


def test_what_is_sound_is_confirmed():
    assert certify(claim(SOUND), TURNS, Budget()).ok
    assert shows(SOUND, TURNS, "deadlock")


@pytest.mark.parametrize(
    ("clauses", "message"),
    [
        ((), "the clauses allow a deadlock"),
        (((),), "the initial state does not satisfy clause 1"),
        ((*SOUND, (("M", (1, 2)),)), "the initial state does not satisfy clause 2"),
        (((("M", (0,)),),), "clause 1 is not kept: a breaks it"),
        (((("N", (0,)), ("M", (0, 1))),), "clause 1 is not kept: b breaks it"),
        (((("X", (0,)),),), "a clause speaks of X, which the system does not have"),
        (((("M", (0, 3)),),), "a clause speaks of state 3 of M, which has 3"),
        (((("M", (0, -1)),),), "a clause speaks of state -1 of M, which has 3"),
        (None, "the certificate has no clauses"),
    ],
)
def test_clauses_that_show_nothing_are_refused(clauses, message):
    assert refusal(claim(clauses)) == message


def test_a_silent_step_that_breaks_a_clause_is_named():
    system = System("S", (Component("M", LTS.of([(0, "tau", 1)])),))
    assert refusal(claim(((("M", (0,)),),), system), system) == "clause 1 is not kept: a silent step of M breaks it"


def test_what_goes_wrong_is_named():
    wrong = channel(HASTY)
    assert "the clauses allow a state from which" in refusal(claim((), wrong, "safety"), wrong)


def test_the_end_of_the_whole_is_no_deadlock():
    ends = System("S", (Component("M", LTS.of([(0, "a", 1)], end=1)),))
    stuck = System("S", (Component("M", LTS.of([(0, "a", 1)])),))
    assert certify(claim((), ends), ends, Budget()).ok
    assert refusal(claim((), stuck), stuck) == "the clauses allow a deadlock"


def test_other_claims_are_refused():
    assert "its digest differs" in refusal(replace(claim(SOUND), digests={**claim(SOUND).digests, "M": "0" * 64}))
    assert "says nothing of x" in refusal(replace(claim(SOUND), property="x"))
    assert "not progress" in refusal(replace(claim(SOUND), kind="progress"))


def test_under_priority_safety_can_be_shown_and_deadlock_cannot():
    system = replace(TURNS, priority=Priority(frozenset("a"), True))
    assert certify(claim((), kind="safety"), system, Budget()).ok
    assert "does not know priority" in refusal(claim(SOUND), system)


def test_clauses_are_read_back_as_they_were():
    for clauses in ((), SOUND):
        assert read_certificates(Source("c.json", write_certificates([claim(clauses)]))) == [claim(clauses)]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.pop("clauses"), "clauses: a certificate of rule inductive has clauses"),
        (lambda d: d.update(rule="asym"), "clauses: a certificate of rule asym has no clauses"),
        (lambda d: d["clauses"].append([]), "clauses.1"),
        (lambda d: d["clauses"][0].update(M=[-1]), "clauses.0.M.0"),
        (lambda d: d["clauses"][0].update(M=[True]), "clauses.0.M.0"),
        (lambda d: d["clauses"][0].update(M=0), "clauses.0.M"),
    ],
)
def test_damaged_clauses_are_not_read(damage, message):
    data = certificate_fields(claim(SOUND))
    damage(data)
    with pytest.raises(InputError) as caught:
        read_certificates(Source("c.json", json.dumps(data)))
    assert message in str(caught.value)
