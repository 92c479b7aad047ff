"""The checker's own subset construction: from an assumption to the error LTS of what it excludes."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU


def complement(assumption: LTS, budget: Budget) -> LTS:
    """The deterministic, complete LTS in ERROR exactly after the words that the assumption does not have."""
    labels = range(1, len(assumption.alphabet) + 1)
    numbers = {_closed(assumption, [assumption.initial]): 0}
    rows: list[tuple[int, int, int]] = []
    for subset in (queue := list(numbers)):
        budget.check()
        for label in labels:
            after = _closed(assumption, _after(assumption, subset, label))
            if after and after not in numbers:
                numbers[after] = len(numbers)
                queue.append(after)
            rows.append((numbers[subset], label, numbers[after] if after else ERROR))
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return LTS.from_arrays(assumption.alphabet, len(numbers), *columns, name=f"not {assumption.name}")


def _after(lts: LTS, states: Iterable[int], label: int) -> list[int]:
    return [target for state in states for a, target in lts.successors(state) if a == label]


def _closed(lts: LTS, states: Iterable[int]) -> frozenset[int]:
    """The states reachable silently."""
    found = set(states)
    stack = list(found)
    while stack:
        for target in _after(lts, [stack.pop()], TAU):
            if target not in found:
                found.add(target)
                stack.append(target)
    return frozenset(found)
