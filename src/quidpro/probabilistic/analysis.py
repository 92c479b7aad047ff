"""Is a tree counterexample of an abstraction real, and if not, what to split? (pAGAR, section 4, analyzeAndRefine)

The abstraction is the quotient of an LPTS by a partition, and the tree has an execution mapping M into it. The tree is
walked from its leaves up, with R(c) = the concrete states that simulate the part of the tree below node c, at first the
whole block M(c). Case 2 of the paper is for the root alone: elsewhere it would only split more than is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm

import numpy as np

from quidpro.lpts.flow import matching, witness
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.tree import Branch, Node, Tree

Relation = dict[int, set[int]]
"""For each node (by identity) the concrete states that simulate it."""
Split = tuple[int, frozenset[int]]
"""A block, and some of its states that are to be split from the rest."""


@dataclass(frozen=True)
class Spurious:
    """The tree is not one of the concrete LPTS: each of these sets is to be split from the rest of its block."""

    splits: tuple[Split, ...]


@dataclass(frozen=True)
class Real:
    """The tree as an execution of the concrete LPTS: it simulates the abstract one."""

    tree: Tree


@dataclass(frozen=True)
class Abstraction:
    """An LPTS and a partition of it: the block of each state."""

    concrete: LPTS
    block: Ints

    @cached_property
    def _sorted(self) -> tuple[Longs, Longs]:
        """The states by block, and where each block begins."""
        order = np.argsort(self.block, kind="stable")
        return order, np.searchsorted(self.block[order], np.arange(self.block.max() + 2))

    def members(self, number: int) -> Longs:
        """The states of a block, ascending."""
        order, begin = self._sorted
        return order[begin[number] : begin[number + 1]]

    def analysed(self, tree: Tree) -> Spurious | Real:
        """What a tree of the quotient tells."""
        return _Analysis(tree, self).outcome()

    def refined(self, splits: Iterable[Split]) -> Ints:
        """The partition with sets split from the rest of their blocks, which keep their numbers; new ones come last."""
        wanted: dict[int, list[frozenset[int]]] = {}
        for number, chosen in splits:
            wanted.setdefault(number, []).append(chosen)
        block, fresh = self.block.copy(), int(self.block.max()) + 1
        for number, sets in sorted(wanted.items()):
            kinds: dict[tuple[bool, ...], int] = {}
            for state in self.members(number).tolist():
                kind = kinds.setdefault(tuple(state in chosen for chosen in sets), len(kinds))
                if kind:
                    block[state] = fresh + kind - 1
            fresh += len(kinds) - 1
        return block


class _Analysis:
    def __init__(self, tree: Tree, abstraction: Abstraction) -> None:
        self.tree, self.concrete = tree, abstraction.concrete
        self.abstraction = abstraction
        self.relation: Relation = {}

    def _members(self, number: int) -> set[int]:
        return set(self.abstraction.members(number).tolist())

    def outcome(self) -> Spurious | Real:
        for node in reversed(list(self.tree.nodes())):
            now = self._members(node.state)
            for branch in node.branches:
                before = now
                now = {state for state in before if self._answer(state, branch) is not None}
                splits = self._splits(node, branch, before, now)
                if splits:
                    return Spurious(splits)
            self.relation[id(node)] = now
        return Real(self._execution())

    def _answer(self, state: int, branch: Branch) -> int | None:
        """The distribution by which a concrete state answers a branch, or None."""
        label = self.concrete.labels.get(branch.action, -1)
        for action, number in self.concrete.moves_of(state):
            if action == label and witness(*self._network(branch, number)) is None:
                return number
        return None

    def _network(self, branch: Branch, number: int) -> tuple[list[int], list[int], list[list[int]]]:
        """The weights of a branch and of a distribution on one scale, and who is related to whom."""
        own, right = self.concrete.distributions, self.concrete.distributions.cells(number)
        scale = lcm(own.scale, *(p.denominator for p in branch.probabilities))
        left = [p.numerator * (scale // p.denominator) for p in branch.probabilities]
        related = [[j for j, (q, _) in enumerate(right) if q in self.relation[id(child)]] for child in branch.children]
        return left, [w * (scale // own.scale) for _, w in right], related

    def _splits(self, node: Node, branch: Branch, before: set[int], now: set[int]) -> tuple[Split, ...]:
        """Case 1: nobody is left. Case 2, at the root: the initial state is not among those who are left."""
        if not now:
            wanted = [(node.state, frozenset(before))]
            if before == self._members(node.state):
                wanted += [(child.state, frozenset(self.relation[id(child)])) for child in branch.children]
            else:
                wanted += [
                    (child.state, frozenset(self.relation[id(child)]))
                    for child in branch.children
                    if child.state != node.state
                ]
            return tuple((number, chosen) for number, chosen in wanted if chosen != self._members(number))
        if node is self.tree.root and self.concrete.initial not in now:
            return ((node.state, frozenset(before - now)),)
        return ()

    def _execution(self) -> Tree:
        """The tree via R: a node for each concrete state, with all abstract nodes that it stands for."""
        root = Node(self.concrete.initial)
        waiting: list[tuple[Node, list[Node]]] = [(root, [self.tree.root])]
        for node, abstract in waiting:
            for branch in (b for one in abstract for b in one.branches):
                made, meant = self._followed(node.state, branch)
                node.branches.append(made)
                waiting.extend((child, meant[child.state]) for child in made.children)
        return Tree(root)

    def _followed(self, state: int, branch: Branch) -> tuple[Branch, dict[int, list[Node]]]:
        """The concrete transition that answers a branch, and the abstract children that its states stand for."""
        number = self._answer(state, branch)
        assert number is not None
        right = self.concrete.distributions.probabilities(number)
        children = [Node(q) for q in right]
        meant: dict[int, list[Node]] = {q: [] for q in right}
        states = list(right)
        for child, sent in zip(branch.children, matching(*self._network(branch, number)), strict=True):
            for place, amount in sent.items():
                if amount:
                    meant[states[place]].append(child)
        return Branch(branch.action, number, children, list(right.values())), meant
