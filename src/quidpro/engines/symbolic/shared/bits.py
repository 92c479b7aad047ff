"""The bits of a model's variables: which variables of the diagrams encode which variable of the model, now and next.

A value is encoded by its index in the domain, in binary, a word by its own bits. Codes beyond the last value are not
used: the domain of a variable is a constraint, so that every state has exactly one code and states can be counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quidpro.flat.types import Domain, Enumeration, Value
from quidpro.solvers.bdd import Bdd, Manager

Bit = tuple[str, int]
"""A variable of the model and the index of the bit in it, 0 for the least significant."""


@dataclass(frozen=True)
class Layout:
    """Where the bits are: numbers (levels) of diagram variables for the current and for the next value.

    Inputs have no next value.
    """

    domains: Mapping[str, Domain]
    order: tuple[Bit, ...]
    now: Mapping[str, tuple[int, ...]]
    then: Mapping[str, tuple[int, ...]]

    @property
    def size(self) -> int:
        """How many diagram variables there are."""
        return sum(map(len, self.now.values())) + sum(map(len, self.then.values()))


def lay_out(domains: Mapping[str, Domain], order: Sequence[Bit], inputs: Iterable[str] = ()) -> Layout:
    """Bits in the given order from the top, each next bit right below its current one."""
    without_next = frozenset(inputs)
    now: dict[str, dict[int, int]] = {name: {} for name in domains}
    then: dict[str, dict[int, int]] = {name: {} for name in domains if name not in without_next}
    level = 0
    for name, bit in order:
        now[name][bit] = level
        level += 1
        if name in then:
            then[name][bit] = level
            level += 1
    return Layout(dict(domains), tuple(order), _levels_by_bit(now), _levels_by_bit(then))


def _levels_by_bit(levels: Mapping[str, Mapping[int, int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(by_bit[bit] for bit in sorted(by_bit)) for name, by_bit in levels.items()}


def code(domain: Domain, value: Value) -> int:
    """The number that encodes a value."""
    if isinstance(domain, Enumeration):
        return domain.positions[value]
    return int(value) % domain.size


def value_of(domain: Domain, number: int) -> Value:
    """The value that a number encodes."""
    if isinstance(domain, Enumeration):
        return domain.values[number]
    return number - domain.size if domain.signed and number >> (domain.width - 1) else number


class Bits:
    """The functions that say what value a variable has."""

    def __init__(self, manager: Manager, layout: Layout) -> None:
        self.manager = manager
        self.layout = layout
        self._guards: dict[tuple[str, bool], dict[Value, Bdd]] = {}

    def levels(self, name: str, *, following: bool = False) -> tuple[int, ...]:
        """The diagram variables of a variable, least significant first."""
        return (self.layout.then if following else self.layout.now)[name]

    def all_levels(self, names: Iterable[str], *, following: bool = False) -> tuple[int, ...]:
        """The diagram variables of several variables."""
        return tuple(level for name in names for level in self.levels(name, following=following))

    def vector(self, name: str, *, following: bool = False) -> tuple[Bdd, ...]:
        """The bits of a variable as functions, least significant first."""
        return tuple(map(self.manager.var, self.levels(name, following=following)))

    def guards(self, name: str, *, following: bool = False) -> dict[Value, Bdd]:
        """For every value of an enumerated variable, the function that says it has this value."""
        key = (name, following)
        if key not in self._guards:
            domain, levels = self.layout.domains[name], self.levels(name, following=following)
            self._guards[key] = {value: self._minterm(levels, code(domain, value)) for value in domain}
        return self._guards[key]

    def _minterm(self, levels: Sequence[int], number: int) -> Bdd:
        return self.manager.minterm({level: bool(number >> i & 1) for i, level in enumerate(levels)})

    def domain(self, name: str, *, following: bool = False) -> Bdd:
        """The function that says a variable has one of its values and not an unused code."""
        domain = self.layout.domains[name]
        if domain.size == 1 << domain.bits:
            return self.manager.true
        return self.manager.disjunction(self.guards(name, following=following).values())

    def state(self, values: Mapping[str, Value]) -> Bdd:
        """The set of the one state (or part of a state) with these values."""
        return self.manager.minterm(self.literals(values))

    def value(self, name: str, value: Value, *, following: bool = False) -> Bdd:
        """The function that says a variable has a value."""
        return self.manager.minterm(self.literals({name: value}, following=following))

    def literals(self, values: Mapping[str, Value], *, following: bool = False) -> dict[int, bool]:
        """The values of diagram variables that encode values, or next ones."""
        found = {}
        for name, value in values.items():
            number = code(self.layout.domains[name], value)
            levels = self.levels(name, following=following)
            found.update({level: bool(number >> i & 1) for i, level in enumerate(levels)})
        return found

    def decode(
        self, literals: Mapping[int, bool], names: Iterable[str], *, following: bool = False
    ) -> dict[str, Value]:
        """The values of variables, or the next ones, in a valuation of the diagram variables."""
        found = {}
        for name in names:
            levels = self.levels(name, following=following)
            number = sum(1 << i for i, level in enumerate(levels) if literals[level])
            found[name] = value_of(self.layout.domains[name], number)
        return found
