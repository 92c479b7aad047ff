"""Components before they become bits: of bisimilar states one is enough.

Strong bisimulation keeps every step, ERROR and END, so that safety and deadlock stay as they are; a set of classes that
no step leaves is a set of states that no step leaves, and each step of a run between classes is one between states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS, TAU, TAU_NAME
from quidpro.lts.partition import numbered_quotient
from quidpro.lts.system import System


@dataclass(frozen=True)
class Parts:
    """A system, the same with classes for states, and for each component the class of each state.

    The class is -1 where a state of a component cannot be reached in that alone.
    """

    original: System
    system: System
    classes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, system: System, budget: Budget) -> Parts:
        """The components of a system modulo strong bisimulation."""
        found = [_classes(component.lts, budget) for component in system.components]
        smaller = [replace(c, lts=lts) for c, (lts, _) in zip(system.components, found, strict=True)]
        return cls(system, replace(system, components=tuple(smaller)), tuple(classes for _, classes in found))

    def states(self, component: int, classes: set[int]) -> tuple[int, ...]:
        """The states of a component that are in these classes."""
        return tuple(state for state, number in enumerate(self.classes[component]) if number in classes)

    def transition(self, component: int, state: int, action: str, target: int) -> tuple[int, int]:
        """A transition of a component from a state into a class, by its number, and the state that it leads to."""
        lts = self.original.components[component].lts
        label = TAU if action == TAU_NAME else lts.labels[action]
        return next(
            (i, there)
            for i, there in _steps(lts, state, label)
            if there >= 0 and self.classes[component][there] == target
        )


def _classes(lts: LTS, budget: Budget) -> tuple[LTS, tuple[int, ...]]:
    """An LTS modulo strong bisimulation; as it is where that would lose an END which it never reaches.

    The whole ends when all have ended that have an END, so that with such a one it never does.
    """
    smaller, classes = numbered_quotient(lts, "strong", budget)
    if (lts.end < 0) == (smaller.end < 0):
        return smaller, tuple(classes.tolist())
    return lts, tuple(range(lts.states))


def _steps(lts: LTS, state: int, label: int) -> list[tuple[int, int]]:
    rows = range(int(lts.row[state]), int(lts.row[state + 1]))
    return [(i, int(lts.target[i])) for i in rows if lts.label[i] == label]
