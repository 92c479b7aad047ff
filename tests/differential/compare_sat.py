"""The engines that work with SAT solvers, on SMV models of which the truth is known."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.facts import Exchange, Learned
from quidpro.core.source import Source
from quidpro.flat.build import negation
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.problem import problem_about as flat_problem
from tests.asking import answer, attempt, solve_smv
from tests.naive_smv import Graph
from tests.random_typed_smv import random_typed_smv

SECONDS = 30.0
"""For each answer: far more than a small model takes, so that none is left open because of the time."""
NEAR, FAR = 8, 1000
"""Bounds where nothing is to be found, and where a violation is."""
WAYS = {
    "pdr": ("pdr", {}),
    "pdr, the other order": ("pdr", {"literals": "given", "counterexamples_blocked": 3}),
    "bmc": ("bmc", {}),
    "induction": ("induction", {"bound": NEAR}),
    "contract": ("contract", {}),
    "contract, without memory": ("contract", {"history": 0}),
}
OPEN = {"bmc": {"holds"}, "induction": {"holds", "violated"}, "contract": {"holds", "violated"}}
"""What a method may leave open: proofs, what lies behind its bound, what no assumption over the cut can show."""
UNCERTIFIED = "bits would have to be remembered"
"""Why a proof by ``contract`` may have no certificate."""


def compare_sat(told, model, spec, expected, first=None):
    """The outcomes of all; AssertionError when one is wrong, does not stand, or is missing where it need not be."""
    outcomes = {}
    for way, (method, options) in WAYS.items():
        how = {**options, "bound": NEAR if expected == "holds" else FAR} if method == "bmc" else options
        cut = first if method == "contract" else None
        (verdict,) = solve_smv(model, [spec], method, Budget(seconds=SECONDS), first=cut, **how)
        outcomes[way] = verdict.outcome
        if verdict.outcome == "unknown" and expected in OPEN.get(method, ()):
            continue
        if verdict.outcome == expected == "holds" and UNCERTIFIED in verdict.reason:
            continue
        assert (verdict.outcome, verdict.certified) == (expected, True), (told, way, verdict.outcome, verdict.reason)
        if (verdict.outcome, method) == ("violated", "bmc"):
            (other,) = solve_smv(model, [spec], "monolithic")
            assert len(verdict.trace.states) == len(other.trace.states), (told, "bmc's run is no shortest one")
    return outcomes


def compare_shared(told, model, specs, expected):
    """How many lemmas were handed on; AssertionError when they change an answer, or it does not stand.

    One method after the other is asked, and knows what those before it have found, for other specifications too.
    """
    said = []
    with Exchange() as exchange:

        def listen(event):
            if isinstance(event, Learned):
                said.extend(event.fact)
                exchange.add(event.fact)

        for way, (method, options) in WAYS.items():
            if method == "contract":
                continue
            how = replace(attempt("symbolic", method, **{"bound": NEAR, **options}), facts=exchange.facts)
            for spec, truth in zip(specs, expected, strict=True):
                verdict = answer(flat_problem(model, spec), how, Budget(seconds=SECONDS), listen)
                decided = verdict.outcome, verdict.certified
                if verdict.outcome != "unknown" or method == "pdr":
                    assert decided == (truth, True), (told, way, spec.text, verdict.reason)
    return len(said)


def compare_shared_typed(seed):
    """A random model over every type: its invariant, and the opposite."""
    text = random_typed_smv(seed)
    model = load_smv(Source("random.smv", text)).flat()
    graph, spec = Graph(model), replace(model.specs[0], section="INVARSPEC")
    opposite = replace(spec, name="opposite", text="opposite", invariant=negation(spec.invariant))
    model.specs.append(opposite)
    truth = ["holds" if graph.invariant(one.invariant) else "violated" for one in (spec, opposite)]
    return compare_shared(("shared", seed), model, [spec, opposite], truth)


def compare_typed(seed):
    """The invariant of a random model over every type."""
    model = load_smv(Source("random.smv", random_typed_smv(seed))).flat()
    spec = model.specs[0]
    expected = "holds" if Graph(model).invariant(spec.invariant) else "violated"
    compare_sat(("typed", seed), model, replace(spec, section="INVARSPEC"), expected)
    return expected
