"""Questions to a diagram that need no other diagrams: is it closed under relations, has it nothing of some products?

That what a relation makes of node q is in node r is so exactly when it is so of all pairs of their children that the
relation relates; and that it makes nothing of q is the same question with an r that is not there. So the pairs that are
asked for are collected level by level from the top, for all relations together: those that have the same rest below a
level share their pairs. What is above the first level of a relation it does not change, so there it is asked of every
node and itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from quidpro.checker.explicit.diagram import Diagram, Row
from quidpro.checker.explicit.diagram_steps import Moves, Relation
from quidpro.core.budget import Budget

Chain: TypeAlias = int
"""A relation, or what is left of it below some level."""
Asked = dict[tuple[int, int], str]
"""Pairs of nodes of one level, with the name of the first relation for which they are asked."""

NOTHING: Chain = 0
"""The chain without levels, under which nothing changes."""
NOWHERE = -1
"""The node that is not there."""
_POLL_PAIRS = 4096


class Chains:
    """Relations by their levels from the top; equal rests are one."""

    def __init__(self) -> None:
        self.level: list[int] = [0]
        self.moves: list[Moves] = [{}]
        self.rest: list[Chain] = [NOTHING]
        self._known: dict[tuple[int, tuple[tuple[int, tuple[int, ...]], ...], Chain], Chain] = {}

    def of(self, relation: Relation) -> Chain:
        """The chain of a relation."""
        chain = NOTHING
        for level in sorted(relation, reverse=True):
            moves = relation[level]
            key = (level, tuple(sorted(moves.items())), chain)
            if key not in self._known:
                self._known[key] = len(self.level)
                self.level.append(level)
                self.moves.append(moves)
                self.rest.append(chain)
            chain = self._known[key]
        return chain


def not_closed(diagram: Diagram, relations: Iterable[tuple[str, Relation]], budget: Budget) -> str | None:
    """The name of a relation that leads out of the set."""
    walk = _Walk(diagram, budget)
    for name, relation in relations:
        walk.ask(name, relation, within=True)
    return walk.wrong()


def met(diagram: Diagram, products: Iterable[tuple[str, Relation]], budget: Budget) -> str | None:
    """The name of a product of which the set has something; its moves stand for the values that it has."""
    walk = _Walk(diagram, budget)
    for name, relation in products:
        walk.ask(name, relation, within=False)
    return walk.wrong()


class _Walk:
    """The pairs that are asked for, by level and chain."""

    def __init__(self, diagram: Diagram, budget: Budget) -> None:
        self._rows = diagram.rows
        self._budget = budget
        self._chains = Chains()
        self._asked: list[dict[Chain, Asked]] = [{} for _ in range(len(diagram.rows) + 1)]
        self._pairs = 0

    def ask(self, name: str, relation: Relation, *, within: bool) -> None:
        """Whether a relation leads from the set into itself, or else whether it leads nowhere."""
        chain = self._chains.of(relation)
        level = self._chains.level[chain]
        self._poll(1)
        if chain not in self._asked[level]:
            nodes = range(len(self._rows[level]))
            self._asked[level][chain] = {(node, node if within else NOWHERE): name for node in nodes}

    def wrong(self) -> str | None:
        """The name of a relation that does not do what is asked."""
        for level, rows in enumerate(self._rows):
            asked, self._asked[level] = self._asked[level], {}
            for chain, pairs in asked.items():
                if chain == NOTHING:
                    found = next((name for (_, after), name in pairs.items() if after == NOWHERE), None)
                    if found is not None:
                        return found
                self._poll(len(pairs))
                self._go_down(level, rows, chain, pairs)
        left = self._asked[-1].get(NOTHING, {})
        return next((name for (_, after), name in left.items() if after == NOWHERE), None)

    def _poll(self, pairs: int) -> None:
        self._pairs += pairs
        if self._pairs >= _POLL_PAIRS:
            self._pairs = 0
            self._budget.check()

    def _go_down(self, level: int, rows: tuple[Row, ...], chain: Chain, pairs: Asked) -> None:
        """Ask for the children, too."""
        if chain and self._chains.level[chain] == level:
            below = self._asked[level + 1].setdefault(self._chains.rest[chain], {})
            _change(rows, self._chains.moves[chain], pairs, below)
        else:
            _keep(rows, chain, pairs, self._asked[level + 1].setdefault(chain, {}))


_NONE: Row = {}


def _change(rows: tuple[Row, ...], moves: Moves, pairs: Asked, below: Asked) -> None:
    for (node, other), name in pairs.items():
        row, after = rows[node], _NONE if other == NOWHERE else rows[other]
        for value in row.keys() & moves.keys():
            child = row[value]
            for target in moves[value]:
                below.setdefault((child, after.get(target, NOWHERE)), name)


def _keep(rows: tuple[Row, ...], chain: Chain, pairs: Asked, below: Asked) -> None:
    for (node, other), name in pairs.items():
        if chain == NOTHING and node == other:
            continue
        after = _NONE if other == NOWHERE else rows[other]
        for value, child in rows[node].items():
            below.setdefault((child, after.get(value, NOWHERE)), name)
