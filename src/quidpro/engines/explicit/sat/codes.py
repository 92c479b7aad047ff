"""The states of a component as bits: by their numbers in binary, or with a bit for each state.

Which of the two suits a system nobody knows beforehand. In binary there are few bits, and a clause over them can only
say what the numbers happen to say; with a bit for each state it can say everything, and there are many.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from itertools import combinations

from quidpro.solvers.aig import FALSE, Aig

MAX_ONE_HOT = 48
"""A component with more states is always in binary: that only one of them is true takes a conjunction for each two."""


def differs(states: int) -> bool:
    """Whether a component of so many states can be given a bit for each."""
    return 2 < states <= MAX_ONE_HOT


class Code:
    """One component; its bits are inputs of the graph."""

    def __init__(self, graph: Aig, states: int, one_hot: bool) -> None:
        self.graph = graph
        self.one_hot = one_hot and differs(states)
        self.patterns = [1 << state if self.one_hot else state for state in range(states)]
        self.bits = [graph.input() for _ in range(states if self.one_hot else (states - 1).bit_length())]
        self._states = {pattern: state for state, pattern in enumerate(self.patterns)}
        self.is_in = cache(self._is_in)

    def _is_in(self, state: int) -> int:
        """Whether the component is in a state."""
        return self.bits[state] if self.one_hot else is_number(self.graph, self.bits, state)

    def is_among(self, states: Collection[int]) -> int:
        """Whether it is in one of these."""
        if len(states) == len(self.patterns):
            return FALSE ^ 1
        return self.graph.any_of(self.is_in(state) for state in states)

    @property
    def facts(self) -> list[int]:
        """What every state satisfies."""
        graph = self.graph
        if self.one_hot:
            pairs = combinations(self.bits, 2)
            return [graph.any_of(self.bits), *(graph.conj(a, b) ^ 1 for a, b in pairs)]
        unused = range(len(self.patterns), 1 << len(self.bits))
        return [is_number(graph, self.bits, number) ^ 1 for number in unused]

    def following(self, into: Mapping[int, int], moves: int) -> list[int]:
        """The bits after a step, which leads into states as said where it ``moves`` the component."""
        graph = self.graph
        found = []
        for i, bit in enumerate(self.bits):
            set_by = graph.any_of(into[state] for state in into if self.patterns[state] >> i & 1)
            found.append(graph.disj(set_by, graph.conj(moves ^ 1, bit)))
        return found

    def state(self, pattern: int) -> int:
        """The state of a pattern of bits."""
        return self._states[pattern]

    def having(self, bit: int, value: bool) -> set[int]:
        """The states in which a bit has a value."""
        return {state for state, pattern in enumerate(self.patterns) if (pattern >> bit & 1) == value}


def is_number(graph: Aig, bits: Collection[int], number: int) -> int:
    """Whether bits are those of a number, the lowest first."""
    return graph.all_of(bit if number >> i & 1 else bit ^ 1 for i, bit in enumerate(bits))
