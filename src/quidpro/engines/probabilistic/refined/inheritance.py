"""Rule ASYM-N with assumptions that are inherited from the specification, not abstracted from the components.

    1: L1 ∥ A1 ⪯ P     2: L2 ∥ A2 ⪯ A1     …     n: Ln ⪯ A(n-1)      ⊢   L1 ∥ … ∥ Ln ⪯ P

What a component needs of the others is often no more than the specification says of them. So A1 is a quotient of P: one
block at first, and refined by Algorithm 2, with P in place of L2, until premise 1 holds. Then A1 is the
specification of the others, and the same is done for L2. What only L1 does is hidden from the others: states of P that
its private actions connect are one, and marks that only L1 has are not theirs. This is beyond the paper. No
composition but that of one component with one assumption is ever made, and the assumptions shrink from premise to
premise. A sensor network of five sensors, of 2.5 million states, is proved in seconds.

Whether the others satisfy A1 is not looked at when it is made, so this may lead nowhere: a tree may be one of P itself,
as far as the others see it, or the last component may do what A(n-1) forbids. Then nothing is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore, wants_pictures
from quidpro.engines.probabilistic.refined.asym import FIRST_TREES, Refinement, about_orders
from quidpro.engines.probabilistic.shared.goal import Conformance, Premise
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import hidden, with_marks
from quidpro.lpts.simulation import simulation
from quidpro.lpts.tree import Tree
from quidpro.verdict.probabilistic.evidence import OrderTried
from quidpro.verdict.rounds import Round


class Inheritance:
    """The rule for components in one order; between rounds, also when a budget ended one, all of it is consistent."""

    tree: Tree | None = None
    """Nothing is ever refuted here."""
    top: LPTS | None = None

    def __init__(self, components: Sequence[LPTS], goal: Conformance) -> None:
        self.components = list(components)
        self.inherited = [goal.specification]
        """P, A1, A2, …, each the specification of the components behind it."""
        self.premises: tuple[Premise, ...] = ()
        self.holds: bool | None = None
        self.gave_up = False
        """Whether nothing comes of this specification."""
        self._ended: list[Refinement] = []
        self._current: Refinement | None = None

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """A1 … as far as they are known."""
        return tuple(self.inherited[1:])

    @property
    def refinements(self) -> int:
        """Of all assumptions."""
        return sum(rule.refinements for rule in self._rules)

    @property
    def largest(self) -> int:
        """States of the largest LPTS that was composed."""
        return max((rule.largest for rule in self._rules), default=0)

    @property
    def largest_assumption(self) -> int:
        """States of the largest assumption on the way."""
        return max((rule.largest_assumption for rule in self._rules), default=0)

    @property
    def work(self) -> int:
        """What all refinements took, and the sizes of what the assumptions are quotients of."""
        goals = self.inherited[: len(self._rules)]
        return sum(rule.work for rule in self._rules) + sum(goal.states + goal.transitions for goal in goals)

    @property
    def _rules(self) -> list[Refinement]:
        return self._ended if self._current is None else [*self._ended, self._current]

    def run(self, budget: Budget | None = None, events: Listener = ignore, *, work: float = inf) -> bool | None:
        """True when the specification is proved; goes on where a budget ended it.

        None when nothing is known: more than ``work`` was done, or it gave up.
        """
        budget = budget or Budget()
        while not (self.holds or self.gave_up) and self.work <= work:
            if len(self.premises) < len(self.components) - 1:
                self._next_assumption(budget, events, work)
            else:
                self._last_premise(budget, events)
        return self.holds

    def _next_assumption(self, budget: Budget, events: Listener, work: float) -> None:
        """A quotient of the last one, refined until the premise of the component before it holds."""
        if self._current is None:
            budget.check()
            self._current = self._next_refinement()
        rule = self._current
        holds = rule.run(budget, about_orders(events, self._tag), work=work - (self.work - rule.work))
        if holds:
            self.premises += (rule.premises[0],)
            self.inherited.append(rule.levels[0].assumption)
            self._ended, self._current = [*self._ended, rule], None
        elif holds is False:
            self.gave_up = True

    def _next_refinement(self) -> Refinement:
        """The refinement of the next assumption: of what the components behind the next one see of the last."""
        goal = self.inherited[-1]
        component, *others = self.components[len(self.premises) :]
        marks = {mark for other in others for mark, states in other.marks.items() if states}
        actions = {action for other in others for action in other.alphabet}
        seen = hidden(with_marks(goal, marks), actions, component.alphabet)
        # Few trees in a round: more of them refine more than is needed, and the others have less leeway.
        return Refinement([component, seen], Conformance(goal, frozenset(goal.alphabet)), FIRST_TREES)

    def _last_premise(self, budget: Budget, events: Listener) -> None:
        last = self.components[-1]
        found = simulation(last, self.inherited[-1], budget, events)
        if found.holds:
            self.premises += (Premise(last, np.arange(last.states, dtype=np.int32)[:, None], found),)
            self.holds = True
        else:
            self.gave_up = True
        if wants_pictures(events):
            outcome = "holds" if found.holds else "given up"
            shown = OrderTried(self.assumptions, inherited=True)
            events(Round(self.refinements + 1, outcome, premise=len(self.components), evidence=shown))

    def _tag(self, done: Round, tried: OrderTried) -> Round | None:
        """Rounds say which premise they are about; that one of several holds is not a round."""
        if done.outcome == "holds":
            return None
        before, known = sum(rule.refinements for rule in self._ended), self.assumptions
        outcome = "refined" if done.outcome == "refined" else "given up"
        number = len(known) + 1
        goal = f"A{number - 1}" if known else "P"
        asked = replace(tried.premises[0], number=number, text=f"L{number} ∥ A{number} ⪯ {goal}")
        shown = replace(
            tried,
            assumptions=(*known, *tried.assumptions),
            inherited=True,
            premises=(asked,),
            splits=tuple(replace(split, assumption=split.assumption + len(known)) for split in tried.splits),
        )
        return replace(done, number=before + done.number, outcome=outcome, evidence=shown, premise=number)
