"""Assumptions that were given, in the rules ASYM and ASYM-N (pAGAR, section 5): do they prove it, and if not, why not?

    1: L1 ∥ A1 ⪯ P     2: L2 ∥ A2 ⪯ A1     …     n: Ln ⪯ A(n-1)      ⊢   L1 ∥ … ∥ Ln ⪯ P

No premise holds by construction here: each of them is checked, and shown by a simulation. What an assumption does not
mention it does not restrict; it is completed, as a specification is.

A premise that fails has a tree, an execution of its component with the assumption behind it. If the components behind
cannot do that, the assumption behind is too weak: it allows more than they do. If they can, the assumption in front is
too strong: it forbids what they do. The execution is then handed up, component by component: if the specification
forbids what comes of it, that is a violation, whatever the assumptions say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener, wants_pictures
from quidpro.core.words import counted
from quidpro.engines.probabilistic.shared.execution import Execution, realise
from quidpro.engines.probabilistic.shared.goal import Conformance, Goal, NoTree, Premise
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import completed, composed, with_marks
from quidpro.lpts.tree import Tree
from quidpro.verdict.probabilistic.evidence import OrderTried
from quidpro.verdict.rounds import Round

_TREES = 5
"""Trees of a premise that fails which are tried: one of them may be real."""


@dataclass(frozen=True)
class Failure:
    """A premise that fails, and the assumption that is to blame for it; both are counted from 1."""

    premise: int
    assumption: int
    too_strong: bool
    """Whether it forbids what its components do; else it allows what they do not do."""
    execution: Execution | None = None
    """Of the premise's component and the assumption behind it; None where no finite tree shows that it fails."""
    behind: LPTS | None = None
    """That assumption, completed; None for the last premise."""


class Judgement:
    """The premises of the rule for components in their order, with assumptions that were given."""

    def __init__(self, components: Sequence[LPTS], goal: Goal, assumptions: Sequence[LPTS]) -> None:
        self.components = list(components)
        self.assumptions = _complete(components, [with_marks(given, goal.marks) for given in assumptions])
        smt = isinstance(goal, Conformance) and goal.smt
        self.goals: list[Goal] = [goal]
        self.goals += [Conformance(given, frozenset(given.alphabet), smt) for given in self.assumptions]
        self.premises: list[Premise] = []
        """What shows those that hold."""
        self.failures: list[Failure] = []
        self.violation: Execution | None = None
        """An execution of all components that the goal forbids, if one was met."""
        self.largest = 0
        """States of the largest LPTS that was composed."""

    def run(self, budget: Budget, events: Listener) -> None:
        """All premises, unless there is a violation."""
        for number in range(len(self.components)):
            if self.violation is None:
                self._judge(number, budget, events)

    def _judge(self, number: int, budget: Budget, events: Listener) -> None:
        budget.check()
        joint, vectors = self._joint(number, budget)
        self.largest = max(self.largest, joint.states)
        try:
            found = self.goals[number].check(joint, _TREES, budget, events)
        except NoTree:
            self.failures.append(Failure(number + 1, number + 1, too_strong=False))
            return
        if found.trees:
            self._blame(number, found.trees, joint, budget, events)
        else:
            self.premises.append(Premise(joint, vectors, found.shown))
            self._show(number, "holds", None, events)

    def _show(self, number: int, outcome: str, tree: LPTS | None, events: Listener) -> None:
        """A premise is a round."""
        if wants_pictures(events):
            size = self.assumptions[min(number, len(self.assumptions) - 1)].states
            order = tuple(range(len(self.components)))
            shown = OrderTried(tuple(self.assumptions), tree, order, given=True)
            events(Round(number + 1, outcome, size, premise=number + 1, evidence=shown))

    def _joint(self, number: int, budget: Budget) -> tuple[LPTS, Ints]:
        """The component of a premise with the assumption behind it, and a row of their states for each state."""
        component = self.components[number]
        if number == len(self.assumptions):
            return component, np.arange(component.states, dtype=np.int32)[:, None]
        product = composed(component, self.assumptions[number], budget)
        return product.lpts, np.column_stack(product.sides)

    def _blame(self, number: int, trees: Sequence[Tree], joint: LPTS, budget: Budget, events: Listener) -> None:
        """Look for a tree that the components from here on really have; without one the assumption is too weak."""
        chosen, too_strong = trees[0], False
        for tree in trees:
            real = realise(tree, self.components[number:], joint, budget)
            if real is None:
                continue
            self.violation = self._hand_up(number, real, budget, events)
            if self.violation is not None:
                self._show(number, "violated", tree.lpts(joint.alphabet, joint), events)
                return
            chosen, too_strong = tree, True
        self._show(number, "too strong" if too_strong else "too weak", chosen.lpts(joint.alphabet, joint), events)
        behind = self.assumptions[number] if number < len(self.assumptions) else None
        parts = [self.components[number], *([] if behind is None else [behind])]
        shown = realise(chosen, parts, joint, budget)
        self.failures.append(Failure(number + 1, number if too_strong else number + 1, too_strong, shown, behind))

    def _hand_up(self, number: int, execution: Execution, budget: Budget, events: Listener) -> Execution | None:
        """What comes of an execution of the components from ``number`` on, as one of all, if the goals forbid it."""
        for above in reversed(range(number)):
            product = composed(self.components[above], execution.lpts(self.components[above + 1 :]), budget).lpts
            try:
                found = self.goals[above].check(product, 1, budget, events)
            except NoTree:
                return None
            if not found.trees:
                return None
            higher = realise(found.trees[0], self.components[above:], product, budget)
            assert higher is not None, "what a component does with an execution of the others, the system does"
            execution = higher
        return execution


def _complete(components: Sequence[LPTS], assumptions: Sequence[LPTS]) -> list[LPTS]:
    """The assumptions over all actions of the components that they are about; others are refused."""
    if len(assumptions) != len(components) - 1:
        raise UsageError(
            f"each of the {counted(len(components), 'group')} of components but the first needs an assumption, and "
            f"--assume gives {len(assumptions)}; --split says which groups there are, such as --split 'A | B,C'"
        )
    found = []
    for number, given in enumerate(assumptions, 1):
        behind = components[number:]
        known = {action for component in behind for action in component.alphabet}
        foreign = sorted(set(given.alphabet) - known)
        if foreign:
            names = ", ".join(component.name or "?" for component in behind)
            raise UsageError(
                f"--assume: A{number} speaks of {foreign[0]}, which is no action of {names}: it is about the "
                f"components behind group {number}, and --split says which groups there are"
            )
        found.append(completed(given, known))
    return found
