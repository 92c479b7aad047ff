"""Safety formulas, judged by the checker: what breaches them, and whether a property's LTS misses nothing of that.

After the beginning of a run those guesses of the tableau (``tableau``) are left that agree with it.
A beginning breaches the formula when none is left, or none will be, whatever comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from quidpro.checker.explicit.components import strongly_connected
from quidpro.checker.explicit.explore import Flags, Joint
from quidpro.checker.explicit.tableau import Position, Tableau, conjuncts, in_fluents
from quidpro.checker.explicit.word import holds_on, may_hold_after
from quidpro.core.budget import Budget
from quidpro.logic.ltl import Assertion, Fluent, Normal, fluents, is_safety
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.system import System

_HINDERED = -2
"""Where an LTS goes with an action that it has and does not allow: a property may not do that."""
Roles = tuple[tuple[bool, bool], ...]
"""What an action does to each fluent: its value afterwards, if it held and if it did not."""


def breaches(word: Sequence[str], assertion: Assertion, seen: Sequence[str], budget: Budget) -> bool:
    """Whether the formula is false on every run that begins with these actions."""
    if not may_hold_after(assertion.formula, word):
        return True
    formula = in_fluents(assertion.formula, seen)
    return any(_Guesses(part, seen, budget).doomed(word) for part in dict.fromkeys([*conjuncts(formula), formula]))


def missed(system: System, watching: LTS, assertion: Assertion, budget: Budget) -> str | None:
    """What breaches the formula on this system without bringing the property's LTS to ERROR, in words."""
    processes = system.with_properties()
    seen = assertion.seen(processes.alphabet)
    if not is_safety(assertion.formula):
        return "that what it promises never happens"
    if not holds_on(assertion.formula, (), ()) and _may_idle(processes, seen, budget):
        return "that nothing ever happens"
    for part in conjuncts(in_fluents(assertion.formula, seen)):
        wrong = _Guesses(part, seen, budget).missed_by(watching)
        if wrong is not None:
            return wrong
    return None


def only_watches(system: System, watching: LTS, assertion: Assertion) -> bool:
    """Whether a property's LTS moves with what leads to a position and never by itself, which others may wait for."""
    seen = assertion.seen(system.with_properties().alphabet)
    return set(seen).issuperset(watching.alphabet) and TAU not in watching.label


