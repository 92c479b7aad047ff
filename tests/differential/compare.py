"""One random system: what every method says against what the naive product says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product as combinations
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.explicit.decompose import format_split
from quidpro.engines.explicit.shared import large
from quidpro.lts.system import Progress, System
from quidpro.run.race import Race
from quidpro.run.registry import AUTO, world_named
from quidpro.run.request import Workers
from quidpro.run.scoreboard import Scoreboard
from quidpro.verdict.split import Groups
from quidpro.verdict.verdict import AnyVerdict
from tests.asking import Problem, solve
from tests.naive_product import NaiveProduct
from tests.naive_smallest import not_smallest
from tests.random_systems import random_system

WORLD = world_named("explicit")
METHODS = WORLD.engines
WHOLE = [info for info in METHODS.values() if info.whole]
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "monolithic": {},
    "saturation": {},
    "lstar": {
        "learner": ["kv", "lstar"],
        "alphabet": ["full", "refine"],
        "reduce": [True, False],
        "candidates": [True, False],
        "orientation": ["given", "both"],
        "smallest": [False, True],
        "carry_over": [True, False],
    },
    "circular": {
        "alphabet": ["full", "refine"],
        "reduce": [True, False],
        "candidates": [True, False],
        "encoding": ["both", "onehot", "binary"],
        "uses": ["", "g1:", "g1: g2; g2:"],
        "recursive": [False, True],
        "symmetry": [True, False],
        "carry_over": [True, False],
        "until": ["enough", "first", "smallest"],
    },
    "minimise": {"candidates": [True, False]},
    "auto": {"alphabet": ["full", "refine"], "reduce": [True, False], "learner": ["kv", "lstar"]},
    "agar": {
        "alphabet": ["full", "refine"],
        "reduce": [True, False],
        "orientation": ["given", "both"],
        "counterexamples": [1, 8],
        "counterexample": ["shortest", "first"],
        "incremental": [True, False],
        "smallest": [False, True],
        "carry_over": [True, False],
    },
}
"""The options of each method; the campaign tries combinations of them."""


def combinations_of(method: str) -> list[dict[str, Any]]:
    """Every combination of a method's options."""
    options = OPTIONS[method]
    return [dict(zip(options, chosen, strict=True)) for chosen in combinations(*options.values())]


def random_split(rng: random.Random, system: System) -> Groups:
    """Two or more groups of the processes, in random order."""
    names = [c.name for c in system.processes]
    rng.shuffle(names)
    groups: list[list[str]] = [[] for _ in range(rng.randint(2, len(names)))]
    for i, name in enumerate(names):
        groups[i if i < len(groups) else rng.randrange(len(groups))].append(name)
    return tuple(tuple(group) for group in groups)


def problems(system: System, method: str, seed: int, most: int) -> Iterator[Problem]:
    """The questions asked of a method: all kinds that it knows, ``most`` combinations of its options, random splits."""
    rng = random.Random(seed)
    kinds = METHODS[method].kinds if method != AUTO else frozenset({"safety"})
    every = combinations_of(method)
    for options in every if len(every) <= most else rng.sample(every, most):
        yield Problem(system, "safety", "P", split=random_split(rng, system), options=options)
    if "deadlock" in kinds:
        yield Problem(system.with_properties(), "deadlock", "deadlock")
    if "progress" in kinds:
        processes = system.with_properties()
        yield Problem(processes, "progress", "progress", progress=Progress.of_each(processes.alphabet))


@contextmanager
def as_diagrams(wanted: bool) -> Iterator[None]:
    """The last premise of a chain is decided as a decision diagram, however small the group is."""
    usual = large.TURNS
    if wanted:
        large.TURNS = ((0, 1_000_000),)
    try:
        yield
    finally:
        large.TURNS = usual


def differences(seed: int, most: int = 3) -> list[str]:
    """What is wrong with any method's answer to any question about the system of this seed; empty when nothing is."""
    with as_diagrams(seed % 3 == 0):
        return _differences(seed, most)


def _differences(seed: int, most: int) -> list[str]:
    system = random_system(seed)
    naive, unwatched = NaiveProduct(system), NaiveProduct(system.with_properties())
    found = []
    for method in (*METHODS, AUTO):
        for problem in problems(system, method, seed, most):
            if method != AUTO and METHODS[method].why_not(problem.question):
                continue
            wrong = _difference(problem, method, naive if problem.kind == "safety" else unwatched)
            if wrong:
                found.append(f"seed {seed}, {method} {dict(problem.options)} {problem.split}, {problem.kind}: {wrong}")
    return found


def _difference(problem: Problem, method: str, naive: NaiveProduct) -> str:
    verdict = _raced(problem) if method == AUTO else solve(problem, method, Budget())
    expected, length = _expected(problem, naive)
    if verdict.outcome != expected:
        return f"says {verdict.outcome} ({verdict.reason}), naively {expected}"
    if not verdict.certified:
        return f"is not certified: {verdict.reason}"
    if METHODS.get(method) in WHOLE and length is not None and len(verdict.trace.steps) != length:
        return f"has a trace of {len(verdict.trace.steps)} steps, the shortest has {length}"
    if problem.options.get("smallest") and (wrong := not_smallest(verdict, problem.system)):
        return wrong
    counted = verdict.stats.reachable
    if counted and problem.system.priority is None and counted != len(naive.edges):
        return f"counts {counted} states, there are {len(naive.edges)}"
    return ""


def _raced(problem: Problem) -> AnyVerdict:
    """The race with one worker, without the first look: that is ``monolithic``, whose turn comes last."""
    assert problem.split is not None
    questions, split = [problem.question], format_split(problem.split, problem.system)
    _look, racing = WORLD.heats(questions, problem.options, split)
    board = Scoreboard(WORLD, questions, AUTO, ignore)
    Race(board, Workers(jobs=1), Budget(), ignore).run([racing])
    return board.answers[0]


def _expected(problem: Problem, naive: NaiveProduct) -> tuple[str, int | None]:
    if problem.kind == "progress":
        return ("violated" if any(naive.fails(test) for test in problem.progress) else "holds"), None
    length = naive.error_depth() if problem.kind == "safety" else naive.deadlock_depth()
    return ("holds" if length is None else "violated"), length
