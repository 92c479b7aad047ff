"""Bad states among the reached ones: those with a step into ERROR, and those without any step.

The states in which an action can happen are one cube, the product of what each of its components needs. Dead is what
is in none of these, and is not the END of the whole either. A step into ERROR is a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.product import Product
from quidpro.solvers.mdd.cubes import Cube, Cubes
from quidpro.solvers.mdd.forest import Forest, Node

Kind = Literal["safety", "deadlock"]


def errors(encoding: Encoding, forest: Forest, states: Node) -> Node:
    """The states from which some step leads into ERROR."""
    return BadStates(encoding, forest, "safety").among(states)


def dead(encoding: Encoding, forest: Forest, states: Node) -> Node:
    """The states without any step, proper termination left out."""
    return BadStates(encoding, forest, "deadlock").among(states)


class BadStates:
    """What violates safety, or freedom of deadlock; to be looked for in many sets."""

    def __init__(self, encoding: Encoding, forest: Forest, kind: Kind) -> None:
        self._are_errors = kind == "safety"
        self._cubes = Cubes(forest, into_error(encoding) if self._are_errors else going_on(encoding))

    def among(self, states: Node) -> Node:
        """The bad ones of these states."""
        return self._cubes.meeting(states) if self._are_errors else self._cubes.missing(states)


def into_error(encoding: Encoding) -> Iterator[Cube]:
    """Where a component may go into ERROR, and all others that have the action are able to do it."""
    for number, by_action in enumerate(encoding.steps):
        for action, steps in by_action.items():
            sources = [state for state, targets in steps.items() if ERROR in targets]
            if sources:
                others = {} if action == TAU_NAME else encoding.guard(action)
                yield encoding.cube({**others, number: sources})


def going_on(encoding: Encoding) -> Iterator[Cube]:
    """Where a step is possible, or the whole has ended."""
    for number, by_action in enumerate(encoding.steps):
        if TAU_NAME in by_action:
            yield encoding.cube({number: list(by_action[TAU_NAME])})
    for action in encoding.members:
        yield encoding.cube(encoding.guard(action))
    if Product(encoding.parts).may_end:
        yield encoding.cube({number: [lts.end] for number, lts in enumerate(encoding.parts) if lts.end >= 0})
