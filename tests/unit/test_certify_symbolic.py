"""The checker of SMV certificates: it takes what is proved, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from quidpro.checker.symbolic import certify_symbolic, induction, replay_symbolic
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.verdict.symbolic.certificate_json import read_symbolic, write_symbolic
from quidpro.verdict.symbolic.evidence import SymbolicTrace
from tests.asking import solve_smv
from tests.unit.certify_smv_samples import STEPPED, WORDS, by_parts, certificate_of, flat
from tests.unit.test_symbolic_scv import LATE, SIMPLE


@pytest.fixture(params=[1.0, 0.0], ids=["sat", "diagrams"])
def backend(request, monkeypatch):
    monkeypatch.setattr(induction, "SAT_SECONDS", request.param)


@pytest.mark.slow
@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(("text", "first"), [(SIMPLE, ["m1.x"]), (LATE, ["m1"]), (WORDS, ["a", "b"])])
def test_proofs_are_confirmed_and_survive_being_written(text, first):
    for model, certificate in (by_parts(text, first), certificate_of(text, "monolithic")):
        (read,) = read_symbolic(Source("c.json", write_symbolic([certificate])))
        assert read == certificate
        assert certify_symbolic(read, model, Budget()).ok


@pytest.mark.usefixtures("backend")
def test_another_model_is_refused():
    _, certificate = by_parts(SIMPLE, ["m1.x"])
    other = flat(SIMPLE.replace("init(y) := FALSE", "init(y) := TRUE"))
    assert "its text differs" in certify_symbolic(certificate, other, Budget()).reason
    forged = replace(certificate, model=certificate_of(SIMPLE, "monolithic")[1].model)
    assert certify_symbolic(forged, flat(SIMPLE), Budget()).ok


FORGERIES = {
    "M2: it does what": lambda c: _with_rejecting(c, 0, 0),
    "the invariant does not imply": lambda c: _allowing_everything(c),
    "an initial state": lambda c: replace(c, invariants=(0,) * len(c.invariants)),
    "each on one side": lambda c: replace(c, first=()),
    "speaks of private variables of both": lambda c: replace(c, second=c.shared, shared=(), assumption=_blind(c)),
    "no invariant": lambda c: replace(c, property="q"),
    "no rule": lambda c: replace(c, rule="magic"),
    "refers to no node": lambda c: replace(c, invariants=(99,) * len(c.invariants)),
    "rejects everything": lambda c: replace(c, assumption=replace(c.assumption, rejecting=0)),
}


def _with_rejecting(certificate, source, target):
    """All letters of a state lead to rejection."""
    assumption = certificate.assumption
    edges = tuple(
        replace(e, target=assumption.rejecting) if e.source == source and e.target == target else e
        for e in assumption.edges
    )
    return replace(certificate, assumption=replace(assumption, edges=edges))


def _allowing_everything(certificate):
    """An assumption without a rejecting state, with invariants that allow all states."""
    edges = tuple(replace(e, target=0, predicate=1) for e in certificate.assumption.edges if e.source == 0)[:1]
    assumption = replace(certificate.assumption, states=1, rejecting=None, edges=edges)
    return replace(certificate, assumption=assumption, invariants=(1, 1))


def _blind(certificate):
    """The assumption with edges that look at nothing."""
    edges = tuple(replace(e, predicate=int(e.target == 0)) for e in certificate.assumption.edges)
    return replace(certificate.assumption, edges=edges, graph=replace(certificate.assumption.graph, nodes=()))


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("words", FORGERIES)
def test_forgeries_are_refused(words):
    model, certificate = by_parts(SIMPLE, ["m1.x"])
    result = certify_symbolic(FORGERIES[words](certificate), model, Budget())
    assert result.refuted
    assert words in result.reason


@pytest.mark.parametrize(
    ("property", "violated"), [("!x", (1, 0)), ("!next(x)", (1, 0)), ("!i", (1, 0)), ("x -> next(x)", (0, 1))]
)
def test_a_run_is_judged_by_the_step_that_it_ends_with(property, violated):
    model = flat(STEPPED.format(f"INVARSPEC NAME p := {property};"))
    run = [{"x": False, "i": True}, {"x": True, "i": False}, {"x": False}]
    for length, false in zip((2, 3), violated, strict=True):
        complaint = replay_symbolic(SymbolicTrace(tuple(run[:length])), model, model.specs[0])
        assert complaint == (None if false else "its last state satisfies the property")


def test_of_a_formula_only_the_run_is_replayed():
    model = flat(STEPPED.format("LTLSPEC F x;"))
    assert replay_symbolic(SymbolicTrace(({"x": False, "i": False}, {"x": False}), 0), model, model.specs[0]) is None
    wrong = SymbolicTrace(({"x": False, "i": True}, {"x": False}), 0)
    assert "state 1" in replay_symbolic(wrong, model, model.specs[0])


def test_traces_are_replayed():
    model = flat(SIMPLE.replace("init(y) := FALSE", "init(y) := TRUE"))
    (spec,) = model.specs
    (verdict,) = solve_smv(model, [spec])
    trace = verdict.trace
    assert replay_symbolic(trace, model, spec) is None
    assert "satisfies" in replay_symbolic(replace(trace, states=trace.states[:1]), model, spec)
    assert "state 0" in replay_symbolic(replace(trace, states=trace.states[1:]), model, spec)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("rule"),
        lambda d: d["nodes"].append(["m1.x", [True], 0]),
        lambda d: d["nodes"].append([7, [True], 0, 1]),
        lambda d: d["nodes"].append(["m1.x", [True], True, 1]),
        lambda d: d.update(world="other"),
        lambda d: d.update(invariants="x"),
    ],
)
def test_a_broken_file_is_refused_in_words(change):
    _, certificate = by_parts(SIMPLE, ["m1.x"])
    data = json.loads(write_symbolic([certificate]))
    change(data)
    with pytest.raises(InputError):
        read_symbolic(Source("c.json", json.dumps(data)))
