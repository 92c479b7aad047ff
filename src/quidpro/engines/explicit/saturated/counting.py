"""How many states and transitions there are, exactly, from the diagram of the reachable states.

A transition is a state, an action and a state after it, as the Model Checking Contest and LTSA count them; whatever
number of ways lead from one to the other by the same action. Locally different steps of an action lead to different
states, so that a state has the product of the numbers of local steps of them. Only two things are shared: steps into
ERROR, of which there is one for an action, and silent steps that change nothing, whoever does them.

Nothing is made in the diagram, and there is no recursion: a cube is counted from the ways that lead to its first level
and the vectors below its last one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Explored, Found, Listener, ignore
from quidpro.engines.explicit.saturated.encoding import ABSENT, Encoding, Steps, one_level_each
from quidpro.engines.explicit.saturated.levels import reach, saturated
from quidpro.engines.explicit.shared.traces import product_of
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.search import search
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import EMPTY, END, Forest, Node, TooManyNodes
from quidpro.verdict.explicit.reachable import MoreThan, Reachable

Weights = Mapping[int, Mapping[int, int]]
"""By level and value a factor; at a level that is left out all are 1, a value that is left out has 0."""
_POLL_CUBES = 64
_QUICK_SECONDS = 1.0
_MANY_STATES = 1_000_000
"""So many are not explored one by one within a second."""
_FEW_NODES = 20_000
"""With so many the order of the declaration is tried before others are looked for."""
_QUICK_STEPS = 200_000
"""Of all components together: a system with more of them takes too long to write down as events."""


def quick_count(budget: Budget, *, one_by_one: bool = False) -> Callable[[System], Reachable | MoreThan | None]:
    """Counts systems as long as that takes a second in all; of one that takes longer it tells how far it came.

    With ``one_by_one``, a system of which diagrams do not tell enough is explored for a second; it tells nothing of one
    where that comes to an end, since then it can be composed.
    """
    quick = budget.within_cpu(_QUICK_SECONDS)

    def count(system: System) -> Reachable | MoreThan | None:
        most = _Most()
        try:
            if not system.priority and sum(part.lts.transitions for part in system.components) <= _QUICK_STEPS:
                return count_reachable(system, quick, events=most)
        except BudgetExceeded:
            budget.check()
        try:
            if one_by_one and most.states < _MANY_STATES:
                search(product_of(system), budget.within_cpu(_QUICK_SECONDS), most, errors=False)
                return None
        except BudgetExceeded:
            budget.check()
        return MoreThan(most.states - 1) if most.states > 1 else None

    return count


class _Most:
    """Keeps the largest number of states that it hears of."""

    def __init__(self) -> None:
        self.states = 0

    def __call__(self, event: Event) -> None:
        if isinstance(event, Found | Explored):
            self.states = max(self.states, event.states)


def count_reachable(
    system: System, budget: Budget, max_nodes: int | None = None, events: Listener = ignore
) -> Reachable:
    """The size of a system without priority; TooManyNodes or BudgetExceeded where that takes too much."""
    try:
        reached = saturated(one_level_each(system, budget=budget), budget, events, _FEW_NODES)
    except TooManyNodes:
        reached = reach(system, budget, events, max_nodes)
    counts = Counts(reached.forest, reached.states)
    events(Found(counts.total))
    return Reachable(counts.total, _Transitions(reached.encoding, counts).total(), counts.nodes)


def count_states(encoding: Encoding, forest: Forest, states: Node) -> int:
    """How many states a set has."""
    return Counts(forest, states).total


def count_transitions(encoding: Encoding, forest: Forest, states: Node) -> int:
    """How many transitions leave the states of a set, steps into ERROR included."""
    return _Transitions(encoding, Counts(forest, states)).total()


class Counts:
    """The numbers of vectors of a set that have some values."""

    def __init__(self, forest: Forest, root: Node) -> None:
        self.forest = forest
        self._root = root
        self._levels: list[list[Node]] = [[root] if root else []]
        for _ in range(forest.height):
            forest.budget.check()
            below = {child for node in self._levels[-1] for child in forest.rows[node].values()}
            self._levels.append(sorted(below))

    @cached_property
    def total(self) -> int:
        """How many there are in all."""
        return self._below[self._root]

    @cached_property
    def nodes(self) -> int:
        """How many nodes the set has."""
        return sum(map(len, self._levels[:-1]))

    def weigh(self, weights: Weights) -> int:
        """The sum over the set of the products of the factors."""
        if not weights:
            return self.total
        top, bottom = min(weights), max(weights)
        ways = {node: self._above[node] for node in self._levels[top]}
        for level in range(top, bottom + 1):
            ways = self._one_level(ways, weights.get(level))
        return sum(number * self._below[node] for node, number in ways.items())

    def _one_level(self, ways: Mapping[Node, int], factors: Mapping[int, int] | None) -> dict[Node, int]:
        after: dict[Node, int] = {}
        rows = self.forest.rows
        for node, number in ways.items():
            for value, child in rows[node].items():
                factor = 1 if factors is None else factors.get(value, 0)
                if factor:
                    after[child] = after.get(child, 0) + number * factor
        return after

    @cached_property
    def _below(self) -> dict[Node, int]:
        """For each node the vectors from its level down."""
        found = {EMPTY: 0, END: 1}
        for level in reversed(self._levels[:-1]):
            self.forest.budget.check()
            for node in level:
                found[node] = sum([found[child] for child in self.forest.rows[node].values()])
        return found

    @cached_property
    def _above(self) -> dict[Node, int]:
        """For each node the ways that lead to it from the top."""
        found = {self._root: 1}
        here = dict(found)
        for _ in self._levels[:-1]:
            self.forest.budget.check()
            here = self._one_level(here, None)
            found |= here
        return found


class _Transitions:
    def __init__(self, encoding: Encoding, counts: Counts) -> None:
        self._encoding = encoding
        self._counts = counts
        self._levels_of: dict[int, list[int]] = {}
        for number, level in enumerate(encoding.levels):
            self._levels_of.setdefault(level.component, []).append(number)

    def total(self) -> int:
        found = self._silent()
        for number, (action, members) in enumerate(self._encoding.members.items()):
            if not number % _POLL_CUBES:
                self._counts.forest.budget.check()
            found += self._of_action({n: self._encoding.steps[n].get(action, {}) for n in members})
        return found

    def _of_action(self, steps: Mapping[int, Steps]) -> int:
        inside = self._weigh({n: _numbers(own) for n, own in steps.items()})
        if not any(ERROR in targets for own in steps.values() for targets in own.values()):
            return inside
        enabled = self._weigh({n: dict.fromkeys(own, 1) for n, own in steps.items()})
        without = {n: {p: 1 for p, targets in own.items() if ERROR not in targets} for n, own in steps.items()}
        return inside + enabled - self._weigh(without)

    def _silent(self) -> int:
        silent = {n: steps[TAU_NAME] for n, steps in enumerate(self._encoding.steps) if TAU_NAME in steps}
        moves = {n: {p: sum(q not in (p, ERROR) for q in own[p]) for p in own} for n, own in silent.items()}
        loops = {n: {p for p in own if p in own[p]} for n, own in silent.items()}
        errors = {n: {p for p in own if ERROR in own[p]} for n, own in silent.items()}
        found = sum(self._weigh({n: numbers}) for n, numbers in moves.items())
        return found + self._in_some(loops) + self._in_some(errors)

    def _in_some(self, sets: Mapping[int, Collection[int]]) -> int:
        """The states in which some component is in its set."""
        others = {n: set(range(self._encoding.parts[n].states)) - set(own) for n, own in sets.items() if own}
        return self._counts.total - self._weigh({n: dict.fromkeys(own, 1) for n, own in others.items()})

    def _weigh(self, factors: Mapping[int, Mapping[int, int]]) -> int:
        """By component and state a factor; that the component is in another block is a factor of 1."""
        weights: dict[int, dict[int, int]] = {}
        for component, own in factors.items():
            for number in self._levels_of[component]:
                level = self._encoding.levels[number]
                values = {level.value(state): own[state] for state in level.states if state in own}
                weights[number] = {ABSENT: 1, **values} if level.is_block else values
        return self._counts.weigh(weights)


def _numbers(steps: Steps) -> dict[int, int]:
    """For each state the number of its steps, those into ERROR left out."""
    return {p: sum(q != ERROR for q in targets) for p, targets in steps.items()}
