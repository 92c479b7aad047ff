"""Executions of a whole system as stochastic trees: found for a tree of an abstraction, and replayed on the components.

A node is a vector of component states. A step tells which components moved and by which of their distributions; its
branches are the product of those distributions, the components that do not know the action staying where they are.

:func:`realise` leads from a tree of an abstraction to an execution that simulates it (pAGAR, sections 4 and 5: a tree
that is real for every assumption). The paper puts the execution together from what each component contributed,
assumption by assumption. Here the tree is followed through vectors of component states directly, which are composed on
the fly and only along the tree: down, for the vectors that a node may stand for; up, for the vectors that simulate what
hangs below the node (as the tree has no cycles, that takes no fixed point); down again, to unfold the answers. It is a
second, independent proof that the tree is real, on the components as they were given, whatever they were replaced by on
the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, lcm

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.shared.goal import NoTree
from quidpro.lpts.flow import matching, witness
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.steps import Choice, Vector, marks_of, outcomes, steps_by
from quidpro.lpts.tree import Branch, Node, Tree


@dataclass(frozen=True)
class Step:
    """A transition of an execution: the components that moved, by which distributions, and where it leads."""

    action: str
    choices: tuple[Choice, ...]
    branches: tuple[tuple[Fraction, int], ...]
    """Probabilities and the nodes they lead to."""


@dataclass(frozen=True)
class ExecutionNode:
    """The states of all components, in the order in which they were given, and the steps that are taken."""

    states: Vector
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Execution:
    """A finite tree: node 0 is the root, and children come after their parents."""

    nodes: tuple[ExecutionNode, ...]

    @property
    def depth(self) -> int:
        """The number of steps on a longest path."""
        depths = [0] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for child in (child for step in node.steps for _, child in step.branches):
                depths[child] = depths[number] + 1
        return max(depths)

    def lpts(self, components: Sequence[LPTS]) -> LPTS:
        """The tree as an LPTS over all actions of the components, with the marks of the states."""
        rows = [
            (number, step.action, tuple((child, probability) for probability, child in step.branches))
            for number, node in enumerate(self.nodes)
            for step in node.steps
        ]
        names = {mark for component in components for mark in component.marks}
        held = [marks_of(components, node.states) for node in self.nodes]
        return LPTS.from_rows(
            len(self.nodes),
            rows,
            alphabet={action for component in components for action in component.alphabet},
            name="C",
            marks={mark: frozenset(i for i, marks in enumerate(held) if mark in marks) for mark in names},
        )


def replay_error(execution: Execution, components: Sequence[LPTS]) -> str | None:
    """What is wrong with an execution of these components, in words; None when it is one."""
    if not execution.nodes or execution.nodes[0].states != tuple(component.initial for component in components):
        return "the root is not the initial state"
    reached = {0}
    for number, node in enumerate(execution.nodes):
        if number not in reached:
            return f"nothing leads to node {number}"
        for step in node.steps:
            children = {child for _, child in step.branches}
            if len(children) != len(step.branches) or children & reached or min(children, default=0) <= number:
                return f"node {number} has a child that is not its own"
            if max(children) >= len(execution.nodes):
                return f"node {number} has a child that is not there"
            reached |= children
            wrong = _wrong_step(execution, components, node.states, step)
            if wrong is not None:
                return f"node {number}, action {step.action}: {wrong}"
    return None


def _wrong_step(execution: Execution, components: Sequence[LPTS], states: Vector, step: Step) -> str | None:
    if step.choices not in steps_by(components, states, step.action):
        return "the components cannot do that together"
    branches = sorted((execution.nodes[child].states, probability) for probability, child in step.branches)
    if branches != sorted(outcomes(components, states, step.choices)):
        return "the branches are not the product of the distributions"
    return None


Answer = tuple[Choice, ...]
Candidate = tuple[int, Vector]
"""A node of the tree, by identity, and a vector that it may stand for."""


def realise(
    tree: Tree,
    components: Sequence[LPTS],
    like: LPTS | None = None,
    budget: Budget | None = None,
    most: float = inf,
) -> Execution | None:
    """An execution of the components that simulates the tree, or None when there is none.

    The nodes carry the marks of the states of ``like`` that they stand for, and so must their vectors. NoTree where it
    has more nodes than it may: one coin a step makes 2^n of n steps.
    """
    budget = budget or Budget()
    search = _Search(components, like)
    start = tuple(component.initial for component in components)
    candidates = search.descend(tree.root, start, budget)
    for candidate in reversed(candidates):
        budget.check()
        search.answer(*candidate)
    return search.unfold(tree.root, start, most) if (id(tree.root), start) in search.answers else None


class _Search:
    def __init__(self, components: Sequence[LPTS], like: LPTS | None) -> None:
        self.components, self.like = components, like
        self.answers: dict[Candidate, list[Answer]] = {}
        """For each candidate whose vector simulates the node: the step that answers each branch."""
        self._outcomes: dict[tuple[Vector, Answer], list[tuple[Vector, Fraction]]] = {}

    def descend(self, root: Node, start: Vector, budget: Budget) -> list[tuple[Node, Vector]]:
        """The vectors that nodes may stand for, parents before children."""
        waiting = [(root, start)]
        seen = {(id(root), start)}
        for node, states in waiting:
            budget.check()
            for branch in node.branches:
                reached = (
                    vector
                    for step in steps_by(self.components, states, branch.action)
                    for vector, _ in self._reached(states, step)
                )
                for candidate in ((child, vector) for vector in dict.fromkeys(reached) for child in branch.children):
                    key = (id(candidate[0]), candidate[1])
                    if key not in seen:
                        seen.add(key)
                        waiting.append(candidate)
        return waiting

    def answer(self, node: Node, states: Vector) -> None:
        """Note the steps that answer the branches of a node, when all have one; its children are done."""
        if self.like is not None and self.like.marks_of(node.state) != marks_of(self.components, states):
            return
        found = [self._find_answer(branch, states) for branch in node.branches]
        answers = [step for step in found if step is not None]
        if len(answers) == len(found):
            self.answers[id(node), states] = answers

    def _find_answer(self, branch: Branch, states: Vector) -> Answer | None:
        for step in steps_by(self.components, states, branch.action):
            if witness(*self._network(branch, self._reached(states, step))) is None:
                return step
        return None

    def _network(
        self, branch: Branch, reached: Sequence[tuple[Vector, Fraction]]
    ) -> tuple[list[int], list[int], list[list[int]]]:
        """The weights of both sides on one scale, and which vector simulates which child."""
        right = [probability for _, probability in reached]
        scale = lcm(*(p.denominator for p in (*branch.probabilities, *right)))
        related = [
            [j for j, (vector, _) in enumerate(reached) if (id(child), vector) in self.answers]
            for child in branch.children
        ]
        return _scaled(branch.probabilities, scale), _scaled(right, scale), related

    def _reached(self, states: Vector, step: Answer) -> list[tuple[Vector, Fraction]]:
        found = self._outcomes.get((states, step))
        if found is None:
            found = self._outcomes[states, step] = outcomes(self.components, states, step)
        return found

    def unfold(self, root: Node, start: Vector, most: float) -> Execution:
        """The execution: each of its nodes stands for all nodes of the tree that its vector has to simulate there."""
        nodes: list[ExecutionNode] = []
        waiting: list[tuple[Vector, list[Node]]] = [(start, [root])]
        for states, meant in waiting:
            if len(waiting) > most:
                raise NoTree("it is violated, but by so many paths that no tree is shown", Tree(root))
            steps = []
            for (action, answer), branches in self._steps(states, meant).items():
                reached = self._reached(states, answer)
                steps.append(Step(action, answer, tuple((p, len(waiting) + i) for i, (_, p) in enumerate(reached))))
                waiting.extend(zip((vector for vector, _ in reached), self._below(branches, reached), strict=True))
            nodes.append(ExecutionNode(states, tuple(steps)))
        return Execution(tuple(nodes))

    def _steps(self, states: Vector, meant: Sequence[Node]) -> dict[tuple[str, Answer], list[Branch]]:
        """The steps that answer all branches of some nodes, each once, with the branches it answers."""
        found: dict[tuple[str, Answer], list[Branch]] = {}
        for node in meant:
            for branch, answer in zip(node.branches, self.answers[id(node), states], strict=True):
                found.setdefault((branch.action, answer), []).append(branch)
        return found

    def _below(self, branches: Sequence[Branch], reached: Sequence[tuple[Vector, Fraction]]) -> list[list[Node]]:
        """For each vector that a step leads to, the children of the branches that it stands for."""
        meant: list[list[Node]] = [[] for _ in reached]
        for branch in branches:
            for child, sent in zip(branch.children, matching(*self._network(branch, reached)), strict=True):
                for i, amount in sent.items():
                    if amount:
                        meant[i].append(child)
        return meant


def _scaled(probabilities: Sequence[Fraction], scale: int) -> list[int]:
    return [p.numerator * (scale // p.denominator) for p in probabilities]
