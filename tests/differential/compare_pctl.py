"""One random system with marks and one random formula of safe-pCTL against naive twins, by every method, certified."""

from __future__ import annotations

import json
from random import Random

from quidpro.checker.probabilistic import certify_lpts
from quidpro.engines.probabilistic.pctl import Checking, parse
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.logic.pctl import Formula, limits
from quidpro.lpts import LPTS
from quidpro.lpts.ops import composition, quotient
from tests.naive_pctl import naive_holds, naive_values
from tests.random_lpts import random_lpts
from tests.random_pctl import marked, random_formula, random_marked_system


def differences(seed: int) -> list[str]:
    """What is wrong with the formula and the system of a seed, in words."""
    rng = Random(seed)
    formula = random_formula(rng)
    found = [
        *_reading(formula),
        *_values(marked(rng, random_lpts(rng, largest=5, moves=3)), formula),
        *_preserved(rng, marked(rng, random_lpts(rng, largest=6, moves=3)), formula),
        *_methods(random_marked_system(rng), formula),
    ]
    return [f"formula {seed}: {what}" for what in found]


def _reading(formula: Formula) -> list[str]:
    return [] if parse(str(formula)) == formula else [f"{formula} does not read back"]


def _values(lpts: LPTS, formula: Formula) -> list[str]:
    """Every maximal probability in every state, and the verdict."""
    checking = Checking(lpts)
    wrong = [
        f"the values of {limit} differ"
        for limit in limits(formula.root)
        if checking.values(limit) != naive_values(lpts, limit)
    ]
    if checking.satisfies(formula) != naive_holds(lpts, formula.root)[0]:
        wrong.append("the verdict differs")
    return wrong


def _preserved(rng: Random, lpts: LPTS, formula: Formula) -> list[str]:
    """What an abstraction satisfies, the LPTS satisfies."""
    numbers: dict[object, int] = {}
    block = [numbers.setdefault((lpts.marks_of(s), rng.randrange(2)), len(numbers)) for s in range(lpts.states)]
    abstract, concrete = (Checking(one).satisfies(formula) for one in (quotient(lpts, block), lpts))
    return ["simulation does not preserve it"] if abstract and not concrete else []


def _methods(components: list[LPTS], formula: Formula) -> list[str]:
    """Proof by parts against the whole system; every answer is certified as it would be read from a file."""
    holds = Checking(composition(components)).satisfies(formula)
    wrong = []
    for method in ("agar", "cegar", "monolithic"):
        outcome = check(components, formula, method=method)
        if outcome.verdict != ("holds" if holds else "violated"):
            wrong.append(f"{method} says {outcome.verdict}")
            continue
        certificate = json.loads(json.dumps(certificate_of(outcome, components, formula)))
        answer = certify_lpts(certificate, components, formula)
        if not answer.ok:
            wrong.append(f"the certificate of {method} for {outcome.verdict} is refused: {answer.reason}")
    return wrong
