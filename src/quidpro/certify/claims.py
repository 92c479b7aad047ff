"""What a certificate may claim of a product, decided by exploring it: no error, no deadlock, progress.

Progress under fair choice (Giannakopoulou, Magee, Kramer 1999; LTSA's ``progress``) speaks of terminal sets of
states. The engines look for strongly connected components; here the same question is answered by backward reachability
alone. An action occurs in *every* terminal set exactly when every reachable state can still reach it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.certify.explore import Flags, Joint, Longs, explore
from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS, TAU_NAME
from quidpro.lts.system import Priority, Progress


def error_reachable(components: Sequence[LTS], budget: Budget, priority: Priority | None = None) -> bool:
    """Whether the product can bring some component into its error state."""
    return any(batch.bad.any() for batch in explore(Joint(components, priority), budget))


def deadlock_reachable(components: Sequence[LTS], budget: Budget, priority: Priority | None = None) -> bool:
    """Whether the product can get stuck without having ended; the error state is no deadlock."""
    for batch in explore(Joint(components, priority), budget):
        stuck = np.ones(len(batch.keys), dtype=bool)
        stuck[batch.source] = False
        if (stuck & ~batch.ended).any():
            return True
    return False


def default_tests(actions: Collection[str]) -> tuple[Progress, ...]:
    """Without progress definitions LTSA tests every action of the alphabet."""
    return tuple(Progress(action, frozenset({action})) for action in sorted(actions) if action != TAU_NAME)


@dataclass(frozen=True)
class Graph:
    """The reachable states and steps of a product; the error state is one more state, without steps."""

    actions: tuple[str, ...]
    states: int
    source: Longs
    action: Longs
    target: Longs

    @classmethod
    def of(cls, joint: Joint, budget: Budget, start: int | None = None) -> Graph:
        """Explore and number everything reachable from a state."""
        columns = [
            (batch.keys, batch.keys[batch.source], batch.action, batch.target, batch.bad)
            for batch in explore(joint, budget, start)
        ]
        keys, sources, action, targets, bad = (np.concatenate(column) for column in zip(*columns, strict=True))
        known = np.sort(keys)
        target = np.where(bad, len(known), np.searchsorted(known, targets))
        states = len(known) + bool(bad.any())
        return cls(joint.actions, states, np.searchsorted(known, sources), action, target)

    def performing(self, wanted: Collection[str]) -> Flags:
        """The states with a step under one of these actions."""
        chosen = np.array([action in wanted for action in self.actions])
        found = np.zeros(self.states, dtype=bool)
        found[self.source[chosen[self.action]]] = True
        return found

    def reaching(self, goal: Flags, budget: Budget) -> Flags:
        """The states from which some goal state can be reached, itself included."""
        order = np.argsort(self.target, kind="stable")
        before = self.source[order]
        row = np.searchsorted(self.target[order], np.arange(self.states + 1))
        found = goal.copy()
        frontier = np.flatnonzero(goal)
        while len(frontier):
            budget.check()
            into = np.concatenate([before[row[s] : row[s + 1]] for s in frontier.tolist()])
            frontier = np.unique(into[~found[into]])
            found[frontier] = True
        return found

    def occurring(self) -> set[str]:
        """The actions of all steps."""
        return {self.actions[i] for i in np.unique(self.action).tolist()}

    def is_strong(self, budget: Budget) -> bool:
        """Whether every state can reach every other, given that one of them reaches all."""
        goal = np.zeros(self.states, dtype=bool)
        goal[0] = True
        return bool(self.reaching(goal, budget).all()) and self._reaches_all(budget)

    def fails(self, test: Progress, budget: Budget) -> bool:
        """Whether some terminal set violates the test."""
        without = ~self.reaching(self.performing(test.actions), budget)
        if test.condition is None or not without.any():
            return bool(without.any())
        # A terminal set with the condition but without the actions: all that follows can still reach the condition.
        idle = ~self.reaching(self.performing(test.condition), budget)
        return bool((without & ~self.reaching(idle, budget)).any())
