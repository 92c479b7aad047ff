"""A formula of safe-pCTL on an LPTS: where each of its parts holds, with exact probabilities, from the inside out."""

from __future__ import annotations

from fractions import Fraction

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.pctl.graph import Graph
from quidpro.engines.probabilistic.pctl.maximal import Maximal, maximal, within
from quidpro.logic.pctl import And, AtMost, Exceeds, Formula, Mark, Next, Or, State, Truth, Until
from quidpro.lpts.lpts import LPTS


class Checking:
    """What is known of formulas on one LPTS; every part is looked at once."""

    def __init__(self, lpts: LPTS, budget: Budget | None = None) -> None:
        budget = budget or Budget()
        self.lpts, self.budget = lpts, budget
        self.graph = Graph(lpts)
        self._held: dict[State, list[bool]] = {}
        self._maximal: dict[Until, Maximal] = {}
        self._within: dict[Until, tuple[list[Fraction], list[dict[int, int]]]] = {}

    def satisfies(self, formula: Formula) -> bool:
        """Whether the initial state satisfies the formula."""
        return self.holds(formula.root)[self.lpts.initial]

    def holds(self, state: State) -> list[bool]:
        """For every state whether a formula holds there."""
        found = self._held.get(state)
        if found is None:
            found = self._held[state] = self._decide(state)
        return found

    def _decide(self, state: State) -> list[bool]:
        match state:
            case Truth(value):
                return [value] * self.lpts.states
            case Mark(name, present):
                marked = self.lpts.marks.get(name, frozenset())
                return [(s in marked) == present for s in range(self.lpts.states)]
            case And(parts):
                return [all(held) for held in zip(*map(self.holds, parts), strict=True)]
            case Or(parts):
                return [any(held) for held in zip(*map(self.holds, parts), strict=True)]
            case AtMost():
                return [state.allows(value) for value in self.values(state)]
            case Exceeds(limit):
                return [not held for held in self.holds(limit)]

    def values(self, limit: AtMost) -> list[Fraction]:
        """The maximal probability of a path formula in every state."""
        path = limit.path
        if isinstance(path, Next):
            return [self._after(state, self.holds(path.inner)) for state in range(self.lpts.states)]
        if path.steps is None:
            return self.maximal(path).values
        return self.within(path)[0]

    def _after(self, state: int, held: list[bool]) -> Fraction:
        number = self.next_choice(state, held)
        return Fraction(0) if number is None else self.mass(number, held)

    def next_choice(self, state: int, held: list[bool]) -> int | None:
        """The transition that makes X most likely; None where there is no transition."""
        return max(self.graph.moves(state), key=lambda number: self.mass(number, held), default=None)

    def mass(self, number: int, held: list[bool]) -> Fraction:
        """How likely a transition leads to states where something holds."""
        return Fraction(sum(weight for s, weight in self.graph.rows[number] if held[s]), self.graph.scale)

    def maximal(self, path: Until) -> Maximal:
        """The maximal probabilities of an unbounded U."""
        if path not in self._maximal:
            self._maximal[path] = maximal(self.graph, self.holds(path.left), self.holds(path.right), self.budget)
        return self._maximal[path]

    def within(self, path: Until) -> tuple[list[Fraction], list[dict[int, int]]]:
        """The maximal probabilities of a bounded U, and the transitions by the steps that are left."""
        assert path.steps is not None
        if path not in self._within:
            sides = self.holds(path.left), self.holds(path.right)
            self._within[path] = within(self.graph, *sides, path.steps, self.budget)
        return self._within[path]
