"""Clauses that are inductive together, and what the engines make of those that others have found."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from quidpro.checker.symbolic import certify_symbolic
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.facts import Exchange, Facts, Learned
from quidpro.core.source import Source
from quidpro.engines.symbolic.sat.lemmas import Lemmas, Shared
from quidpro.frontend.smv.model import load_smv
from quidpro.solvers.circuit import Clauses, Reduced, Run, reduce
from quidpro.solvers.cnf import Cnf
from quidpro.solvers.core import needed
from quidpro.solvers.houdini import Houdini
from quidpro.solvers.pdr import Pdr
from quidpro.verdict.symbolic.problem import problem_about
from tests.asking import answer, attempt, solve_smv
from tests.random_circuits import Enumerated, random_circuit

SEEDS = range(150)


class Told:
    """Lemmas for PDR, all at once; and what it says."""

    def __init__(self, known=()):
        self.known, self.said = list(known), []

    def hear(self):
        found, self.known = self.known, []
        return found

    def tell(self, found):
        self.said += found


def kept(circuit, found):
    """Whether clauses are inductive, by looking at all states."""
    naive = Enumerated(replace(circuit, bad=0))
    return naive.proves(tuple(found))


def test_the_largest_inductive_part_is_found():
    """No larger part is inductive: one clause more, or two, and it is not."""
    sizes = set()
    for seed in SEEDS:
        circuit, rng = random_circuit(seed), Random(seed)
        count = len(circuit.latches)
        offered = {tuple(sorted(rng.choice((i, -i)) for i in rng.sample(range(1, count + 1), min(2, count))))}
        offered |= {(rng.choice((i, -i)),) for i in range(1, count + 1)}
        initial = [clause for clause in offered if kept(replace(circuit, next=circuit.latches), [clause])]
        cnf = Cnf(circuit.graph, circuit.roots, circuit.latches)
        houdini = Houdini(circuit, cnf, Budget(), "minisat22")
        names = [cnf.literal(x) for x in circuit.latches]
        cubes = {tuple(-names[abs(x) - 1] * (1 if x > 0 else -1) for x in clause): clause for clause in initial}
        found = [cubes[cube] for cube in houdini.largest(list(cubes))]
        houdini.close()
        assert kept(circuit, found), seed
        for more in product(initial, repeat=2):
            if not set(more) <= set(found):
                assert not kept(circuit, {*found, *more}), (seed, found, more)
        sizes.add(len(found))
    assert {0, 1, 2, 3} <= sizes


def test_pdr_with_lemmas_answers_as_without_and_what_it_says_is_inductive():
    said = 0
    for seed in SEEDS:
        circuit = random_circuit(seed)
        naive, first = Enumerated(circuit), Told()
        found = Pdr(circuit, Budget(), share=first).check()
        said += len(first.said)
        assert kept(circuit, first.said), seed
        again = Pdr(circuit, Budget(), share=Told(first.said)).check()
        proved = Pdr(circuit, Budget(), share=Told(found.clauses if isinstance(found, Clauses) else ())).check()
        for one in (found, again, proved):
            assert isinstance(one, Run) == (naive.shortest() is not None), seed
            assert isinstance(one, Run) or naive.proves(one.clauses), seed
    assert said > 10


def test_a_proof_is_left_with_what_it_takes():
    """What was found about something else, and is not needed, is left out; what proves nothing is no proof."""
    fewer = 0
    for seed in SEEDS:
        circuit = random_circuit(seed)
        naive, other = Enumerated(circuit), replace(circuit, bad=random_circuit(seed).latches[0])
        found, more = Pdr(circuit, Budget()).check(), Pdr(other, Budget()).check()
        if isinstance(found, Run):
            assert needed(circuit, Clauses(()), Budget()) is None, seed
            continue
        both = Clauses(tuple(dict.fromkeys((*found.clauses, *(more.clauses if isinstance(more, Clauses) else ())))))
        smaller = needed(circuit, both, Budget())
        assert set(smaller.clauses) <= set(both.clauses), seed
        assert naive.proves(smaller.clauses), seed
        assert needed(circuit, both, Budget(seconds=0.0)) is None
        fewer += len(smaller.clauses) < len(both.clauses)
    assert fewer > 5


def test_lemmas_are_put_in_the_words_of_a_smaller_machine():
    bits = [("x", 0), ("x", 1), ("y", 0), ("z", 0), ("c", 0), ("far", 0)]
    smaller = Reduced(reduce(random_circuit(1)).circuit, latches=[2, 0], inputs=[], equal={1: 1, 3: 4, 4: -1})
    lemmas = Lemmas(bits, Facts(), ignore)
    shared = Shared(lemmas, smaller)
    assert shared.hear() == []
    assert shared.used == []
    lemmas.add([(1, 3), (2, 4), (-5, 1), (5, 3), (1, 2, 3), (3, 6), (-5,)])
    assert shared.hear() == [(2, 1), (-2, 1), (2,)]
    assert shared.used == lemmas.clauses
    assert shared.hear() == []


def test_nothing_is_said_where_nobody_listens(tmp_path):
    said = []
    Lemmas([("x", 0)], Facts(), said.append).add([(1,)])
    assert said == []
    Lemmas([("x", 0)], Facts(str(tmp_path / "none")), said.append).add([(1,)])
    assert said == [Learned(((("x", 0, True),),))]


DELAYED = """
MODULE main
VAR high : unsigned word[4]; seen : boolean; late : boolean; other : boolean;
ASSIGN
  init(high) := 0ud4_0; next(high) := high = 0ud4_0 ? 0ud4_0 : high + 0ud4_1;
  init(seen) := FALSE; next(seen) := high = 0ud4_15;
  init(late) := FALSE; next(late) := seen;
  next(other) := !other;
