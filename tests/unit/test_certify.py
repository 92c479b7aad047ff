"""The independent checker: right certificates pass, wrong ones are refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from quidpro.checker.explicit import certify
from quidpro.checker.explicit.claims import Graph, default_tests
from quidpro.checker.explicit.determinise import complement
from quidpro.checker.explicit.explore import Joint, explore
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Progress
from quidpro.verdict.explicit.evidence import Assumption, Certificate, digest, digests
from tests.unit.certify_samples import (
    A_GOOD,
    HASTY,
    INPUT,
    Naive,
    certificate,
    channel,
    pair,
    random_system,
    system_of,
)


def reason(cert: Certificate, system) -> str:
    outcome = certify(cert, system, Budget())
    assert outcome.refuted
    assert not outcome.ok
    return outcome.reason


def accepted(cert: Certificate, system) -> bool:
    return certify(cert, system, Budget()).ok


@pytest.mark.parametrize("wide", [False, True])
def test_explores_like_the_naive_product(wide):
    for seed in range(150):
        system = random_system(seed)
        if wide:
            ballast = LTS.from_arrays([], 17, [], [], [], initial=14)
            system = system_of(*(c.lts for c in system.components), *[ballast] * 13, priority=system.priority)
        naive = Naive(system)
        joint = Joint([c.lts for c in system.components], system.priority)
        assert (joint.dtype is object) == wide
        found = {}
        for batch in explore(joint, Budget()):
            for i, key in enumerate(batch.keys):
                mine = batch.source == i
                steps = zip(batch.action[mine], batch.target[mine], batch.bad[mine], strict=True)
                outgoing = sorted((joint.actions[a], () if bad else joint.unpack(target)) for a, target, bad in steps)
                assert joint.unpack(key) not in found
                found[joint.unpack(key)] = outgoing
                assert bool(batch.ended[i]) == naive.ended(joint.unpack(key))
        expected = {
            vector: sorted((step.action, () if ERROR in after else after) for step, after in out)
            for vector, out in naive.steps.items()
            if ERROR not in vector
        }
        assert found == expected


@pytest.mark.slow
def test_claims_agree_with_the_naive_product():
    seen = set()
    for seed in range(300):
        system = random_system(seed)
        naive = Naive(system)
        sets = [actions for _, actions in naive.terminal_sets()]
        tests = (Progress("P", frozenset("ab")), Progress("Q", frozenset("a"), frozenset("bc")))
        truth = {
            "safety": not naive.has_error,
            "deadlock": not naive.deadlocks,
            "progress": all(s & {"a", "b"} and not (s & {"b", "c"} and "a" not in s) for s in sets),
        }
        system = replace(system, progress=tests)
        for kind, holds in truth.items():
            assert accepted(certificate(system, kind=kind), system) == holds, (seed, kind)
            seen.add((kind, holds))
    assert len(seen) == 6


def test_without_definitions_progress_tests_every_action():
    loop = LTS.of([(0, "a", 1), (1, "b", 0), (1, "c", 1)])
    assert accepted(certificate(system_of(loop), kind="progress"), system_of(loop))
    leaving = LTS.of([(0, "a", 1), (1, "b", 1)])
    assert "progress a fails" in reason(certificate(system_of(leaving), kind="progress"), system_of(leaving))
    assert [test.name for test in default_tests(("tau", "b", "a"))] == ["a", "b"]


def test_a_named_progress_test_is_the_only_one_checked():
    system = replace(
        system_of(LTS.of([(0, "a", 1), (1, "b", 1)])),
        progress=(Progress("GOOD", frozenset("b")), Progress("BAD", frozenset("a"))),
    )
    assert accepted(certificate(system, kind="progress", property="GOOD"), system)
    assert "progress BAD fails" in reason(certificate(system, kind="progress", property="BAD"), system)
    assert "no progress test" in reason(certificate(system, kind="progress", property="NONE"), system)


def test_pair_rule():
    assert accepted(pair(), channel())
    assert accepted(certificate(channel()), channel())
    assert "error state is reachable" in reason(certificate(channel(HASTY)), channel(HASTY))


@pytest.mark.parametrize(
    ("assumption", "premise"),
    [
        (
            LTS.of([], alphabet=["send", "output", "ack"], name="A"),
            "premise 2 fails: Output does not guarantee A",
        ),
        (LTS.of([(0, a, 0) for a in ("send", "output", "ack")]), "premise 1 fails: Input under A does not"),
        (LTS.of([(0, "send", "ERROR")]), "has an error state"),
        (LTS.of([(0, "sent", 0)]), "speaks of sent"),
        (LTS.of([(0, "ERROR:Output", 0)]), "speaks of ERROR:Output"),
    ],
)
def test_wrong_assumptions_are_refused(assumption, premise):
    assert premise in reason(pair(assumption), channel())


def test_nondeterministic_assumptions_with_silent_steps():
    loose = LTS.of([(0, "tau", 1), (1, "send", 2), (0, "send", 3), (2, "output", 4), (4, "ack", 0)])
    assert accepted(pair(loose), channel())
    assert "premise 2" in reason(pair(loose, channel(HASTY)), channel(HASTY))


def test_complement_accepts_exactly_the_other_words():
    lts = LTS.of([(0, "a", 1), (0, "a", 2), (1, "tau", 3), (3, "b", 0), (2, "c", 0)])
    wrong = complement(lts, Budget())
    assert list(wrong.triples()) == [
        (0, "a", 1), (0, "b", ERROR), (0, "c", ERROR), (1, "a", ERROR), (1, "b", 0), (1, "c", 0),
    ]  # fmt: skip


def three() -> tuple:
    relay = LTS.of([(0, "a", 1), (1, "b", 0)])
    last = LTS.of([(0, "b", 1), (1, "c", 0)])
    from quidpro.lts.system import Component, System

    alternate = [(0, "a", 1), (1, "b", 0), (0, "b", "ERROR"), (1, "a", "ERROR")]
    system = System(
        "T",
        (
            Component("X", LTS.of([(0, "a", 0)])),
            Component("Y", relay),
            Component("Z", last),
            Component("P", LTS.of(alternate), is_property=True),
        ),
    )
    first = Assumption("A1", LTS.of([(0, "a", 1), (1, "b", 0)]))
    second = Assumption("A2", LTS.of([(0, "b", 0)]))
    groups = (("X",), ("Y",), ("Z",))
    return system, certificate(system, "asym-n", groups=groups, assumptions=(first, second))


def test_chain_rule():
    system, good = three()
    assert accepted(good, system)
    assert "premise 1" in reason(replace(good, groups=good.groups[::-1], assumptions=good.assumptions[::-1]), system)
    assert "groups do not go with" in reason(replace(good, assumptions=good.assumptions[:1]), system)
    assert "needs two groups" in reason(replace(good, rule="asym"), system)
    never = Assumption("A2", LTS.of([], alphabet=["b"]))
    assert "premise 3" in reason(replace(good, assumptions=(good.assumptions[0], never)), system)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rule": "magic"}, "no rule 'magic'"),
        ({"property": "Other"}, "no property Other"),
        ({"kind": "deadlock"}, "the system has no Order"),
        ({"kind": "deadlock", "digests": digests(channel().with_properties())}, "proves safety, not deadlock"),
        ({"groups": (("Input",), ())}, "no group holds Output"),
        ({"groups": ((), ("Output",))}, "no group holds Input"),
        ({"groups": (("Input", "Input"), ("Output",))}, "Input stands in the groups 2 times"),
        ({"groups": (("Input", "Output"), ("Output",))}, "Output stands in the groups 2 times"),
        ({"groups": (("Input",), ("Output", "Ghost"))}, "Ghost, which the system does not have"),
        ({"digests": {}}, "says nothing of Input, Order, Output"),
    ],
)
def test_tampered_certificates_are_refused(changes, message):
    assert message in reason(replace(pair(), **changes), channel())


def test_digests_bind_components_and_property():
    good = pair()
    for name in good.digests:
        other = {**good.digests, name: "0" * 64}
        assert f"{name} is not the component" in reason(replace(good, digests=other), channel())
    assert "has no Ghost" in reason(replace(good, digests={**good.digests, "Ghost": ""}), channel())
    assert "Output is not the component" in reason(good, channel(HASTY))


def test_a_property_may_stand_in_a_group():
    assert accepted(replace(pair(), groups=(("Input", "Order"), ("Output",))), channel())


def test_a_monolithic_proof_has_no_assumptions():
    wrong = replace(pair(), rule="monolithic", groups=(("Input", "Output"),))
    assert "no assumptions" in reason(wrong, channel())


@pytest.mark.parametrize("which", range(3))
def test_doubled_names_are_refused(which):
    system = channel()
    again = system.components[which]
    doubled = replace(system, components=(*system.components, again))
    assert f"called {again.name}" in reason(certificate(doubled), doubled)


def test_priority_counts_in_a_monolithic_proof():
    from quidpro.lts.system import Priority

    risky = LTS.of([(0, "a", 0), (0, "b", "ERROR")])
    calm = system_of(risky, priority=Priority(frozenset("a"), high=True))
    assert accepted(certificate(calm), calm)
    assert "reachable" in reason(certificate(system_of(risky)), system_of(risky))


def test_a_budget_that_runs_out_refutes_nothing():
    outcome = certify(certificate(channel()), channel(), Budget(seconds=-1))
    assert not outcome.ok
    assert not outcome.refuted
    assert "time" in outcome.reason


def test_digest_sees_behaviour_and_nothing_else():
    assert digest(INPUT) == digest(INPUT.named("other"))
    shuffled = LTS.from_arrays(["b", "a"], 1, [0, 0], [1, 2], [0, ERROR])
    sorted_ = LTS.from_arrays(["a", "b"], 1, [0, 0], [2, 1], [0, ERROR])
    assert digest(shuffled) == digest(sorted_)
    variants = [
        A_GOOD,
        replace(A_GOOD, end=1),
        replace(A_GOOD, initial=1),
        LTS.from_arrays(A_GOOD.alphabet, 4, A_GOOD.source, A_GOOD.label, A_GOOD.target),
        LTS.from_arrays([*A_GOOD.alphabet, "z"], 3, A_GOOD.source, A_GOOD.label, A_GOOD.target),
        LTS.from_arrays(A_GOOD.alphabet, 3, A_GOOD.source, A_GOOD.label, np.array([1, 2, ERROR])),
    ]
    assert len({digest(lts) for lts in variants}) == len(variants)


def test_components_too_large_for_a_dense_index(monkeypatch):
    from quidpro.checker.explicit import explore as module

    monkeypatch.setattr(module, "_MAX_DENSE", 0)
    joint = Joint([INPUT, HASTY])
    graph = Graph.of(joint, Budget())
    assert (graph.states, len(graph.source)) == (4, 5)
