"""Orders of the bits: a static one found from who depends on whom, and NuSMV's files.

The static order is that of FORCE (Aloul, Markov and Sakallah 2003): variables are pulled towards the middle of the
assignments and constraints that they occur in, and what counts is the sum of the spans of these. It starts from the
order of the text and from the one in which a walk along the dependencies meets the variables; the better one is kept.
The bits of a variable stay together, the most significant on top; wide variables whose values meet (in a copy, a
comparison, a sum) are placed as one, bit by bit, since otherwise every bit of one is remembered until the other comes.
A variable that most assignments read, as one that says what is to happen, goes to the top: below it there is a case for
each of its values, and the others are ordered as if it were not there, for it would pull them all together.

An order file has a variable in each line, or a bit of one (``x.0`` is the least significant); what it leaves out goes
to the end, and names that the model does not have are reported, not refused: the files that come with old models have
separators and variables of other versions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.flat.expr import Expr, Op, Var
from quidpro.flat.model import FlatModel
from quidpro.flat.types import Domain
from quidpro.flat.walk import conjuncts, distribute, names, postorder

_MAX_ROUNDS = 200
_MAX_IDLE_ROUNDS = 20
_MIN_WIDE_BITS = 6
"""Variables with at least this many bits are interleaved when their values meet."""
_MIN_EDGES = 8
"""With fewer edges than this, being in most of them says little."""


def hyperedges(model: FlatModel) -> list[frozenset[str]]:
    """The sets of variables that belong together: those of each assignment and of each constraint."""
    edges: list[frozenset[str]] = []
    for name, assigned in model.assignments.items():
        sides = (assigned.next, assigned.current)
        edges += [frozenset({name} | names(side.rhs)) for side in sides if side is not None]
    for constraint in (*model.init, *model.trans, *model.invar):
        edges += [frozenset(names(part)) for whole in conjuncts(constraint.expr) for part in distribute(whole)]
    return [edge for edge in edges if len(edge) > 1]


def static_order(model: FlatModel, among: Collection[str] | None = None) -> list[Bit]:
    """An order of all bits for a model without an order file; or of some variables, as if there were no others."""
    domains = {name: v.domain for name, v in model.variables.items() if among is None or name in among}
    block = meetings(model)
    members: dict[str, list[str]] = {}
    for name in domains:
        members.setdefault(block[name], []).append(name)
    edges = [frozenset(block[name] for name in edge if name in domains) for edge in hyperedges(model)]
    top = [name for name in hubs(edges) if len(members[name]) == 1 and domains[name].bits < _MIN_WIDE_BITS]
    inner = [edge.difference(top) for edge in edges]
    below = force([name for name in members if name not in top], [edge for edge in inner if len(edge) > 1])
    return [bit for name in (*top, *below) for bit in interleave(members[name], domains)]


def hubs(edges: Sequence[frozenset[str]]) -> list[str]:
    """The one or two variables that are in most of the edges; where more are, everything depends on everything."""
    degrees = Counter(name for edge in edges for name in edge)
    found = [name for name, degree in degrees.items() if 4 * degree > 3 * len(edges)]
    return sorted(found) if len(edges) >= _MIN_EDGES and len(found) <= 2 else []


def meetings(model: FlatModel) -> dict[str, str]:
    """For every variable, the first one of those that it is placed with: wide ones whose values meet."""
    parent = {name: name for name in model.variables}
    wide = {name for name, variable in model.variables.items() if variable.domain.bits >= _MIN_WIDE_BITS}

    def find(name: str) -> str:
        while parent[name] != name:
            parent[name] = name = parent[parent[name]]
        return name

    for met in _met(model, wide):
        for one, other in pairwise(sorted(met)):
            parent[find(other)] = find(one)
    return {name: find(name) for name in parent}


def _met(model: FlatModel, wide: set[str]) -> Iterable[set[str]]:
    """Sets of wide variables whose values meet in an operator or in an assignment."""
    flowing: dict[Expr, set[str]] = {}
    targets = _targets(model)
    for node in postorder(expr for _, expr in targets):
        if isinstance(node, Var):
            flowing[node] = {node.name} & wide
        elif isinstance(node, Op):
            met = set().union(*(flowing.get(arg, ()) for arg in node.args if arg.type.kind != "boolean"))
            yield met
            flowing[node] = set(sorted(met)[:1]) if node.type.kind != "boolean" else set()
    for name, expr in targets:
        yield ({name} & wide) | flowing.get(expr, set())


def _targets(model: FlatModel) -> list[tuple[str, Expr]]:
    """The right-hand sides with their variables, and the constraints with none."""
    found = []
    for name, assigned in model.assignments.items():
        found += [(name, side.rhs) for side in (assigned.init, assigned.next, assigned.current) if side is not None]
    return found + [("", constraint.expr) for constraint in (*model.init, *model.trans, *model.invar)]


def force(start: Sequence[str], edges: Sequence[frozenset[str]]) -> list[str]:
    """The better of the orders that are reached from the given one and from a walk along the edges."""
    found = [_improve(order, edges) for order in (list(start), _walk(start, edges))]
    return min(found, key=lambda order: span(order, edges))


def span(order: Sequence[str], edges: Iterable[frozenset[str]]) -> int:
    """How far apart the ends of the edges are, in all."""
    position = {name: index for index, name in enumerate(order)}
    return sum(max(at) - min(at) for at in ([position[name] for name in edge] for edge in edges))


def _improve(order: list[str], edges: Sequence[frozenset[str]]) -> list[str]:
    best, cost, idle = order, span(order, edges), 0
    for _ in range(_MAX_ROUNDS):
        order = _pull(order, edges)
        now = span(order, edges)
        idle = 0 if now < cost else idle + 1
        if now < cost:
            best, cost = order, now
        if idle > _MAX_IDLE_ROUNDS:
            break
    return best


def _pull(order: list[str], edges: Sequence[frozenset[str]]) -> list[str]:
    """Every variable goes to the mean of the centres of its edges."""
    position = {name: index for index, name in enumerate(order)}
    sums = dict.fromkeys(order, 0.0)
    counts = dict.fromkeys(order, 0)
    for edge in edges:
        centre = sum(position[name] for name in edge) / len(edge)
        for name in edge:
            sums[name] += centre
            counts[name] += 1
    return sorted(
        order, key=lambda name: (sums[name] / counts[name] if counts[name] else position[name], position[name])
    )


def _walk(start: Sequence[str], edges: Sequence[frozenset[str]]) -> list[str]:
    """Variables as a depth-first walk meets them, along small edges first."""
    position = {name: index for index, name in enumerate(start)}
    around: dict[str, list[frozenset[str]]] = {name: [] for name in start}
    for edge in sorted(edges, key=len, reverse=True):
        for name in edge:
            around[name].append(edge)
    met: dict[str, None] = {}
    stack = list(reversed(start))
    while stack:
        name = stack.pop()
        if name not in met:
            met[name] = None
            for edge in around[name]:
                stack.extend(sorted(edge - met.keys(), key=lambda other: -position[other]))
    return list(met)


def interleave(block: Sequence[str], domains: Mapping[str, Domain]) -> list[Bit]:
    """The bits of variables that are placed as one, the high bits of all of them first."""
    bits = [(name, bit) for name in block for bit in range(domains[name].bits)]
    return sorted(bits, key=lambda bit: -bit[1])


def parse_order(text: str, domains: Mapping[str, Domain]) -> tuple[list[Bit], list[str]]:
    """The order of an order file, with what it leaves out at the end; and the lines that name nothing."""
    found: dict[Bit, None] = {}
    unknown: list[str] = []
    for line in text.splitlines():
        name = line.strip()
        bits = bits_of(name, domains)
        if bits is None and name and not name.startswith("-"):
            unknown.append(name)
        found.update(dict.fromkeys(bits or ()))
    found.update(dict.fromkeys(bit for name in domains for bit in interleave([name], domains)))
    return list(found), unknown


def bits_of(name: str, domains: Mapping[str, Domain]) -> list[Bit] | None:
    """The bits that a line of an order file speaks of."""
    if name in domains:
        return [(name, bit) for bit in reversed(range(domains[name].bits))]
    variable, _, bit = name.rpartition(".")
    if variable in domains and bit.isdecimal() and int(bit) < domains[variable].bits:
        return [(variable, int(bit))]
    return None


def format_order(order: Sequence[Bit], domains: Mapping[str, Domain]) -> str:
    """An order as a file: a variable in a line where its bits are together, high ones first, or else its bits."""
    lines: list[str] = []
    index = 0
    while index < len(order):
        name, bit = order[index]
        width = domains[name].bits
        together = list(order[index : index + width]) == [(name, b) for b in reversed(range(width))]
        lines.append(name if together else f"{name}.{bit}")
        index += width if together else 1
    return "".join(f"{line}\n" for line in lines)
