"""The checker's own ways from an assumption to the error LTS of what it excludes: a subset construction, or none."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU


def complement(assumption: LTS, budget: Budget) -> LTS:
    """The deterministic, complete LTS in ERROR exactly after the words that the assumption does not have."""
    silent = _silent(assumption)
    start = _closed(silent, [assumption.initial])
    numbers = {start: 0}
    rows: list[tuple[int, int, int]] = []
    for subset in (queue := [start]):
        budget.check()
        after = _successors(assumption, subset)
        for label in range(1, len(assumption.alphabet) + 1):
            following = _closed(silent, after.get(label, ()))
            if following and following not in numbers:
                numbers[following] = len(numbers)
                queue.append(following)
            rows.append((numbers[subset], label, numbers[following] if following else ERROR))
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return LTS.from_arrays(assumption.alphabet, len(numbers), *columns, name=f"not {assumption.name}")


def completed(assumption: LTS) -> LTS | None:
    """The same over the states of an assumption that is deterministic; None if it is not."""
    targets: dict[tuple[int, int], int] = {}
    for source, label, target in zip(assumption.source, assumption.label, assumption.target, strict=True):
        if label == TAU or targets.setdefault((int(source), int(label)), int(target)) != target:
            return None
    labels = range(1, len(assumption.alphabet) + 1)
    rows = [(p, label, targets.get((p, label), ERROR)) for p in range(assumption.states) for label in labels]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return LTS.from_arrays(assumption.alphabet, assumption.states, *columns, initial=assumption.initial)


def _successors(lts: LTS, states: Iterable[int]) -> dict[int, set[int]]:
    """The states that follow, by label."""
    found: dict[int, set[int]] = {}
    for state in states:
        for label, target in lts.successors(state):
            found.setdefault(label, set()).add(target)
    return found


def _silent(lts: LTS) -> dict[int, list[int]]:
    """The silent steps, by state."""
    found: dict[int, list[int]] = {}
    for i in np.flatnonzero(lts.label == TAU).tolist():
        found.setdefault(int(lts.source[i]), []).append(int(lts.target[i]))
    return found


def _closed(silent: dict[int, list[int]], states: Iterable[int]) -> frozenset[int]:
    """The states reachable silently."""
    found = set(states)
    stack = list(found)
    while stack:
        for target in silent.get(stack.pop(), ()):
            if target not in found:
                found.add(target)
                stack.append(target)
    return frozenset(found)
