"""A counterexample of the probabilistic world as a chart: a tree whose positions are the nodes of the evidence."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.shown import shown
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.chart import Branch, Chart, ChartStep, Lane, Move, Position
from quidpro.verdict.probabilistic.evidence import ProbTree, ProbVerdict, TreeStep
from quidpro.verdict.probabilistic.problem import Problem

UNKNOWN = -2
"""The number of a state that is not known."""


def chart(verdict: ProbVerdict, problem: Problem | None) -> Chart | None:
    """The tree of a violation; None when there is none."""
    tree = verdict.trace
    if tree is None:
        return None
    parts = problem.model.components if problem is not None and problem.model.names == tree.components else ()
    return shown(tree_chart(tree, f"{verdict.property} in {verdict.system}", parts))


def tree_chart(tree: ProbTree, title: str, parts: Sequence[LPTS] = ()) -> Chart:
    """A tree, node by node; states and transitions have numbers where the parts that they are of are known."""
    known = [_numbers(part) for part in parts]
    numbers = [tuple(map(_number, known, node.states)) for node in tree.nodes]

    def move(lane: int, node: int, step: TreeStep) -> Move:
        if not parts:
            return Move(lane)
        targets = {numbers[child][lane] for _, child in step.branches}
        return Move(lane, _transition(parts[lane], numbers[node][lane], step.action, targets))

    return Chart(
        title=title,
        lanes=tuple(map(Lane, tree.components)),
        rows=(),
        positions=tuple(
            Position(states=node.states, numbers=own, marks=node.marks)
            for node, own in zip(tree.nodes, numbers, strict=True)
        ),
        steps=tuple(
            ChartStep(
                number,
                step.action,
                tuple(move(lane, number, step) for lane in step.movers),
                tuple(Branch(child, probability) for probability, child in step.branches),
            )
            for number, node in enumerate(tree.nodes)
            for step in node.steps
        ),
        end="error",
    )


def _numbers(part: LPTS) -> dict[str, int]:
    """The states by their names, where these tell them apart."""
    found = {part.state_name(state): state for state in range(part.states)}
    return found if len(found) == part.states else {}


def _number(known: dict[str, int], name: str) -> int:
    return known.get(name, UNKNOWN)


def _transition(part: LPTS, source: int, action: str, targets: set[int]) -> int | None:
    """The first transition that can be meant."""
    for number, (state, label, outcomes) in enumerate(part.triples()):
        if (state, label) == (source, action) and targets <= outcomes.keys():
            return number
    return None
