"""Certificates of one system presented with another, and changed at random: the checker confirms nothing false."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from quidpro.checker.explicit import certify, replay
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.frontend.aut import write_aut
from quidpro.frontend.lts_json import lts_complaints, lts_fields, lts_of_fields
from quidpro.lts import ERROR, LTS, Component, System
from quidpro.lts.system import Progress
from quidpro.verdict.explicit.certificate_json import certificate_fields, read_certificates
from quidpro.verdict.explicit.evidence import Certificate, ExplicitVerdict, Step, Trace, digests
from tests.asking import Problem, solve
from tests.differential.compare import METHODS, as_diagrams, problems
from tests.differential.mutate import mutated
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system
from tests.saturated import claimed, proof
from tests.unit.test_saturation_core import split_at_random

TRIALS = 12


def lies(seed: int) -> list[str]:
    """Every false claim about the system of a seed, or about one that is nearly the same, that was believed."""
    with as_diagrams(seed % 2 == 0):
        return _lies(seed)


def _lies(seed: int) -> list[str]:
    rng = Random(seed)
    system = random_system(seed)
    other = _opposite(rng, system)
    found = []
    for method in METHODS:
        for problem in problems(system, method, seed, 1):
            if METHODS[method].why_not(problem.question):
                continue
            verdict = solve(problem, method, Budget())
            told = (
                _proofs(rng, verdict.certificate, problem.system, other)
                if verdict.outcome == "holds"
                else _traces(rng, verdict, problem, other)
            )
            found += [f"seed {seed}, {method}, {problem.kind}: {lie}" for lie in told]
    return found + [f"seed {seed}, set of states: {lie}" for lie in _sets(rng, system, other)]


def _sets(rng: Random, system: System, other: System) -> Iterator[str]:
    """What each of the two systems reaches, as a proof about the other one, whether or not it shows anything."""
    for kind in ("safety", "deadlock", "progress"):
        for right, wrong in ((system, other), (other, system)):
            asked = claimed(right, kind)
            if asked.priority is None:
                encoding = one_level_each(asked) if rng.random() < 0.5 else split_at_random(asked, rng)
                yield from _proofs(rng, proof(encoding, kind), right, wrong)


def _opposite(rng: Random, system: System) -> System:
    """A system that is nearly the same, and safe if this one is not; unless that takes long to find."""
    safe = NaiveProduct(system).error_depth() is None
    for _ in range(20):
        other = _changed(rng, system)
        if (NaiveProduct(other).error_depth() is None) != safe:
            break
    return other


def _changed(rng: Random, system: System) -> System:
    """The same components with a few other transitions."""
    parts = list(system.components)
    for _ in range(rng.choice([1, 1, 2, 3])):
        at = rng.randrange(len(parts))
        parts[at] = replace(parts[at], lts=_changed_lts(rng, parts[at]))
    return replace(system, components=tuple(parts))


def _changed_lts(rng: Random, component: Component) -> LTS:
    lts = component.lts
    rows = [list(row) for row in zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)]
    if not component.is_property and rng.random() < 0.5:
        rows.append([rng.randrange(lts.states), rng.randint(0, len(lts.alphabet)), rng.randrange(lts.states)])
    elif rows:
        rng.choice(rows)[2] = rng.choice([ERROR, rng.randrange(lts.states)])
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial, end=lts.end, name=lts.name)


def _proofs(rng: Random, right: Certificate, proved: System, other: System) -> Iterator[str]:
    """Proofs about both systems; what is confirmed must be true."""
    fields = certificate_fields(right)
    truths: dict[tuple[object, ...], bool] = {}
    for trial in range(TRIALS):
        system = other if rng.random() < 0.8 else proved
        forged = _forged(rng, {**fields, "digests": digests(claimed(system, right.kind))}, system, trial)
        try:
            certificate = read_certificates(Source("proof.json", json.dumps(forged)))[0]
        except InputError:
            continue
        if certify(certificate, system, Budget()).ok:
            asked = (system is other, certificate.kind, certificate.property, *certificate.digests)
            if asked not in truths:
                truths[asked] = _is_true(certificate, system)
            if not truths[asked]:
                yield f"{json.dumps(forged)} is believed of {system}"


def _forged(rng: Random, fields: dict[str, Any], system: System, trial: int) -> dict[str, Any]:
    """Changed here and there, with assumptions that are at least well formed."""
    if not trial:
        return fields
    forged = mutated(rng, fields, rng.choice([0, 1, 2, 4]))
    assumptions = forged.get("assumptions")
    if not isinstance(assumptions, list):
        return forged
    for item in assumptions:
        if isinstance(item, dict) and not [*lts_complaints(item.get("lts"), "")]:
            lts = (
                _other_lts(rng, lts_of_fields(item["lts"]), system)
                if rng.random() < 0.3
                else lts_of_fields(item["lts"])
            )
            item |= {"lts": lts_fields(lts), "alphabet": list(lts.alphabet), "aut": write_aut(lts)}
    return forged


def _other_lts(rng: Random, lts: LTS, system: System) -> LTS:
    """Everything, nothing, or one of the components, over more or less of an alphabet."""
    letters = rng.choice([lts.alphabet, system.alphabet])
    kept = [action for action in letters if rng.random() < 0.8]
    kind = rng.random()
    if kind < 0.4:
        return LTS.of([(0, action, 0) for action in kept], initial=0)
    if kind < 0.8:
        return LTS.of([], initial=0, alphabet=kept)
    return rng.choice(system.components).lts


def _is_true(certificate: Certificate, system: System) -> bool:
    """Whether a claim is true, from the definitions."""
    if certificate.kind == "deadlock":
        return NaiveProduct(system.unwatched()).deadlock_depth() is None
    if certificate.kind == "progress":
        product = NaiveProduct(system.unwatched())
        return not any(product.fails(test) for test in _tests(system.unwatched()))
    wanted = certificate.digests if certificate.property is None else (certificate.property,)
    chosen = [component for component in system.properties if component.name in wanted]
    return NaiveProduct(system.with_properties(*chosen)).error_depth() is None


def _traces(rng: Random, verdict: ExplicitVerdict, problem: Problem, other: System) -> Iterator[str]:
    """Runs of one system in the other."""
    trace, product = verdict.trace, NaiveProduct(other if problem.kind == "safety" else other.unwatched())
    for trial in range(TRIALS):
        run = _other_trace(rng, trace) if trial else trace
        by = verdict.violated_by if rng.random() < 0.8 else rng.choice(["P", "M0", "deadlock", "progress", "", "a"])
        if replay(run, other, problem.kind, by, Budget()) is None and not _is_violated(product, problem.kind):
            yield f"{run} by {by} is believed of {other}"


def _other_trace(rng: Random, trace: Trace) -> Trace:
    states = mutated(rng, [list(state) for state in trace.states], rng.choice([0, 1, 2]))
    steps = mutated(rng, [[step.action, *map(list, step.moves.items())] for step in trace.steps], rng.choice([0, 1, 2]))
    try:
        vectors = tuple(tuple(int(number) for number in state) for state in states)
        moved = tuple(Step(str(action), {int(c): int(i) for c, i in moves}) for action, *moves in steps)
    except (TypeError, ValueError):
        return trace
    return replace(trace, states=vectors, steps=moved)


def _is_violated(product: NaiveProduct, kind: str) -> bool:
    if kind == "safety":
        return product.error_depth() is not None
    if kind == "deadlock":
        return product.deadlock_depth() is not None
    return any(product.fails(test) for test in _tests(product.system))


def _tests(system: System) -> tuple[Progress, ...]:
    return system.progress or Progress.of_each(system.alphabet)
