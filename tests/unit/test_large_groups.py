"""The last premise of a chain as a decision diagram: the same answers as by exploring it, with an invariant to show."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.explicit.shared import large
from quidpro.frontend.fsp.model import load_fsp
from quidpro.lts import LTS, System
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Certificate, StateSet
from tests.asking import Problem, solve
from tests.differential.compare import as_diagrams, random_split
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

TABLE = """
const N = 4
range Seats = 0..N-1
PHILOSOPHER(SEAT = 0) =
  if (SEAT % 2 == 0)
  then (left.take -> right.take -> left.drop -> right.drop -> PHILOSOPHER)
  else (right.take -> left.take -> left.drop -> right.drop -> PHILOSOPHER).
FORK = (take -> drop -> FORK).
property APART = (p[0].right.take -> MINE | p[1].left.take -> YOURS),
MINE = (p[0].right.drop -> APART), YOURS = (p[1].left.drop -> APART).
property NEVER = STOP + {p[2].left.take}.
||SYSTEM = (forall [i:Seats] (p[i]:PHILOSOPHER(i) || {p[i].right, p[(i+1) % N].left}::FORK)).
||SAFE = (SYSTEM || APART).
||UNSAFE = (SYSTEM || NEVER).
"""


def table(name: str, seats: int) -> System:
    return load_fsp(Source("table.lts", TABLE), None, {"N": seats}).system(name, Budget())


def asked(name: str, seats: int) -> Problem:
    system = table(name, seats)
    first, *others = (component.name for component in system.processes)
    goal = next(component.name for component in system.properties)
    return Problem(system, "safety", goal, split=((first,), tuple(others)), options={"orientation": "given"})


@in_one(seed=range(60))
def test_random_chains_are_decided_as_the_naive_product_says(seed):
    system = random_system(seed)
    problem = Problem(system, "safety", "P", split=random_split(Random(seed), system))
    with as_diagrams(True):
        verdict = solve(problem, "lstar")
    expected = "holds" if NaiveProduct(system).error_depth() is None else "violated"
    assert (verdict.outcome, verdict.certified) == (expected, True), verdict.reason


@pytest.mark.parametrize("method", ["lstar", "agar"])
def test_a_given_assumption_is_checked_so_too(method):
    problem = asked("SAFE", 4)
    (learned,) = solve(problem, "lstar").assumptions
    with as_diagrams(True):
        verdict = solve(replace(problem, options={"given": {0: learned.lts}, "orientation": "given"}), method)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.certificate.assumptions[-1].invariant is not None


def test_a_group_of_too_many_states_is_no_obstacle():
    verdict = solve(asked("SAFE", 60), "lstar", Budget(60))
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert any("decision diagram" in note for note in verdict.notes)


def test_nor_is_it_where_the_property_fails():
    verdict = solve(replace(asked("UNSAFE", 60), looked=True), "lstar", Budget(60))
    assert (verdict.outcome, verdict.certified) == ("violated", True)


def test_where_the_diagram_is_too_large_the_group_is_explored(monkeypatch):
    monkeypatch.setattr(large, "_as_diagram", lambda *_: None)
    with as_diagrams(True):
        verdict = solve(asked("SAFE", 4), "lstar")
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.certificate.assumptions[-1].invariant is None


def proof() -> tuple[Certificate, System]:
    problem = asked("SAFE", 4)
    with as_diagrams(True):
        certificate = solve(problem, "lstar").certificate
    assert certificate.assumptions[0].invariant is not None
    return certificate, problem.system


def changed(certificate: Certificate, **how: object) -> Certificate:
    return replace(certificate, assumptions=(replace(certificate.assumptions[0], **how),))


def judged(certificate: Certificate, system: System) -> str:
    found = certify(certificate, system, Budget())
    assert found.ok or found.refuted
    return "" if found.ok else found.reason


def test_the_invariant_survives_being_written_and_read():
    certificate, system = proof()
    (again,) = read_certificates(Source("c.json", write_certificates([certificate])))
    assert again.assumptions[0].invariant == certificate.assumptions[0].invariant
    assert judged(again, system) == ""


def test_an_invariant_with_a_state_less_is_no_invariant():
    certificate, system = proof()
    states = certificate.assumptions[0].invariant
    first = states.nodes[0][0]
    smaller = StateSet(states.levels, ((first[:-1],), *states.nodes[1:]))
    assert "its invariant is wrong: the set is not closed" in judged(changed(certificate, invariant=smaller), system)


def test_an_invariant_is_about_the_assumption_that_it_stands_by():
    certificate, system = proof()
    lts = certificate.assumptions[0].lts
    stricter = LTS.of([], initial=0, alphabet=lts.alphabet)
    assert "its invariant is wrong" in judged(changed(certificate, lts=stricter), system)


def test_an_assumption_with_a_choice_has_no_invariant():
    certificate, system = proof()
    lts = certificate.assumptions[0].lts
    steps = list(zip(lts.source, lts.label, lts.target, strict=True))
    doubled = [*steps, (lts.initial, steps[0][1], (steps[0][2] + 1) % lts.states), steps[0]]
    choice = LTS.from_arrays(lts.alphabet, lts.states, *zip(*doubled, strict=True), initial=lts.initial)
    found = judged(changed(certificate, lts=choice), system)
    assert "A1 is not deterministic" in found or "premise 1 fails" in found


def test_an_invariant_needs_names_that_differ():
    certificate, system = proof()
    like = certificate.groups[1][0]
    assert "have the same name" in judged(changed(certificate, name=like), system)