class _Guesses:
    """What is left to be guessed about one formula over fluents, beginning by beginning; the states are numbered.

    A state is the guesses that are left, None before the first position, and the fluents that hold.
    """

    def __init__(self, formula: Normal, seen: Sequence[str], budget: Budget) -> None:
        self.tableau = Tableau(formula)
        self.fluents = fluents(formula)
        self.budget = budget
        self.roles = {
            action: tuple((f.after(action, True), f.after(action, False)) for f in self.fluents) for action in seen
        }
        self._numbers: dict[tuple[bytes | None, frozenset[Fluent]], int] = {}
        self._states: list[tuple[bytes | None, frozenset[Fluent]]] = []
        self._after: dict[tuple[int, Roles], int | None] = {}
        self._restless: dict[tuple[int, Roles], bool] = {}
        self._positions: dict[frozenset[Fluent], Position] = {}
        self.initial = self._number(None, frozenset(f for f in self.fluents if f.initially))

    def _number(self, left: bytes | None, held: frozenset[Fluent]) -> int:
        if (left, held) not in self._numbers:
            self._numbers[left, held] = len(self._states)
            self._states.append((left, held))
        return self._numbers[left, held]

    def step(self, state: int, roles: Roles) -> int | None:
        """What is left after one more action; None when that is nothing."""
        if (state, roles) not in self._after:
            self._after[state, roles] = self._step(state, roles)
        return self._after[state, roles]

    def _step(self, state: int, roles: Roles) -> int | None:
        left, before = self._states[state]
        held = frozenset(f for f, (on, off) in zip(self.fluents, roles, strict=True) if (on if f in before else off))
        if held not in self._positions:
            self._positions[held] = self.tableau.position(held)
        position = self._positions[held]
        kept = position.holds if left is None else np.frombuffer(left, dtype=bool)[position.before]
        return self._number(kept.tobytes(), held) if kept.any() else None

    def doomed(self, word: Sequence[str]) -> bool:
        """Whether no run that begins so has guesses left for ever."""
        state: int | None = self.initial
        for action in word:
            if state is not None:
                state = self.step(state, self.roles[action])
        return state is None or not self._may_go_on(state)

    def _may_go_on(self, first: int) -> bool:
        """Whether guesses stay on some way: that leads back to where it has been."""
        path, ways = [first], [self._ways(first)]
        done: set[int] = set()
        while path:
            self.budget.check()
            if not ways[-1]:
                done.add(path.pop())
                ways.pop()
            elif (target := ways[-1].pop()) in path:
                return True
            elif target not in done:
                path.append(target)
                ways.append(self._ways(target))
        return False

    def _ways(self, state: int) -> set[int]:
        targets = (self.step(state, roles) for roles in set(self.roles.values()))
        return {target for target in targets if target is not None}

    def missed_by(self, watching: LTS) -> str | None:
        """A breach that this LTS does not see: by an action, or because the run stops after it."""
        rows = [self._row(watching, state) for state in range(watching.states)]
        first = watching.initial, self.initial
        before: dict[tuple[int, int], tuple[tuple[int, int], str] | None] = {first: None}
        for here in (queue := [first]):
            self.budget.check()
            for (roles, there), action in rows[here[0]].items():
                after = self.step(here[1], roles)
                if after is None or there == _HINDERED:
                    return _word(before, here, action)
                if self._stopping_breaches(after, roles):
                    return _word(before, here, action) + " and nothing more"
                if (there, after) not in before:
                    before[there, after] = here, action
                    queue.append((there, after))
        return None

    def _row(self, watching: LTS, state: int) -> dict[tuple[Roles, int], str]:
        """The ways that do not lead to ERROR, each with one of its actions; by what it does not have it stays."""
        moves = {action: _HINDERED if action in watching.labels else state for action in self.roles}
        moves |= {watching.action(label): target for label, target in watching.successors(state)}
        return {(roles, moves[action]): action for action, roles in self.roles.items() if moves[action] != ERROR}

    def _stopping_breaches(self, state: int, roles: Roles) -> bool:
        """Whether no guess is left when the position is repeated for ever."""
        if (state, roles) not in self._restless:
            met: set[int] = set()
            here: int | None = state
            while here is not None and here not in met:
                met.add(here)
                here = self.step(here, roles)
            self._restless[state, roles] = here is None
        return self._restless[state, roles]


def _word(
    before: Mapping[tuple[int, int], tuple[tuple[int, int], str] | None], here: tuple[int, int], last: str
) -> str:
    word = [last]
    while (step := before[here]) is not None:
        here, action = step
        word.append(action)
    return " ".join(reversed(word))


def _may_idle(system: System, seen: Sequence[str], budget: Budget) -> bool:
    """Whether a run may begin and go on, or stop, without anything that is seen."""
    joint = Joint([component.lts for component in system.components], system.priority)
    shown = np.array([action in seen for action in joint.actions])
    numbers = {joint.initial: 0}
    frontier = [joint.initial]
    source: list[int] = []
    target: list[int] = []
    while frontier:
        budget.check()
        batch = joint.expand(np.array(frontier, dtype=joint.dtype))
        if len(np.unique(batch.source)) < len(frontier):
            return True
        silent: Flags = ~shown[batch.action] & ~batch.bad
        steps = [(frontier[s], int(t)) for s, t in zip(batch.source[silent], batch.target[silent], strict=True)]
        frontier = list(dict.fromkeys(t for _, t in steps if t not in numbers))
        for key in frontier:
            numbers[key] = len(numbers)
        source += [numbers[s] for s, _ in steps]
        target += [numbers[t] for _, t in steps]
    rounds = strongly_connected(len(numbers), np.array(source, dtype=int), np.array(target, dtype=int), budget)
    return any(rounds[p] == rounds[q] for p, q in zip(source, target, strict=True))
