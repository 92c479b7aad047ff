"""The concrete side of an abstraction: an LTS seen over an alphabet, with its weak steps (AGAR, section 4.1).

``Reachable_C(q, a, Σ_A)`` as erratum 1 of docs/papers.md corrects it: the states q' with q ==t==> · --a--> · ==t'==>
q', where a ∈ Σ_A and t, t' are over the other actions and τ.

Nothing is computed before it is asked for. What a whole set of states reaches is found by one search from all of
them, in NumPy. The weak steps of single states, of which there may be as many as pairs of states, are listed state by
state, each once (:class:`WeakSteps`); that is put off until it is cheaper than searching again and again from sets.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.ops import repetitions

T = TypeVar("T")
Flags = npt.NDArray[np.bool_]
Step = tuple[int, int]
"""A letter and a state."""

_POLL = 64
"""Search steps between two checks of the budget."""
_SEARCH_COST = 6000
"""The least that a search costs, in states looked at."""
_SAMPLE_STATES = 32
"""This many states are sampled to estimate how many weak steps there are."""
_LISTING_COST = 500
"""Listing one weak step in plain Python takes as long as looking at this many states in NumPy."""


class Concrete:
    """Numbered states and what sets of them reach."""

    def __init__(self, lts: LTS, alphabet: Sequence[str], budget: Budget) -> None:
        self.lts = lts
        self.alphabet = tuple(alphabet)
        self.initial = lts.initial
        self.states = lts.states
        self.searched = 0
        """How many states and transitions searches have looked at."""
        self._budget = budget
        self._polls = 0
        letters = {action: i for i, action in enumerate(self.alphabet)}
        number = np.array([-1, *(letters.get(action, -1) for action in lts.alphabet)], dtype=np.int32)
        self.letter: Ints = number[lts.label]
        """The letter of each transition; -1 for those inside."""
        self._steps: dict[int, tuple[Ints, Ints]] = {}
        self._able: dict[int, Flags] = {}

    def poll(self) -> None:
        """Check the budget now and then."""
        self._polls += 1
        if self._polls % _POLL == 0:
            self._budget.check()

    @cached_property
    def is_plain(self) -> bool:
        """Whether nothing happens inside: every weak step is a single one."""
        return not bool((self.letter < 0).any())

    @cached_property
    def _inner(self) -> tuple[_Rows, _Rows]:
        """The steps inside, forwards and backwards."""
        source, target = self._single(-1)
        return _Rows(self.states, source, target), _Rows(self.states, target, source)

    def _single(self, letter: int) -> tuple[Ints, Ints]:
        """Sources and targets of the single steps under a letter."""
        if letter not in self._steps:
            chosen = self.letter == letter
            self._steps[letter] = self.lts.source[chosen], self.lts.target[chosen]
        return self._steps[letter]

    def reach(self, states: Ints, letter: int) -> Ints:
        """Reachable_C of a set of states."""
        source, target = self._single(letter)
        return np.flatnonzero(self._through(states, source, target, backwards=False)).astype(np.int32)

    def back(self, states: Ints, letter: int, within: Ints) -> Ints:
        """The states of a set with a weak step into another set."""
        source, target = self._single(letter)
        return within[self._through(states, target, source, backwards=True)[within]]

    def able(self, letter: int, within: Ints) -> Ints:
        """The states of a set with a weak step under a letter."""
        if letter not in self._able:
            self._able[letter] = self._closure(self._single(letter)[0], backwards=True)
        return within[self._able[letter][within]]

    def weak_steps(self, state: int) -> int:
        """How many weak steps a state has; counted by searches that do not count as such."""
        searched = self.searched
        start = np.array([state], dtype=np.int32)
        found = sum(len(self.reach(start, letter)) for letter in range(len(self.alphabet)))
        self.searched = searched
        return found

    def _through(self, states: Ints, source: Ints, target: Ints, *, backwards: bool) -> Flags:
        """Steps inside, a step of these, steps inside."""
        self.searched += _SEARCH_COST + self.states + len(source)
        before = self._closure(states, backwards=backwards)
        return self._closure(target[before[source]], backwards=backwards)

    def _closure(self, states: Ints, *, backwards: bool) -> Flags:
        """The states that steps inside lead to."""
        self.poll()
        found = np.zeros(self.states, dtype=bool)
        found[states] = True
        if self.is_plain:
            return found
        rows = self._inner[backwards]
        frontier = np.flatnonzero(found)
        while len(frontier):
            self.poll()
            into = rows.of(frontier)
            self.searched += len(frontier) + len(into)
            frontier = np.unique(into[~found[into]])
            found[frontier] = True
        return found

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


class _Rows:
    """Steps in rows: what follows each state."""

    def __init__(self, states: int, source: Ints, target: Ints) -> None:
        order = np.argsort(source, kind="stable")
        self._first = np.searchsorted(source[order], np.arange(states + 1))
        self._target = target[order]

    def of(self, states: npt.NDArray[np.int64]) -> Ints:
        """What follows these states, in any order."""
        first = self._first[states]
        index, offset = repetitions(self._first[states + 1] - first)
        found: Ints = self._target[first[index] + offset]
        return found


class WeakSteps:
    """The weak steps out of the states that were asked for, and those of them that lead into a state."""

    def __init__(self, concrete: Concrete) -> None:
        self.concrete = concrete
        self._after: dict[int, list[Step]] = {}
        self._before: dict[int, list[Step]] = {}
        self._closures: dict[int, frozenset[int]] = {}

    @property
    def listing_pays(self) -> bool:
        """Whether searches have by now cost as much as listing all weak steps would.

        Every single step is a weak one, so that nothing has to be estimated as long as searches have cost less.
        """
        searched = self.concrete.searched
        return searched > self._least_cost and (self.concrete.is_plain or searched > self._cost)

    @cached_property
    def _least_cost(self) -> int:
        return _LISTING_COST * int((self.concrete.letter >= 0).sum())

    @cached_property
    def _cost(self) -> int:
        """What listing everything costs, judged from some states here and there."""
        states = self.concrete.states
        chosen = np.unique(np.linspace(0, states - 1, _SAMPLE_STATES).astype(np.int32))
        return _LISTING_COST * sum(map(self.concrete.weak_steps, chosen)) * states // len(chosen)

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
        visible = letter >= 0
        lts = self.concrete.lts
        steps = list(zip(letter[visible].tolist(), lts.target[visible].tolist(), strict=True))
        return _rows(lts.states, lts.source[visible].tolist(), steps)


def _rows(states: int, sources: list[int], values: list[T]) -> list[list[T]]:
    rows: list[list[T]] = [[] for _ in range(states)]
    for source, value in zip(sources, values, strict=True):
        rows[source].append(value)
    return rows
