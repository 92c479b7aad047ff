"""What a certificate may claim of a product, decided by exploring it: no error, no deadlock, progress.

A process with an ERROR can only be judged inside the whole: the others may keep it from going there. So for the chain
rule its ERROR is a state like any other whose one action, spelled ``ERROR:name``, the property forbids.

Progress under fair choice (Giannakopoulou, Magee, Kramer 1999; LTSA's ``progress``) speaks of terminal sets
of states. The engines look for strongly connected components; here the same question is answered by backward
reachability alone. An action occurs in *every* terminal set exactly when every reachable state can still
reach it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from quidpro.checker.conclusion import Rejected
from quidpro.checker.explicit.explore import Batch, Flags, Joint, Keys, Longs, Seen, explore, ragged
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.words import printable
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.lts.system import Component, Priority, Progress, System


def error_action(name: str) -> str:
    """How the ERROR of a process is spelled as an action."""
    return f"ERROR:{name}"


def visible_error(component: Component) -> LTS:
    """The process with its ERROR as an action; unchanged when it has none. ERROR is the state after the last."""
    lts = component.lts
    if not lts.has_error:
        return lts
    wrong = lts.states
    alphabet = (*lts.alphabet, error_action(component.name))
    steps = [(p, a, wrong if q == ERROR else q) for p, a, q in _steps(lts)]
    columns = zip(*steps, (wrong, len(alphabet), wrong), strict=True)
    return LTS.from_arrays(alphabet, wrong + 1, *columns, initial=lts.initial, name=lts.name)


def _steps(lts: LTS) -> Iterator[tuple[int, int, int]]:
    return zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)


def no_errors(processes: Sequence[Component]) -> list[LTS]:
    """The property that no process does its error action; none when no process has one."""
    actions = [error_action(c.name) for c in processes if c.lts.has_error]
    return [LTS.of([(0, action, "ERROR") for action in actions], initial=0)] if actions else []


def error_reachable(components: Sequence[LTS], budget: Budget, priority: Priority | None = None) -> bool:
    """Whether the product can bring some component into its error state; if none has one there is nothing to do."""
    if not any(lts.has_error for lts in components):
        return False
    return any(batch.bad.any() for batch in explore(Joint(components, priority), budget))


_MAX_LEVEL = 1 << 17
"""A run into an error state is shown where no more states than this are equally far away."""


def run_into_error(components: Sequence[LTS], budget: Budget) -> str:
    """For a product that reaches an error state: by what, as far as that is found soon; else empty."""
    joint, levels = Joint(components), list[Batch]()
    seen = Seen(joint.dtype)
    keys = seen.add_new(np.array([joint.initial], dtype=joint.dtype))
    with suppress(BudgetExceeded):
        while 0 < len(keys) <= _MAX_LEVEL:
            budget.check()
            levels.append(joint.expand(keys))
            if levels[-1].bad.any():
                return f", by ⟨{', '.join(map(printable, _actions_back(joint, levels)))}⟩"
            keys = seen.add_new(levels[-1].target)
    return ""


def _actions_back(joint: Joint, levels: Sequence[Batch]) -> tuple[str, ...]:
    """What happens on the way to the first bad step of the last level, silent steps left out."""
    *earlier, last = levels
    step = int(np.argmax(last.bad))
    word = [int(last.action[step])]
    key = last.keys[last.source[step]]
    for level in reversed(earlier):
        step = int(np.argmax(level.target == key))
        word.append(int(level.action[step]))
        key = level.keys[level.source[step]]
    return tuple(joint.actions[action] for action in reversed(word) if action != TAU)


def deadlock_reachable(components: Sequence[LTS], budget: Budget, priority: Priority | None = None) -> bool:
    """Whether the product can get stuck without having ended; the error state is not a deadlock."""
    for batch in explore(Joint(components, priority), budget):
        stuck = np.ones(len(batch.keys), dtype=bool)
        stuck[batch.source] = False
        if (stuck & ~batch.ended).any():
            return True
    return False


def claimed_tests(name: str | None, system: System) -> tuple[Progress, ...]:
    """The tests that a proof of progress is about: that of the name, or all."""
    if name in (None, "progress"):
        return system.progress or default_tests(system.alphabet)
    tests = tuple(test for test in system.progress if test.name == name)
    if not tests:
        raise Rejected(f"{system.name} has no progress test {name}")
    return tests


def default_tests(actions: Collection[str]) -> tuple[Progress, ...]:
    """Without progress definitions LTSA tests every action of the alphabet."""
    return tuple(Progress(action, frozenset({action})) for action in sorted(actions) if action != TAU_NAME)


@dataclass(frozen=True)
class Graph:
    """The reachable states and steps of a product; the error state is one more state, without steps."""

    actions: tuple[str, ...]
    states: int
    start: int
    source: Longs
    action: Longs
    target: Longs
    keys: Keys
    """The keys of the states, but for the error state, which would be the last."""

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
        first = int(np.searchsorted(known, joint.initial if start is None else start))
        states = len(known) + bool(bad.any())
        return cls(joint.actions, states, first, np.searchsorted(known, sources), action, target, known)

    def enabling(self, wanted: Collection[str]) -> Flags:
        """The states with a step under one of these actions."""
        chosen = np.array([action in wanted for action in self.actions])
        found = np.zeros(self.states, dtype=bool)
        found[self.source[chosen[self.action]]] = True
        return found

    def reaching(self, goal: Flags, budget: Budget) -> Flags:
        """The states from which some goal state can be reached, itself included."""
        row, before = self._reversed
        found = goal.copy()
        frontier = np.flatnonzero(goal)
        while len(frontier):
            budget.check()
            _, at = ragged(row[frontier], row[frontier + 1])
            into = before[at]
            frontier = np.unique(into[~found[into]])
            found[frontier] = True
        return found

    @cached_property
    def _reversed(self) -> tuple[Longs, Longs]:
        """The sources of the steps into each state, in rows."""
        order = np.argsort(self.target, kind="stable")
        row = np.searchsorted(self.target[order], np.arange(self.states + 1))
        return row, self.source[order]

    def occurring(self) -> set[str]:
        """The actions of all steps."""
        return {self.actions[i] for i in np.unique(self.action).tolist()}

    def is_terminal_set(self, budget: Budget) -> bool:
        """Whether the start can never be left behind: every state that it reaches reaches it again."""
        goal = np.zeros(self.states, dtype=bool)
        goal[self.start] = True
        return bool(self.reaching(goal, budget).all())

    def fails(self, test: Progress, budget: Budget) -> bool:
        """Whether some terminal set violates the test."""
        without = ~self.reaching(self.enabling(test.actions), budget)
        if test.condition is None or not without.any():
            return bool(without.any())
        # A terminal set with the condition but without the actions: all that follows can still reach the
        # condition.
        idle = ~self.reaching(self.enabling(test.condition), budget)
        return bool((without & ~self.reaching(idle, budget)).any())
