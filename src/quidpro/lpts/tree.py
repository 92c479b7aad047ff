"""Stochastic trees as counterexamples to strong simulation (pAGAR, section 3, Theorem 2).

A tree is unfolded from the LPTS that is not simulated; every node remembers the state it stands for (the *execution
mapping* M), every transition the distribution it copies. A node is told apart from a whole set of states of the other
LPTS at once, so that no transition hangs under a node twice. The rounds of the fixed point keep its depth minimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from random import Random

from quidpro.core.budget import Budget
from quidpro.lpts.flow import witness
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.simulation import Simulation, common_scale


@dataclass
class Branch:
    """A transition of a tree: its action, the distribution it copies, and a child for each state of its support."""

    action: str
    distribution: int
    children: list[Node]
    probabilities: list[Fraction]

    def outcomes(self) -> Iterator[tuple[Node, Fraction]]:
        """The children with their probabilities."""
        return zip(self.children, self.probabilities, strict=True)


@dataclass
class Node:
    """A node of a tree and the state it stands for."""

    state: int
    branches: list[Branch] = field(default_factory=list)


@dataclass(frozen=True)
class Tree:
    """A stochastic tree with an execution mapping into an LPTS."""

    root: Node

    def nodes(self) -> Iterator[Node]:
        """All nodes, parents before children."""
        waiting = [self.root]
        for node in waiting:
            yield node
            waiting.extend(child for branch in node.branches for child in branch.children)

    @property
    def depth(self) -> int:
        """The number of transitions on a longest path."""
        depth, level = -1, [self.root]
        while level:
            depth += 1
            level = [child for node in level for branch in node.branches for child in branch.children]
        return depth

    @property
    def shape(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The states and distributions of all nodes in order: trees of one LPTS that have the same are the same."""
        return tuple((node.state, tuple(branch.distribution for branch in node.branches)) for node in self.nodes())

    def lpts(self, alphabet: Sequence[str], like: LPTS | None = None) -> LPTS:
        """The tree as an LPTS; with ``like`` its nodes carry the marks of the states they stand for."""
        nodes = list(self.nodes())
        number = {id(node): i for i, node in enumerate(nodes)}
        rows = [
            (number[id(node)], branch.action, tuple((number[id(c)], p) for c, p in branch.outcomes()))
            for node in nodes
            for branch in node.branches
        ]
        marks = {
            mark: frozenset(i for i, node in enumerate(nodes) if node.state in states)
            for mark, states in (like.marks.items() if like is not None else ())
        }
        return LPTS.from_rows(len(nodes), rows, alphabet=alphabet, name="C", marks=marks)


def counterexample(found: Simulation, budget: Budget | None = None) -> Tree:
    """A tree of least depth that the first LPTS simulates and the second does not."""
    root = _Unfolding(found, _earliest).unfold(budget or Budget(), inf)
    assert root is not None
    return Tree(root)


def counterexamples(found: Simulation, count: int, budget: Budget | None = None) -> list[Tree]:
    """Up to ``count`` different trees, one of least depth first; the others are small and chosen at random, repeatably.

    A refinement by many trees at once saves many simulation checks.
    """
    budget = budget or Budget()
    trees = [counterexample(found, budget)]
    shapes = {trees[0].shape}
    others = _Unfolding(found, Random(0).choice)
    for _ in range(count - 1):
        root = others.unfold(budget, MAX_RANDOM_NODES)
        if root is not None and Tree(root).shape not in shapes:
            trees.append(Tree(root))
            shapes.add(trees[-1].shape)
    return trees


_SLICE = 256
MAX_RANDOM_NODES = 100
"""A tree chosen at random is given up when it has more nodes than this."""

Failure = tuple[int, int]
"""The round since which nothing matches a transition, and the transition."""


def _earliest(failures: Sequence[Failure]) -> Failure:
    return failures[0]


class _Unfolding:
    """A tree in the making; among the failures of a pair that are in order, one is chosen."""

    def __init__(self, found: Simulation, choose: Callable[[Sequence[Failure]], Failure]) -> None:
        self.found, self.choose = found, choose
        _, self.factors = common_scale(found.first, found.second)
        self._probabilities: dict[int, list[Fraction]] = {}
        self._failures: dict[tuple[int, int], list[Failure]] = {}
        self._distinguished: dict[tuple[int, int, int], tuple[list[int], list[int]]] = {}

    def unfold(self, budget: Budget, largest: float) -> Node | None:
        """The root, or None when the tree has more nodes than it may. Below a failure come only earlier ones."""
        root = Node(self.found.first.initial)
        waiting: list[tuple[Node, dict[int, float]]] = [(root, {self.found.second.initial: inf})]
        for done, (node, others) in enumerate(waiting):
            if done % _SLICE == _SLICE - 1:
                budget.check()
            if len(waiting) > largest:
                return None
            for transition, against in self._failing(node.state, others).items():
                branch, apart = self._branch(transition, against)
                node.branches.append(branch)
                waiting.extend((child, apart[child.state]) for child in branch.children if child.state in apart)
        return root

    def _failing(self, state: int, others: Mapping[int, float]) -> dict[int, list[tuple[int, int]]]:
        """The transitions of a state that tell it apart from others, with those they are for and their rounds."""
        found: dict[int, list[tuple[int, int]]] = {}
        for other, before in sorted(others.items()):
            failures = self._failures_of(state, other)
            if failures:
                since, transition = self.choose([f for f in failures if f[0] < before])
                found.setdefault(transition, []).append((other, since))
        return found

    def _branch(self, transition: int, others: Iterable[tuple[int, int]]) -> tuple[Branch, dict[int, dict[int, float]]]:
        """A transition as a branch; for each state of its support, what its child is told apart from, and how soon."""
        first, second = self.found.first, self.found.second
        action, number = first.alphabet[first.label[transition]], int(first.target[transition])
        wanted = second.labels.get(action, -1)
        apart: dict[int, dict[int, float]] = {}
        for other, since in others:
            for answer in (answer for label, answer in second.moves_of(other) if label == wanted):
                inside, missed = self._distinguish(number, answer, since)
                for state in inside:
                    rounds = apart.setdefault(state, {})
                    rounds.update((q, min(since, rounds.get(q, inf))) for q in missed)
        if number not in self._probabilities:
            self._probabilities[number] = list(first.distributions.probabilities(number).values())
        children = [Node(state) for state, _ in first.distributions.cells(number)]
        return Branch(action, number, children, self._probabilities[number]), apart

    def _distinguish(self, number: int, answer: int, since: int) -> tuple[list[int], list[int]]:
        """States that fail Hall's condition, and those to tell each apart from: all that none of them is related to."""
        if (number, answer, since) not in self._distinguished:
            first, second = self.found.first.distributions, self.found.second.distributions
            left, right = first.cells(number), second.cells(answer)
            related = [[j for j, (q, _) in enumerate(right) if self.found.rank_of(p, q) >= since] for p, _ in left]
            weights = [w * self.factors[0] for _, w in left], [w * self.factors[1] for _, w in right]
            indices = witness(*weights, related)
            assert indices is not None
            reached = {j for i in indices for j in related[i]}
            missed = [q for j, (q, _) in enumerate(right) if j not in reached]
            self._distinguished[number, answer, since] = [left[i][0] for i in indices], missed
        return self._distinguished[number, answer, since]

    def _failures_of(self, state: int, other: int) -> list[Failure]:
        if (state, other) not in self._failures:
            self._failures[state, other] = self.found.failures_of(state, other)
        return self._failures[state, other]
