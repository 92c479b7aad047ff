"""The tableau of a formula as an automaton over actions, for the checker: it accepts the runs that breach the formula.

A state is what holds after the last action, and the guess that was made then of what follows (``tableau``); the first
state is that nothing has happened yet. Only states that can be come to are there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np

from quidpro.checker.explicit.components import strongly_connected
from quidpro.checker.explicit.tableau import Position, Tableau
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.logic.ltl import Fluent, Normal, fluents

MAX_STATES = 20_000

Held = frozenset[Fluent]
State = tuple[Held, int]
Steps = dict[int, list[int]]
NO_GUESS = -1


class Guesses:
    """The automaton of the runs over some actions on which a formula over fluents is false."""

    def __init__(self, formula: Normal, seen: Sequence[str], budget: Budget) -> None:
        self.tableau, self.budget = Tableau(formula), budget
        self.followed = fluents(formula)
        self._positions: dict[Held, Position] = {}
        self.letters = self._letters(seen)
        self.states: list[State] = []
        self.steps: list[Steps] = [{} for _ in self.letters]
        self._explore()

    def _letters(self, seen: Sequence[str]) -> list[list[str]]:
        """Actions that do the same to all fluents go together."""
        groups: dict[tuple[tuple[bool, bool], ...], list[str]] = {}
        for action in seen:
            effect = tuple((f.after(action, False), f.after(action, True)) for f in self.followed)
            groups.setdefault(effect, []).append(action)
        return list(groups.values())

    def _explore(self) -> None:
        first: State = frozenset(f for f in self.followed if f.initially), NO_GUESS
        number = {first: 0}
        self.states.append(first)
        for at, (held, guess) in enumerate(self.states):
            self.budget.check()
            for letter, actions in enumerate(self.letters):
                after = frozenset(f for f in self.followed if f.after(actions[0], f in held))
                for state in self._next(after, guess):
                    if state not in number:
                        number[state] = len(self.states)
                        self.states.append(state)
                    self.steps[letter].setdefault(at, []).append(number[state])
            if len(self.states) > MAX_STATES:
                raise BudgetExceeded("work", "checking the certificate", "the formula is too long for the checker")

    def _next(self, held: Held, guess: int) -> list[State]:
        """The states at a position, after a guess; at the first one the formula is false."""
        position = self._position(held)
        fits = ~position.holds if guess == NO_GUESS else position.before == guess
        return [(held, int(after)) for after in np.flatnonzero(fits)]

    def _position(self, held: Held) -> Position:
        if held not in self._positions:
            self._positions[held] = self.tableau.position(held)
        return self._positions[held]

    @cached_property
    def marks(self) -> list[set[int]]:
        """For each thing that must not be waited for in vain, the states with a reason."""
        return [{n for n, state in enumerate(self.states) if self._right(state, i)} for i in range(self._waiting)]

    @property
    def _waiting(self) -> int:
        return len(self.tableau.waiting)

    def _right(self, state: State, i: int) -> bool:
        held, guess = state
        return guess != NO_GUESS and bool(self._position(held).right[i, guess])

    @cached_property
    def at_rest(self) -> set[int]:
        """The states in which the last position, repeated for ever, makes the formula false."""
        lasting = {held: self._repeating(held) for held in {held for held, _ in self.states}}
        found = {n for n, (held, guess) in enumerate(self.states) if guess in lasting[held]}
        held = self.states[0][0]
        return found | {0} if any(guess in lasting[held] for _, guess in self._next(held, NO_GUESS)) else found

    def _repeating(self, held: Held) -> set[int]:
        """The guesses after which these fluents may hold for ever."""
        position = self._position(held)
        before = [int(guess) for guess in position.before]
        rounds = self._rounds(len(before), [(source, target) for target, source in enumerate(before)])
        found = set[int]().union(
            *(r for r in rounds if all(position.right[i, list(r)].any() for i in range(self._waiting)))
        )
        while more := {before[guess] for guess in found} - found:
            found |= more
        return found

    def where_to_stay(self, letters: Collection[int] | None = None) -> set[int]:
        """The states between which a breach of the formula may go on for ever, by all of some letters.

        Without letters, by any.
        """
        used = range(len(self.letters)) if letters is None else letters
        steps = [(p, q) for letter in used for p, targets in self.steps[letter].items() for q in targets]
        found: set[int] = set()
        for inside in self._rounds(len(self.states), steps):
            has_all = letters is None or all(self._stays(inside, letter) for letter in letters)
            if has_all and all(inside & mark for mark in self.marks):
                found |= inside
        return found

    def _stays(self, inside: set[int], letter: int) -> bool:
        return any(q in inside for p in inside for q in self.steps[letter].get(p, ()))

    def _rounds(self, count: int, steps: Sequence[tuple[int, int]]) -> list[set[int]]:
        """The strongly connected sets with a step inside."""
        if not steps:
            return []
        source, target = np.array(steps, dtype=np.int64).T
        component = strongly_connected(count, source, target, self.budget)
        found: dict[int, set[int]] = {}
        for p, q in steps:
            if component[p] == component[q]:
                found.setdefault(int(component[p]), set()).update((p, q))
        return list(found.values())
