"""What a method found of a probabilistic system, as a verdict with its evidence: trees, assumptions, a certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin
from quidpro.engines.options import ProbabilisticRefined, Simulation
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.refined.asym import about_orders
from quidpro.engines.probabilistic.shared.certificate import Group, certificate_of, grouped
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.execution import Execution
from quidpro.engines.probabilistic.shared.goal import Premise
from quidpro.engines.probabilistic.shared.outcome import Method, Outcome
from quidpro.engines.probabilistic.shared.star import Groups, star_groups
from quidpro.engines.probabilistic.shared.trees import Refuting, tree_of, unfolded
from quidpro.logic.pctl import AtMost, Formula
from quidpro.verdict.engine import CERTIFY_SECONDS, Attempt, Solve, each
from quidpro.verdict.probabilistic.evidence import (
    OrderTried,
    ProbAssumption,
    ProbCertificate,
    ProbStats,
    ProbTree,
    ProbVerdict,
)
from quidpro.verdict.probabilistic.problem import Problem, asks_number
from quidpro.verdict.rounds import Round

_SO_FAR = "the assumptions so far allow all that their components do, and more; they are not strong enough yet"
_INHERITED = "the assumptions were taken from the specification: what it asks of the components behind each of them"
_MET = (
    "the whole is hardly larger than its parts, so the assumptions keep what it meets, and forget what it never meets"
)
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
    chosen = None if attempt.split is not None else _chosen_split(problem, options)
    split = attempt.split or chosen
    groups: list[Group] = []
    try:
        groups = _groups(problem, split, budget, events)
        begin(phase, budget, events)
        outcome = check(
            [group.lpts for group in groups],
            problem.spec,
            method=method,
            options=options,
            order=None if split is None else range(len(groups)),
            views=[group.states for group in groups],
            members=[[problem.model.components[i] for i in group.members] for group in groups],
            budget=budget,
            events=about_orders(events, partial(_name_groups, problem, groups)),
        )
    except BudgetExceeded as ran_out:
        outcome = Outcome("unknown", method, reason=str(ran_out))
    if outcome.execution is not None:
        outcome = replace(outcome, execution=unfolded(outcome.execution, groups))
    problem = _sharpen(problem, outcome)
    verdict = _verdict(problem, groups, outcome, method)
    if chosen is not None:
        verdict = replace(verdict, notes=(*verdict.notes, _about_groups(problem, chosen)))
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


def _chosen_split(problem: Problem, options: Simulation) -> Groups | None:
    """The groups of a small star, where neither an order nor assumptions are given and the options want them."""
    if not isinstance(options, ProbabilisticRefined) or options.given or options.orientation == "given":
        return None
    return star_groups(problem.model.components, problem.spec) if options.group else None


def _about_groups(problem: Problem, chosen: Groups) -> str:
    """Why components were taken as one group that nobody asked for."""
    others, (hub,) = chosen
    names = problem.model.names
    together = f"{', '.join(names[i] for i in others[:-1])} and {names[others[-1]]}"
    return f"{together} are one group, as they only meet in {names[hub]}; --no-group takes each component by itself"


def _groups(problem: Problem, split: Groups | None, budget: Budget, events: Listener) -> list[Group]:
    components = problem.model.components
    members = split or tuple((i,) for i in range(len(components)))
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
    refuting = Refuting(outcome, problem, [groups[number] for number in order], named)
    return problem.verdict(
        method,
        stats,
        outcome.verdict,
        components=named or problem.components,
        reason=(outcome.reason or refuting.words) if outcome.verdict == "unknown" else "",
        trace=None if outcome.execution is None else _tree(outcome.execution, problem),
        assumptions=() if outcome.verdict == "violated" else _assumptions(outcome, named, refuting),
        notes=(*_notes(outcome, problem), *_notes_on_given(outcome, refuting), *refuting.unmentioned()),
    )


def _assumptions(outcome: Outcome, named: tuple[str, ...], refuting: Refuting) -> tuple[ProbAssumption, ...]:
    """What each group but the first must guarantee; of ``cegar`` the abstraction of all."""
    if outcome.method == "cegar":
        return tuple(ProbAssumption("A", lpts.named("A"), named) for lpts in outcome.assumptions)
    return tuple(
        ProbAssumption(f"A{i}", lpts.named(f"A{i}"), named[i:], refuting.refutations(i) if outcome.given else ())
        for i, lpts in enumerate(outcome.assumptions, 1)
    )


def _tree(execution: Execution, problem: Problem) -> ProbTree:
    """The execution of a violation."""
    return tree_of(execution, problem.model.names, problem.model.components, frozenset(problem.spec.marks))


def _notes_on_given(outcome: Outcome, refuting: Refuting) -> tuple[str, ...]:
    """Whether a proof is by the assumptions that were given, or what was wrong with them."""
    if not outcome.given:
        return (f"what was given does not prove it: {refuting.words}",) if outcome.failures else ()
    return ("the proof is by what was given",) if outcome.verdict == "holds" else ()


def _notes(outcome: Outcome, problem: Problem) -> tuple[str, ...]:
    """Where assumptions come from or what they lack, how likely it is, or why there is no execution of a violation."""
    if outcome.verdict == "unknown":
        return (_SO_FAR,) if outcome.assumptions and not outcome.given else ()
    if outcome.assumptions and (outcome.inherited or outcome.met):
        return (_INHERITED if outcome.inherited else _MET,)
    limit = problem.spec.root if isinstance(problem.spec, Formula) else None
    wants_number = asks_number(problem.spec)
    if outcome.execution is not None and isinstance(limit, AtMost):
        tree = Checking(outcome.execution.lpts(problem.model.components))
        of_all = "" if outcome.whole is None else f"the largest is {_most(outcome.whole, limit)}, "
        return (f"on the tree the probability is {_format(tree.values(limit)[0])}, {of_all}the bound is {limit.bound}",)
    if outcome.proof is not None and isinstance(limit, AtMost) and (limit.bound or wants_number):
        what = "the largest probability is"
        if outcome.assumptions:
            what = f"with the {'assumptions' if outcome.by_parts else 'abstraction'} the probability is at most"
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
