"""Executions of a whole system as stochastic trees, replayed on its components without composing them.

A node is a vector of component states. A step tells which components moved and by which of their distributions; its
branches are the product of those distributions, the components that do not know the action staying where they are.
:func:`realised` finds the execution for a tree that an abstraction of the system has (pAGAR, sections 4 and 5: a tree
that is real for every assumption): the tree is followed through the vectors of states, from its root down to find the
vectors it may stand for, and from its leaves up to choose the steps that answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from quidpro.lpts.lpts import LPTS

Vector = tuple[int, ...]
Choice = tuple[int, int]
"""A component and one of its distributions."""


@dataclass(frozen=True)
class Step:
    """A transition of an execution: who moved by which distribution, and where that leads with which probability."""

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


def marks_of(components: Sequence[LPTS], states: Vector) -> frozenset[str]:
    """The marks of a vector of states: those of its parts."""
    parts = (component.marks_of(state) for component, state in zip(components, states, strict=True))
    return frozenset().union(*parts)


def outcomes(components: Sequence[LPTS], states: Vector, choices: Sequence[Choice]) -> list[tuple[Vector, Fraction]]:
    """Where a step leads: the product of the distributions chosen (Definition 2); who does not move stays."""
    chosen = dict(choices)
    sides = [
        list(component.distributions.probabilities(chosen[i]).items()) if i in chosen else [(state, Fraction(1))]
        for i, (component, state) in enumerate(zip(components, states, strict=True))
    ]
    found = []
    for places in product(*sides):
        probability = Fraction(1)
        for _, part in places:
            probability *= part
        found.append((tuple(state for state, _ in places), probability))
    return found


def steps_by(components: Sequence[LPTS], states: Vector, action: str) -> list[tuple[Choice, ...]]:
    """All ways to do an action: each component that knows it chooses one of its transitions (Definition 3)."""
    options = [
        [(i, number) for label, number in component.moves_of(state) if label == component.labels[action]]
        for i, (component, state) in enumerate(zip(components, states, strict=True))
        if action in component.labels
    ]
    return list(product(*options)) if options else []


def replayed(execution: Execution, components: Sequence[LPTS]) -> str | None:
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
    told = sorted((execution.nodes[child].states, probability) for probability, child in step.branches)
    if told != sorted(outcomes(components, states, step.choices)):
        return "the branches are not the product of the distributions"
    return None
