"""Safety formulas, judged by the checker: what breaches them, and whether a property's LTS misses nothing of that.

After the beginning of a run those guesses of the tableau (:mod:`quidpro.certify.tableau`) are left that agree with it.
A beginning breaches the formula when none is left, or none will be, whatever comes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.certify.components import strongly_connected
from quidpro.certify.explore import Flags, Joint
from quidpro.certify.tableau import Position, Tableau, conjuncts, in_fluents
from quidpro.certify.word import holds_on, may_hold_after
from quidpro.core.budget import Budget
from quidpro.lts.ltl import Assertion, Fluent, Normal, fluents
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import System

Held = frozenset[Fluent]
State = tuple[bytes | None, Held]
"""The guesses that are left, None before the first position, and the fluents that hold."""


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
    if not holds_on(assertion.formula, (), ()) and _may_idle(processes, seen, budget):
        return "that nothing ever happens"
    for part in conjuncts(in_fluents(assertion.formula, seen)):
        wrong = _Guesses(part, seen, budget).missed_by(watching)
        if wrong is not None:
            return wrong
    return None


class _Guesses:
    """What is left to be guessed about one formula over fluents, beginning by beginning."""

    def __init__(self, formula: Normal, seen: Sequence[str], budget: Budget) -> None:
        self.tableau = Tableau(formula)
        self.fluents = fluents(formula)
        self.seen, self.budget = seen, budget
        self.initial: State = None, frozenset(f for f in self.fluents if f.initially)
        self._positions: dict[Held, Position] = {}
        self._after: dict[tuple[State, Held], State] = {}

    def step(self, state: State, action: str) -> State:
        """What is left after one more action."""
        left, before = state
        held = frozenset(f for f in self.fluents if f.after(action, f in before))
        if (state, held) not in self._after:
            position = self._position(held)
            kept = position.holds if left is None else np.frombuffer(left, dtype=bool)[position.before]
            self._after[state, held] = kept.tobytes(), held
        return self._after[state, held]

    def _position(self, held: Held) -> Position:
        if held not in self._positions:
            self._positions[held] = self.tableau.position(held)
        return self._positions[held]

    def doomed(self, word: Sequence[str]) -> bool:
        """Whether no run that begins so has guesses left for ever."""
        state = self.initial
        for action in word:
            state = self.step(state, action)
        return _is_empty(state) or not self._may_go_on(state)

    def _may_go_on(self, first: State) -> bool:
        """Whether guesses stay on some way: that leads back to where it has been."""
        path, open_ways = [first], [self._ways(first)]
        done: set[State] = set()
        while path:
            self.budget.check()
            if not open_ways[-1]:
                done.add(path.pop())
                open_ways.pop()
            elif (target := open_ways[-1].pop()) in path:
                return True
            elif target not in done:
                path.append(target)
                open_ways.append(self._ways(target))
        return False

    def _ways(self, state: State) -> set[State]:
        return {target for action in self.seen if not _is_empty(target := self.step(state, action))}

    def missed_by(self, watching: LTS) -> str | None:
        """A breach that this LTS does not see: by an action, or because the run stops after it."""
        moves = {(p, watching.action(label)): q for p in range(watching.states) for label, q in watching.successors(p)}
        words: dict[tuple[int, State], tuple[str, ...]] = {(watching.initial, self.initial): ()}
        for (place, state), word in (queue := list(words.items())):
            for action in self.seen:
                self.budget.check()
                there = moves.get((place, action), place if action not in watching.labels else None)
                after = self.step(state, action)
                if there == ERROR:
                    continue
                if there is None or _is_empty(after):
                    return " ".join((*word, action))
                if self._stopping_breaches(after, action):
                    return " ".join((*word, action)) + " and nothing more"
                if (there, after) not in words:
                    words[there, after] = (*word, action)
                    queue.append(((there, after), words[there, after]))
        return None

    def _stopping_breaches(self, state: State, action: str) -> bool:
        """Whether no guess is left when the position is repeated for ever."""
        met: set[State] = set()
        while state not in met and not _is_empty(state):
            met.add(state)
            state = self.step(state, action)
        return _is_empty(state)


def _is_empty(state: State) -> bool:
    return state[0] is not None and True not in np.frombuffer(state[0], dtype=bool)


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
