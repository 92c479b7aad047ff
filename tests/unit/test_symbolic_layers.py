"""The whole in layers: a proof from a part of a model is one of the whole, and a violation needs all of it."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.layers import worthwhile
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.flat.clauses import clauses
from quidpro.frontend.smv.model import load_smv

CLOCKED = """
MODULE main
VAR on : boolean; lamp : boolean; seen : boolean; hand : 0..200; other : 0..200;
ASSIGN
  init(on) := FALSE; next(on) := hand = 7;
  init(lamp) := FALSE; next(lamp) := on;
  init(seen) := FALSE; next(seen) := on;
  init(hand) := 0; next(hand) := (hand + 1) mod 201;
  init(other) := 0; next(other) := (other + 3) mod 201;
INVARSPEC NAME same := lamp = seen
INVARSPEC NAME never := !lamp
SPEC NAME always := AG lamp = seen
INVARSPEC NAME step := next(lamp) = on
"""
PINNED = """
MODULE main
VAR x : 0..3; a : 0..100;
ASSIGN init(x) := 0; next(x) := case x < 3 : x + 1; TRUE : x; esac;
  init(a) := 0; next(a) := case a < 100 : a + 1; TRUE : a; esac;
TRANS a < 1
INVARSPEC NAME p := x < 2
"""
"""The constraint on a, which x does not depend on, is what keeps x from going on."""
CHAIN = "MODULE main VAR " + " ".join(f"x{i} : boolean;" for i in range(20))
CHAIN += " ASSIGN " + " ".join(f"next(x{i}) := x{i + 1};" for i in range(19)) + " INVARSPEC !x0"


def flat(text: str):
    return load_smv(Source("m.smv", text)).flat()


def asked(text: str, name: str, **more: object) -> quidpro.SymbolicVerdict:
    return quidpro.check(quidpro.loads(text, "smv"), method="monolithic", property=name, **more).verdict


def may_do_anything(verdict: quidpro.SymbolicVerdict) -> bool:
    return any("may do anything" in note for note in verdict.notes)


def test_layers_are_clearly_apart() -> None:
    model = flat(CHAIN)
    sizes = [len(layer) for layer in worthwhile(clauses(model), ["x0"], frozenset(model.variables), len)]
    assert sizes == [1, 2, 4, 8, 16]


@pytest.mark.parametrize("name", ["same", "always"])
def test_a_proof_follows_what_is_needed(name: str) -> None:
    verdict = asked(CLOCKED, name)
    assert (verdict.outcome, verdict.certified, verdict.stats.rings) == ("holds", True, 2)
    assert "of the 5 variables the proof follows 2; the others may do anything" in verdict.notes
    whole = asked(CLOCKED, name, options={"localise": False})
    assert (whole.outcome, whole.certified, whole.stats.rings) == ("holds", True, 201)
    assert not may_do_anything(whole)


def test_a_violation_is_one_of_the_whole_and_shortest() -> None:
    verdict = asked(CLOCKED, "never")
    assert (verdict.outcome, verdict.certified, len(verdict.trace.states)) == ("violated", True, 10)


def test_what_speaks_of_steps_is_asked_of_the_whole() -> None:
    assert not may_do_anything(asked(CLOCKED, "step"))


def test_a_constraint_outside_the_cone_counts() -> None:
    verdict = asked(PINNED, "p")
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert not may_do_anything(verdict)


def test_errors_of_what_is_left_out_are_found() -> None:
    with pytest.raises(InputError, match=r"not in 0\.\.200"):
        asked(CLOCKED.replace("(other + 3) mod 201", "other + 3"), "same")


def test_properties_share_the_search_of_a_layer_and_of_the_whole() -> None:
    model = flat(CLOCKED)
    engine = Monolithic(model, Budget())
    same, _, always, _ = model.specs
    first, second = engine.check(same), engine.check(always)
    assert first.proof.reached is second.proof.reached
    assert not engine.search.found.complete
    engine.reachable()
    assert engine.check(same).proof is None, "the whole is known"


def test_layers_make_so_many_nodes_and_no_more() -> None:
    model = flat(CLOCKED.replace("lamp = seen", "lamp = seen & other <= 200"))
    engine = Monolithic(model, Budget())
    engine.parts.allowance = 50
    found = engine.check(model.specs[0])
    assert (found.outcome, found.proof) == ("holds", None)
    assert engine.parts.allowance <= 50
    assert engine.machine.manager.watch is None
