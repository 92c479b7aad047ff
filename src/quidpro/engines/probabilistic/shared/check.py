"""One check of a probabilistic system: the method, the order of the components, and evidence that was looked at again.

Marks that the specification does not speak of are left out, as actions are that it does not mention. The rules work on
the quotients of the components by bisimulation; ``monolithic`` composes everything and checks once, for comparison. A
violation is realised as an execution of the components as they were given, replayed, and checked against the
specification once more, before it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, Phase, ignore
from quidpro.engines.probabilistic.pctl.goal import Satisfaction
from quidpro.engines.probabilistic.refined.order import Trial
from quidpro.engines.probabilistic.shared.execution import Execution, replayed
from quidpro.engines.probabilistic.shared.goal import Conformance, Goal, NoTree
from quidpro.engines.probabilistic.shared.outcome import Method, Outcome
from quidpro.engines.probabilistic.shared.proof import Premise, Proof
from quidpro.engines.probabilistic.shared.realise import realised
from quidpro.logic.pctl import Formula
from quidpro.lpts.bisimulation import bisimilar, reduced
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import joined, with_marks
from quidpro.lpts.tree import Tree


class Monolithic:
    """One check of the composition; what is known of it stays readable when the budget ends it."""

    def __init__(self, components: Sequence[LPTS], goal: Goal) -> None:
        self.components, self.goal = components, goal
        self.largest = 0
        self.found: Premise | None = None
        """What is known of the whole system: that the goal is satisfied, or, of a formula, how far it is not."""

    def run(self, budget: Budget, events: Listener) -> tuple[Tree, LPTS] | None:
        """None when the goal is satisfied; else a tree of the whole system, and that system."""
        events(Phase("composing"))
        budget.phase = "composing"
        whole, vectors = joined(self.components, budget, events)
        self.largest = whole.states
        events(Phase("checking the whole system"))
        budget.phase = "checking the whole system"
        found = self.goal.checked(whole, 1, budget, events)
        self.found = Premise(whole, vectors, found.shown)
        return (found.trees[0], whole) if found.trees else None


def check(
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    *,
    method: Method = "agar",
    smt: bool = False,
    order: Sequence[int] | None = None,
    views: Sequence[Ints] | None = None,
    candidates: bool = True,
    budget: Budget | None = None,
    events: Listener = ignore,
) -> Outcome:
    """Does the composition of the components satisfy the specification?

    Without an ``order`` several are tried. ``candidates`` are assumptions from the specification, which are tried where
    the first refinements do not do. ``views`` tell of components that are groups, in a row for each state, the
    states of their members: then assumptions are refined by what few members do, as far as that is enough. When the
    budget runs out the outcome is ``unknown``, with what is known.
    """
    budget = budget or Budget()
    _reject_odd_orders(order, len(components))
    goal = goal_of(components, spec, smt=smt)
    kept = [with_marks(component, goal.marks) for component in components]
    if method == "monolithic" or len(components) == 1:
        return _monolithic(kept, goal, method, budget, events)
    try:
        return _agar(kept, goal, _Order(order, views, candidates), budget, events)
    except NoTree:
        # There is no tree to refine by; the whole system decides.
        return _monolithic(kept, goal, "monolithic", budget, events)


def goal_of(components: Sequence[LPTS], spec: LPTS | Formula, *, smt: bool = False) -> Goal:
    """What the system is checked against."""
    if not isinstance(spec, LPTS):
        return Satisfaction.of(spec, components)
    alphabet = {action for component in components for action in component.alphabet}
    return Conformance.of(spec, alphabet, smt=smt)


def _reject_odd_orders(order: Sequence[int] | None, count: int) -> None:
    if order is not None and sorted(order) != list(range(count)):
        raise UsageError(f"an order must name each of the {count} components once")


def _monolithic(components: Sequence[LPTS], goal: Goal, method: Method, budget: Budget, events: Listener) -> Outcome:
    work = Monolithic(components, goal)
    outcome = Outcome("holds", "", method, tuple(range(len(components))), (), None, 0, 0)
    try:
        found = work.run(budget, events)
        if found is not None:
            shown = _shown(*found, components, goal, budget, events)
            outcome = replace(outcome, verdict="violated", execution=shown)
        elif work.found is not None:
            outcome = replace(outcome, proof=Proof((work.found,)))
    except NoTree as none:
        outcome = replace(outcome, verdict="violated", reason=str(none))
    except BudgetExceeded as over:
        outcome = replace(outcome, verdict="unknown", reason=str(over))
    return replace(outcome, largest=work.largest, whole=work.found, seconds=budget.elapsed())


@dataclass(frozen=True)
class _Order:
    """How the components are taken: in which order, from which sides, and with which assumptions at first."""

    order: Sequence[int] | None
    views: Sequence[Ints] | None
    candidates: bool


def _agar(
    components: Sequence[LPTS],
    goal: Goal,
    taken: _Order,
    budget: Budget,
    events: Listener,
) -> Outcome:
    outcome = Outcome("holds", "", "agar", tuple(taken.order or range(len(components))), (), None, 0, 0)
    trial = None
    try:
        blocks = [bisimilar(component, budget) for component in components]
        smaller = [reduced(component, block) for component, block in zip(components, blocks, strict=True)]
        views = None if taken.views is None else list(map(_merged, taken.views, blocks))
        trial = Trial(smaller, goal, taken.order, views, inherit=taken.candidates)
        rule = trial.run(budget, events)
        if rule.tree is not None and rule.top is not None:
            shown = _shown(rule.tree, rule.top, components, goal, budget, events)
            outcome = replace(outcome, verdict="violated", execution=shown)
        else:
            merged = tuple((components[i], blocks[i]) for i in trial.last.order)
            outcome = replace(outcome, proof=Proof(rule.premises, merged))
    except BudgetExceeded as over:
        outcome = replace(outcome, verdict="unknown", reason=str(over))
    return replace(outcome, seconds=budget.elapsed(), **(trial.told() if trial is not None else {}))


def _merged(view: Ints, block: Ints) -> Ints | None:
    """What one state of each block looks like; None where there is but one side to look from."""
    return view[np.unique(block, return_index=True)[1]] if view.shape[1] > 1 else None


def _shown(
    tree: Tree, whole: LPTS, components: Sequence[LPTS], goal: Goal, budget: Budget, events: Listener
) -> Execution:
    """The execution for a tree of the system, or of an abstraction for which it is real, checked."""
    execution = realised(tree, components, whole, budget)
    assert execution is not None, "a tree that is real for every assumption is one of the whole system"
    wrong = replayed(execution, components)
    assert wrong is None, wrong
    again = goal.checked(execution.lpts(components), 1, budget, events)
    assert again.trees, "the execution must violate the specification"
    return execution
