"""Groups of components as one component each, and the way back: from their states and distributions to the members'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composed
from quidpro.probabilistic.execution import Choice, Execution, ExecutionNode, Step


@dataclass(frozen=True)
class Group:
    """The composition of some components; ``states`` and ``choices`` tell what its states and distributions are of."""

    members: tuple[int, ...]
    lpts: LPTS
    states: Sequence[tuple[int, ...]]
    choices: Sequence[tuple[Choice, ...]]
    """For each distribution the members that move, each with its own distribution."""


def grouped(components: Sequence[LPTS], members: tuple[int, ...], budget: Budget) -> Group:
    """The group of these components."""
    first = components[members[0]]
    group = Group(
        members[:1],
        first,
        [(state,) for state in range(first.states)],
        [((members[0], number),) for number in range(len(first.distributions))],
    )
    for member in members[1:]:
        group = _joined(group, components[member], member, budget)
    return group


def _joined(group: Group, component: LPTS, member: int, budget: Budget) -> Group:
    made = composed(group.lpts, component, budget)
    parts = zip(*(side.tolist() for side in made.contributions), strict=True)
    return Group(
        (*group.members, member),
        made.lpts,
        [(*group.states[p], q) for p, q in made.pairs],
        [(*(group.choices[d] if d >= 0 else ()), *(((member, e),) if e >= 0 else ())) for d, e in parts],
    )


def unfolded(execution: Execution, groups: Sequence[Group]) -> Execution:
    """An execution of the groups as one of their members, in the order of the components."""
    places = [member for group in groups for member in group.members]
    back = sorted(range(len(places)), key=places.__getitem__)

    def states(vector: Sequence[int]) -> tuple[int, ...]:
        flat = [state for group, number in zip(groups, vector, strict=True) for state in group.states[number]]
        return tuple(flat[place] for place in back)

    def choices(step: Step) -> tuple[Choice, ...]:
        return tuple(sorted(choice for group, number in step.choices for choice in groups[group].choices[number]))

    return Execution(
        tuple(
            ExecutionNode(
                states(node.states),
                tuple(Step(step.action, choices(step), step.branches) for step in node.steps),
            )
            for node in execution.nodes
        )
    )
