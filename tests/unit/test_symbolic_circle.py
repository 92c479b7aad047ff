"""Rule CIRC-AG over variables: assumptions without memory, where they do, where they do not, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import quidpro
from quidpro.checker.symbolic import certify_symbolic, induction
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.engines.symbolic.scv.circle import Circle, layered
from quidpro.engines.symbolic.scv.cut import deal
from quidpro.engines.symbolic.scv.groups import parse_split
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.walk import names
from quidpro.verdict.symbolic.certificate_json import read_symbolic, write_symbolic
from quidpro.verdict.symbolic.problem import problem_about
from tests.asking import solve_smv
from tests.unit.certify_smv_samples import flat
from tests.unit.test_symbolic_chain import EMPTY, INPUTS, RELAY, STUCK, TURNS

TWO = """
MODULE main
VAR a : 0..2; b : 0..2; data : 0..7;
ASSIGN
  init(a) := 0; next(a) := case b = 2 : 2; a = 0 : 1; TRUE : 0; esac;
  init(b) := 0; next(b) := case a = 2 : 2; b = 0 : {0, 1}; TRUE : 0; esac;
  next(data) := (data + a) mod 8;
INVARSPEC NAME p := a != 2;
"""


def asked(text: str, split: str, **more: Any) -> quidpro.SymbolicVerdict:
    return quidpro.check(quidpro.loads(text, "smv"), method="circular", split=split, **more).verdict


def test_each_group_keeps_what_the_others_need() -> None:
    verdict = asked(TWO, "a | b | data")
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "circ-ag")
    assert [(one.name, one.about, one.variables, one.states) for one in verdict.assumptions] == [
        ("g1", ("a",), ("a",), 2),
        ("g2", ("b",), ("b",), 2),
        ("g3", ("data",), (), 1),
    ]
    words = [{(e.source, e.target): e.words for e in one.edges if e.source == 0} for one in verdict.assumptions]
    assert words == [{(0, 0): "a != 2", (0, 1): "a = 2"}, {(0, 0): "b != 2", (0, 1): "b = 2"}, {(0, 0): "TRUE"}]
    assert [(one.number, one.run, one.outcome) for one in verdict.stats.rounds] == [(1, "circle", "holds")]


@pytest.mark.parametrize("text", [RELAY, TURNS, INPUTS, EMPTY, STUCK, TWO])
def test_the_answer_is_that_of_the_whole(text: str) -> None:
    model = flat(text)
    expected = quidpro.check(quidpro.loads(text, "smv"), method="monolithic").outcome
    groups = tuple(frozenset({name}) for name in model.variables)
    (verdict,) = solve_smv(model, model.specs, "circular", groups=groups)
    assert (verdict.outcome, verdict.certified, verdict.method) == (expected, True, "circular"), verdict.reason


def test_where_memory_is_needed_the_answer_is_that_of_symbolic() -> None:
    verdict = asked(TURNS, "full | left | rest")
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "asym-n")
    assert verdict.notes[0].startswith("no assumptions without memory prove it in a circle")
    assert (verdict.stats.rounds[0].run, verdict.stats.rounds[0].outcome) == ("circle", "too weak")
    broken = asked(TURNS.replace("tick = 3 & work = 0", "tick != 3"), "full | left | rest")
    assert (broken.outcome, broken.certified) == ("violated", True)


def naive(model: Any, groups: Any, about: set[str]) -> bool:
    """Whether the strongest predicates over what groups share prove a property, on sets of states."""
    everything = deal(model, groups)
    public = everything.shared(frozenset(about)) | about
    seen = [sorted(group.seen) for group in everything.groups]
    machine = Machine(model, Budget())
    allowed = {
        clause: machine.manager.conjunction(machine.parts(clause))
        for group in everything.groups
        for clause in group.clauses
    }
    nexts = {
        clause: machine.manager.conjunction(machine.parts(clause, following=True))
        for clause in allowed
        if clause.kind == "invar"
    }

    def true(function: Any, now: dict[str, Any], then: dict[str, Any]) -> bool:
        literals = {**machine.bits.literals(now), **machine.bits.literals(then, following=True)}
        return (function & machine.manager.minterm(literals)).satisfiable()

    def states(number: int) -> list[dict[str, Any]]:
        domains = [list(model.variables[name].domain) for name in seen[number]]
        return [dict(zip(seen[number], values, strict=True)) for values in product(*domains)]

    def starts(number: int, state: dict[str, Any]) -> bool:
        own = everything.groups[number].clauses
        return all(true(allowed[c], state, {}) for c in own if c.kind != "trans")

    def steps(number: int, now: dict[str, Any], then: dict[str, Any]) -> bool:
        own = everything.groups[number].clauses
        return all(true(nexts[c] if c.kind == "invar" else allowed[c], now, then) for c in own if c.kind != "init")

    reached = [[s for s in states(i) if starts(i, s)] for i in range(len(groups))]
    while True:
        shown = [[{k: v for k, v in s.items() if k in public} for s in found] for found in reached]
        joint: list[dict[str, Any]] = [{}]
        for own in shown:
            joint = [{**j, **s} for j in joint for s in own if all(j.get(k, v) == v for k, v in s.items())]
        admitted = [{tuple(sorted((k, j[k]) for k in seen[i] if k in j)) for j in joint} for i in range(len(groups))]
        more = [
            found
            + [
                t
                for t in states(i)
                if t not in found
                and any(
                    tuple(sorted((k, v) for k, v in s.items() if k in public)) in admitted[i] and steps(i, s, t)
                    for s in found
                )
            ]
            for i, found in enumerate(reached)
        ]
        if more == reached:
            return all(true(machine.predicate(model.specs[0].invariant, model.specs[0].span), j, {}) for j in joint)
        reached = more


SPLITS = {RELAY: "a | b | c | d", TURNS: "full | left | rest", TWO: "a | b | data", STUCK: "a | b | c"}


@pytest.mark.parametrize(("text", "split"), SPLITS.items())
def test_a_naive_circle_finds_the_same(text: str, split: str) -> None:
    model = flat(text)
    groups, invariant = parse_split(split, model), model.specs[0].invariant
    assert invariant is not None
    circle = Circle(problem_about(model, model.specs[0]), groups, Machine(model, Budget()), lambda _: None)
    assert circle.proves() == naive(model, groups, set(names(invariant)))


def test_groups_are_localised_layer_by_layer() -> None:
    model = flat(TWO)
    found = list(layered(deal(model, parse_split("a | b | data", model)), frozenset({"a"})))
    assert [[len(group.clauses) for group in one.groups] for one in found] == [[2, 0, 0], [2, 2, 0], [2, 2, 1]]


@pytest.fixture(params=[1.0, 0.0], ids=["sat", "diagrams"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction, "SAT_SECONDS", request.param)


def proof() -> tuple[Any, Any]:
    model = flat(TWO)
    (verdict,) = solve_smv(model, model.specs, "circular", groups=parse_split("a | b | data", model))
    return model, verdict.certificate


def with_assumption(certificate: Any, number: int, **changes: Any) -> Any:
    found = list(certificate.assumptions)
    found[number] = replace(found[number], **changes)
    return replace(certificate, assumptions=tuple(found))


def allowing(certificate: Any, number: int) -> Any:
    """An assumption that allows everything."""
    edges = tuple(replace(edge, predicate=1) for edge in certificate.assumptions[number].edges)
    return with_assumption(certificate, number, edges=edges)


FORGERIES = {
    "the assumptions do not imply the property": lambda c: replace(allowing(allowing(c, 0), 1), invariants=(1, 1, 1)),
    "M1: a step leaves the invariant": lambda c: allowing(c, 1),
    "M1: an initial state": lambda c: replace(c, invariants=(0, *c.invariants[1:])),
    "M2: it does what its assumption forbids": lambda c: replace(c, invariants=(c.invariants[0], 1, 1)),
    "and an invariant of each": lambda c: replace(c, invariants=c.invariants[1:]),
    "an assumption and": lambda c: replace(c, assumptions=c.assumptions[1:]),
    "without memory": lambda c: with_assumption(c, 1, states=3),
    "rejects everything": lambda c: with_assumption(c, 1, rejecting=0),
    "that are not shared": lambda c: replace(c, assumptions=(c.assumptions[2], *c.assumptions[1:2], c.assumptions[1])),
    "that no group sees all of": lambda c: replace(c, groups=(("a",), ("b",), c.groups[2])),
    "and no others": lambda c: replace(c, groups=(*c.groups[:2], (*c.groups[2], "magic"))),
}


@pytest.mark.usefixtures("backend")
def test_a_proof_is_confirmed_and_survives_being_written() -> None:
    model, certificate = proof()
    (read,) = read_symbolic(Source("c.json", write_symbolic([certificate])))
    assert read == certificate
    assert certify_symbolic(read, model, Budget()).ok


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("words", FORGERIES)
def test_forgeries_are_refused(words: str) -> None:
    model, certificate = proof()
    result = certify_symbolic(FORGERIES[words](certificate), model, Budget())
    assert result.refuted
    assert words in result.reason


def test_what_it_does_not_decide_is_refused_in_its_name() -> None:
    with pytest.raises(UsageError, match="method circular proves invariants"):
        asked(TWO.replace("INVARSPEC NAME p := a != 2", "SPEC AF a = 2"), "a | rest")
