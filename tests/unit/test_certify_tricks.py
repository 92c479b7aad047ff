"""Certificates that prove something, but not what they say; and shapes that the checker must survive."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Assumption
from tests.unit.certify_samples import certificate, channel, pair

NO_B = Component("NoB", complete_property(LTS.of([(0, "a", 0)], alphabet=["a", "b"])), is_property=True)
ONCE = Component("Once", complete_property(LTS.of([(0, "a", 1)], alphabet=["a"])), is_property=True)
TWICE = System("S", (Component("M", LTS.of([(0, "a", 1), (1, "a", 0)])), ONCE))


def refusal(proof, system) -> str:
    outcome = certify(proof, system, Budget())
    assert outcome.refuted
    return outcome.reason


@pytest.mark.parametrize("kind", ["deadlock", "progress"])
def test_another_kind_of_proof_does_not_go_by_the_name_of_a_property(kind):
    system = channel().with_properties()
    assert certify(certificate(system, kind=kind), system, Budget()).ok
    assert "Order" in refusal(certificate(system, kind=kind, property="Order"), system)


@pytest.mark.parametrize("order", [1, -1])
def test_an_action_spelled_like_an_error_hides_no_error(order):
    failing = Component("M", LTS.of([(0, "go", 1), (1, "fail", "ERROR")]))
    never = Component("N", LTS.of([(0, "go", 1), (1, "go", 1)], alphabet=["ERROR:M"]))
    system = System("S", (failing, never)[::order])
    anything = Assumption("A", LTS.of([], initial=0), ("N",))
    for rule, assumptions in (("asym", (anything,)), ("circ-ag", (anything, anything))):
        proof = certificate(system, rule, groups=(("M",), ("N",)), assumptions=assumptions)
        assert "ERROR:M" in refusal(proof, system)


@pytest.mark.parametrize("wrong", [0, 1])
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("rule", "premise"), [("asym", "premise 1 fails"), ("circ-ag", "the last premise fails")])
def test_the_errors_of_processes_count_without_being_asked_about(wrong, order, rule, premise):
    """Both could go wrong, one does, and the assumptions, which allow everything, say nothing of it."""
    failing = LTS.of([(0, "go", 1), (1, "fail", "ERROR")])
    sparing = LTS.of([(0, "go", 1), (1, "go", 1), (2, "fail", "ERROR")])
    parts = [Component(name, failing if i == wrong else sparing) for i, name in enumerate("MN")]
    system = System("S", tuple(parts))
    free = LTS.of([], initial=0)
    loose = [LTS.of([(0, f"ERROR:{name}", 0)]) for name in "MN"[::order]]
    told = [free] if rule == "asym" else loose
    groups = tuple((name,) for name in "MN"[::order])
    assumptions = tuple(Assumption(f"A{i}", lts) for i, lts in enumerate(told))
    assert premise in refusal(certificate(system, rule, groups=groups, assumptions=assumptions), system)


def test_a_component_of_one_state_after_sixty_three_bits():
    parts = [LTS.of([(0, "go", 1), *((j, f"x{i}", j + 1) for j in range(2, 7))]) for i in range(21)]
    never = complete_property(LTS.of([(0, "go", 0)], alphabet=["go", "x3"]))
    processes = tuple(Component(f"C{i}", lts) for i, lts in enumerate(parts))
    system = System("S", (*processes, Component("P", never, is_property=True)))
    assert certify(certificate(system), system, Budget()).ok


def test_a_circle_needs_somebody_in_it():
    system = System("S", (NO_B,))
    assert "groups do not go" in refusal(certificate(system, "circ-ag", groups=()), system)


@pytest.mark.parametrize(("field", "value"), [("alphabet", ["ack"]), ("aut", "des (0, 0, 1)\n")])
def test_what_a_reader_sees_of_an_assumption_is_what_is_checked(field, value):
    data = json.loads(write_certificates([pair()]))
    data["assumptions"][0][field] = value
    with pytest.raises(InputError, match=rf"assumptions\[0\]\.{field}"):
        read_certificates(Source("proof.json", json.dumps(data)))


def test_heavy_nondeterminism_is_checked_in_small_bites():
    chaos = LTS.of([(p, "a", q) for p in range(6) for q in range(6)], alphabet=["a", "b"])
    system = System("S", (*(Component(f"C{i}", chaos) for i in range(4)), NO_B))
    assert certify(certificate(system), system, Budget()).ok
    assert not certify(replace(certificate(system), property="Nobody"), system, Budget()).ok


def step(name: str, lts: LTS, *parts: str) -> Assumption:
    return Assumption(name, lts, (), None, parts)


def test_a_step_without_a_name_is_not_forgotten():
    """Were its error not seen, the others could be replaced by whatever keeps it from happening."""
    silent = LTS.of([], initial=0, alphabet=["a"])
    steps = (step("", ONCE.lts, "Once"), step("M'", silent, "M"), step("all", silent, "", "M'"))
    assert "does not include M" in refusal(certificate(TWICE, "minimise", assumptions=steps), TWICE)


def test_a_step_speaks_of_what_its_parts_do():
    steps = (step("M'", LTS.of([(0, "a", 0), (0, "b", 0)]), "M"),)
    assert "speaks of b" in refusal(certificate(TWICE, "minimise", assumptions=steps), TWICE)
