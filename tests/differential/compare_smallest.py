"""One random system that holds, with something to assume: the smallest assumptions against trying all automata.

Every other one is a chain of three groups: M needs G, which another process keeps to its words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from quidpro.core.budget import Budget
from quidpro.learning.smallest import apart
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property, strip_error
from quidpro.lts.reduce import determinise
from tests.asking import Problem, solve
from tests.naive_smallest import not_smallest

LETTERS = "abc"
_SECONDS = 20.0
"""Where SAT alone refutes, six states of one system may take for ever."""


def guarded_system(seed: int) -> System:
    """A process G, one that goes along with some of what it does, and a property that allows what G does and more."""
    rng = random.Random(seed)
    letters = list(LETTERS[: rng.choice([2, 2, 3])])
    guarantee = _random_process(rng, letters, "G", rng.randint(2, 7), rng.choice([0.4, 0.6]))
    other = _random_process(rng, [*letters[:-1], "own"], "M", rng.randint(1, 3), 0.9)
    allowed = complete_property(_with_more(rng, determinise(guarantee), letters))
    return System(
        f"guarded-{seed}",
        (Component("G", guarantee), Component("M", other), Component("P", allowed, is_property=True)),
    )


def chained_system(seed: int) -> System:
    """The same, where G can do more than that, and a third process H keeps it from it."""
    guarantee, other, allowed = guarded_system(seed).components
    keeper = determinise(guarantee.lts)
    more = _with_more(random.Random(seed), keeper, list(keeper.alphabet))
    return System(f"chained-{seed}", (Component("G", more), other, Component("H", keeper), allowed))


def _random_process(rng: random.Random, letters: list[str], name: str, states: int, density: float) -> LTS:
    triples: list[tuple[int, str, int | str]] = [
        (state, "tau" if rng.random() < 0.05 else letter, rng.randrange(states))
        for state in range(states)
        for letter in letters
        if rng.random() < density
    ]
    return LTS.of(triples, initial=0, alphabet=letters, name=name)


def _with_more(rng: random.Random, lts: LTS, letters: list[str]) -> LTS:
    """The same with some of the steps that it does not have."""
    known = {
        (state, lts.action(label)): target for state in range(lts.states) for label, target in lts.successors(state)
    }
    for state in range(lts.states):
        for letter in letters:
            if (state, letter) not in known and rng.random() < 0.3:
                known[state, letter] = rng.randrange(lts.states)
    triples = [(state, letter, target) for (state, letter), target in known.items()]
    return strip_error(LTS.of(triples, initial=lts.initial, alphabet=letters, name="P"))


@contextmanager
def without_bounds(wanted: bool) -> Iterator[None]:
    """No words that are apart are looked for, as where the automata are too large: SAT has to refute every size."""
    usual = apart._MAX_SETS
    if wanted:
        apart._MAX_SETS = 0
    try:
        yield
    finally:
        apart._MAX_SETS = usual


def smallest_differences(seed: int) -> list[str]:
    """What is wrong with the smallest assumption of any method; empty when nothing is."""
    with without_bounds(seed % 3 == 0):
        return _smallest_differences(seed)


def _smallest_differences(seed: int) -> list[str]:
    rng, chain = random.Random(seed), seed % 2 == 1
    system = chained_system(seed) if chain else guarded_system(seed)
    found = []
    for method in ("lstar", "agar"):
        options = {
            "smallest": True,
            "alphabet": rng.choice(["full", "refine"]),
            "reduce": rng.random() < 0.5,
            "candidates": rng.random() < 0.5,
            "orientation": "given",
        }
        problem = Problem(system, "safety", "P", split=(("M",), ("G",), ("H",))[: 2 + chain], options=options)
        verdict = solve(problem, method, Budget(_SECONDS))
        wrong = "" if verdict.outcome == "holds" and verdict.certified else f"says {verdict.outcome} {verdict.reason}"
        wrong = wrong or not_smallest(verdict, system)
        if wrong:
            found.append(f"seed {seed}, {method} {options}: {wrong}")
    return found
