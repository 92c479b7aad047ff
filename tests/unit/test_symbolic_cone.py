"""Invariants of certificates speak of the cone of influence alone, where that is enough."""

from __future__ import annotations

from quidpro.checker.symbolic import certify_symbolic
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.layers import clauses_about, layers
from quidpro.flat.clauses import clauses
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv

MODEL = """
MODULE main
VAR x : boolean; y : boolean; a : 0..6; b : 0..6; c : boolean;
ASSIGN
  init(x) := FALSE; next(x) := x & y;
  init(y) := FALSE; next(y) := !y;
  init(a) := 0; next(a) := case x : b; a < 6 : a + 1; TRUE : 0; esac;
  init(b) := 0; next(b) := a;
INVARSPEC NAME p := !x;
"""
PINNED = """
MODULE main
VAR x : 0..3; a : boolean;
ASSIGN init(x) := 0; next(x) := case x < 3 : x + 1; TRUE : x; esac; init(a) := FALSE; next(a) := TRUE;
TRANS !a
INVARSPEC NAME p := x < 2;
"""
"""The constraint on a, which x does not depend on, is what keeps x from going on."""


def flat(text):
    return load_smv(Source("m.smv", text)).flat()


def proved(model, method, first=None, orientations=(0,)):
    (verdict,) = solve_smv(model, model.specs, method, first=first, orientations=orientations)
    assert (verdict.outcome, verdict.certified) == ("holds", True), verdict.reason
    return verdict.certificate


def test_a_clause_comes_with_what_it_decides_and_a_constraint_with_all_it_names():
    parts = clauses(flat(MODEL + "INVAR c -> a = b"))
    assert list(layers(parts, ["x"])) == [{"x"}, {"x", "y"}]
    assert list(layers(parts, ["c"])) == [{"c"}, {"a", "b", "c"}, {"a", "b", "c", "x"}, {"a", "b", "c", "x", "y"}]
    assert {c.decides.name for c in clauses_about(parts, ["y"])} == {"y"}
    assert list(layers(parts, [])) == [frozenset()]


def test_a_certificate_is_silent_about_what_does_not_matter():
    model = flat(MODEL)
    assert {node.variable for node in proved(model, "monolithic").graph.nodes} == {"x"}
    by_parts = proved(model, "symbolic", frozenset({"x", "a", "c"}))
    assert {node.variable for node in by_parts.graph.nodes} == {"x"}


def test_everything_is_said_where_a_constraint_on_others_is_what_counts():
    model = flat(PINNED)
    certificate = proved(model, "monolithic")
    assert {node.variable for node in certificate.graph.nodes} == {"x", "a"}
    assert certify_symbolic(certificate, model, Budget()).ok
    proved(model, "symbolic", frozenset({"x"}), (0, 1))
