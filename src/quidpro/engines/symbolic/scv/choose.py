"""The automatic choice of a cut: few communication bits, sides of like size, the property on one side.

What M1 reads of M2 should come from M2's memory: a variable that M2 computes in the same step (``x := …``) from what M1
shows makes assumptions speak of M1 itself, so that such inputs count more.
The top-level instances are dealt to the two sides in all ways when they are few, else in those that part one instance
from the others; the variables of main then go where they cost least, one at a time, until nothing gets better. A
model without instances starts from the variables of the property and what they read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from quidpro.flat.clauses import clauses
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel
from quidpro.flat.walk import names

_MAX_UNITS = 8
_MAX_PASSES = 4
_AT_ONCE_WEIGHT = 2
_FOREIGN_WEIGHT = 3
"""The extra cost of a bit that M2 computes in the same step, or that the property mentions."""


@dataclass(frozen=True)
class _Clause:
    decides: int
    """The bits of the variable that an assignment decides; 0 for a constraint."""
    reads: int
    at_once: bool
    """Whether it decides in the same state that it reads."""


class _Board:
    """Sets of variables as bits of a number, every variable with as many as it takes."""

    def __init__(self, model: FlatModel, property: Expr) -> None:
        self.masks: dict[str, int] = {}
        at = 0
        for name, variable in model.variables.items():
            width = max(1, variable.domain.bits)
            self.masks[name] = ((1 << width) - 1) << at
            at += width
        self.everything = (1 << at) - 1
        self.bits = at
        self.property = self.of(names(property))
        self.clauses = [
            _Clause(self.masks[c.decides.name] if c.decides else 0, self.of(c.names), c.kind == "invar")
            for c in clauses(model)
        ]

    def of(self, variables: Iterable[str]) -> int:
        """Variables as one set of bits."""
        result = 0
        for name in variables:
            result |= self.masks[name]
        return result

    def shared(self, first: int) -> tuple[int, int]:
        """The bits that the two sides share, and those of them that M2 computes at once."""
        read, at_once = [self.property, 0], 0
        for clause in self.clauses:
            if clause.decides:
                side = 0 if clause.decides & first else 1
            else:
                side = 0 if 2 * (clause.reads & first).bit_count() >= clause.reads.bit_count() else 1
            read[side] |= clause.reads
            at_once |= clause.decides if clause.at_once and side else 0
        inputs = read[0] & ~first
        return inputs | (read[1] & first), inputs & at_once

    def cost(self, first: int) -> float:
        """Communication bits, part of what the sides differ by; with almost nothing on one side it is no use."""
        mine = (first & self.everything).bit_count()
        smaller = min(mine, self.bits - mine)
        tiny = 4 * self.bits if smaller < max(1, self.bits // 20) else 0
        shared, at_once = self.shared(first)
        foreign = self.property & ~first
        extra = _AT_ONCE_WEIGHT * at_once.bit_count() + _FOREIGN_WEIGHT * foreign.bit_count()
        return shared.bit_count() + extra + abs(2 * mine - self.bits) / 4 + tiny


def choose(model: FlatModel, property: Expr, limit: int = 3) -> list[frozenset[str]]:
    """The most promising choices of M1's variables, the best first; a model has a choice if it has two variables.

    M2's variables for M1's make no other choice: a method may try both orientations of each.
    """
    found: list[frozenset[str]] = []
    for _, first in ranked(model, property):
        if frozenset(model.variables) - first not in found:
            found.append(first)
    return found[:limit]


def ranked(model: FlatModel, property: Expr) -> list[tuple[float, frozenset[str]]]:
    """All choices of M1's variables that are considered, with their costs, the best first."""
    board = _Board(model, property)
    found: dict[int, float] = {}
    for start, movable in _starts(model, property, board):
        first = _improve(board, start, movable)
        if 0 < (first & board.everything) < board.everything:
            found[first] = board.cost(first)
    if not found:
        first = next(iter(board.masks.values()))
        found[first] = board.cost(first)
    best = sorted(found, key=lambda first: (found[first], first))
    return [(found[one], frozenset(name for name, bits in board.masks.items() if bits & one)) for one in best]


def _starts(model: FlatModel, property: Expr, board: _Board) -> Iterator[tuple[int, list[int]]]:
    """First guesses, and the variables that may change sides."""
    children = [child.path for child in model.root.children]
    inside = {path: board.of(v for v in model.variables if v.startswith(f"{path}.")) for path in children}
    units = [bits for bits in inside.values() if bits]
    own = [bits for bits in board.masks.values() if not any(bits & unit for unit in units)]
    if len(units) < 2:
        own, units = list(board.masks.values()), []
    glue = sum(own)
    for dealt in _deal(units):
        yield dealt, own
        yield dealt | glue, own
    if not units:
        yield board.property, own
        yield _grow(board), own


def _deal(units: list[int]) -> Iterator[int]:
    sizes = range(1, len(units)) if len(units) <= _MAX_UNITS else (1, len(units) - 1)
    for size in sizes:
        for chosen in combinations(units, size):
            yield sum(chosen)


def _grow(board: _Board) -> int:
    """The property's variables and what decides them, until half of the bits are in."""
    first = board.property
    while first.bit_count() < board.bits // 2:
        more = first
        for clause in board.clauses:
            if clause.decides & first:
                more |= clause.reads
        if more == first:
            break
        first = more
    return first if first.bit_count() < board.bits else board.property


def _improve(board: _Board, first: int, movable: list[int]) -> int:
    cost = board.cost(first)
    for _ in range(_MAX_PASSES):
        before = cost
        for bits in movable:
            other = first ^ bits
            if (now := board.cost(other)) < cost:
                first, cost = other, now
        if cost == before:
            break
    return first
