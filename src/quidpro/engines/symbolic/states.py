"""All states of a small model, or of a small part of it, one by one: a graph to look at.

A part has what the model says about its variables; whatever else these read may have any value in every step, and
stands on the arrows. The relation is never conjoined: each of its parts is cut down to one state first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.engines.symbolic.shared.evidence import letter_text
from quidpro.engines.symbolic.shared.layers import clauses_about, initial, steps
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.clauses import clauses
from quidpro.flat.model import FlatModel
from quidpro.flat.types import Value
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.symbolic.states import Arrow, StateGraph

Values = dict[str, Value]


def state_graph(model: FlatModel, name: str, own: Sequence[str], budget: Budget, most: int) -> StateGraph:
    """The states of these variables; TooManyStates where there are more than ``most``."""
    explorer = _Explorer(model, own, budget)
    with explorer.machine.manager.limits():
        return explorer.graph(name, most)


class _Explorer:
    """The part of a model that is about some variables, state by state."""

    def __init__(self, model: FlatModel, own: Sequence[str], budget: Budget) -> None:
        budget.phase = "listing the states"
        self.machine = machine = Machine(model, budget)
        self._own = own
        self._about = clauses_about(clauses(model), set(own))
        spoken = frozenset().union(*(clause.names for clause in self._about)) - set(own)
        self.reads = tuple(v for v in model.variables if v in spoken)
        now = [part for c in self._about if c.kind == "invar" for part in machine.parts(c)]
        bits = machine.bits
        self._parts = [part.function for part in steps(machine, self._about, own, now).parts]
        later = [v for v in self.reads if model.variables[v].kind != "input"]
        self._later = machine.manager.cube(bits.all_levels(later, following=True))

    def graph(self, name: str, most: int) -> StateGraph:
        """All that can be reached, breadth first."""
        bits = self.machine.bits
        first = initial(self.machine, self._about, self._own)
        numbers: dict[tuple[Value, ...], int] = {}
        states, arrows = list[Values](), list[Arrow]()

        def number(values: Values) -> int:
            found = numbers.setdefault(tuple(values.values()), len(states))
            if found == len(states):
                if found >= most:
                    raise TooManyStates(most)
                states.append(values)
            return found

        for literals, _ in self._valuations(first, bits.all_levels(self._own)):
            number(bits.decode(literals, self._own))
        begun = len(states)
        for source, values in enumerate(states):
            self.machine.manager.poll()
            arrows += [Arrow(source, number(after), when) for after, when in self._successors(values)]
        return StateGraph(name, self.reads, tuple(states), begun, tuple(arrows))

    def _successors(self, values: Values) -> Iterator[tuple[Values, str]]:
        """The states after one, each with what must be read for it."""
        machine, manager, bits = self.machine, self.machine.manager, self.machine.bits
        here = bits.literals(values)
        state, cube = manager.minterm(here), manager.cube(here)
        parts = [manager.and_exists(part, state, cube) for part in self._parts]
        found = manager.exists(manager.conjunction(parts), self._later)
        for literals, letters in self._valuations(found, bits.all_levels(self._own, following=True)):
            when = "" if letters == manager.true else letter_text(machine, letters)
            yield bits.decode(literals, self._own, following=True), "" if when == "TRUE" else when

    def _valuations(self, function: Bdd, levels: Sequence[int]) -> Iterator[tuple[dict[int, bool], Bdd]]:
        """Values of these levels, in order, and the function that is left with them."""
        manager = self.machine.manager
        stack: list[tuple[Bdd, dict[int, bool]]] = [(function, {})]
        while stack:
            rest, literals = stack.pop()
            if not rest.satisfiable():
                continue
            if len(literals) == len(levels):
                yield literals, rest
                continue
            level = levels[len(literals)]
            for value in (True, False):
                stack.append((manager.cofactor(rest, level, value), {**literals, level: value}))
