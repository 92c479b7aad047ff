"""What a method found of a probabilistic system, as a verdict with its evidence: trees, assumptions, a certificate.

A method sees each group of components as one; the evidence speaks of the members, by their own states and
distributions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin
from quidpro.engines.options import Simulation
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.refined.asym import about_orders
from quidpro.engines.probabilistic.shared.certificate import Group, certificate_of, grouped
from quidpro.engines.probabilistic.shared.check import Method, Outcome, check
from quidpro.engines.probabilistic.shared.execution import Choice, Execution, ExecutionNode, Step, marks_of
from quidpro.engines.probabilistic.shared.goal import Premise
from quidpro.logic.pctl import AtMost, Formula
from quidpro.verdict.engine import CERTIFY_SECONDS, Attempt, Solve, each
from quidpro.verdict.probabilistic.evidence import (
    OrderTried,
    ProbAssumption,
    ProbCertificate,
    ProbStats,
    ProbTree,
    ProbVerdict,
    TreeNode,
    TreeStep,
)
from quidpro.verdict.probabilistic.problem import Problem, asks_number
from quidpro.verdict.rounds import Round


def unfolded(execution: Execution, groups: Sequence[Group]) -> Execution:
    """An execution of the groups as one of their members, in the order of the components."""
    members = [member for group in groups for member in group.members]
    back = sorted(range(len(members)), key=members.__getitem__)

    def states(vector: Sequence[int]) -> tuple[int, ...]:
        flat = [state for group, number in zip(groups, vector, strict=True) for state in group.states[number].tolist()]
        return tuple(flat[i] for i in back)

    def choices(step: Step) -> tuple[Choice, ...]:
        chosen = (
            pair
            for i, number in step.choices
            for pair in zip(groups[i].members, groups[i].choices[number].tolist(), strict=True)
        )
        return tuple(sorted((member, choice) for member, choice in chosen if choice >= 0))

    return Execution(
        tuple(
            ExecutionNode(
                states(node.states),
                tuple(Step(step.action, choices(step), step.branches) for step in node.steps),
            )
            for node in execution.nodes
        )
    )


_SO_FAR = "the assumptions so far allow all that their components do, and more; they are not strong enough yet"
_INHERITED = "the assumptions were taken from the specification: what it asks of the components behind each of them"
_MAX_DIGITS = 60
"""A fraction that takes more characters than this is shown rounded."""


def answering(method: Method, kind: type[Simulation], phase: str) -> Solve:
    """``solve`` of a method, whose options are of this kind."""

    def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ProbVerdict:
        return _answer(problem, attempt, method, attempt.options or kind(), phase, budget, events)

    return each(decide)


def _answer(
    problem: Problem,
    attempt: Attempt,
    method: Method,
    options: Simulation,
    phase: str,
    budget: Budget,
    events: Listener,
) -> ProbVerdict:
    """The verdict of a method, not yet checked."""
    started = now()
    groups: list[Group] = []
    try:
        groups = _groups(problem, attempt, budget, events)
        begin(phase, budget, events)
        outcome = check(
            [group.lpts for group in groups],
            problem.spec,
            method=method,
            options=options,
            order=None if attempt.split is None else range(len(groups)),
            views=[group.states for group in groups],
            budget=budget,
            events=about_orders(events, partial(_name_groups, problem, groups)),
        )
    except BudgetExceeded as ran_out:
        outcome = Outcome("unknown", method, reason=str(ran_out))
    if outcome.execution is not None:
        outcome = replace(outcome, execution=unfolded(outcome.execution, groups))
    problem = _sharpen(problem, outcome)
    verdict = _verdict(problem, groups, outcome, method)
    if verdict.outcome == "unknown":
        return verdict
    return _with_certificate(verdict, problem, groups, outcome, budget.within_cpu(now() - started + CERTIFY_SECONDS))


def _name_groups(problem: Problem, groups: Sequence[Group], done: Round, tried: OrderTried) -> Round:
    """Rounds name the groups that they are about."""
    names = (" | ".join(problem.model.names[i] for i in groups[number].members) for number in tried.order)
    return replace(done, evidence=replace(tried, names=tuple(names)))


def _sharpen(problem: Problem, outcome: Outcome) -> Problem:
    """Where a number was asked for, the bound that it is: that is then certified, and not that it is at most 1."""
    spec = problem.spec
    if outcome.proof is None or not asks_number(spec):
        return problem
    assert isinstance(spec.root, AtMost)
    most = _value(outcome.proof.premises[0], spec.root)
    sharper = replace(spec, root=replace(spec.root, bound=most))
    return replace(problem, spec=sharper, text=str(sharper))


def _groups(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> list[Group]:
    components = problem.model.components
    members = attempt.split or tuple((i,) for i in range(len(components)))
    if any(len(group) > 1 for group in members):
        begin("composing the groups", budget, events)
    return [grouped(components, group, budget) for group in members]


def _verdict(problem: Problem, groups: Sequence[Group], outcome: Outcome, method: Method) -> ProbVerdict:
    order = outcome.order or tuple(range(len(groups)))
    named = tuple(", ".join(problem.model.names[i] for i in groups[number].members) for number in order)
    stats = ProbStats(
        iterations=outcome.refinements,
        largest=outcome.largest,
        largest_assumption=outcome.largest_assumption,
        group_states=[groups[number].lpts.states for number in order],
    )
    assumptions = tuple(
        ProbAssumption(f"A{i}", lpts.named(f"A{i}"), named[i:]) for i, lpts in enumerate(outcome.assumptions, 1)
    )
    return problem.verdict(
        method,
        stats,
        outcome.verdict,
        components=named or problem.components,
        reason=outcome.reason if outcome.verdict == "unknown" else "",
        trace=None if outcome.execution is None else tree_of(outcome.execution, problem),
        assumptions=() if outcome.verdict == "violated" else assumptions,
        notes=_notes(outcome, problem),
    )


def _notes(outcome: Outcome, problem: Problem) -> tuple[str, ...]:
    """Where assumptions come from or what they lack, how likely it is, or why there is no execution of a violation."""
    if outcome.verdict == "unknown":
        return (_SO_FAR,) if outcome.assumptions else ()
    if outcome.inherited:
        return (_INHERITED,)
    limit = problem.spec.root if isinstance(problem.spec, Formula) else None
    wants_number = asks_number(problem.spec)
    if outcome.execution is not None and isinstance(limit, AtMost):
        tree = Checking(outcome.execution.lpts(problem.model.components))
        of_all = "" if outcome.whole is None else f"the largest is {_most(outcome.whole, limit)}, "
        return (f"on the tree the probability is {_format(tree.values(limit)[0])}, {of_all}the bound is {limit.bound}",)
    if outcome.proof is not None and isinstance(limit, AtMost) and (limit.bound or wants_number):
        what = (
            "with the assumptions the probability is at most" if outcome.assumptions else "the largest probability is"
        )
        bound = "" if wants_number else f", the bound is {limit.bound}"
        return (f"{what} {_most(outcome.proof.premises[0], limit)}{bound}",)
    return (outcome.reason,) if outcome.reason else ()


def _most(premise: Premise, limit: AtMost) -> str:
    return _format(_value(premise, limit))


def _value(premise: Premise, limit: AtMost) -> Fraction:
    """The largest probability: exactly in the whole system, bounded from above with assumptions."""
    assert isinstance(premise.shown, Checking)
    return premise.shown.values(limit)[premise.lpts.initial]


def _format(probability: Fraction) -> str:
    """Exactly, where that is not too long to read."""
    exact = str(probability)
    return exact if len(exact) <= _MAX_DIGITS else f"about {float(probability):.6g}"


def tree_of(execution: Execution, problem: Problem) -> ProbTree:
    """An execution with the names that states have in the model."""
    parts = problem.model.components
    wanted = frozenset(problem.spec.marks)
    return ProbTree(
        problem.model.names,
        tuple(
            TreeNode(
                tuple(part.state_name(state) for part, state in zip(parts, node.states, strict=True)),
                tuple(sorted(marks_of(parts, node.states) & wanted)),
                tuple(_step(step, problem) for step in node.steps),
            )
            for node in execution.nodes
        ),
    )


def _step(step: Step, problem: Problem) -> TreeStep:
    parts = problem.model.components
    tossed = [i for i, number in step.choices if len(parts[i].distributions.lists[number]) > 1]
    return TreeStep(step.action, tuple(i for i, _ in step.choices), step.branches, len(tossed) > 1)


def _with_certificate(
    verdict: ProbVerdict, problem: Problem, groups: Sequence[Group], outcome: Outcome, budget: Budget
) -> ProbVerdict:
    """A proof may be shown without a certificate, and says so; a violation that cannot be checked again may not."""
    try:
        fields = certificate_of(outcome, problem.model.components, problem.spec, budget, groups)
    except BudgetExceeded as ran_out:
        reason = f"the certificate was not made to the end: {ran_out}"
        if verdict.outcome == "holds":
            return replace(verdict, reason=reason)
        found = f"a violation was found, but not replayed to its end: {reason}"
        return replace(verdict, outcome="unknown", trace=None, reason=found)
    assert fields is not None
    return replace(verdict, certificate=ProbCertificate(fields, problem.spec))
