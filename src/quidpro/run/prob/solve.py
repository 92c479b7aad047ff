"""One method on one question, its answer checked before it leaves.

A proof goes to the independent checker, for as long as it took and five seconds; an execution is replayed by it. An
answer that does not stand is never shown: it becomes ``unknown``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from quidpro.certify.probabilistic import certify_lpts
from quidpro.core import kept
from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, Phase, ignore
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.shared.certificate import Members, certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.execution import Execution, Step, marks_of
from quidpro.engines.probabilistic.shared.outcome import Method, Outcome
from quidpro.engines.probabilistic.shared.proof import Premise
from quidpro.frontend.pctl import Formula
from quidpro.logic.pctl import AtMost
from quidpro.run.prob.groups import Group, grouped, unfolded
from quidpro.run.prob.problem import ProbProblem
from quidpro.run.solve import CERTIFY_SECONDS, WHAT_TO_TRY
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbStats, ProbTree, ProbVerdict, TreeNode, TreeStep

_SO_FAR = "the assumptions so far allow all that their components do, and more; they are not strong enough yet"

_INHERITED = "the assumptions were taken from the specification: what it asks of the components behind each of them"
_MOST_DIGITS = 60
"""Of a fraction that is told."""
_PHASES = {"agar": "refining the assumptions", "monolithic": "checking the whole system"}


@dataclass(frozen=True)
class Means:
    """What the methods may use: an SMT solver for simulation, and assumptions from the specification."""

    smt: bool = False
    candidates: bool = True


def solve(
    problem: ProbProblem, method: Method, budget: Budget, events: Listener = ignore, means: Means | None = None
) -> ProbVerdict:
    """The checked verdict of a method."""
    means = means or Means()
    started = now()
    groups: list[Group] = []
    try:
        groups = _groups(problem, budget, events)
        budget.phase = _PHASES[method]
        events(Phase(budget.phase))
        outcome = check(
            [group.lpts for group in groups],
            problem.spec,
            method=method,
            smt=means.smt,
            candidates=means.candidates,
            order=None if problem.groups is None else range(len(groups)),
            views=[group.states for group in groups],
            budget=budget,
            events=events,
        )
    except BudgetExceeded as ran_out:
        outcome = Outcome("unknown", str(ran_out), method, (), (), None, 0, 0)
    if outcome.execution is not None:
        outcome = replace(outcome, execution=unfolded(outcome.execution, groups))
    problem = _sharpened(problem, outcome)
    verdict = _verdict(problem, groups, outcome, method)
    verdict.stats.seconds = now() - started
    events(Phase("checking the answer"))
    checked = _checked(verdict, problem, groups, outcome, budget)
    checked.stats.certify_seconds = now() - started - checked.stats.seconds
    checked.stats.peak_memory_mb = peak_megabytes()
    return replace(checked, notes=(*checked.notes, *kept.notes()))


def _sharpened(problem: ProbProblem, outcome: Outcome) -> ProbProblem:
    """Where a number was asked for, the bound that it is: that is then certified, and not that it is at most 1."""
    spec = problem.spec
    if outcome.proof is None or not isinstance(spec, Formula) or not spec.asks:
        return problem
    assert isinstance(spec.root, AtMost)
    most = _value(outcome.proof.premises[0], spec.root)
    return replace(problem, spec=replace(spec, root=replace(spec.root, bound=most)))


def _groups(problem: ProbProblem, budget: Budget, events: Listener) -> list[Group]:
    members = problem.groups or tuple((i,) for i in range(len(problem.components)))
    if any(len(group) > 1 for group in members):
        budget.phase = "composing the groups"
        events(Phase(budget.phase))
    return [grouped(problem.components, group, budget) for group in members]


def _verdict(problem: ProbProblem, groups: Sequence[Group], outcome: Outcome, method: Method) -> ProbVerdict:
    order = outcome.order or tuple(range(len(groups)))
    named = [", ".join(problem.names[i] for i in groups[number].members) for number in order]
    blank = undecided(problem, method, outcome.reason if outcome.verdict == "unknown" else "")
    stats = ProbStats(
        refinements=outcome.refinements,
        largest=outcome.largest,
        largest_assumption=outcome.largest_assumption,
        states=[groups[number].lpts.states for number in order],
    )
    assumptions = tuple(
        ProbAssumption(f"A{i}", lpts.named(f"A{i}"), tuple(named[i:])) for i, lpts in enumerate(outcome.assumptions, 1)
    )
    return replace(
        blank,
        outcome=outcome.verdict,
        components=tuple(named) or blank.components,
        stats=stats,
        trace=None if outcome.execution is None else tree_of(outcome.execution, problem),
        assumptions=() if outcome.verdict == "violated" else assumptions,
        notes=(*problem.notes, *_notes(outcome, problem)),
    )


def _notes(outcome: Outcome, problem: ProbProblem) -> tuple[str, ...]:
    """Where assumptions come from or what they lack, how likely it is, or why there is no execution of a violation."""
    if outcome.verdict == "unknown":
        return (_SO_FAR,) if outcome.assumptions else ()
    if outcome.inherited:
        return (_INHERITED,)
    limit = problem.spec.root if isinstance(problem.spec, Formula) else None
    if outcome.execution is not None and isinstance(limit, AtMost):
        tree = Checking(outcome.execution.lpts(problem.components))
        of_all = "" if outcome.whole is None else f"the largest is {_most(outcome.whole, limit)}, "
        return (f"on the tree the probability is {_told(tree.values(limit)[0])}, {of_all}the bound is {limit.bound}",)
    if outcome.proof is not None and isinstance(limit, AtMost) and (limit.bound or problem.wants_number):
        what = (
            "with the assumptions the probability is at most" if outcome.assumptions else "the largest probability is"
        )
        bound = "" if problem.wants_number else f", the bound is {limit.bound}"
        return (f"{what} {_most(outcome.proof.premises[0], limit)}{bound}",)
    return (outcome.reason,) if outcome.reason else ()


def _most(premise: Premise, limit: AtMost) -> str:
    return _told(_value(premise, limit))


def _value(premise: Premise, limit: AtMost) -> Fraction:
    """How likely it is at most: exactly in the whole system, from above with assumptions."""
    assert isinstance(premise.shown, Checking)
    return premise.shown.values(limit)[premise.lpts.initial]


def _told(probability: Fraction) -> str:
    """Exactly, where that is not too long to read."""
    exact = str(probability)
    return exact if len(exact) <= _MOST_DIGITS else f"about {float(probability):.6g}"


def tree_of(execution: Execution, problem: ProbProblem) -> ProbTree:
    """An execution with the names that states have in the model."""
    parts = problem.components
    wanted = frozenset(problem.spec.marks)
    return ProbTree(
        problem.names,
        tuple(
            TreeNode(
                tuple(part.state_name(state) for part, state in zip(parts, node.states, strict=True)),
                tuple(sorted(marks_of(parts, node.states) & wanted)),
                tuple(_step(step, problem) for step in node.steps),
            )
            for node in execution.nodes
        ),
    )


def _step(step: Step, problem: ProbProblem) -> TreeStep:
    tossed = [i for i, number in step.choices if len(problem.components[i].distributions.lists[number]) > 1]
    return TreeStep(step.action, tuple(i for i, _ in step.choices), step.branches, len(tossed) > 1)


def _checked(
    verdict: ProbVerdict, problem: ProbProblem, groups: Sequence[Group], outcome: Outcome, budget: Budget
) -> ProbVerdict:
    if verdict.outcome == "unknown":
        return replace(verdict, notes=(*verdict.notes, WHAT_TO_TRY))
    limit = budget.within_cpu(verdict.stats.seconds + CERTIFY_SECONDS)
    try:
        members = [Members(group.members, group.states) for group in groups]
        fields = certificate_of(outcome, problem.components, problem.spec, limit, members)
    except BudgetExceeded as ran_out:
        return _unchecked(verdict, f"the certificate was not made to the end: {ran_out}")
    assert fields is not None
    found = certify_lpts(fields, problem.components, problem.spec, limit)
    if found.refuted:
        return _withdrawn(verdict, found.reason)
    if not found.ok:
        return replace(_unchecked(verdict, found.reason), certificate=fields)
    return replace(verdict, certificate=fields, certified=True)


def _unchecked(verdict: ProbVerdict, reason: str) -> ProbVerdict:
    """A proof may be shown unchecked, and says so; an execution may not."""
    if verdict.outcome == "holds":
        return replace(verdict, reason=reason)
    found = f"a violation was found, but not replayed to its end: {reason}"
    return replace(verdict, outcome="unknown", trace=None, assumptions=(), reason=found)


def _withdrawn(verdict: ProbVerdict, why: str) -> ProbVerdict:
    """An answer that failed its own check: a bug of quidpro, said so, never a verdict."""
    reason = (
        f"method {verdict.method} answered {verdict.outcome!r}, but its own check refused it: {why}; please report this"
    )
    return replace(verdict, outcome="unknown", trace=None, certificate=None, assumptions=(), reason=reason)


def undecided(problem: ProbProblem, method: str, reason: str) -> ProbVerdict:
    """The answer when there is none."""
    return ProbVerdict(
        outcome="unknown",
        method=method,
        system=problem.system,
        property=problem.asked,
        kind=problem.kind,
        text=problem.text,
        components=problem.names,
        stats=ProbStats(),
        reason=reason,
    )
