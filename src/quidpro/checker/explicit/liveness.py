"""Assertions that something happens, judged by the checker with code of its own.

A claim that an assertion holds is judged by looking for a run on which it is false, in the system beside a tableau
(``tableau``): first what cannot be part of such a run is taken away by backward reachability, then
the strongly connected components of the rest are looked at. Under fair choice a component must take every transition of
a terminal set of the system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.checker.explicit.components import joined, rows_of, strongly_connected
from quidpro.checker.explicit.explore import Flags, Longs
from quidpro.checker.explicit.tableau import Position, Tableau, conjuncts, in_fluents
from quidpro.checker.explicit.watched import SILENT, Vector, Watched
from quidpro.checker.explicit.word import fluent_values
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.logic.ltl import Assertion, Fluent, Normal, fluents
from quidpro.lts.system import System

MAX_STEPS = 12_000_000


def fails(
    system: System, assertion: Assertion, budget: Budget, actions: Sequence[str] = (), state: Vector | None = None
) -> bool:
    """Whether the system has a run, fair if the assertion asks for that, on which it is false.

    With a state it is one that begins with these actions, by which it comes to this state. It is looked for one
    conjunct after the other, so that no more fluents are followed at once than must be.
    """
    seen = assertion.seen(system.alphabet)
    known: dict[tuple[Fluent, ...], Watched] = {}
    for part in conjuncts(in_fluents(assertion.formula, seen)):
        followed = tuple(fluents(part))
        if followed not in known:
            known = {followed: Watched.of(system, followed, seen, assertion.fair, budget, actions, state)}
        if _Search(known[followed], part, budget).finds(actions):
            return True
    return False


class _Search:
    """The search for a run on which one formula is false."""

    def __init__(self, watched: Watched, formula: Normal, budget: Budget) -> None:
        self.watched, self.budget = watched, budget
        self.tableau = Tableau(formula)
        if len(watched.source) * self.tableau.guesses > MAX_STEPS:
            raise BudgetExceeded("work", "checking the certificate", "system and formula are too large together")
        self.positions = [self.tableau.position(held) for held in watched.letters]

    def finds(self, actions: Sequence[str] = ()) -> bool:
        """Whether there is one, after these actions."""
        steps = self._steps()
        first = self._after(actions) if actions else self._first()
        if not len(first):
            return False
        reached = _reached(steps.source, steps.target, first, self._size, self.budget)
        can_stay = self.watched.needed[self.watched.where] >= 0
        alive = reached & np.repeat(can_stay, self.tableau.guesses)
        alive = self._lasting(steps, alive)
        return bool(alive.any()) and self._has_component(steps, alive)

    @property
    def _size(self) -> int:
        return self.watched.nodes * self.tableau.guesses

    def _steps(self) -> _Steps:
        """All steps of the nodes beside the guesses."""
        watched, guesses = self.watched, self.tableau.guesses
        guess = np.arange(guesses)
        before = np.stack([guess, *(position.before for position in self.positions)])[watched.letter + 1]
        none = np.zeros((len(self.tableau.waiting), guesses), dtype=bool)
        right = np.stack([none, *(position.right for position in self.positions)])[watched.letter + 1]
        every = np.arange(len(watched.source)).repeat(guesses)
        return _Steps(
            source=(watched.source[:, None] * guesses + before).ravel(),
            target=(watched.target[:, None] * guesses + guess).ravel(),
            of=every,
            marks=[(watched.letter != SILENT)[every], *(right[:, i].ravel() for i in range(right.shape[1]))],
        )

    def _first(self) -> Longs:
        """Where a run can be after its first position if the formula is false on it."""
        watched = self.watched
        silent = watched.letter == SILENT
        start = np.array([watched.start])
        early = _reached(watched.source[silent], watched.target[silent], start, watched.nodes, self.budget)
        found = []
        for i in np.flatnonzero(~silent & early[watched.source]).tolist():
            guesses = np.flatnonzero(~self.positions[int(watched.letter[i])].holds)
            found.append(watched.target[i] * self.tableau.guesses + guesses)
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)

    def _after(self, actions: Sequence[str]) -> Longs:
        """Where a run can be after these actions if the formula is false on it."""
        allowed: Flags | None = None
        for position in self._along(actions):
            allowed = ~position.holds if allowed is None else allowed[position.before]
        assert allowed is not None
        return self.watched.start * self.tableau.guesses + np.flatnonzero(allowed)

    def _along(self, actions: Sequence[str]) -> Iterator[Position]:
        values = {fluent: fluent_values(fluent, actions) for fluent in fluents(self.tableau.parts[-1])}
        for i in range(len(actions)):
            yield self.tableau.position([fluent for fluent, after in values.items() if after[i]])

    def _lasting(self, steps: _Steps, alive: Flags) -> Flags:
        """Of some states those that can stay among them and meet a step with each of the marks, again and again."""
        row, before = rows_of(self._size, steps.target, steps.source)
        while True:
            left = alive
            for mark in steps.marks:
                inner = mark & alive[steps.source] & alive[steps.target]
                goal = np.zeros(self._size, dtype=bool)
                goal[steps.source[inner]] = True
                alive = joined(row, before, goal, alive, self.budget)
            if (alive == left).all():
                return alive

    def _has_component(self, steps: _Steps, alive: Flags) -> bool:
        """Whether some component of what is left has all marks and takes all transitions that it must."""
        number = np.cumsum(alive) - 1
        kept = np.flatnonzero(alive[steps.source] & alive[steps.target])
        source, target = number[steps.source[kept]], number[steps.target[kept]]
        component = strongly_connected(int(alive.sum()), source, target, self.budget)
        inner = component[source] == component[target]
        kept, component_of = kept[inner], component[source[inner]]
        good = np.ones(int(component.max()) + 1, dtype=bool)
        for mark in steps.marks:
            good &= np.isin(np.arange(len(good)), component_of[mark[kept]])
        return bool((good & self._covers(steps, kept, component_of, len(good))).any())

    def _covers(self, steps: _Steps, kept: Longs, component_of: Longs, count: int) -> Flags:
        watched = self.watched
        of = steps.of[kept]
        needed = np.full(count, -1)
        needed[component_of] = watched.needed[watched.where[watched.source[of]]]
        counted = watched.transition[of] >= 0
        width = int(watched.transition.max(initial=0)) + 1
        pairs = np.sort(component_of[counted] * width + watched.transition[of[counted]])
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]
        taken = np.bincount(pairs // width, minlength=count)
        return np.asarray((needed >= 0) & (taken >= needed))


@dataclass(frozen=True)
class _Steps:
    """Steps between pairs of a node and a guess; ``of`` is the step of the system, ``marks`` what must recur."""

    source: Longs
    target: Longs
    of: Longs
    marks: list[Flags]


def _reached(source: Longs, target: Longs, first: Longs, size: int, budget: Budget) -> Flags:
    """What can be reached from some nodes, these included."""
    start = np.zeros(size, dtype=bool)
    start[first] = True
    return joined(*rows_of(size, source, target), start, np.ones(size, dtype=bool), budget)
