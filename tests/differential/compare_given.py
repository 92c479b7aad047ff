"""One random system and random assumptions for its groups: what the methods make of them against the naive product."""

from __future__ import annotations

import random
from typing import Any

from quidpro.core.budget import Budget
from quidpro.engines.explicit.shared.groups import goals
from quidpro.engines.explicit.shared.rounds import interface
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.verdict.split import Groups
from tests.asking import Problem, solve
from tests.differential.compare import random_split
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

METHODS = ("lstar", "agar")


def random_assumptions(rng: random.Random, system: System, groups: Groups) -> dict[int, LTS]:
    """Assumptions of the first groups, by position: with silent steps and choices, over most of each interface."""
    parts = {component.name: component.lts for component in system.processes}
    goal, found = goals(system), {}
    for i in range(rng.randint(1, len(groups) - 1)):
        rest = [parts[name] for group in groups[i + 1 :] for name in group]
        shared = interface([parts[name] for name in groups[i]], goal, rest)
        found[i] = _random_assumption(rng, [action for action in shared if rng.random() < 0.9])
        goal = [found[i]]
    return found


def _random_assumption(rng: random.Random, alphabet: list[str]) -> LTS:
    states, density = rng.randint(1, 4), rng.choice([0.5, 0.8, 0.9, 1.0])
    triples: list[tuple[int, str, int | str]] = []
    for state in range(states):
        triples += [(state, action, rng.randrange(states)) for action in alphabet if rng.random() < density]
        triples += [(state, action, "ERROR") for action in alphabet if rng.random() < 0.03]
        triples += [(state, action, rng.randrange(states)) for action in ("tau", *alphabet) if rng.random() < 0.1]
    return LTS.of(triples, initial=0, alphabet=alphabet, name="given")


def given_differences(seed: int) -> list[str]:
    """What is wrong with any answer about random assumptions for the system of this seed; empty when nothing is."""
    rng, system = random.Random(seed), random_system(seed)
    expected = "holds" if NaiveProduct(system).error_depth() is None else "violated"
    found = []
    for method in METHODS:
        for improve in (False, True):
            split = random_split(rng, system)
            options = _random_options(rng, improve) | {"given": random_assumptions(rng, system, split)}
            wrong = _difference(Problem(system, "safety", "P", split=split, options=options), method, expected)
            if wrong:
                found.append(f"seed {seed}, {method} {options} {split}: {wrong}")
    return found


def _random_options(rng: random.Random, improve: bool) -> dict[str, Any]:
    return {
        "improve": improve,
        "orientation": rng.choice(["given", "given", "both"]),
        "reduce": rng.random() < 0.5,
        "alphabet": rng.choice(["full", "refine"]),
        "learner": rng.choice(["kv", "lstar"]),
    }


def _difference(problem: Problem, method: str, expected: str) -> str:
    """The whole system is never contradicted; an assumption that is improved comes to a decision."""
    verdict = solve(problem, method, Budget())
    if verdict.outcome == "unknown" and not problem.options["improve"]:
        return "" if "too weak" in verdict.reason or "too strong" in verdict.reason else f"because {verdict.reason}"
    if verdict.outcome != expected:
        return f"says {verdict.outcome} ({verdict.reason}), naively {expected}"
    return "" if verdict.certified else f"is not certified: {verdict.reason}"
