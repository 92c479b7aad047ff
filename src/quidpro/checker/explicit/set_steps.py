"""A system seen through the levels of a set of states, for the checker: its steps, and where actions can happen.

The steps are made from the components, never read. A component with one level has its states as values; of one with
several each level is a block of its states, with 0 for a state of another block. A step between two blocks leaves one
and enters the other at two levels at once; for each state that it enters it is a step of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product

from quidpro.checker.explicit.sets import NONE, Ancestors, Back, Sets
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import StateSet

Local = list[tuple[int, int]]
"""Steps of one component under one action."""
Moves = dict[int, Local]
"""By level the values before and after."""
ELSEWHERE = 0


class Seen:
    """A set of states of a system; all questions are about steps that stay in it.

    The set must have been found to be well formed, and closed under the steps of the system. ``extra`` gives the sizes
    of levels below those of the set.
    """

    def __init__(self, states: StateSet, system: System, budget: Budget, extra: tuple[int, ...] = ()) -> None:
        self.parts = [component.lts for component in system.components]
        number = {component.name: i for i, component in enumerate(system.components)}
        self._levels: list[list[int]] = [[] for _ in self.parts]
        self._place: list[dict[int, tuple[int, int]]] = [{} for _ in self.parts]
        for level, (name, _) in enumerate(states.levels):
            self._levels[number[name]].append(level)
        sizes = []
        for level, (name, members) in enumerate(states.levels):
            first = int(len(self._levels[number[name]]) > 1)
            self._place[number[name]].update((state, (level, v)) for v, state in enumerate(members, first))
            sizes.append(len(members) + first)
        self.sets = Sets((*sizes, *extra), budget)
        self.height = len(sizes)
        self._local = [self._by_action(number) for number in range(len(self.parts))]

    def _by_action(self, number: int) -> dict[str, Local]:
        found: dict[str, Local] = {}
        for source, action, target in self.parts[number].triples():
            found.setdefault(action, []).append((source, target))
        return found

    @cached_property
    def members(self) -> dict[str, list[int]]:
        """For each action the components that have it."""
        found: dict[str, list[int]] = {}
        for number, lts in enumerate(self.parts):
            for action in lts.alphabet:
                found.setdefault(action, []).append(number)
        return found

    def steps(self) -> Iterator[tuple[str, Moves]]:
        """All steps with their actions, those into ERROR left out."""
        for number, local in enumerate(self._local):
            for moves in self._moves(number, local.get(TAU_NAME, [])):
                yield TAU_NAME, moves
        for action, members in self.members.items():
            choices = [list(self._moves(number, self._local[number].get(action, []))) for number in members]
            for chosen in product(*choices):
                yield action, {level: pairs for moves in chosen for level, pairs in moves.items()}

    def _moves(self, number: int, local: Local) -> Iterator[Moves]:
        """The steps of a component at its levels, as few as can be told apart level by level."""
        inside: dict[int, Local] = {}
        between: dict[tuple[int, int, int], list[int]] = {}
        for source, target in local:
            if target != ERROR:
                (here, value), (there, after) = self._place[number][source], self._place[number][target]
                if here == there:
                    inside.setdefault(here, []).append((value, after))
                else:
                    between.setdefault((here, there, after), []).append(value)
        for level, pairs in inside.items():
            yield {level: pairs}
        for (here, there, after), values in between.items():
            yield {here: [(value, ELSEWHERE) for value in values], there: [(ELSEWHERE, after)]}

    def possible(self, actions: Iterable[str]) -> int:
        """Where one of these actions can happen, if only into ERROR."""
        found = NONE
        for action in actions:
            members = self.members.get(action, ())
            if members:
                able = {n: {source for source, _ in self._local[n].get(action, [])} for n in members}
                found = self.sets.join(found, self.box(able))
        return found

    def errors(self) -> int:
        """Where a step leads into ERROR."""
        found = NONE
        for number, local in enumerate(self._local):
            for action, pairs in local.items():
                wrong = {source for source, target in pairs if target == ERROR}
                if wrong:
                    able = {n: {p for p, _ in self._local[n].get(action, [])} for n in self.members.get(action, ())}
                    found = self.sets.join(found, self.box({**able, number: wrong}))
        return found

    def box(self, allowed: Mapping[int, Collection[int]]) -> int:
        """Where components are in one of these states."""
        values: dict[int, set[int]] = {}
        for number, states in allowed.items():
            levels = self._levels[number]
            values.update((level, {ELSEWHERE} if len(levels) > 1 else set()) for level in levels)
            for state in states:
                level, value = self._place[number][state]
                values[level].add(value)
        return self.sets.box(values)

    def silent(self) -> int:
        """Where a component can take a silent step, if only into ERROR."""
        found = NONE
        for number, local in enumerate(self._local):
            sources = {source for source, _ in local.get(TAU_NAME, [])}
            if sources:
                found = self.sets.join(found, self.box({number: sources}))
        return found

    def ancestors(self) -> Ancestors:
        """Who can reach whom."""
        return Ancestors(self.sets, [Back.of(moves) for _, moves in self.steps()])