INVARSPEC !late
INVARSPEC !seen
"""
ZERO = tuple((("high", i, False),) for i in range(4))


@pytest.fixture
def delayed():
    return load_smv(Source("delayed.smv", DELAYED)).flat()


def by_induction(model, number, *facts):
    with Exchange() as exchange:
        for fact in facts:
            exchange.add(fact)
        how = replace(attempt("symbolic", "induction", bound=5), facts=exchange.facts)
        return answer(problem_about(model, model.specs[number]), how)


@pytest.mark.parametrize(("number", "rule"), [(0, "k-inductive"), (1, "inductive")])
def test_a_lemma_makes_induction_decide(delayed, number, rule):
    assert by_induction(delayed, number).outcome == "unknown"
    verdict = by_induction(delayed, number, ZERO[:1], ZERO)
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, rule)
    assert len(verdict.certificate.invariants) == 4


def test_a_certificate_over_steps_stands_and_falls_with_its_invariants(delayed):
    certificate = by_induction(delayed, 0, ZERO).certificate
    without = certify_symbolic(replace(certificate, invariants=()), delayed, Budget())
    assert "can be violated after" in without.reason
    some = certify_symbolic(replace(certificate, invariants=certificate.invariants[1:]), delayed, Budget())
    assert "a step leaves the invariant" in some.reason
    wrong = by_induction(delayed, 0, ((("other", 0, True),),), ZERO)
    assert wrong.outcome == "unknown"
    assert "its own check refused the certificate: the model: an initial state does not satisfy" in wrong.reason


def test_a_violation_is_found_with_lemmas_too(delayed):
    text = DELAYED.replace("INVARSPEC !late", "INVARSPEC !other")
    verdict = by_induction(load_smv(Source("delayed.smv", text)).flat(), 0, ZERO)
    assert (verdict.outcome, verdict.certified) == ("violated", True)


def test_what_pdr_finds_for_one_specification_is_known_for_the_next():
    """Two questions of one model: the second certificate has clauses of the first search, and stands."""
    model = load_smv(Source("ring.smv", RING)).flat()
    heard = []
    with Exchange() as exchange:
        how = replace(attempt("symbolic", "pdr"), facts=exchange.facts)
        first = answer(problem_about(model, model.specs[0]), how, events=heard.append)
        facts = [event.fact for event in heard if isinstance(event, Learned)]
        assert facts
        for fact in facts:
            exchange.add(fact)
        again = answer(problem_about(model, model.specs[1]), how)
    assert (first.outcome, first.certified) == (again.outcome, again.certified) == ("holds", True)
    together = solve_smv(model, model.specs, "pdr")
    assert [(one.outcome, one.certified) for one in together] == [("holds", True)] * 2
    assert together[1].stats.queries < solve_smv(model, model.specs[1:], "pdr")[0].stats.queries


RING = """
MODULE main
VAR a : boolean; b : boolean; c : boolean; d : boolean; go : boolean;
ASSIGN
  init(a) := TRUE; next(a) := go ? d : a;
  init(b) := FALSE; next(b) := go ? a : b;
  init(c) := FALSE; next(c) := go ? b : c;
  init(d) := FALSE; next(d) := go ? c : d;
INVARSPEC !(a & b)
INVARSPEC !(b & c)
"""
