"""The set of states of a certificate of rule ``saturation``, after a look at its shape.

A component is one level of the diagram, or a level for each block of its states, of which value 0 says that it is in
another one. Values in which a component is in no block, or in two, stand for no state. They do no harm: whatever is
asked of the states of the set is asked of those too, and no step of a state leads to one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.checker.conclusion import Rejected
from quidpro.lts.system import Component
from quidpro.verdict.explicit.evidence import Nodes, StateSet

Row = Mapping[int, int]
"""By a value of a level, the number of a node one level below."""

ABSENT = 0
"""The value of a block in which the component is not."""


@dataclass(frozen=True)
class Level:
    """A component by its number, or a block of its states, with the value of each state."""

    component: int
    values: Mapping[int, int]
    is_block: bool

    @property
    def size(self) -> int:
        """How many values it has."""
        return len(self.values) + self.is_block


@dataclass(frozen=True)
class Diagram:
    """A set that is not empty: every node has a row, and every row leads somewhere."""

    levels: tuple[Level, ...]
    rows: tuple[tuple[Row, ...], ...]

    @classmethod
    def of(cls, states: StateSet, components: Sequence[Component]) -> Diagram:
        """The set that a certificate gives, if it is one of states of these components."""
        levels = tuple(_levels(states, components))
        _check_rows(states.nodes, [level.size for level in levels])
        return cls(levels, tuple(tuple(map(dict, nodes)) for nodes in states.nodes))

    def contains(self, local: Sequence[int]) -> bool:
        """Whether a state, given by the states of its components, is in the set."""
        node: int | None = 0
        for level, rows in zip(self.levels, self.rows, strict=True):
            if node is not None:
                node = rows[node].get(level.values.get(local[level.component], ABSENT))
        return node is not None


def _levels(states: StateSet, components: Sequence[Component]) -> Iterator[Level]:
    number = {component.name: i for i, component in enumerate(components)}
    named: dict[str, list[int]] = {name: [] for name in number}
    for name, own in states.levels:
        if name not in number:
            raise Rejected(f"there is a level for {name}, which the system does not have")
        if not own:
            raise Rejected(f"a level of {name} has no states")
        named[name] += own
    for component in components:
        _check_states(component, named[component.name])
    levels_of = Counter(name for name, _ in states.levels)
    for name, own in states.levels:
        is_block = levels_of[name] > 1
        yield Level(number[name], {state: value for value, state in enumerate(own, is_block)}, is_block)


def _check_states(component: Component, named: Sequence[int]) -> None:
    """All states of the component are named, each once."""
    if len(set(named)) < len(named):
        raise Rejected(f"the levels of {component.name} have a state twice")
    if set(named) != set(range(component.lts.states)):
        raise Rejected(f"the levels of {component.name} do not have its states, which are {component.lts.states}")


def _check_rows(nodes: Sequence[Nodes], sizes: Sequence[int]) -> None:
    if len(nodes) != len(sizes):
        raise Rejected(f"there are nodes for {len(nodes)} levels, not for {len(sizes)}")
    if not nodes or len(nodes[0]) != 1:
        raise Rejected("the first level has one node: the set")
    below = [*(len(one) for one in nodes[1:]), 1]
    for level, (rows, size, known) in enumerate(zip(nodes, sizes, below, strict=True)):
        for at, row in enumerate(rows):
            if wrong := _misshapen(row, size, known):
                raise Rejected(f"node {at} of level {level} {wrong}")


def _misshapen(row: Sequence[tuple[int, int]], size: int, known: int) -> str | None:
    if not row:
        return "leads nowhere"
    before = -1
    for value, child in row:
        if not before < value < size:
            return f"has the value {value} out of order" if value <= before else f"has no value {value}"
        if not 0 <= child < known:
            return f"leads to node {child}, which is not there"
        before = value
    return None
