"""Method ``contract``: clauses over what is shared, that one side keeps and the other needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.checker.symbolic import certify_symbolic
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.certificate_json import read_symbolic, write_symbolic
from tests.asking import solve_smv
from tests.random_smv import random_smv

ARBITER = """
MODULE main
VAR u : user(a.g, a.h); a : arbiter;
INVARSPEC NAME alone := !u.both
MODULE user(g, h)
VAR both : boolean;
ASSIGN init(both) := FALSE; next(both) := both | (g & h);
MODULE arbiter
VAR g : boolean; h : boolean; turn : boolean;
ASSIGN init(g) := FALSE; init(h) := FALSE; init(turn) := FALSE;
  next(turn) := !turn; next(g) := turn ? {TRUE, FALSE} : FALSE; next(h) := turn ? FALSE : {TRUE, FALSE};
"""
HANDSHAKE = """
MODULE main
VAR c : client(s.ack); s : server(c.req);
INVARSPEC NAME ok := !c.wrong
MODULE client(ack)
VAR req : boolean; was : boolean; wrong : boolean;
ASSIGN init(req) := FALSE; next(req) := {TRUE, FALSE}; init(was) := FALSE; next(was) := req;
  init(wrong) := FALSE; next(wrong) := wrong | (ack & !was);
MODULE server(req)
VAR ack : boolean; n : 0..6;
ASSIGN init(ack) := FALSE; next(ack) := req & n > 3; next(n) := (n + 1) mod 7;
"""
COUNTED = """
MODULE main
VAR c : client(s.tick); s : server;
INVARSPEC NAME ok := !c.late
MODULE client(tick)
VAR n : 0..9; late : boolean;
ASSIGN init(n) := 0; next(n) := tick ? 0 : (n < 9 ? n + 1 : 9); init(late) := FALSE; next(late) := late | n = 9;
MODULE server
VAR k : 0..7; tick : boolean;
ASSIGN init(k) := 0; next(k) := (k + 1) mod 8; init(tick) := FALSE; next(tick) := k = 3;
"""


def asked(text, first, **options):
    model = load_smv(Source("cut.smv", text)).flat()
    mine = frozenset(name for name in model.variables if name.startswith(f"{first}."))
    (verdict,) = solve_smv(model, model.specs, "contract", first=mine, **options)
    return model, verdict


def test_a_side_is_taken_with_what_the_other_one_says_of_what_it_sees_alone():
    cells = "VAR v : boolean; ASSIGN init(v) := TRUE; next(v) := read;"
    text = f"MODULE main VAR m : cell(o.v); o : cell(o.v); INVARSPEC m.v MODULE cell(read) {cells}"
    _, verdict = asked(text, "m")
    assert (verdict.outcome, [edge.words for edge in verdict.assumptions[0].edges]) == ("holds", ["TRUE"])
    assert verdict.notes == ("M1 is taken with the clauses of M2 that speak of nothing but what M1 sees, here of o.v",)


def test_a_side_that_sees_only_part_of_what_the_other_one_says_is_taken_without_it():
    text = "MODULE main VAR m : cell(o.v); o : cell(c); c : boolean; INVARSPEC m.v | !m.v"
    _, verdict = asked(f"{text} MODULE cell(read) VAR v : boolean; ASSIGN next(v) := read;", "m")
    assert (verdict.outcome, verdict.notes) == ("holds", ())


def test_what_never_comes_together_is_one_clause():
    _, verdict = asked(ARBITER, "u")
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    (assumption,) = verdict.assumptions
    assert [(e.source, e.target, e.words) for e in assumption.edges] == [
        (0, 0, "!a.g | (a.g & !a.h)"),
        (0, 1, "a.g & a.h"),
    ]


def test_where_letters_alone_are_possible_the_assumption_has_memory():
    _, verdict = asked(HANDSHAKE, "c")
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    (assumption,) = verdict.assumptions
    assert (assumption.states, assumption.rejecting) == (3, 2)
    assert {e.words for e in assumption.edges if e.target == 2} == {"s.ack"}
    assert {e.source for e in assumption.edges if e.target == 2} == {0}


def test_memory_can_be_left_out():
    _, verdict = asked(HANDSHAKE, "c", history=0)
    assert verdict.outcome == "unknown"
    assert "no clauses over the shared variables of 1 step in a row suffice" in verdict.reason


def test_clauses_over_few_letters_are_not_always_enough():
    _, verdict = asked(COUNTED, "c")
    assert verdict.outcome == "unknown"
    assert "3 steps in a row" in verdict.reason


def test_a_run_that_both_sides_can_do_is_a_violation():
    model, verdict = asked(ARBITER.replace("turn ? FALSE : {TRUE", "turn ? {TRUE} : {TRUE"), "u")
    assert (verdict.outcome, verdict.certified) == ("violated", True)
    assert set(verdict.trace.states[0]) == set(model.variables)


@pytest.mark.parametrize("text", [ARBITER, HANDSHAKE])
def test_every_part_of_the_certificate_counts(text):
    model, verdict = asked(text, text.split("VAR ")[1][0])
    certificate = verdict.certificate
    assert read_symbolic(Source("c.json", write_symbolic([certificate]))) == [certificate]
    assert certify_symbolic(certificate, model, Budget()).ok
    empty = tuple(() for _ in certificate.conjuncts)
    assert certify_symbolic(replace(certificate, conjuncts=empty), model, Budget()).refuted
    assert certify_symbolic(replace(certificate, conjuncts=empty[1:]), model, Budget()).refuted
    beyond = tuple((10**6,) for _ in certificate.conjuncts)
    assert "refers to no node" in certify_symbolic(replace(certificate, conjuncts=beyond), model, Budget()).reason
    assumption = certificate.assumption
    onwards = tuple(replace(e, target=e.source) for e in assumption.edges)
    weak = replace(certificate, assumption=replace(assumption, edges=onwards))
    assert certify_symbolic(weak, model, Budget()).refuted


@pytest.mark.parametrize("block", range(4))
def test_random_models_have_the_answer_of_the_enumeration(block):
    for seed in range(25 * block, 25 * block + 25):
        random = random_smv(seed)
        model = load_smv(Source("random.smv", random.text)).flat()
        expected = "holds" if all(map(random.holds, random.reachable())) else "violated"
        spec = replace(model.specs[0], section="INVARSPEC")
        mine = frozenset(name for name in model.variables if name.startswith("a."))
        (verdict,) = solve_smv(model, [spec], "contract", first=mine)
        assert verdict.outcome in (expected, "unknown"), seed
        assert verdict.outcome == "unknown" or verdict.certified, (seed, verdict.reason)
        assert "report" not in verdict.reason, (seed, verdict.reason)
