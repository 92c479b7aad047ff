"""Certificates of SMV models with one thing wrong: misshapen, or proofs of what is false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.checker.symbolic import certify_symbolic, induction
from quidpro.core.budget import Budget
from quidpro.flat.types import Enumeration
from quidpro.verdict.symbolic.predicates import Node
from tests.unit.certify_smv_samples import STEPPED, WORDS, by_parts, certificate_of, flat, text_digest
from tests.unit.test_symbolic_scv import SIMPLE


@pytest.fixture(params=[1.0, 0.0], ids=["sat", "diagrams"])
def backend(request, monkeypatch):
    monkeypatch.setattr(induction, "SAT_SECONDS", request.param)


def _with_node(holder, node, *, first=False):
    """A node that nothing uses, in the graph of a certificate or of its assumption; if first, the others move up."""
    if not first:
        return replace(holder, graph=replace(holder.graph, nodes=(*holder.graph.nodes, node)))
    moved = [replace(n, then=_moved(n.then), otherwise=_moved(n.otherwise)) for n in holder.graph.nodes]
    invariants = tuple(map(_moved, holder.invariants))
    return replace(holder, graph=replace(holder.graph, nodes=(node, *moved)), invariants=invariants)


def _moved(reference):
    return reference if reference < 2 else reference + 1


def _with_assumption(certificate, **changes):
    return replace(certificate, assumption=replace(certificate.assumption, **changes))


def _with_edge(certificate, *, first=False, **changes):
    """One more edge, which differs from the first."""
    edges = certificate.assumption.edges
    more = (replace(edges[0], **changes),)
    return _with_assumption(certificate, edges=(*more, *edges) if first else (*edges, *more))


NODE = Node("m1.x", (True,), None, 0, 1)
NO_TEST = "is no test of a variable of the model"
NOT_BEFORE = "refers to one that does not stand before it"
MISSHAPEN = [
    (f"node 2 of a predicate {NOT_BEFORE}", lambda c: _with_node(c, replace(NODE, then=4))),
    (f"node 2 of a predicate {NOT_BEFORE}", lambda c: _with_node(c, replace(NODE, then=-1))),
    (f"node 2 of a predicate {NOT_BEFORE}", lambda c: _with_node(c, replace(NODE, otherwise=4))),
    (f"node 2 of a predicate {NOT_BEFORE}", lambda c: _with_node(c, replace(NODE, otherwise=-1))),
    (f"node 0 of a predicate {NOT_BEFORE}", lambda c: _with_node(c, replace(NODE, then=-1), first=True)),
    (
        f"node 2 of a predicate {NOT_BEFORE}",
        lambda c: replace(c, assumption=_with_node(c.assumption, Node("m2.y", (True,), None, 0, 9))),
    ),
    (f"node 2 of a predicate {NO_TEST}", lambda c: _with_node(c, replace(NODE, variable="ghost"))),
    (f"node 2 of a predicate {NO_TEST}", lambda c: _with_node(c, replace(NODE, values=(True, 7)))),
    (f"node 2 of a predicate {NO_TEST}", lambda c: _with_node(c, replace(NODE, values=(7, True)))),
    (f"node 2 of a predicate {NO_TEST}", lambda c: _with_node(c, replace(NODE, values=(True,), bit=0))),
    ("refers to no node", lambda c: replace(c, invariants=(*c.invariants[:3], 4))),
    ("refers to no node", lambda c: replace(c, invariants=(-1, *c.invariants[1:]))),
    ("needs an assumption", lambda c: replace(c, assumption=None)),
    ("two invariants", lambda c: replace(c, invariants=(*c.invariants, 1))),
    ("two invariants", lambda c: replace(c, invariants=c.invariants[:3])),
    ("each on one side", lambda c: replace(c, second=("m2.y",))),
    ("each on one side", lambda c: replace(c, second=("ghost",))),
    ("private variables of M2", lambda c: replace(c, first=(), second=("m1.x",))),
    ("variables that are not shared", lambda c: replace(c, assumption=_with_node(c.assumption, NODE))),
    ("leads nowhere", lambda c: _with_edge(c, source=2)),
    ("leads nowhere", lambda c: _with_edge(c, source=2, first=True)),
    ("leads nowhere", lambda c: _with_edge(c, source=-1)),
    ("leads nowhere", lambda c: _with_edge(c, target=2)),
    ("leads nowhere", lambda c: _with_edge(c, target=-1)),
    ("leads nowhere", lambda c: _with_edge(c, predicate=4)),
    ("leads nowhere", lambda c: _with_edge(c, predicate=-1)),
    ("no invariant p: m1.x", lambda c: replace(c, text="m1.x")),
]


@pytest.mark.parametrize(("words", "change"), MISSHAPEN)
def test_misshapen_certificates_are_refused(words, change):
    """Each has one thing that is not as it should be, in a place that the proof itself may not even need."""
    model, certificate = by_parts(SIMPLE, ["m1.x"])
    result = certify_symbolic(change(certificate), model, Budget())
    assert result.refuted
    assert words in result.reason


@pytest.mark.parametrize("bit", [None, -1, 4])
def test_a_word_is_tested_by_its_bits(bit):
    model, certificate = certificate_of(WORDS, "monolithic")
    assert certify_symbolic(_with_node(certificate, Node("a", (), 3, 0, 1)), model, Budget()).ok
    result = certify_symbolic(_with_node(certificate, Node("a", (), bit, 0, 1)), model, Budget())
    assert NO_TEST in result.reason


def test_rule_inductive_takes_no_assumption():
    """One that goes on nowhere would keep the property from being asked about."""
    _, by_two = by_parts(SIMPLE, ["m1.x"])
    false = flat(SIMPLE.replace("INVARSPEC NAME p := !m1.x", "INVARSPEC NAME p := m1.x"))
    head = certificate_of(SIMPLE.replace(":= !m1.x", ":= !(m1.x & !m1.x)"), "monolithic")[1]
    head = replace(head, text="m1.x", model=text_digest(false), invariants=(1,))
    for invariants in ((1,), (1, 1), ()):
        claim = replace(head, invariants=invariants)
        assert "does not satisfy the property" in certify_symbolic(claim, false, Budget()).reason
    nowhere = replace(by_two.assumption, edges=())
    assert "needs no assumption" in certify_symbolic(replace(head, assumption=nowhere), false, Budget()).reason


@pytest.mark.usefixtures("backend")
def test_an_invariant_that_steps_leave_proves_nothing():
    """It holds initially and implies the property, which is false after a step."""
    false = flat(SIMPLE.replace("init(y) := FALSE", "init(y) := TRUE"))
    _, other = certificate_of(SIMPLE, "monolithic")
    claim = replace(other, model=text_digest(false), graph=replace(other.graph, nodes=(NODE,)), invariants=(2,))
    assert certify_symbolic(claim, false, Budget()).reason == "the model: a step leaves the invariant"


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("order", [1, -1])
def test_all_that_the_assumption_allows_is_followed(order):
    """After y comes x, which the invariant of where the assumption then is denies."""
    false = flat(SIMPLE.replace("next(y) := y", "next(y) := TRUE"))
    _, right = by_parts(SIMPLE, ["m1.x"])
    assert [(e.source, e.target, e.words) for e in right.assumption.edges[:2]] == [(0, 0, "!m2.y"), (0, 1, "m2.y")]
    forged = replace(right, model=text_digest(false), invariants=(2, 2, 1, 1))
    forged = _with_assumption(forged, rejecting=None, edges=right.assumption.edges[::order])
    assert certify_symbolic(forged, false, Budget()).reason == "M1: a step leaves the invariant"


def test_edges_to_the_same_state_go_together():
    model, certificate = by_parts(SIMPLE, ["m1.x"])
    assert certify_symbolic(_with_edge(certificate, predicate=0), model, Budget()).ok


def test_each_side_does_its_part_alone():
    """What keeps y FALSE is a clause of M1, and M1 is not there when M2 is asked about."""
    _, by_two = by_parts(SIMPLE, ["m1.x"])
    text = "MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := FALSE; INVAR x | !y;"
    model = flat(
        text + "MODULE two VAR y : boolean; MODULE main VAR m1 : one(m2.y); m2 : two; INVARSPEC NAME p := !m1.x;"
    )
    result = certify_symbolic(replace(by_two, model=text_digest(model)), model, Budget())
    assert result.reason == "M2: an initial state does not satisfy the invariant"


def told(text):
    """What is said to the claim that everything holds anyway: an invariant that is TRUE."""
    model = flat(text)
    _, other = certificate_of(SIMPLE, "monolithic")
    claim = replace(other, model=text_digest(model), text=model.specs[0].text, invariants=(1,))
    return certify_symbolic(replace(claim, graph=replace(other.graph, nodes=())), model, Budget())


PARTIAL = "MODULE main VAR a : unsigned word[32]; k : 1..9; x : boolean; {} INVARSPEC NAME p := {};"
HALF = "case a > 0ud32_5 : TRUE; esac"
OVER = "case a > 0ud32_5 : 1; TRUE : 10; esac"


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(
    ("section", "property"),
    [
        ("", f"({HALF}) = ({HALF})"),
        (f"ASSIGN init(x) := {HALF};", "TRUE"),
        (f"ASSIGN next(x) := {HALF};", "TRUE"),
        (f"INIT {HALF};", "TRUE"),
        (f"INVAR {HALF};", "TRUE"),
        (f"TRANS {HALF};", "TRUE"),
        (f"ASSIGN init(k) := {OVER};", "TRUE"),
        (f"ASSIGN next(k) := {OVER};", "TRUE"),
        ("ASSIGN next(k) := case a > 0ud32_5 : 0; TRUE : 1; esac;", "TRUE"),
        ("ASSIGN next(k) := case a > 0ud32_5 : {1, 10}; TRUE : k; esac;", "TRUE"),
    ],
)
def test_what_has_no_value_proves_nothing(section, property):
    """Of these models the reader of SMV says nothing: there are too many states to look at."""
    result = told(PARTIAL.format(section, property))
    assert result.reason == "the model: an expression has no value, or one outside its variable's domain"


def test_what_has_a_value_everywhere_is_no_reason_to_refuse():
    assert told(PARTIAL.format("ASSIGN next(k) := case a > 0ud32_5 : 1; TRUE : 9; esac;", "k > 0")).ok


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("property", ["{0, 1} in {1, 2}", "{n, 1} in {1, 2}", "(n = 0 ? {0, 1} : {1, 2}) in {1, 3}"])
def test_a_set_with_one_member_in_another_is_not_in_it(property):
    result = told(f"MODULE main VAR n : 0..2; INVARSPEC NAME p := {property};")
    assert result.reason == "the model: an initial state does not satisfy the property"


def test_a_domain_of_two_values_is_not_always_boolean():
    text = "MODULE main VAR s : {on, off}; n : 4..5; ASSIGN init(s) := on; next(s) := off; INVARSPEC NAME p := "
    assert told(text + "s in {on, off} & n > 3;").ok
    assert told(text + "s = on;").reason == "the model: a step leaves the property"
    assert told(text + "n = 4;").reason == "the model: an initial state does not satisfy the property"


@pytest.mark.parametrize("value", [False, True])
def test_a_boolean_that_has_one_value(value):
    """No model in SMV has one, but what is left out of a conjunction would go unseen."""
    text = "MODULE main VAR y : boolean; z : boolean; INVAR z; INVARSPEC NAME p := y & z;"
    model = flat(text)
    model.variables["y"] = replace(model.variables["y"], domain=Enumeration((value,)))
    _, other = certificate_of(SIMPLE, "monolithic")
    claim = replace(
        other, model=text_digest(model), text="y & z", invariants=(1,), graph=replace(other.graph, nodes=())
    )
    assert certify_symbolic(claim, model, Budget()).ok is value


@pytest.mark.parametrize("property", ["!next(x)", "!i", "!(x & i)"])
def test_no_proof_speaks_of_inputs_or_the_next_state(property):
    model = flat(STEPPED.format(f"INVARSPEC NAME p := {property};"))
    _, other = certificate_of(SIMPLE, "monolithic")
    claim = replace(other, model=text_digest(model), text=model.specs[0].text, invariants=(1,))
    assert "speaks of inputs or of the next state" in certify_symbolic(claim, model, Budget()).reason


def test_a_proof_of_an_invariant_is_not_one_of_a_formula():
    model = flat(SIMPLE.replace("INVARSPEC NAME p := !m1.x", "LTLSPEC NAME p := F !m1.x"))
    _, other = certificate_of(SIMPLE, "monolithic")
    claim = replace(other, model=text_digest(model), text=model.specs[0].text)
    assert "has no invariant p" in certify_symbolic(claim, model, Budget()).reason
