"""The successors of one state, counted and numbered, for whoever steps through a model.

The transition relation is never conjoined: each of its parts is cut down to the one state first, and what is left is
small. Steps are numbered in the order of their inputs and next values, variable by variable in a given order: the step
of a number, and the number of a step, are found by counting along the bits. So neighbours differ in the last variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from quidpro.core.budget import Budget
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.model import FlatModel
from quidpro.flat.types import Value
from quidpro.solvers.bdd import Bdd

Values = dict[str, Value]
Pair = tuple[Values, Values]
"""The inputs of a step, and the state that it leads to."""
_KEPT = 256
"""The successors of so many states are kept."""


class Options:
    """The steps out of a state, or the initial states."""

    def __init__(self, machine: Machine, steps: Bdd, names: Sequence[str], *, following: bool) -> None:
        self._machine = machine
        self._steps = steps
        self._order = tuple(names)
        self._following = following
        kinds = machine.model.variables
        self._names = tuple(name for name in names if kinds[name].kind != "input")
        self._inputs = tuple(name for name in names if kinds[name].kind == "input") if following else ()
        told = [name for name in names if following or kinds[name].kind != "input"]
        groups = [machine.bits.levels(name, following=following and kinds[name].kind != "input") for name in told]
        self._levels = tuple(level for group in groups for level in reversed(group))

    def __len__(self) -> int:
        return self.count

    @property
    def count(self) -> int:
        """How many there are."""
        return self._count(self._steps, 0)

    def _count(self, steps: Bdd, fixed: int) -> int:
        """How many there are once this many bits are fixed, which the function does not depend on any more."""
        return self._machine.manager.count(steps, len(self._levels) - fixed) if steps.satisfiable() else 0

    def where(self, values: Mapping[str, Value]) -> Options:
        """Those with these values of inputs, and of variables in the state that follows."""
        bits, steps = self._machine.bits, self._steps
        for name, value in values.items():
            following = self._following and name not in self._inputs
            steps = steps & bits.value(name, value, following=following)
        return Options(self._machine, steps, self._order, following=self._following)

    def at(self, index: int) -> Pair:
        """The one of a number, from 0."""
        manager, steps, literals = self._machine.manager, self._steps, {}
        for fixed, level in enumerate(self._levels, 1):
            low = manager.cofactor(steps, level, False)
            below = self._count(low, fixed)
            literals[level] = index >= below
            if literals[level]:
                index -= below
                steps = manager.cofactor(steps, level, True)
            else:
                steps = low
        return self._decoded(literals)

    def number(self, pair: Pair) -> int:
        """The number of one."""
        manager, steps, found = self._machine.manager, self._steps, 0
        literals = self._encoded(pair)
        for fixed, level in enumerate(self._levels, 1):
            if literals[level]:
                found += self._count(manager.cofactor(steps, level, False), fixed)
            steps = manager.cofactor(steps, level, literals[level])
        return found

    def __iter__(self) -> Iterator[Pair]:
        """One after the other, in their order."""
        return (self._decoded(literals) for literals in self._valuations())

    def _valuations(self) -> Iterator[dict[int, bool]]:
        manager = self._machine.manager
        stack: list[tuple[Bdd, dict[int, bool]]] = [(self._steps, {})]
        while stack:
            steps, literals = stack.pop()
            if not steps.satisfiable():
                continue
            if len(literals) == len(self._levels):
                yield literals
                continue
            level = self._levels[len(literals)]
            for value in (True, False):
                stack.append((manager.cofactor(steps, level, value), {**literals, level: value}))

    def _decoded(self, literals: Mapping[int, bool]) -> Pair:
        decode = self._machine.bits.decode
        return decode(literals, self._inputs), decode(literals, self._names, following=self._following)

    def _encoded(self, pair: Pair) -> dict[int, bool]:
        bits = self._machine.bits
        inputs, state = pair
        return bits.literals(inputs) | bits.literals(state, following=self._following)


class Successors:
    """The initial states of a model, and the steps out of each state; ``order`` is that of all variables."""

    def __init__(self, model: FlatModel, budget: Budget, order: Sequence[str]) -> None:
        self._machine = Machine(model, budget)
        self._order = tuple(order)
        self._of = lru_cache(_KEPT)(self._find)

    def initial(self) -> Options:
        """The initial states."""
        with self._machine.manager.limits():
            return Options(self._machine, self._machine.initial, self._order, following=False)

    def of(self, state: Mapping[str, Value]) -> Options:
        """The steps out of a state."""
        return self._of(tuple(state.items()))

    def _find(self, items: tuple[tuple[str, Value], ...]) -> Options:
        machine, manager = self._machine, self._machine.manager
        literals = machine.bits.literals(dict(items))
        with manager.limits():
            here = manager.minterm(literals)
            cube = manager.cube(literals)
            parts = [manager.and_exists(part.function, here, cube) for part in machine.relation.parts]
            return Options(machine, manager.conjunction(parts), self._order, following=True)
