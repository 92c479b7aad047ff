"""More than two groups (rule ASYM-N): the splits, the levels, the assumptions, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import quidpro
from quidpro.checker.symbolic import certify_symbolic, induction
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.engines.symbolic.scv.cut import deal
from quidpro.engines.symbolic.scv.groups import chain, format_groups, parse_split
from quidpro.flat.walk import names
from quidpro.report.symbolic.display import display
from quidpro.verdict.symbolic.certificate_json import read_symbolic, write_symbolic
from tests.asking import solve_smv
from tests.unit.certify_smv_samples import flat

RELAY = """
MODULE stage(x) VAR y : boolean; ASSIGN init(y) := FALSE; next(y) := x;
MODULE main VAR a : stage(b.y); b : stage(c.y); c : stage(d.y); d : stage(d.y);
INVARSPEC NAME p := !a.y;
"""
TURNS = """
MODULE main
VAR full : 0..2; left : 0..3; send : boolean; tick : 0..3; work : 0..2;
ASSIGN
  init(full) := 0; next(full) := case send & full = 1 : 2; send : 1; full = 1 & left = 1 : 0; TRUE : full; esac;
  init(left) := 0; next(left) := case send : 2; left > 0 : left - 1; TRUE : left; esac;
  init(send) := FALSE; next(send) := tick = 3 & work = 0;
  init(tick) := 0; next(tick) := (tick + 1) mod 4;
  next(work) := 0..2;
INVARSPEC NAME p := full != 2;
"""
INPUTS = """
MODULE main
VAR a : 0..2; b : 0..2; c : 0..2;
IVAR i : 0..2;
ASSIGN
  init(a) := 0; next(a) := b = 2 & i = 2 ? 2 : 0;
  init(b) := 0; next(b) := c = 2 & i = 1 ? 2 : 1;
  init(c) := 0; next(c) := i = 2 ? {1, c} : c mod 2;
