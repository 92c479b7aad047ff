"""Is a tree counterexample of an abstraction real, and if not, what to split? (pAGAR, section 4, analyzeAndRefine)

The abstraction is the quotient of an LPTS by a partition, and the tree has an execution mapping M into it. The tree is
walked from its leaves up, with R(c) = the concrete states that simulate the part of the tree below node c, at first the
whole block M(c). Case 2 of the paper is for the root alone: elsewhere it would only split more than is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm

from quidpro.lpts.flow import matching, witness
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.tree import Branch, Node, Tree

Relation = dict[int, set[int]]
"""For each node (by identity) the concrete states that simulate it."""


@dataclass(frozen=True)
class Spurious:
    """The tree is not one of the concrete LPTS: each of these sets is to be split from the rest of its block."""

    splits: tuple[tuple[int, frozenset[int]], ...]


@dataclass(frozen=True)
class Real:
    """The tree as an execution of the concrete LPTS: it simulates the abstract one."""

    tree: Tree


def analysed(tree: Tree, concrete: LPTS, block: Sequence[int]) -> Spurious | Real:
    """What a tree of the quotient of ``concrete`` by ``block`` tells."""
    return _Analysis(tree, concrete, block).outcome()


def refined(block: Sequence[int], splits: Iterable[tuple[int, frozenset[int]]]) -> list[int]:
    """The partition with sets split from the rest of their blocks; blocks keep their numbers, new ones come last."""
    wanted = list(splits)
    signs = [
        (old, tuple(state in chosen for which, chosen in wanted if which == old)) for state, old in enumerate(block)
    ]
    numbers: dict[tuple[int, tuple[bool, ...]], int] = {}
    taken: set[int] = set()
    fresh = max(block) + 1
    for sign in signs:
        if sign not in numbers:
            if sign[0] in taken:
                numbers[sign], fresh = fresh, fresh + 1
            else:
                numbers[sign] = sign[0]
                taken.add(sign[0])
    return [numbers[sign] for sign in signs]


class _Analysis:
    def __init__(self, tree: Tree, concrete: LPTS, block: Sequence[int]) -> None:
        self.tree, self.concrete = tree, concrete
        self.block = block
        self.members: dict[int, set[int]] = {}
        for state, number in enumerate(block):
            self.members.setdefault(number, set()).add(state)
        self.relation: Relation = {}

    def outcome(self) -> Spurious | Real:
        for node in reversed(list(self.tree.nodes())):
            now = set(self.members[node.state])
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
        for action, number in self.concrete.moves[state]:
            if action == label and witness(*self._network(branch, number)) is None:
                return number
        return None

    def _network(self, branch: Branch, number: int) -> tuple[list[int], list[int], list[list[int]]]:
        """The weights of a branch and of a distribution on one scale, and who is related to whom."""
        own, right = self.concrete.distributions, self.concrete.distributions.lists[number]
        scale = lcm(own.scale, *(p.denominator for p in branch.probabilities))
        left = [p.numerator * (scale // p.denominator) for p in branch.probabilities]
        related = [[j for j, (q, _) in enumerate(right) if q in self.relation[id(child)]] for child in branch.children]
        return left, [w * (scale // own.scale) for _, w in right], related

    def _splits(
        self, node: Node, branch: Branch, before: set[int], now: set[int]
    ) -> tuple[tuple[int, frozenset[int]], ...]:
        """Case 1: nobody is left. Case 2, at the root: the initial state is not among those who are left."""
        if not now:
            wanted = [(node.state, frozenset(before))]
            if before == self.members[node.state]:
                wanted += [(child.state, frozenset(self.relation[id(child)])) for child in branch.children]
            else:
                wanted += [
                    (child.state, frozenset(self.relation[id(child)]))
                    for child in branch.children
                    if child.state != node.state
                ]
            return tuple((number, chosen) for number, chosen in wanted if chosen != self.members[number])
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
