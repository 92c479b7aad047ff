"""Membership by simulation: words over an interface, played on components as sets of states (CGP03, section 4.2).

A word is in the language when no way of playing it (actions outside the interface happen freely in between) brings a
component into π. The sets are numbered and their successors remembered, so that the words that L* asks for become
walks in a table; 0 is the set that contains π, from which nothing returns. This is the lazily determinised M1 ∥
P_err, and its language is the weakest assumption.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.learning.dfa import Word
from quidpro.learning.protocol import Flags
from quidpro.lts.lts import ERROR, LTS, TAU, Ints
from quidpro.lts.product import Product, Vector

BAD = 0
UNKNOWN = -1

_Edges = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]


class Simulator:
    """The determinised product, built as far as it is asked for."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str], budget: Budget = UNLIMITED) -> None:
        self.alphabet = tuple(alphabet)
        self.letters = len(self.alphabet)
        self.queries = 0
        self._budget = budget
        self._graph = _Graph(components, self.alphabet)
        self._closures: dict[int, frozenset[int] | None] = {}
        self._sets: list[frozenset[int]] = [frozenset()]
        self._numbers: dict[frozenset[int], int] = {}
        self._next = np.full((64, self.letters), UNKNOWN, dtype=np.int32)
        self._next[BAD] = BAD
        self._start = self._number(self._closure({self._graph.initial}))

    @property
    def sets(self) -> int:
        """How many sets of states have been met."""
        return len(self._sets) - 1

    def start(self) -> int:
        """The set reached by λ."""
        return self._start

    def extensions(self, handle: int) -> Ints:
        """The sets reached by each letter."""
        row: Ints = self.rows(np.array([handle], dtype=np.int32))[0]
        return row

    def accepts(self, handles: Ints, suffix: Word) -> Flags:
        """Whether playing the suffix from each set stays clear of π."""
        self.queries += len(handles)
        safe: Flags = self.walk(handles, suffix) != BAD
        return safe

    def walk(self, handles: Ints, suffix: Word) -> Ints:
        """The sets reached from these by a word."""
        for letter in suffix:
            reached = self._next[handles, letter]
            if (reached == UNKNOWN).any():
                self._expand(handles[reached == UNKNOWN])
                reached = self._next[handles, letter]
            handles = reached
        return handles

    def rows(self, handles: Ints) -> Ints:
        """All successors of some sets, a row each."""
        if self.letters:
            self._expand(handles[self._next[handles, 0] == UNKNOWN])
        return self._next[handles]

    def _expand(self, handles: Ints) -> None:
        for handle in set(handles.tolist()):
            self._budget.check()
            self._next[handle] = self._row(self._sets[handle])

    def _row(self, states: frozenset[int]) -> list[int]:
        """The successors of one set."""
        targets: list[set[int]] = [set() for _ in range(self.letters)]
        for state in states:
            for letter, target in self._graph.edges(state)[0]:
                targets[letter].add(target)
        return [self._number(self._closure(found)) for found in targets]

    def _closure(self, states: set[int]) -> frozenset[int] | None:
        """The states after silent steps; None when π is among them."""
        if len(states) == 1:
            return self._closed(next(iter(states)))
        found: set[int] = set()
        for state in states:
            closed = self._closed(state)
            if closed is None:
                return None
            found |= closed
        return frozenset(found)

    def _closed(self, state: int) -> frozenset[int] | None:
        if state == ERROR:
            return None
        if state not in self._closures:
            self._closures[state] = self._silently(state)
        return self._closures[state]

    def _silently(self, state: int) -> frozenset[int] | None:
        found, todo = {state}, [state]
        while todo:
            for target in self._graph.edges(todo.pop())[1]:
                if target == ERROR:
                    return None
                if target not in found:
                    found.add(target)
                    todo.append(target)
        return frozenset(found)

    def _number(self, states: frozenset[int] | None) -> int:
        if states is None:
            return BAD
        if states not in self._numbers:
            number = len(self._sets)
            self._numbers[states] = number
            self._sets.append(states)
            if number == len(self._next):
                more = np.full((number, self.letters), UNKNOWN, dtype=np.int32)
                self._next = np.concatenate([self._next, more])
        return self._numbers[states]


class _Graph:
    """The product as numbered states with their edges: ``(letter, target)`` pairs, and targets of silent steps."""

    def __init__(self, components: Sequence[LTS], alphabet: tuple[str, ...]) -> None:
        self._letters = {action: i for i, action in enumerate(alphabet)}
        self._edges: dict[int, _Edges] = {}
        self._lts = components[0] if len(components) == 1 else None
        self._product = Product(components)
        self._vectors: list[Vector] = [self._product.initial]
        self._numbers: dict[Vector, int] = {self._product.initial: 0}
        self.initial = self._lts.initial if self._lts is not None else 0

    def edges(self, state: int) -> _Edges:
        if state not in self._edges:
            self._edges[state] = self._from_lts(state) if self._lts is not None else self._from_product(state)
        return self._edges[state]

    def _from_lts(self, state: int) -> _Edges:
        assert self._lts is not None
        loud, silent = [], []
        for label, target in self._lts.successors(state):
            letter = None if label == TAU else self._letters.get(self._lts.action(label))
            if letter is None:
                silent.append(target)
            else:
                loud.append((letter, target))
        return tuple(loud), tuple(silent)

    def _from_product(self, state: int) -> _Edges:
        loud, silent = [], []
        for move in self._product.successors(self._vectors[state]):
            target = ERROR if move.is_error else self._number(move.target)
            letter = self._letters.get(move.action)
            if letter is None:
                silent.append(target)
            else:
                loud.append((letter, target))
        return tuple(loud), tuple(silent)

    def _number(self, vector: Vector) -> int:
        if vector not in self._numbers:
            self._numbers[vector] = len(self._vectors)
            self._vectors.append(vector)
        return self._numbers[vector]
