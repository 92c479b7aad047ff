"""One check of a probabilistic system: what is asked, the method, the order of the components, and what was found.

Marks that the specification does not speak of are left out, as actions are that it does not mention. The rules work on
the quotients of the components by bisimulation; ``monolithic`` composes everything and checks once, for comparison. A
violation is realised as an execution of the components as they were given, replayed, and checked against the
specification once more, before it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, begin, ignore
from quidpro.engines.options import ProbabilisticAbstracted, ProbabilisticRefined, Simulation
from quidpro.engines.probabilistic.pctl.satisfaction import Satisfaction
from quidpro.engines.probabilistic.refined.analysis import MAX_NODES
from quidpro.engines.probabilistic.refined.asym import Refinement
from quidpro.engines.probabilistic.refined.given import Judgement
from quidpro.engines.probabilistic.refined.order import Trial
from quidpro.engines.probabilistic.shared.execution import Execution, realise, replay_error
from quidpro.engines.probabilistic.shared.goal import Conformance, Goal, NoTree, Premise, Proof
from quidpro.engines.probabilistic.shared.outcome import Method, Outcome
from quidpro.logic.pctl import Formula
from quidpro.lpts.bisimulation import bisimilar, reduced
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import joined, with_marks
from quidpro.lpts.tree import Tree
from quidpro.lpts.weak import IDLE, closed_group

_DEFAULTS = ProbabilisticRefined()


def check(
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    *,
    method: Method = "agar",
    options: Simulation = _DEFAULTS,
    order: Sequence[int] | None = None,
    views: Sequence[Ints] | None = None,
    members: Sequence[Sequence[LPTS]] | None = None,
    budget: Budget | None = None,
    events: Listener = ignore,
) -> Outcome:
    """Does the composition of the components satisfy the specification?

    Without an ``order`` the options say whether several are tried. Candidates are assumptions from the specification,
    which are tried where the first refinements do not do. ``views`` tell of components that are groups, in a row for
    each state, the states of their ``members``: then assumptions are refined by what few members do, as far as that is
    enough. When the budget runs out the outcome is ``unknown``, with what is known.
    """
    budget = budget or Budget()
    if order is not None and sorted(order) != list(range(len(components))):
        raise UsageError(f"an order must name each of the {len(components)} components once")
    goal = goal_of(components, spec, smt=options.smt)
    kept = [with_marks(component, goal.marks) for component in components]
    given = options.given if isinstance(options, ProbabilisticRefined) else None
    if method == "monolithic" or (method == "agar" and len(components) == 1 and not given):
        return _monolithic(kept, goal, method, budget, events)
    try:
        if method == "cegar":
            assert isinstance(options, ProbabilisticAbstracted)
            return _cegar(kept, goal, options, budget, events)
        assert isinstance(options, ProbabilisticRefined)
        if given:
            return _with_given(kept, goal, options, views, budget, events)
        if order is None and options.orientation == "given":
            order = range(len(components))
        if options.refine_alphabet and isinstance(goal, Conformance):
            parts = [[with_marks(one, goal.marks) for one in group] for group in members or [[one] for one in kept]]
            found = _over_needed(kept, parts, goal, options, order, budget, events)
            if found.verdict != "violated":
                return found
        return _agar(kept, goal, options, order, views, budget, events)
    except NoTree:
        # There is no tree to refine by; the whole system decides.
        return _monolithic(kept, goal, "monolithic", budget, events)


def goal_of(components: Sequence[LPTS], spec: LPTS | Formula, *, smt: bool = False) -> Goal:
    """What the system is checked against."""
    if not isinstance(spec, LPTS):
        return Satisfaction.of(spec, components)
    alphabet = {action for component in components for action in component.alphabet}
    return Conformance.of(spec, alphabet, smt=smt)


def _monolithic(components: Sequence[LPTS], goal: Goal, method: Method, budget: Budget, events: Listener) -> Outcome:
    """One check of the composition; what is known of it is kept when the budget runs out, too."""
    outcome = Outcome("holds", method, tuple(range(len(components))))
    try:
        begin("composing", budget, events)
        whole, vectors = joined(components, budget, events)
        outcome = replace(outcome, largest=whole.states)
        begin("checking the whole system", budget, events)
        found = goal.check(whole, 1, budget, events)
        known = Premise(whole, vectors, found.shown)
        outcome = replace(outcome, whole=known)
        if not found.trees:
            return replace(outcome, proof=Proof((known,)))
        execution = _checked_execution(found.trees[0], whole, components, goal, budget, events)
        return replace(outcome, verdict="violated", execution=execution)
    except NoTree as no_tree:
        return replace(outcome, verdict="violated", reason=str(no_tree))
    except BudgetExceeded as over:
        return replace(outcome, verdict="unknown", reason=str(over))


def _agar(
    components: Sequence[LPTS],
    goal: Goal,
    options: ProbabilisticRefined,
    order: Sequence[int] | None,
    views: Sequence[Ints] | None,
    budget: Budget,
    events: Listener,
    start: Sequence[LPTS] = (),
) -> Outcome:
    outcome = Outcome("holds", "agar", tuple(order or range(len(components))))
    trial = None
    try:
        blocks = [
            bisimilar(one, budget) if options.reduce else np.arange(one.states, dtype=np.int32) for one in components
        ]
        smaller = [reduced(component, block) for component, block in zip(components, blocks, strict=True)]
        seen = None if views is None or not options.reduce else list(map(_merge_view, views, blocks))
        cheap = options.candidates and not start
        trial = Trial(smaller, goal, order, seen, cheap=cheap, trees=options.counterexamples, given=start)
        rule = trial.run(budget, events)
        if rule.tree is not None and rule.top is not None:
            shown = _checked_execution(rule.tree, rule.top, components, goal, budget, events)
            outcome = replace(outcome, verdict="violated", execution=shown)
        else:
            merged = tuple((components[i], blocks[i]) for i in trial.last.order)
            outcome = replace(outcome, proof=Proof(rule.premises, merged))
    except BudgetExceeded as over:
        outcome = replace(outcome, verdict="unknown", reason=str(over))
    return replace(outcome, **trial.summary()) if trial is not None else outcome


def _over_needed(
    components: Sequence[LPTS],
    members: Sequence[Sequence[LPTS]],
    goal: Goal,
    options: ProbabilisticRefined,
    order: Sequence[int] | None,
    budget: Budget,
    events: Listener,
) -> Outcome:
    """The rule for components without the actions of each that nobody else looks at (see :mod:`quidpro.lpts.weak`).

    What it proves is proved again of the components as they are, with the assumptions that it found. What it refutes
    is left open: a violation has all its steps.
    """
    found = Outcome("unknown", "agar")
    try:
        closures = [
            closed_group(group, [*components[:i], *components[i + 1 :]], goal.actions, budget)
            for i, group in enumerate(members)
        ]
        views = [view for _, view in closures]
        found = _agar([closure for closure, _ in closures], goal, options, order, views, budget, events)
        if found.verdict != "holds":
            return found
        judgement = Judgement([components[i] for i in found.order], goal, found.assumptions)
        judgement.run(budget, ignore)
        assert not judgement.failures, "what holds of the closures holds of the components"
        return replace(found, proof=Proof(tuple(judgement.premises)))
    except BudgetExceeded as over:
        return replace(found, verdict="unknown", reason=str(over), proof=None)


def _with_given(
    components: Sequence[LPTS],
    goal: Goal,
    options: ProbabilisticRefined,
    views: Sequence[Ints] | None,
    budget: Budget,
    events: Listener,
) -> Outcome:
    """What the assumptions that were given prove; if that is nothing, and it is wanted, others that start from them."""
    judgement = Judgement(components, goal, options.given)
    outcome = _judge(judgement, options.given, budget, events)
    if outcome.verdict != "unknown" or outcome.reason or not options.improve:
        return outcome
    order = range(len(components))
    found = _agar(components, goal, options, order, views, budget, events, judgement.assumptions)
    return replace(found, failures=outcome.failures)


def _judge(judgement: Judgement, given: Sequence[LPTS], budget: Budget, events: Listener) -> Outcome:
    """The outcome of all premises with assumptions that were given; ``unknown`` tells which fail."""
    components, goal = judgement.components, judgement.goals[0]
    reason = ""
    try:
        judgement.run(budget, events)
        if judgement.violation is not None:
            _check_execution(judgement.violation, components, goal, budget, events)
    except BudgetExceeded as over:
        reason = str(over)
    failures = tuple(judgement.failures)
    outcome = Outcome("unknown", "agar", tuple(range(len(components))), reason, tuple(given), given=True)
    outcome = replace(outcome, failures=failures, largest=judgement.largest)
    if reason or (failures and judgement.violation is None):
        return outcome
    if judgement.violation is not None:
        return replace(outcome, verdict="violated", execution=judgement.violation)
    return replace(outcome, verdict="holds", proof=Proof(tuple(judgement.premises)))


def _cegar(
    components: Sequence[LPTS], goal: Goal, options: ProbabilisticAbstracted, budget: Budget, events: Listener
) -> Outcome:
    """The whole as one component, abstracted (pAGAR, section 4, Algorithm 2): the rule with nothing in front of it.

    L ⪯ A by construction and A ⪯ P make L ⪯ P: a state is related to what its block is related to.
    """
    outcome, rule = Outcome("holds", "cegar", tuple(range(len(components)))), None
    try:
        begin("composing", budget, events)
        whole, vectors = joined(components, budget, events)
        outcome = replace(outcome, largest=whole.states)
        begin("refining the abstraction", budget, events)
        merged = bisimilar(whole, budget) if options.reduce else np.arange(whole.states, dtype=np.int32)
        view = _merge_view(vectors, merged) if options.reduce else None
        rule = Refinement([IDLE, reduced(whole, merged)], goal, options.counterexamples, [None, view])
        rule.run(budget, events)
        if rule.tree is not None and rule.top is not None:
            shown = _checked_execution(rule.tree, rule.top, components, goal, budget, events)
            outcome = replace(outcome, verdict="violated", execution=shown)
        else:
            proof = Proof((_about_whole(rule, vectors, merged),))
            outcome = replace(outcome, proof=proof)
    except BudgetExceeded as over:
        outcome = replace(outcome, verdict="unknown", reason=str(over))
    if rule is None:
        return outcome
    return replace(
        outcome,
        assumptions=rule.assumptions,
        refinements=rule.refinements,
        largest_assumption=rule.largest_assumption,
    )


def _about_whole(rule: Refinement, vectors: Ints, merged: Ints) -> Premise:
    """What shows A ⪯ P, for the states that the blocks of A are made of."""
    (level,), shown = rule.levels, rule.shown
    assert shown is not None
    number = np.full(level.assumption.states, -1, dtype=np.int64)
    number[shown.vectors[:, 1]] = np.arange(len(shown.vectors))
    of = number[level.abstraction.block[merged]]
    return Premise(shown.lpts, vectors[of >= 0], shown.shown, of[of >= 0])


def _merge_view(view: Ints, block: Ints) -> Ints | None:
    """What one state of each block looks like; None where there is but one side to look from."""
    return view[np.unique(block, return_index=True)[1]] if view.shape[1] > 1 else None


def _checked_execution(
    tree: Tree, whole: LPTS, components: Sequence[LPTS], goal: Goal, budget: Budget, events: Listener
) -> Execution:
    """The execution for a tree of the system, or of an abstraction for which it is real, checked.

    That a formula is violated can be shown without one: NoTree where it would be large.
    """
    most = MAX_NODES if isinstance(goal, Satisfaction) else inf
    execution = realise(tree, components, whole, budget, most)
    assert execution is not None, "a tree that is real for every assumption is one of the whole system"
    _check_execution(execution, components, goal, budget, events)
    return execution


def _check_execution(
    execution: Execution, components: Sequence[LPTS], goal: Goal, budget: Budget, events: Listener
) -> None:
    """It is one of the components, and violates the specification."""
    wrong = replay_error(execution, components)
    assert wrong is None, wrong
    again = goal.check(execution.lpts(components), 1, budget, events)
    assert again.trees, "the execution must violate the specification"
