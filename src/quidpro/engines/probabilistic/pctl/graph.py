"""An LPTS as a Markov decision process: transitions with their supports, who can reach whom, and sure progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

from quidpro.lpts.lpts import LPTS

Row = Sequence[tuple[int, int]]
"""States with their weights, on the scale of the LPTS."""


class Graph:
    """The transitions of an LPTS by their numbers; actions do not matter here."""

    def __init__(self, lpts: LPTS) -> None:
        self.lpts = lpts
        self.states = lpts.states
        self.scale = lpts.distributions.scale
        self.begin: list[int] = lpts.row.tolist()
        rows, targets = lpts.distributions.lists, lpts.target.tolist()
        self.rows: list[Row] = [rows[number] for number in targets]
        """The distribution of each transition."""

    def moves(self, state: int) -> range:
        """The transitions of a state."""
        return range(self.begin[state], self.begin[state + 1])

    @cached_property
    def into(self) -> list[list[tuple[int, int]]]:
        """For each state the transitions that may lead to it, each with its source."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.states)]
        for source in range(self.states):
            for number in self.moves(source):
                for state, _ in self.rows[number]:
                    found[state].append((source, number))
        return found

    def towards(
        self, goal: Iterable[int], through: Sequence[bool], allowed: Callable[[int], bool] | None = None
    ) -> dict[int, int]:
        """For each state that can reach the goal through others, a transition that leads nearer to it.

        A scheduler that takes these comes to the goal with a positive probability from each of the states.
        """
        waiting = list(goal)
        there = set(waiting)
        choice: dict[int, int] = {}
        for state in waiting:
            for source, number in self.into[state]:
                if source not in there and through[source] and (allowed is None or allowed(number)):
                    there.add(source)
                    choice[source] = number
                    waiting.append(source)
        return choice

    def surely(self, goal: Sequence[int], choice: dict[int, int]) -> dict[int, int]:
        """Of states that can reach the goal those that can do so with probability 1, with transitions for that.

        Transitions that may leave what is left are given up until none is (a nested fixed point; Baier and Katoen,
        section 10.6).
        """
        while True:
            inside = set(choice).union(goal)
            through = [state in choice for state in range(self.states)]
            smaller = self.towards(goal, through, partial(self._stays, inside))
            if len(smaller) == len(choice):
                return smaller
            choice = smaller

    def _stays(self, inside: set[int], number: int) -> bool:
        return all(state in inside for state, _ in self.rows[number])
