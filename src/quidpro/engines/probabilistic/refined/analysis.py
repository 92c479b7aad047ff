"""Is a tree counterexample of an abstraction real, and if not, what to split? (pAGAR, section 4, analyzeAndRefine)

The abstraction is the quotient of an LPTS by a partition, and the tree has an execution mapping M into it. The tree is
walked from its leaves up, with R(c) = the concrete states that simulate the part of the tree below node c, at first the
whole block M(c). Case 2 of the paper is for the root alone: elsewhere it would only split more than is needed (erratum
19 of docs/papers.md).

Once it is known which states simulate the children of a branch, a state answers the branch by a transition with its
action to a distribution that has a weight function into the children's states (Definition 4). That depends on the
distribution alone, so that each one is looked at once; where the branch has one child, all at once.

Beyond the paper, sets to split are made larger where the states are made of parts: R(c) tells what *all* parts must be
able to do for the rest of a tree, while the reason why none can do it often lies in one part. Sets of states that look
the same from as few sides as possible, and of which still none answers, are such reasons. MER with three users,
against 43/125 for a clash, is proved after 4 refinements instead of more than 149.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np

from quidpro.engines.probabilistic.refined.level import Abstraction, Split
from quidpro.engines.probabilistic.shared.goal import NoTree
from quidpro.lpts.flow import matching, witness
from quidpro.lpts.lpts import LPTS, Flags, Ints, Longs
from quidpro.lpts.tree import Branch, Node, Tree

Network = tuple[list[int], list[int], list[list[int]]]
MAX_NODES = 5_000
"""Of an execution: a tree that tosses no coin may be one whose steps toss one each."""


def flags(lpts: LPTS, states: Longs) -> Flags:
    """A set of states as flags."""
    found = np.zeros(lpts.states, dtype=np.bool_)
    found[states] = True
    return found


def answering(lpts: LPTS, branch: Branch, states: Longs, children: Sequence[Flags]) -> Longs:
    """Those of some states that answer the branch, ascending; ``children`` flag the states that simulate each child."""
    moves = lpts.transitions_by(branch.action)
    moves = moves[flags(lpts, states)[lpts.source[moves]]]
    numbers, which = np.unique(lpts.target[moves], return_inverse=True)
    fitting = _fitting(lpts, branch, numbers, children)
    return np.unique(lpts.source[moves[fitting[which]]]).astype(np.int64)


def answer(lpts: LPTS, branch: Branch, state: int, children: Sequence[Flags]) -> int | None:
    """The distribution by which one state answers the branch, or None."""
    label = lpts.labels.get(branch.action, -1)
    for action, number in lpts.moves_of(state):
        if action == label and witness(*network(lpts, branch, number, children)) is None:
            return number
    return None


def network(lpts: LPTS, branch: Branch, number: int, children: Sequence[Flags]) -> Network:
    """The weights of a branch and of a distribution on one scale, and which states are related."""
    own, right = lpts.distributions, lpts.distributions.cells(number)
    scale = lcm(own.scale, *(p.denominator for p in branch.probabilities))
    left = [p.numerator * (scale // p.denominator) for p in branch.probabilities]
    related = [[j for j, (q, _) in enumerate(right) if child[q]] for child in children]
    return left, [w * (scale // own.scale) for _, w in right], related


def _fitting(lpts: LPTS, branch: Branch, numbers: Ints, children: Sequence[Flags]) -> Flags:
    """Which distributions answer the branch: each of their states has to simulate a child, and the weights must fit."""
    if not len(numbers):
        return np.zeros(0, dtype=np.bool_)
    kept = lpts.distributions
    sizes = kept.row[numbers + 1] - kept.row[numbers]
    starts = np.cumsum(sizes) - sizes
    cells = np.repeat(kept.row[numbers] - starts, sizes) + np.arange(int(sizes.sum()))
    found: Flags = np.logical_and.reduceat(np.logical_or.reduce(children)[kept.state[cells]], starts)
    if len(children) > 1:
        for i in np.flatnonzero(found).tolist():
            found[i] = witness(*network(lpts, branch, int(numbers[i]), children)) is None
    return found


@dataclass(frozen=True)
class Spurious:
    """The tree is not one of the concrete LPTS: each of these sets is to be split from the rest of its block."""

    splits: tuple[Split, ...]


@dataclass(frozen=True)
class Real:
    """The tree as an execution of the concrete LPTS: it simulates the abstract one."""

    tree: Tree


def analyse(tree: Tree, abstraction: Abstraction) -> Spurious | Real:
    """What a tree of the quotient tells; NoTree where its execution would be too large."""
    return _Analysis(tree, abstraction).outcome()


class _Analysis:
    def __init__(self, tree: Tree, abstraction: Abstraction) -> None:
        self.tree, self.abstraction = tree, abstraction
        self.concrete = abstraction.concrete
        self.relation: dict[int, Longs] = {}
        """For each node (by identity) the concrete states that simulate it."""

    def outcome(self) -> Spurious | Real:
        for node in reversed(list(self.tree.nodes())):
            now = self.abstraction.members(node.state)
            for branch in node.branches:
                before = now
                now = answering(self.concrete, branch, before, self._children(branch))
                splits = self._splits(node, branch, before, now)
                if splits:
                    return Spurious(splits)
            self.relation[id(node)] = now
        return Real(self._execution())

    def _children(self, branch: Branch) -> list[Flags]:
        return [flags(self.concrete, self.relation[id(child)]) for child in branch.children]

    def _splits(self, node: Node, branch: Branch, before: Longs, now: Longs) -> tuple[Split, ...]:
        """Case 1: no state is left. Case 2, at the root: the initial state is not among those that are left."""
        if not len(now):
            before, *after = self._reason(node, branch, before)
            wanted = [(node.state, before)]
            # Where only some were tried, those are split off, and what they have in their own block does not count.
            alone = self._is_part(node.state, before)
            wanted += [
                (child.state, states)
                for child, states in zip(branch.children, after, strict=True)
                if not alone or child.state != node.state
            ]
            return tuple((number, states) for number, states in wanted if self._is_part(number, states))
        if node is self.tree.root and self.concrete.initial not in now:
            # Those that are left, made larger while the initial state is not among them.
            (wider,) = self._widen([node.state], [now], lambda wider: self.concrete.initial not in wider[0])
            return ((node.state, np.setdiff1d(before, wider)),)
        return ()

    def _is_part(self, number: int, states: Longs) -> bool:
        return len(states) < len(self.abstraction.members(number))

    def _reason(self, node: Node, branch: Branch, before: Longs) -> list[Longs]:
        """Those that were tried and those that simulate the children, made larger while still none answers."""
        blocks = [node.state, *(child.state for child in branch.children)]
        sets = [before, *(self.relation[id(child)] for child in branch.children)]

        def is_reason(wider: list[Longs]) -> bool:
            tried, *after = wider
            return not len(answering(self.concrete, branch, tried, [flags(self.concrete, one) for one in after]))

        return self._widen(blocks, sets, is_reason)

    def _widen(self, blocks: list[int], sets: list[Longs], is_enough: Callable[[list[Longs]], bool]) -> list[Longs]:
        """Sets of states of blocks with all that look like them: one side after the other is left out."""
        sides = list(range(self.abstraction.sides))
        found = sets
        for side in range(self.abstraction.sides):
            fewer = [kept for kept in sides if kept != side]
            wider = [self.abstraction.alike(number, states, fewer) for number, states in zip(blocks, sets, strict=True)]
            if is_enough(wider):
                sides, found = fewer, wider
        return found

    def _execution(self) -> Tree:
        """The tree via R: a node for each concrete state, with all abstract nodes that it stands for."""
        root = Node(self.concrete.initial)
        waiting: list[tuple[Node, list[Node]]] = [(root, [self.tree.root])]
        for node, abstract in waiting:
            if len(waiting) > MAX_NODES:
                raise NoTree(f"the execution of a counterexample has more than {MAX_NODES:,} nodes", self.tree)
            for branch in (b for one in abstract for b in one.branches):
                concrete, meant = self._follow(node.state, branch)
                node.branches.append(concrete)
                waiting.extend((child, meant[child.state]) for child in concrete.children)
        return Tree(root)

    def _follow(self, state: int, branch: Branch) -> tuple[Branch, dict[int, list[Node]]]:
        """The concrete transition that answers a branch, and the abstract children that its states stand for."""
        related = self._children(branch)
        number = answer(self.concrete, branch, state, related)
        assert number is not None
        right = self.concrete.distributions.probabilities(number)
        children = [Node(q) for q in right]
        meant: dict[int, list[Node]] = {q: [] for q in right}
        states = list(right)
        sent = matching(*network(self.concrete, branch, number, related))
        for child, amounts in zip(branch.children, sent, strict=True):
            for i, amount in amounts.items():
                if amount:
                    meant[states[i]].append(child)
        return Branch(branch.action, number, children, list(right.values())), meant
