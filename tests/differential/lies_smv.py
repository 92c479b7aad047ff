"""Lies about SMV models: proofs of one model presented with another, changed at random; and runs of another model."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from quidpro.checker.symbolic import certify_symbolic, replay_symbolic
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.flat.model import FlatModel
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.certificate_json import read_symbolic, symbolic_fields
from quidpro.verdict.symbolic.evidence import SymbolicTrace, SymbolicVerdict
from tests.asking import solve_smv
from tests.differential.compare_smv import dealt
from tests.differential.mutate import mutated
from tests.random_smv import RandomModel, random_smv

TRIALS = 15
WAYS = ("monolithic", "symbolic", "chain", "circular", "pdr", "induction", "contract")
"""The model as a whole, cut in two, and in groups at random, in a chain and in a circle; then clauses of an inductive
invariant, induction over several steps, and clauses over a cut.
"""
BOUND = 8
"""Steps of ``induction``, which need not come to an end."""


def lies(seed: int) -> list[str]:
    """Every false claim about the model of a seed, or about one that is nearly the same, that was believed."""
    rng = Random(seed)
    random = random_smv(seed)
    model, other = _flat(random), _opposite(rng, random)
    if other is None:
        return []
    found = []
    for way in WAYS:
        # AG p speaks of infinite paths; the enumeration, like INVARSPEC, of states.
        spec = replace(model.specs[0], section="INVARSPEC")
        groups = dealt(seed, model) if way in ("chain", "circular") else None
        method = "symbolic" if way == "chain" else way
        (verdict,) = solve_smv(model, [spec], method, orientations=(0,), groups=groups, bound=BOUND)
        if verdict.outcome == "unknown":
            continue
        told = _proofs if verdict.outcome == "holds" else _traces
        found += [f"seed {seed}, {way}: {lie}" for lie in told(rng, verdict, other)]
    return found


def _flat(random: RandomModel) -> FlatModel:
    return load_smv(Source("random.smv", random.text)).flat()


def _opposite(rng: Random, random: RandomModel) -> RandomModel | None:
    """A model that is nearly the same, and of which the opposite is true; if one is found soon."""
    holds = _holds(random)
    others = (_changed(rng, random) for _ in range(30))
    return next((other for other in others if _holds(other) != holds), None)


def _changed(rng: Random, random: RandomModel) -> RandomModel:
    """The same variables and the same invariant; a register begins or goes on otherwise."""
    other = copy.deepcopy(random)
    for _ in range(rng.choice([1, 1, 2])):
        part = rng.choice(other.parts)
        bit = rng.choice([bit for bit in part.bits if not bit.wire])
        if rng.random() < 0.4:
            bit.first = rng.choice([True, False, None])
        else:
            bit.choices = tuple(rng.choice([("const", rng.random() < 0.5), ("var", bit.name)]) for _ in bit.choices)
    other.text = other._text()
    return other


def _holds(random: RandomModel) -> bool:
    return all(map(random.holds, random.reachable()))


def _proofs(rng: Random, verdict: SymbolicVerdict, other: RandomModel) -> Iterator[str]:
    model = _flat(other)
    spec = model.specs[0]
    digest = hashlib.sha256(other.text.encode()).hexdigest()
    head = {"model": digest, "property": spec.name, "text": spec.text}
    fields = json.loads(json.dumps(symbolic_fields(verdict.certificate))) | head
    for trial in range(TRIALS):
        forged = mutated(rng, fields, rng.choice([0, 1, 2, 4])) if trial else fields
        if _is_believed(forged | head, model):
            yield f"{json.dumps(forged)} is believed of\n{other.text}"


def _is_believed(forged: dict[str, Any], model: FlatModel) -> bool:
    try:
        certificates = read_symbolic(Source("proof.json", json.dumps(forged)))
    except InputError:
        return False
    return certify_symbolic(certificates[0], model, Budget()).ok


def _traces(rng: Random, verdict: SymbolicVerdict, other: RandomModel) -> Iterator[str]:
    """Runs of the one model in the other, in which there is none."""
    model = _flat(other)
    states = [dict(state) for state in verdict.trace.states]
    for trial in range(TRIALS):
        run = [dict(state) for state in states]
        for _ in range(trial % 4):
            name = rng.choice(sorted(model.variables))
            rng.choice(run)[name] = rng.random() < 0.5
        if replay_symbolic(SymbolicTrace(tuple(run)), model, model.specs[0]) is None:
            yield f"{run} is believed of\n{other.text}"
