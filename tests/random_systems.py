"""Random small systems for the differential campaign: everything that has ever confused a verifier, in small doses."""

from __future__ import annotations

import random
from dataclasses import replace

from quidpro.lts import LTS, Component, Priority, System
from quidpro.lts.ops import complete_property

ACTIONS = "abcdefgh"


def random_lts(rng: random.Random, actions: list[str], name: str) -> LTS:
    """A process with silent steps, nondeterminism, deadlocks, and actions that it never does; at times ERROR or END."""
    states = rng.randint(1, 5)
    used = [a for a in actions if rng.random() < 0.92]
    errors = rng.random() < 0.06
    triples = []
    for state in range(states):
        for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4])):
            action = "tau" if rng.random() < 0.12 or not used else rng.choice(used)
            target = "ERROR" if errors and rng.random() < 0.1 else rng.randrange(states)
            triples.append((state, action, target))
    lts = LTS.of(triples, initial=0, alphabet=actions, name=name)
    stuck = [s for s in range(lts.states) if lts.row[s] == lts.row[s + 1]]
    if stuck and rng.random() < 0.4:
        return replace(lts, end=rng.choice(stuck))
    return lts


def random_property(rng: random.Random, actions: list[str], name: str) -> LTS:
    """A deterministic safety LTS over some of the system's actions, as its error LTS."""
    own = rng.sample(actions, rng.randint(1, min(3, len(actions))))
    if rng.random() < 0.05:
        own.append("never")
    states = rng.randint(1, 5)
    density = rng.choice([0.7, 0.8, 0.9, 0.95])
    triples = [
        (state, action, rng.randrange(states)) for state in range(states) for action in own if rng.random() < density
    ]
    return complete_property(LTS.of(triples, initial=0, alphabet=own, name=name))


def random_system(seed: int) -> System:
    """Two to five components over a few shared actions, one property, at times priority; the same for the same seed."""
    rng = random.Random(seed)
    count = rng.randint(2, 5)
    alphabets: list[list[str]] = [[] for _ in range(count)]
    for action in ACTIONS[: rng.randint(2, len(ACTIONS))]:
        for i in rng.sample(range(count), rng.choice([1, 1, 2, 2, 2, min(3, count)])):
            alphabets[i].append(action)
    processes = tuple(Component(f"M{i}", random_lts(rng, own, f"M{i}")) for i, own in enumerate(alphabets))
    known = sorted({a for own in alphabets for a in own})
    if rng.random() < 0.3:
        known = rng.choice([own for own in alphabets if own])
    checked = Component("P", random_property(rng, known, "P"), is_property=True)
    priority = None
    if rng.random() < 0.1:
        priority = Priority(frozenset(rng.sample(known, 1)), rng.random() < 0.5)
    return System(f"random-{seed}", (*processes, checked), priority)
