"""Predicates over the variables of a model as decision graphs that can be written down, and as words.

A node tests one variable: whether its value is among some values, or whether a bit of a word is set. References are
numbers: 0 is false, 1 is true, n + 2 is the node n. The parts of a node stand before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quidpro.flat.model import FlatModel
from quidpro.flat.types import Enumeration, Value, value_text

FALSE = 0
TRUE = 1
FIRST = 2
"""The reference of the first node."""


@dataclass(frozen=True)
class Node:
    """A test and where it leads; ``values`` for an enumeration, ``bit`` for a word."""

    variable: str
    values: tuple[Value, ...]
    bit: int | None
    then: int
    otherwise: int


@dataclass(frozen=True)
class Graph:
    """Nodes shared by several predicates."""

    nodes: tuple[Node, ...]

    def node(self, reference: int) -> Node:
        """The node behind a reference that is not a constant."""
        return self.nodes[reference - FIRST]


Cube = dict[str, frozenset[Value]]
"""For some variables the values allowed; a bit of a word counts as a boolean variable."""
MAX_CUBES = 12
_MAX_VISITED = 4000
_MAX_MERGED = 200


def describe(graph: Graph, reference: int, model: FlatModel) -> str:
    """A predicate in SMV's words, cut short when it is long."""
    if reference in (FALSE, TRUE):
        return "TRUE" if reference == TRUE else "FALSE"
    found, complete = _cubes(graph, reference, model)
    merged = _merge(found)
    texts = [_cube_text(cube, model) for cube in merged[:MAX_CUBES]]
    more = [] if complete and len(merged) <= MAX_CUBES else ["…"]
    if len(texts) + len(more) == 1:
        return texts[0]
    return " | ".join([*(f"({text})" if " & " in text else text for text in texts), *more])


def _cubes(graph: Graph, reference: int, model: FlatModel) -> tuple[list[Cube], bool]:
    """The paths to true that some values can take, and whether these are all."""
    found: list[Cube] = []
    stack: list[tuple[int, Cube]] = [(reference, {})]
    for _ in range(_MAX_VISITED):
        if not stack:
            return found, True
        at, cube = stack.pop()
        if at == TRUE:
            found.append(cube)
        elif at != FALSE:
            stack.extend(_branches(graph.node(at), cube, model))
        if len(found) >= _MAX_MERGED:
            return found, not stack
    return found, False


def _branches(node: Node, cube: Cube, model: FlatModel) -> Iterator[tuple[int, Cube]]:
    name, passing, all_values = _test(node, model)
    allowed = cube.get(name, all_values)
    for target, values in ((node.otherwise, allowed - passing), (node.then, allowed & passing)):
        if values:
            yield target, {**cube, name: values}


def _test(node: Node, model: FlatModel) -> tuple[str, frozenset[Value], frozenset[Value]]:
    if node.bit is not None:
        return f"{node.variable}[{node.bit}:{node.bit}]", frozenset({True}), frozenset({False, True})
    domain = model.variables[node.variable].domain
    assert isinstance(domain, Enumeration)
    return node.variable, frozenset(node.values), frozenset(domain.values)


def _merge(cubes: list[Cube]) -> list[Cube]:
    """Cubes that differ in one variable are one: always the first that has another, with the first of those."""
    found, like = dict(enumerate(cubes)), defaultdict[_Key, set[int]](set)
    for index in found:
        _enter(found, like, index)
    at = 0
    while at < len(cubes):
        others = {j: key[0] for key in _keys(found.get(at, {})) for j in like[key] if j > at}
        if not others:
            at += 1
            continue
        other = min(others)
        name = others[other]
        for index in (at, other):
            _leave(found, like, index)
        found[at] = {**found[at], name: found[at][name] | found.pop(other)[name]}
        _enter(found, like, at)
        at = min(j for key in _keys(found[at]) for j in like[key])  # an earlier one may go with it now
    return list(found.values())


_Key = tuple[str, frozenset[tuple[str, frozenset[Value]]]]
"""A variable of a cube, and the rest of it: cubes that share one differ in this variable alone."""


def _keys(cube: Cube) -> Iterator[_Key]:
    items = frozenset(cube.items())
    return ((name, items - {(name, values)}) for name, values in cube.items())


def _enter(found: Mapping[int, Cube], like: Mapping[_Key, set[int]], index: int) -> None:
    for key in _keys(found[index]):
        like[key].add(index)


def _leave(found: Mapping[int, Cube], like: Mapping[_Key, set[int]], index: int) -> None:
    for key in _keys(found[index]):
        like[key].discard(index)


def _cube_text(cube: Cube, model: FlatModel) -> str:
    texts = [text for name, values in cube.items() if (text := _values_text(name, values, model))]
    return " & ".join(texts) or "TRUE"


def _values_text(name: str, values: frozenset[Value], model: FlatModel) -> str:
    variable = model.variables.get(name)
    if variable is None:
        if len(values) == 2:
            return ""
        return f"{name} = 0ud1_{int(next(iter(values)))}"
    domain = variable.domain
    assert isinstance(domain, Enumeration)
    if len(values) == domain.size:
        return ""
    if domain.type.kind == "boolean":
        return name if True in values else f"!{name}"
    listed = [value_text(value) for value in domain.values if value in values]
    if len(listed) == 1:
        return f"{name} = {listed[0]}"
    if len(listed) == domain.size - 1:
        return f"{name} != {value_text(next(v for v in domain.values if v not in values))}"
    return f"{name} in {{{', '.join(listed)}}}"
