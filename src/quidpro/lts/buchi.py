"""From a formula to a Büchi automaton over actions, by progression of what is still to be fulfilled.

Couvreur, "On-the-fly verification of linear temporal logic", FM 1999: a state is a set of formulas that must hold from
the next position on; a step fulfils what can be fulfilled now, puts off the rest, and notes which untils it puts off. A
run is accepted when no until is put off at all but finitely many of its steps: there is an acceptance set of steps for
each until. Here the automaton reads actions instead of valuations: actions that no proposition tells apart are one
letter, and the values of the fluents, which the actions determine, are part of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.logic.ltl import (
    Fluent,
    Junction,
    Letter,
    Literal,
    Next,
    Normal,
    Release,
    Truth,
    Until,
    fluents,
    letters_of,
    subformulas,
)
from quidpro.lts.lts import LTS
from quidpro.lts.strong import components

MAX_STATES = 20_000
MAX_OPTIONS = 2_000

Parts = frozenset[int]
"""Subformulas, by their numbers."""
Option = tuple[Parts, Parts]
"""What must hold from the next position on, and the untils that are put off."""
Options = frozenset[Option]
Values = frozenset[Fluent]
"""The fluents that hold."""
State = tuple[Parts, Values]
Edge = tuple[int, int, Parts]
"""A letter, a state, and the untils that the step puts off."""
Memory = tuple[int, Parts, bool]
"""A state, the untils that the step into it put off, and whether the run may stop there."""

_DONE: Options = frozenset({(frozenset(), frozenset())})
_NEVER: Options = frozenset()


@dataclass(frozen=True)
class Buchi:
    """The automaton as an LTS whose states remember what the step into them put off."""

    lts: LTS
    fulfils: npt.NDArray[np.bool_]
    """For each state and acceptance set: whether the steps into the state are in the set."""
    at_rest: npt.NDArray[np.bool_]
    """The states in which it accepts that the run stops: that its last position is repeated for ever."""


def translate(formula: Normal, actions: Sequence[str], budget: Budget) -> Buchi:
    """The automaton of the runs over these actions on which the formula holds; TooManyStates when it is too big."""
    letters = letters_of(formula, actions)
    untils = [i for i, part in enumerate(subformulas(formula)) if isinstance(part, Until)]
    rows = merged(_Tableau(formula, letters, budget).rows(), budget)
    return _with_memory(rows, untils, letters)


class _Tableau:
    """The states and steps that the formula unfolds to; the first state is the initial one."""

    def __init__(self, formula: Normal, letters: Sequence[Letter], budget: Budget) -> None:
        self.parts = subformulas(formula)
        self.number = {part: i for i, part in enumerate(self.parts)}
        self.letters = letters
        self.budget = budget
        self.fluents = fluents(formula)
        self._known: dict[tuple[int, Values], list[Options]] = {}

    def rows(self) -> list[frozenset[Edge]]:
        """For each state its steps."""
        first = frozenset(f for f in self.fluents if f.initially)
        initial: State = frozenset({len(self.parts) - 1}), first
        numbers = {initial: 0}
        queue = [initial]
        rows = []
        for state in queue:
            self.budget.check()
            found = set()
            for letter in range(len(self.letters)):
                for target, late in self._steps(state, letter):
                    if target not in numbers:
                        numbers[target] = len(numbers)
                        queue.append(target)
                    found.add((letter, numbers[target], late))
            rows.append(frozenset(found))
            if len(numbers) > MAX_STATES:
                raise TooManyStates(MAX_STATES)
        return rows

    def _steps(self, state: State, letter: int) -> list[tuple[State, Parts]]:
        clause, held = state
        action = self.letters[letter].example
        now = frozenset(f for f in self.fluents if f.after(action, f in held))
        after = self._after(letter, now)
        options = _DONE
        for part in clause:
            options = _both(options, after[part])
        return [((following, now), late) for following, late in options]

    def _after(self, letter: int, now: Values) -> list[Options]:
        """What is left of every subformula at a position with this letter and these fluents."""
        if (letter, now) not in self._known:
            found: list[Options] = []
            for i, part in enumerate(self.parts):
                found.append(self._options(i, part, found, self.letters[letter].example, now))
            self._known[letter, now] = found
        return self._known[letter, now]

    def _options(self, i: int, part: Normal, before: list[Options], action: str | None, now: Values) -> Options:
        def of(operand: Normal) -> Options:
            return before[self.number[operand]]

        match part:
            case Truth(value):
                return _DONE if value else _NEVER
            case Literal(proposition, positive):
                holds = proposition in now if isinstance(proposition, Fluent) else action in proposition
                return _DONE if holds == positive else _NEVER
            case Next(body):
                return frozenset({(frozenset({self.number[body]}), frozenset())})
            case Junction(is_and, left, right):
                return _both(of(left), of(right)) if is_and else _simplest(of(left) | of(right))
            case Release(left, right):
                again: Option = frozenset({i}), frozenset()
                return _both(of(right), _simplest(of(left) | {again}))
            case Until(left, right):
                late: Option = frozenset({i}), frozenset({i})
                return _simplest(of(right) | _both(of(left), frozenset({late})))


def _both(left: Options, right: Options) -> Options:
    if len(left) * len(right) > MAX_OPTIONS:
        raise TooManyStates(MAX_OPTIONS)
    return _simplest(frozenset((a | c, b | d) for (a, b), (c, d) in product(left, right)))


def _simplest(options: Options) -> Options:
    """Without the options that ask for more than another one does."""
    return frozenset(o for o in options if not any(p != o and p[0] <= o[0] and p[1] <= o[1] for p in options))


def merged(rows: list[frozenset[Edge]], budget: Budget) -> list[frozenset[Edge]]:
    """The quotient by strong bisimulation, without states from which there is no infinite run; the first stays."""
    rows = _lasting(rows)
    block = [0] * len(rows)
    count = 1
    while True:
        budget.check()
        seen: dict[tuple[int, frozenset[Edge]], int] = {}
        refined = [
            seen.setdefault((block[p], frozenset((a, block[q], late) for a, q, late in row)), len(seen))
            for p, row in enumerate(rows)
        ]
        if len(seen) == count:
            return [row for _, row in seen]
        block, count = refined, len(seen)


def _lasting(rows: list[frozenset[Edge]]) -> list[frozenset[Edge]]:
    """Without steps into states that have no steps."""
    while True:
        dead = {p for p, row in enumerate(rows) if not row}
        kept = [frozenset(edge for edge in row if edge[1] not in dead) for row in rows]
        if kept == rows:
            return rows
        rows = kept


def _with_memory(rows: list[frozenset[Edge]], untils: list[int], letters: Sequence[Letter]) -> Buchi:
    """Let the states remember what was put off on the way to them, and whether the last letter may be repeated.

    Before the first letter it is the first one that would be, of which the formula does not speak.
    """
    repeatable = [_repeatable(rows, letter, untils) for letter in range(len(letters))]
    first: Memory = 0, frozenset(), 0 in repeatable[0]
    numbers = {first: 0}
    columns: list[tuple[int, int, int]] = []
    queue = [first]
    for state in queue:
        for letter, target, late in sorted(rows[state[0]], key=lambda edge: (*edge[:2], sorted(edge[2]))):
            there: Memory = target, late, target in repeatable[letter]
            if there not in numbers:
                numbers[there] = len(numbers)
                queue.append(there)
            columns.append((numbers[state], letter, numbers[there]))
    fulfils = np.array([[u not in late for u in untils] for _, late, _ in numbers], dtype=bool)
    fulfils = fulfils.reshape(len(numbers), len(untils))
    return Buchi(_lts(len(numbers), columns, letters), fulfils, np.array([rest for _, _, rest in numbers]))


def _lts(states: int, columns: list[tuple[int, int, int]], letters: Sequence[Letter]) -> LTS:
    """Every letter stands for all its actions."""
    alphabet = sorted(action for letter in letters for action in letter.actions)
    label = {action: i + 1 for i, action in enumerate(alphabet)}
    steps = [(p, label[action], q) for p, letter, q in columns for action in letters[letter].actions]
    return LTS.from_arrays(alphabet, states, *(zip(*steps, strict=True) if steps else ((), (), ())))


def _repeatable(rows: list[frozenset[Edge]], letter: int, untils: list[int]) -> set[int]:
    """The states from which a letter, for ever, is accepted."""
    steps = [(p, q, late) for p, row in enumerate(rows) for a, q, late in row if a == letter]
    ahead: list[list[int]] = [[] for _ in rows]
    for p, q, _ in steps:
        ahead[p].append(q)
    component, _ = components(ahead)
    inside = [(component[p], late) for p, q, late in steps if component[p] == component[q]]
    good = {c for c, _ in inside}
    for until in untils:
        good &= {c for c, late in inside if until not in late}
    for p, q, _ in sorted(steps, key=lambda step: component[step[0]]):
        if component[q] in good:
            good.add(component[p])
    return {p for p, c in enumerate(component) if c in good}
