"""Groups of components as one component each, and the way back: from their states and distributions to the members'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.shared.execution import Choice, Execution, ExecutionNode, Step
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import composed


@dataclass(frozen=True)
class Group:
    """The composition of some components; ``states`` and ``choices`` tell what its states and distributions are of."""

    members: tuple[int, ...]
    lpts: LPTS
    states: Ints
    """For each state a row with the states of the members."""
    choices: Ints
    """For each distribution a row with those of the members, -1 for one that stays."""


def grouped(components: Sequence[LPTS], members: tuple[int, ...], budget: Budget) -> Group:
    """The group of these components."""
    first = components[members[0]]
    group = Group(members[:1], first, _column(first.states), _column(len(first.distributions)))
    for member in members[1:]:
        group = _joined(group, components[member], member, budget)
    return group


def _column(size: int) -> Ints:
    return np.arange(size, dtype=np.int32)[:, None]


def _joined(group: Group, component: LPTS, member: int, budget: Budget) -> Group:
    made = composed(group.lpts, component, budget)
    taken, own = made.contributions
    nobody = np.full((1, len(group.members)), -1, dtype=np.int32)
    return Group(
        (*group.members, member),
        made.lpts,
        np.column_stack((group.states[made.sides[0]], made.sides[1])),
        np.column_stack((np.vstack((group.choices, nobody))[taken], own)),
    )


def unfolded(execution: Execution, groups: Sequence[Group]) -> Execution:
    """An execution of the groups as one of their members, in the order of the components."""
    places = [member for group in groups for member in group.members]
    back = sorted(range(len(places)), key=places.__getitem__)

    def states(vector: Sequence[int]) -> tuple[int, ...]:
        flat = [state for group, number in zip(groups, vector, strict=True) for state in group.states[number].tolist()]
        return tuple(flat[place] for place in back)

    def choices(step: Step) -> tuple[Choice, ...]:
        taken = (
            pair
            for place, number in step.choices
            for pair in zip(groups[place].members, groups[place].choices[number].tolist(), strict=True)
        )
        return tuple(sorted((member, choice) for member, choice in taken if choice >= 0))

    return Execution(
        tuple(
            ExecutionNode(
                states(node.states),
                tuple(Step(step.action, choices(step), step.branches) for step in node.steps),
            )
            for node in execution.nodes
        )
    )