INVARSPEC NAME p := a != 2;
"""
EMPTY = """
MODULE main
VAR a : boolean; b : boolean; c : boolean; d : boolean;
ASSIGN init(a) := FALSE; next(a) := TRUE; init(b) := FALSE; init(c) := TRUE;
INIT b = c & d = c
INVARSPEC NAME p := !a;
"""
STUCK = """
MODULE main
VAR a : boolean; b : boolean; c : boolean;
ASSIGN init(a) := FALSE; next(a) := TRUE; init(b) := FALSE; init(c) := FALSE;
TRANS b & !next(b)
TRANS c & !next(c)
INVARSPEC NAME p := !a;
"""


def asked(text: str, split: str, **options: Any) -> quidpro.SymbolicVerdict:
    chosen = {"orientation": "given", **options}
    return quidpro.check(quidpro.loads(text, "smv"), method="symbolic", split=split, options=chosen).verdict


def test_every_group_but_the_last_makes_an_assumption() -> None:
    verdict = asked(RELAY, "a | b | c | d")
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "asym-n")
    assert verdict.components == ("a", "b", "c", "d")
    assert [(one.name, one.variables, one.about) for one in verdict.assumptions] == [
        ("A1", ("b.y",), ("b.y", "c.y", "d.y")),
        ("A2", ("c.y",), ("c.y", "d.y")),
        ("A3", ("d.y",), ("d.y",)),
    ]
    assert verdict.certificate.groups == (("a.y", "b.y"), ("b.y", "c.y"), ("c.y", "d.y"), ("d.y",))


def test_rounds_tell_their_level_and_have_numbers_of_their_own() -> None:
    rounds = asked(RELAY, "a | b | c | d").stats.rounds
    assert [(one.number, one.level, one.outcome) for one in rounds] == [
        (3, 2, "holds"), (2, 1, "holds"), (1, 0, "holds"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("candidates", "localise", "orientation"), [(True, True, "both"), (False, True, "given"), (False, False, "given")]
)
@pytest.mark.parametrize("split", ["full | left | rest", "full, left | send | tick, work", "full|left|send|tick|work"])
def test_assumptions_with_memory(split: str, candidates: bool, localise: bool, orientation: str) -> None:
    verdict = asked(TURNS, split, candidates=candidates, localise=localise, orientation=orientation)
    assert (verdict.outcome, verdict.certified) == ("holds", True), verdict.reason
    assert len(verdict.assumptions) == len(verdict.components) - 1 == split.count("|")


@pytest.mark.parametrize("split", ["full | left | rest", "tick | work | rest", "full|left|send|tick|work"])
def test_a_violation_is_a_run_of_all_groups(split: str) -> None:
    broken = TURNS.replace("tick = 3 & work = 0", "tick != 3 & work = 0")
    verdict = asked(broken, split)
    assert (verdict.outcome, verdict.certified) == ("violated", True), verdict.reason
    assert verdict.trace.states[-1]["full"] == 2


@pytest.mark.parametrize("text", [INPUTS, INPUTS.replace("c = 2", "c = 1"), EMPTY, STUCK])
@pytest.mark.parametrize("backwards", [False, True])
def test_inputs_of_several_groups_and_groups_that_cannot_begin_or_go_on(text: str, backwards: bool) -> None:
    groups = [name for name in "abcdi" if f" {name} : " in text]
    split = " | ".join(reversed(groups) if backwards else groups)
    expected = quidpro.check(quidpro.loads(text, "smv"), method="monolithic").outcome
    for candidates in (True, False):
        verdict = asked(text, split, candidates=candidates)
        assert (verdict.outcome, verdict.certified) == (expected, True), verdict.reason


def test_what_nobody_needs_is_assumed_of_nobody() -> None:
    verdict = asked(
        RELAY.replace("init(y) := FALSE; next(y) := x", "init(y) := FALSE; next(y) := y & x"), "a | b | rest"
    )
    assert [(one.states, one.variables) for one in verdict.assumptions] == [(1, ()), (1, ())]
    assert verdict.certified


def test_a_budget_tells_what_is_known() -> None:
    model = quidpro.loads(TURNS, "smv")
    found = quidpro.check(model, method="symbolic", split="full | left | rest", timeout=1e-6)
    assert found.outcome == "unknown"


def test_both_orders_take_turns() -> None:
    runs = {one.run for one in asked(TURNS, "tick, work | send | rest", orientation="both").stats.rounds}
    assert runs == {"given", "swapped"}


@pytest.mark.parametrize(
    ("split", "words"),
    [
        ("a", "has one group"),
        ("a | b | z", "'z' is no instance"),
        ("a | b.y | b", "b.y into two groups"),
        ("a | b | ", "empty group"),
        ("a | b | c", "leaves out d.y"),
        ("a | rest | rest", "only one group may be 'rest'"),
        ("a, b | c, d | rest", "the group 'rest' of the split is empty"),
    ],
)
def test_splits_that_make_no_sense_are_refused(split: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        parse_split(split, flat(RELAY))


def test_a_split_is_written_as_it_is_read() -> None:
    model = flat(RELAY)
    groups = parse_split("c | a, d | rest", model)
    assert format_groups(groups, model) == "c | a, d | b"
    assert parse_split(format_groups(groups, model), model) == groups


def test_chain_begins_at_the_property_and_goes_on_with_what_is_shared() -> None:
    model = flat(RELAY)
    assert format_groups(chain(model, model.specs[0].invariant), model) == "a | b | c | d"
    model = flat(RELAY.replace("VAR a :", "VAR top : boolean; a :") + "ASSIGN next(top) := b.y; init(top) := b.y;")
    assert format_groups(chain(model, None), model) == "a | b, top | c | d"
    with pytest.raises(UsageError, match="m has 0"):
        chain(flat(EMPTY), None)


def test_words_of_splits_that_smv_models_do_not_have() -> None:
    with pytest.raises(UsageError, match=r"'n0 \| n1 \| rest', or auto or chain"):
        asked(RELAY, "balanced")


def test_an_assumption_is_given_for_two_groups_alone() -> None:
    with pytest.raises(UsageError, match="a split into two groups, M1 and M2, and this one has 3; join"):
        asked(RELAY, "a | b | rest", assume=("!b.y",))


def test_what_no_later_group_sees_is_no_letter() -> None:
    """What earlier groups show may be anything; those that both sides see are letters of M1."""
    model = flat(TURNS)
    invariant = model.specs[0].invariant
    assert invariant is not None
    dealt = deal(model, parse_split("send | left | rest", model))
    top, below = dealt.cut(0, frozenset(names(invariant))), dealt.cut(1, frozenset({"full", "send"}))
    assert top.shared == ("full", "send", "tick", "work")
    assert below.shared == ("full", "left", "send")
    assert (below.first.private, below.second.private) == (frozenset(), {"tick", "work"})


@pytest.fixture(params=[1.0, 0.0], ids=["sat", "diagrams"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction, "SAT_SECONDS", request.param)


def proof() -> tuple[Any, Any]:
    model = flat(TURNS)
    groups = parse_split("full | left, send | rest", model)
    (verdict,) = solve_smv(model, model.specs, "symbolic", groups=groups, orientations=(0,))
    assert verdict.certificate.rule == "asym-n"
    return model, verdict.certificate


def with_assumption(certificate: Any, number: int, **changes: Any) -> Any:
    found = list(certificate.assumptions)
    found[number] = replace(found[number], **changes)
    return replace(certificate, assumptions=tuple(found))


def without_edges(certificate: Any, number: int) -> Any:
    """Everything is rejected."""
    own = certificate.assumptions[number]
    edges = tuple(replace(edge, target=own.rejecting) for edge in own.edges)
    return with_assumption(certificate, number, edges=edges)


FORGERIES = {
    "M2: it does what the assumption forbids": lambda c: without_edges(c, 0),
    "M3: it does what the assumption forbids": lambda c: without_edges(c, 1),
    "M1: the invariant does not imply the property": lambda c: replace(c, invariants=(1,) * len(c.invariants)),
    "M1: an initial state": lambda c: replace(c, invariants=(0,) * len(c.invariants)),
    "an assumption of each but the last": lambda c: replace(c, assumptions=c.assumptions[:1]),
    "two or more groups": lambda c: replace(c, groups=c.groups[:1], assumptions=()),
    "an invariant for each pair": lambda c: replace(c, invariants=c.invariants[:-1]),
    "do not see the variables of the model": lambda c: replace(
        c, groups=tuple(tuple(set(g) - {"work"}) for g in c.groups)
    ),
    "and no others": lambda c: replace(c, groups=(*c.groups[:2], (*c.groups[2], "magic"))),
    "variables that M1 does not see": lambda c: replace(c, groups=(c.groups[1], c.groups[0], c.groups[2])),
    "that no group sees all of": lambda c: replace(
        c, groups=(c.groups[0], tuple(set(c.groups[1]) - {"work"}), c.groups[2])
    ),
    "variables that are not shared": lambda c: replace(
        c, assumptions=(c.assumptions[0], replace(c.assumptions[1], graph=c.assumptions[0].graph))
    ),
    "rejects everything": lambda c: with_assumption(c, 1, rejecting=0),
    "leads nowhere": lambda c: with_assumption(c, 1, states=1),
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


def test_a_step_that_leaves_an_invariant_is_found() -> None:
    model, certificate = proof()
    sizes = [one.states for one in certificate.assumptions]
    refused = 0
    for number in range(sizes[0], len(certificate.invariants)):
        forged = list(certificate.invariants)
        if forged[number]:
            forged[number] = 0
            result = certify_symbolic(replace(certificate, invariants=tuple(forged)), model, Budget())
            refused += not result.ok
            assert result.ok or result.reason.startswith(
                ("M2: a step", "M2: an initial", "M3: a step", "M3: an initial")
            )
    assert refused > 2


def test_a_certificate_is_shown_with_its_groups() -> None:
    _, certificate = proof()
    shown = str(display(certificate, Budget()))
    assert "M3 sees" in shown
    assert "A1: " in shown
    assert "A2: " in shown
