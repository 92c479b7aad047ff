"""The weak steps of single states, listed when first asked for and kept.

There may be as many of them as pairs of states, so listing them is put off until that is cheaper than searching again
and again from sets of states.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

import numpy as np

from quidpro.engines.explicit.refined.concrete import Concrete

T = TypeVar("T")

Step = tuple[int, int]
"""A letter and a state."""

_SAMPLE = 32
"""So many states are looked at to guess how many weak steps there are."""
_LISTING = 500
"""To list one weak step in plain Python takes as long as to look at so many states in NumPy."""


class WeakSteps:
    """The weak steps out of the states that were asked for, and those of them that lead into a state."""

    def __init__(self, concrete: Concrete) -> None:
        self.concrete = concrete
        self._after: dict[int, list[Step]] = {}
        self._before: dict[int, list[Step]] = {}
        self._closures: dict[int, frozenset[int]] = {}

    @property
    def pay(self) -> bool:
        """Whether searches have by now cost as much as listing all weak steps would."""
        return self.concrete.searched > self._cost

    @cached_property
    def _cost(self) -> int:
        """What listing everything costs, judged from some states here and there."""
        concrete = self.concrete
        if concrete.is_plain:
            return _LISTING * concrete.lts.transitions
        chosen = np.unique(np.linspace(0, concrete.states - 1, _SAMPLE).astype(int)).tolist()
        return _LISTING * sum(len(self._listed(state)) for state in chosen) * concrete.states // len(chosen)

    def after(self, state: int) -> list[Step]:
        """The weak steps out of a state."""
        if state not in self._after:
            self.concrete.poll()
            steps = self._after[state] = self._listed(state)
            for letter, target in steps:
                self._before.setdefault(target, []).append((letter, state))
        return self._after[state]

    def before(self, state: int) -> list[Step]:
        """The weak steps into a state, each with its source, from all states that were asked for."""
        return self._before.get(state, [])

    def _listed(self, state: int) -> list[Step]:
        inside = self._closure(state)
        single = {step for near in inside for step in self._outer[near]}
        if self.concrete.is_plain:
            return list(single)
        return list({(letter, end) for letter, target in single for end in self._closure(target)})

    def _closure(self, state: int) -> frozenset[int]:
        """The states that steps inside lead to."""
        if state not in self._closures:
            self.concrete.poll()
            self._closures[state] = self._searched(state)
        return self._closures[state]

    def _searched(self, state: int) -> frozenset[int]:
        found, todo = {state}, [state]
        while todo:
            for target in self._inner[todo.pop()]:
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return frozenset(found)

    @cached_property
    def _inner(self) -> list[list[int]]:
        inside = self.concrete.letter < 0
        lts = self.concrete.lts
        return _rows(lts.states, lts.source[inside].tolist(), lts.target[inside].tolist())

    @cached_property
    def _outer(self) -> list[list[Step]]:
        letter = self.concrete.letter
        loud = letter >= 0
        lts = self.concrete.lts
        steps = list(zip(letter[loud].tolist(), lts.target[loud].tolist(), strict=True))
        return _rows(lts.states, lts.source[loud].tolist(), steps)


def _rows(states: int, sources: list[int], values: list[T]) -> list[list[T]]:
    rows: list[list[T]] = [[] for _ in range(states)]
    for source, value in zip(sources, values, strict=True):
        rows[source].append(value)
    return rows
