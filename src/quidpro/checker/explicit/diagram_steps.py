"""What the components of a system do, over the levels of a diagram; derived from the components alone.

A relation is a product: at some levels it has moves, by a value those that may follow it; elsewhere nothing changes.
An action is a product of the steps of those that have it. A step of a component from one block of its states to another
is a move at two levels; steps with the same targets are taken together. That a component is in one of some states is a
product, too: each of its blocks has one of them, or the component is not there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from quidpro.checker.explicit.diagram import ABSENT, Level
from quidpro.lts.lts import ERROR, LTS, TAU

Moves = dict[int, tuple[int, ...]]
Relation = dict[int, Moves]
Targets = dict[int, list[int]]
"""By a state of a component, where an action leads."""


class SystemSteps:
    """The steps of components that run in parallel, each of which is one level or several."""

    def __init__(self, parts: Sequence[LTS], levels: Sequence[Level]) -> None:
        self.parts = parts
        self.levels = levels
        self._levels_of: list[list[int]] = [[] for _ in parts]
        self._place: list[dict[int, tuple[int, int]]] = [{} for _ in parts]
        """For each component and state the level and the value."""
        for number, level in enumerate(levels):
            self._levels_of[level.component].append(number)
            self._place[level.component] |= {state: (number, value) for state, value in level.values.items()}
        self._silent, self._steps = zip(*map(_steps, parts), strict=True)
        self.members: dict[str, list[int]] = {}
        """For each action the components that have it."""
        for number, steps in enumerate(self._steps):
            for action in steps:
                self.members.setdefault(action, []).append(number)

    def relations(self) -> Iterator[tuple[str, Relation]]:
        """All that can happen without an ERROR, each with how to speak of it."""
        for number, steps in enumerate(self._silent):
            for relation in self._pieces(number, steps):
                yield f"a silent step of {self.parts[number].name}", relation
        for action, members in self.members.items():
            pieces = [list(self._pieces(number, self._steps[number][action])) for number in members]
            for chosen in product(*pieces):
                yield action, {level: moves for piece in chosen for level, moves in piece.items()}

    def errors(self) -> Iterator[tuple[str, Relation]]:
        """Where a component can go to ERROR."""
        for number, lts in enumerate(self.parts):
            if lts.has_error:
                silent = self.where({number: _wrong(self._silent[number])})
                yield from ((f"a silent step leads {lts.name} to ERROR", one) for one in silent)
                for action, steps in self._steps[number].items():
                    wrong = self.where({**self.enabling(action), number: _wrong(steps)})
                    yield from ((f"{action} leads {lts.name} to ERROR", one) for one in wrong)

    def guards(self) -> Iterator[Relation]:
        """Where something can happen, if only an ERROR, or all has ended."""
        for number, steps in enumerate(self._silent):
            yield from self.where({number: steps})
        for action in self.members:
            yield from self.where(self.enabling(action))
        yield from self._ended()

    def enabling(self, action: str) -> dict[int, Collection[int]]:
        """For each component that has an action the states in which it can do it."""
        return {number: self._steps[number][action] for number in self.members[action]}

    def where(self, sets: Mapping[int, Collection[int]]) -> Iterator[Relation]:
        """That components are in one of these states: a relation that changes nothing, or none where it can never be.

        Levels at which it says nothing are left out.
        """
        found: Relation = {}
        for component, states in sets.items():
            if not states:
                return
            if len(states) < self.parts[component].states:
                found |= self._where(component, states)
        yield found

    def _where(self, component: int, states: Collection[int]) -> Iterator[tuple[int, Moves]]:
        kept: Relation = {n: {ABSENT: (ABSENT,)} if self.levels[n].is_block else {} for n in self._levels_of[component]}
        for state in states:
            number, value = self._place[component][state]
            kept[number][value] = (value,)
        return ((number, moves) for number, moves in kept.items() if len(moves) < self.levels[number].size)

    def _ended(self) -> Iterator[Relation]:
        """Successful termination: all that can end have, and the others can do nothing of their own."""
        ending = {number: (lts.end,) for number, lts in enumerate(self.parts) if lts.end >= 0}
        known = {action for number in ending for action in self.parts[number].alphabet}
        if ending and all(known.issuperset(lts.alphabet) for lts in self.parts if lts.end < 0):
            yield from self.where(ending)

    def _pieces(self, component: int, steps: Targets) -> Iterator[Relation]:
        """The steps of a component that do not go wrong, as relations."""
        place = self._place[component]
        within: dict[int, dict[int, set[int]]] = {}
        between: dict[tuple[int, int], dict[int, set[int]]] = {}
        for source, targets in steps.items():
            here, value = place[source]
            for target in targets:
                if target != ERROR:
                    there, after = place[target]
                    moves = within.setdefault(here, {}) if here == there else between.setdefault((here, there), {})
                    moves.setdefault(value, set()).add(after)
        for here, stays in within.items():
            yield {here: {value: tuple(sorted(followed)) for value, followed in stays.items()}}
        for (here, there), leaves in between.items():
            for followed, values in _by_targets(leaves).items():
                yield {here: dict.fromkeys(values, (ABSENT,)), there: {ABSENT: followed}}


def _by_targets(moves: Mapping[int, set[int]]) -> dict[tuple[int, ...], list[int]]:
    found: dict[tuple[int, ...], list[int]] = {}
    for value, after in moves.items():
        found.setdefault(tuple(sorted(after)), []).append(value)
    return found


def _wrong(steps: Targets) -> list[int]:
    return [state for state, targets in steps.items() if ERROR in targets]


def _steps(lts: LTS) -> tuple[Targets, dict[str, Targets]]:
    """The silent steps of a component, and the others by their actions."""
    silent: Targets = {}
    found: dict[str, Targets] = {action: {} for action in lts.alphabet}
    for source, label, target in zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True):
        steps = silent if label == TAU else found[lts.alphabet[label - 1]]
        steps.setdefault(source, []).append(target)
    return silent, found
