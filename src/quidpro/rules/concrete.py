"""The concrete side of an abstraction: an LTS seen over an alphabet, with its weak steps (AGAR, section 4.1).

``Reachable_C(q, a, Σ_A)`` as its erratum corrects it: the states q' with q ==t==> · --a--> · ==t'==> q', where a ∈ Σ_A and t,
t' are over the other actions and τ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from quidpro.core.budget import Budget
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import LTS

Step = tuple[int, int]
"""A letter and a state."""


class Concrete:
    """Numbered states, their weak steps and the reverse of those."""

    def __init__(self, lts: LTS, alphabet: Sequence[str], budget: Budget) -> None:
        self.lts = lts
        self.alphabet = tuple(alphabet)
        self.initial = lts.initial
        self.states = lts.states
        self._graph = LazyGraph([lts], self.alphabet)
        closures = [self._closure(state) for state in range(lts.states)]
        self.after: list[set[Step]] = []
        self.before: list[set[Step]] = [set() for _ in range(lts.states)]
        for state in range(lts.states):
            budget.check()
            self.after.append(self._weak(closures[state], closures))
            for letter, target in self.after[state]:
                self.before[target].add((letter, state))

    def _closure(self, state: int) -> set[int]:
        found, todo = {state}, [state]
        while todo:
            for target in self._graph.edges(todo.pop())[1]:
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return found

    def _weak(self, closure: set[int], closures: list[set[int]]) -> set[Step]:
        loud = {step for state in closure for step in self._graph.edges(state)[0]}
        return {(letter, end) for letter, target in loud for end in closures[target]}

    def reach(self, states: Iterable[int], letter: int) -> set[int]:
        """Reachable_C of a set of states."""
        return {target for state in states for a, target in self.after[state] if a == letter}

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
