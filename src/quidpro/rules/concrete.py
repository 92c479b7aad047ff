"""The concrete side of an abstraction: an LTS seen over an alphabet, with its weak steps (AGAR, section 4.1).

``Reachable_C(q, a, Σ_A)`` as its erratum corrects it: the states q' with q ==t==> · --a--> · ==t'==> q', where a ∈
Σ_A and t, t' are over the other actions and τ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS

T = TypeVar("T")

Step = tuple[int, int]
"""A letter and a state."""


_POLL = 64
"""States between two looks at the budget; each may have as many silent successors as there are states."""


class Concrete:
    """Numbered states, their weak steps and the reverse of those."""

    def __init__(self, lts: LTS, alphabet: Sequence[str], budget: Budget) -> None:
        self.lts = lts
        self.alphabet = tuple(alphabet)
        self.initial = lts.initial
        self.states = lts.states
        self.after: list[set[Step]] = [set() for _ in range(lts.states)]
        self.before: list[set[Step]] = [set() for _ in range(lts.states)]
        self.able: list[set[int]] = [set() for _ in self.alphabet]
        """For each letter the states with a weak step on it."""
        for source, letter, target in self._weak_steps(budget):
            self.after[source].add((letter, target))
            self.before[target].add((letter, source))
            self.able[letter].add(source)

    def _weak_steps(self, budget: Budget) -> Iterator[tuple[int, int, int]]:
        """All weak steps; where nothing happens inside they are the steps there are."""
        letters = {action: i for i, action in enumerate(self.alphabet)}
        number = np.array([-1, *(letters.get(action, -1) for action in self.lts.alphabet)], dtype=np.int64)
        letter = number[self.lts.label]
        loud = letter >= 0
        if loud.all():
            yield from zip(self.lts.source.tolist(), letter.tolist(), self.lts.target.tolist(), strict=True)
            return
        inner = _rows(self.states, self.lts.source[~loud].tolist(), self.lts.target[~loud].tolist())
        outer = _rows(
            self.states,
            self.lts.source[loud].tolist(),
            list(zip(letter[loud].tolist(), self.lts.target[loud].tolist(), strict=True)),
        )
        closures = [_closure(state, inner) for state in self._polling(budget)]
        for state in self._polling(budget):
            for step, target in {pair for inside in closures[state] for pair in outer[inside]}:
                for end in closures[target]:
                    yield state, step, end

    def _polling(self, budget: Budget) -> Iterator[int]:
        """The states, with a look at the budget now and then."""
        for state in range(self.states):
            if state % _POLL == 0:
                budget.check()
            yield state

    def reach(self, states: Iterable[int], letter: int) -> set[int]:
        """Reachable_C of a set of states."""
        return {target for state in states for a, target in self.after[state] if a == letter}

    def back(self, states: set[int], letter: int, within: set[int]) -> set[int]:
        """The states of a set with a weak step into another set, found from the smaller one."""
        if len(states) < len(within):
            return within & {source for state in states for a, source in self.before[state] if a == letter}
        return {q for q in within if any(a == letter and target in states for a, target in self.after[q])}

    def path(self, source: int, letter: int, target: int) -> list[tuple[str, int]]:
        """Single steps that make up a weak one: actions and the states they lead to."""
        action = self.alphabet[letter]
        parent: dict[tuple[int, bool], tuple[tuple[int, bool], str] | None] = {(source, False): None}
        queue = deque([(source, False)])
        while queue:
            here = queue.popleft()
            if here == (target, True):
                return self._back(parent, here)
            state, done = here
            for label, end in self.lts.successors(state):
                name = self.lts.action(label)
                inside = name not in self.alphabet
                if inside or (name == action and not done):
                    there = (end, done or not inside)
                    if there not in parent:
                        parent[there] = here, name
                        queue.append(there)
        raise AssertionError("a weak step is made of single ones")

    def _back(
        self, parent: dict[tuple[int, bool], tuple[tuple[int, bool], str] | None], last: tuple[int, bool]
    ) -> list[tuple[str, int]]:
        found = []
        while (link := parent[last]) is not None:
            found.append((link[1], last[0]))
            last = link[0]
        return found[::-1]


def _rows(states: int, sources: list[int], values: list[T]) -> list[list[T]]:
    rows: list[list[T]] = [[] for _ in range(states)]
    for source, value in zip(sources, values, strict=True):
        rows[source].append(value)
    return rows


def _closure(state: int, inner: list[list[int]]) -> set[int]:
    """The states that silent steps lead to."""
    found, todo = {state}, [state]
    while todo:
        for target in inner[todo.pop()]:
            if target not in found:
                found.add(target)
                todo.append(target)
    return found
