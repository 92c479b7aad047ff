"""One random system and formula: the answer about it, fair and not, against runs that are made by hand.

A violation must be a run of the naive product that counts, and the formula must be false on it. When the assertion
holds, the formula must be true on every run of a sample: random stems, and then random loops, which under fair choice
go through all transitions of a terminal set.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import load_fsp
from quidpro.lts.system import System
from quidpro.rules.liveness import MOST_COVERED
from quidpro.rules.problem import Problem
from quidpro.run.solve import solve
from quidpro.verdict.types import Trace
from tests.naive_product import NaiveProduct, State
from tests.random_ltl import holds, random_fluent, random_formula, to_text
from tests.random_systems import random_system

MOST_STATES = 60
RUNS = 60
LONGEST = 12

Run = tuple[list[str], list[str]]


def differences(seed: int) -> list[str]:
    """What is wrong with the answers about one system, in words."""
    rng = random.Random(seed)
    system = random_system(seed).with_properties()
    naive = NaiveProduct(system)
    actions = [action for action in naive.alphabet if action != "tau"]
    if len(naive.edges) > MOST_STATES or len(actions) < 2:
        return []
    fluents = [random_fluent(rng, actions, f"F{i}") for i in range(rng.choice([0, 0, 1, 2]))]
    tree = random_formula(rng, actions, fluents, rng.choice([2, 3, 3, 4]))
    lines = [*(fluent.text() for fluent in fluents), f"assert A = {to_text(tree)}"]
    assertion = load_fsp(Source("random.lts", "\n".join(lines)), None).assertion("A")
    if assertion is None:
        return []
    found = []
    for fair in (True, False):
        asked = replace(system, assertions=(replace(assertion, fair=fair),))
        where = f"seed {seed} {'fair' if fair else 'unfair'} {to_text(tree)}"
        found += [f"{where}: {wrong}" for wrong in _judged(asked, tree, fair, naive, rng)]
    return found


def _judged(system: System, tree: tuple, fair: bool, naive: NaiveProduct, rng: random.Random) -> Iterator[str]:
    verdict = solve(Problem(system, "liveness", "A"), "monolithic", Budget())
    if not verdict.certified:
        yield f"{verdict.outcome}, not certified: {verdict.reason}"
    elif naive.error_depth() is not None:
        if verdict.outcome != "violated":
            yield "an ERROR was not seen"
    elif verdict.outcome == "violated":
        assert verdict.trace is not None
        yield from _wrong_run(verdict.trace, tree, fair, naive)
    else:
        for stem, loop in _runs(naive, fair, rng):
            if not holds(tree, stem, loop):
                yield f"it holds, but not on {' '.join(stem)} ({' '.join(loop)})*"
                return


def _wrong_run(trace: Trace, tree: tuple, fair: bool, naive: NaiveProduct) -> Iterator[str]:
    """Whether the run is one, whether it counts, and whether the formula is false on it."""
    loop = [] if trace.loop is None else _steps(trace.loop)
    stem = _steps(trace)
    if any((action, target) not in naive.edges[source] for source, action, target in [*stem, *loop]):
        yield "the run is none"
    last = trace.states[-1]
    if fair:
        around = _around(naive, last)
        if any(last not in _around(naive, state) for state in around):
            yield "the end is not in a terminal set"
        steps = {(s, a, t) for s in around for a, t in naive.edges[s]}
        if trace.loop is None and any(action != "tau" for _, action, _ in steps):
            if len(steps) <= MOST_COVERED:
                yield "there is no loop"
            return
        if trace.loop is not None and set(loop) != steps:
            yield "the loop does not take all transitions"
    elif trace.loop is None and naive.edges[last]:
        yield "the run does not stop"
    if holds(tree, list(trace.visible), _seen(action for _, action, _ in loop)):
        yield "the formula holds on the run"


def _steps(trace: Trace) -> list[tuple[State, str, State]]:
    return list(zip(trace.states[:-1], trace.actions, trace.states[1:], strict=True))


def _seen(actions: Iterator[str]) -> list[str]:
    return [action for action in actions if action != "tau"]


def _around(naive: NaiveProduct, state: State) -> set[State]:
    found = naive._reach(state)
    assert found is not None
    return found


def _runs(naive: NaiveProduct, fair: bool, rng: random.Random) -> Iterator[Run]:
    """Random runs that count."""
    for _ in range(RUNS):
        here = tuple(lts.initial for lts in naive.parts)
        stem: list[str] = []
        for _ in range(rng.randint(0, LONGEST)):
            if not naive.edges[here]:
                break
            action, here = rng.choice(sorted(naive.edges[here]))
            stem.append(action)
        loop = _fair_loop(naive, here, rng) if fair else _any_loop(naive, here, rng)
        if loop is not None:
            yield _seen(iter(stem)), _seen(iter(loop))


def _any_loop(naive: NaiveProduct, start: State, rng: random.Random) -> list[str] | None:
    """A random walk back to a state, or none when nothing can happen there; None when it does not come back."""
    if not naive.edges[start]:
        return []
    here, loop = start, []
    for _ in range(LONGEST):
        if not naive.edges[here]:
            return None
        action, here = rng.choice(sorted(naive.edges[here]))
        loop.append(action)
        if here == start and rng.random() < 0.6:
            return loop
    return None


def _fair_loop(naive: NaiveProduct, start: State, rng: random.Random) -> list[str] | None:
    """A random walk through all transitions of the terminal set of a state; None when it is in none."""
    around = _around(naive, start)
    if any(start not in _around(naive, state) for state in around):
        return None
    left = {(s, a, t) for s in around for a, t in naive.edges[s]}
    here, loop = start, []
    while left or here != start:
        fresh = sorted(step for step in left if step[0] == here)
        ways = [(a, t) for _, a, t in fresh] if fresh and rng.random() < 0.8 else sorted(naive.edges[here])
        action, target = rng.choice(ways)
        loop.append(action)
        left.discard((here, action, target))
        here = target
        if len(loop) > 300:
            return None
    return loop
