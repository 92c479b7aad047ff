"""What the methods that reason by parts have in common: groups, orientations, priority, the verdict.

A method gives the rounds of its rule for a list of groups; here they are run, in the given order of the groups and in
the reverse, and their answer becomes a verdict about the original system.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import TypeVar

from quidpro.core.budget import Budget, take_turns
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, begin
from quidpro.engines.explicit.shared.decomposition import choose
from quidpro.engines.explicit.shared.given_rule import try_each
from quidpro.engines.explicit.shared.groups import (
    errors_as_actions,
    goals,
    reduced_groups,
    unreduced_groups,
    whole_trace,
    witnesses,
)
from quidpro.engines.explicit.shared.large import invariant
from quidpro.engines.explicit.shared.rounds import Holds, Log, Rounds, Unproved
from quidpro.engines.explicit.shared.traces import culprit, first_look
from quidpro.engines.explicit.whole import monolithic
from quidpro.engines.options import ByParts, Minimal, Orientation
from quidpro.lts.lts import LTS
from quidpro.verdict.engine import Attempt, Solve, each
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Rows
from quidpro.verdict.explicit.problem import Problem, certificate_of
from quidpro.verdict.split import Groups

Options = TypeVar("Options", bound=ByParts)
Start = Callable[[Options, list[list[LTS]], list[LTS], Log, str], Rounds]
"""A rule set to work: with its options, on groups of components, goals, a log, and a name for the run."""
Make = Callable[..., ExplicitVerdict]


def by_parts(kind: type[Options], phase: str, start: Start[Options]) -> Solve:
    """``solve`` of a method that finds assumptions for groups; its options are of this kind."""

    def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
        log = Log(budget, events)
        options: Options = attempt.options or kind()
        make = partial(problem.verdict, attempt.engine, log.stats)
        begin(phase, budget, events)
        try:
            budget.check()
            return _decide(problem, attempt, options, log, partial(start, options), make)
        except BudgetExceeded as ran_out:
            return _unknown(ran_out, log, make)

    return each(decide)


def _decide(
    problem: Problem,
    attempt: Attempt,
    options: ByParts,
    log: Log,
    start: Callable[[list[list[LTS]], list[LTS], Log, str], Rounds],
    make: Make,
) -> ExplicitVerdict:
    """The answer of the rule on the groups in the given order or the reverse, about the original system."""
    budget, events = log.budget, log.events
    orders = _orders(problem, attempt, isinstance(options, Orientation) and options.orientation == "both")
    smallest = isinstance(options, Minimal) and options.smallest
    members, goal = _members(problem, orders[0]), goals(problem.model)
    looks = options.candidates and not options.given
    seen = first_look(problem, attempt, log.stats, budget, events) if looks else None
    if seen is not None:
        return seen
    smaller = reduced_groups(members, goal, budget) if options.reduce else unreduced_groups(members)
    parts = dict(zip(orders[0], smaller, strict=True))
    names = [f"M1 = {', '.join(order[0])}" if len(orders) > 1 else "" for order in orders]
    log.groups = dict(zip(names, orders, strict=True))
    runs = [
        start([[member.lts for member in parts[group]] for group in order], goal, log, name)
        for order, name in zip(orders, names, strict=True)
    ]
    try:
        used, answer = try_each(runs) if options.given else take_turns(runs)
    except Unproved as failed:
        return _unproved(failed, options.given, orders, log, make)
    if isinstance(answer, Holds):
        groups = orders[used]
        if smallest and answer.assumptions:
            answer = _with_smallest(
                answer, [[member.lts for member in parts[group]] for group in groups], goal, log, groups, names[used]
            )
        rows = witnesses([parts[group] for group in groups], answer, budget)
        rule, assumptions = _proof(groups, answer, rows)
        if answer.saturated:
            assumptions = _with_invariant(assumptions, _members(problem, groups[-1:])[0], budget)
        certificate = certificate_of(problem, rule, groups, assumptions)
        notes = [note for note in (answer.note, *log.faults.values()) if note]
        return make(outcome="holds", assumptions=assumptions, certificate=certificate, notes=tuple(notes))
    if problem.model.priority is not None:
        return monolithic.under_priority(problem, "rules", budget, events)
    trace = whole_trace(problem.model, answer.word, answer.alphabet, budget)
    by = culprit(problem.model, trace)
    return make(outcome="violated", trace=trace, violated_by=by, notes=tuple(log.faults.values()))


def _with_smallest(answer: Holds, parts: list[list[LTS]], goal: list[LTS], log: Log, groups: Groups, run: str) -> Holds:
    """The proof with smallest assumptions; the SAT solver is loaded only where that is wanted."""
    from quidpro.engines.explicit.shared.smallest import with_smallest

    return with_smallest(answer, parts, goal, log, ", ".join(groups[0]), run)


def _orders(problem: Problem, attempt: Attempt, both: bool) -> list[Groups]:
    """The groups as given and, where a rule looks from ``both`` sides, the other way round."""
    groups: Groups = attempt.split or choose(problem.model)
    return [groups, tuple(reversed(groups))] if both and len(groups) > 1 else [groups]


def _members(problem: Problem, groups: Groups) -> list[list[LTS]]:
    parts = {c.name: errors_as_actions(c) for c in problem.model.processes}
    missing = {name for group in groups for name in group} - parts.keys()
    if missing:
        raise UsageError(f"the split names {', '.join(sorted(missing))}, which the system does not have")
    return [[parts[name] for name in group] for group in groups]


def _proof(groups: Groups, answer: Holds, rows: list[Rows | None]) -> tuple[str, tuple[Assumption, ...]]:
    """The rule and its assumptions: of a circular one g_i about the i-th group, else A_i about all after the i-th."""
    given = [*answer.given, *(False for _ in answer.assumptions)][: len(answer.assumptions)]
    if len(answer.assumptions) == len(groups):
        names = [lts.name for lts in answer.assumptions]
        uses = [None] * len(names) if answer.uses is None else [tuple(names[j] for j in used) for used in answer.uses]
        inner = answer.inner or [()] * len(names)
        circle = zip(answer.assumptions, groups, uses, inner, given, strict=True)
        return "circ-ag", tuple(
            Assumption(lts.name, lts, group, uses=used, inner=_inner(lts.name, group, own), given=is_given)
            for lts, group, used, own, is_given in circle
        )
    assumptions = tuple(
        Assumption(f"A{i + 1}", lts.named(f"A{i + 1}"), _about(groups, i), witness, given=is_given)
        for i, (lts, witness, is_given) in enumerate(zip(answer.assumptions, rows, given, strict=True))
    )
    return "asym" if len(groups) == 2 else "asym-n", assumptions


def _with_invariant(assumptions: tuple[Assumption, ...], last: list[LTS], budget: Budget) -> tuple[Assumption, ...]:
    """The last assumption of a chain with why the last group, which is large, guarantees it."""
    *others, one = assumptions
    return (*others, replace(one, invariant=invariant(one.about, last, one.lts, one.name, budget)))


def _inner(name: str, group: tuple[str, ...], assumptions: tuple[LTS, ...]) -> tuple[Assumption, ...]:
    """The assumptions inside of a premise, one about each member of the group; one more is about the others."""
    abouts = [*((member,) for member in group), ()]
    named = [lts.named(f"{name}.{i}") for i, lts in enumerate(assumptions, 1)]
    return tuple(Assumption(lts.name, lts, about) for lts, about in zip(named, abouts, strict=False))


def _about(groups: Groups, i: int) -> tuple[str, ...]:
    """The components that the assumption of the i-th group speaks of: those of all groups after it."""
    return tuple(name for group in groups[i + 1 :] for name in group)


def _unproved(failed: Unproved, given: Collection[int], orders: list[Groups], log: Log, make: Make) -> ExplicitVerdict:
    """Undecided, with the given assumptions, by their positions, and with what is wrong with them."""
    best = () if log.best is None else log.best.assumptions
    circular = len(best) == len(orders[0])
    abouts = [orders[0][i] if circular else _about(orders[0], i) if len(orders) == 1 else () for i in range(len(best))]
    assumptions = tuple(
        Assumption(lts.name, lts, about, given=i in given)
        for i, (lts, about) in enumerate(zip(best, abouts, strict=True))
    )
    return make(outcome="unknown", reason=str(failed), assumptions=assumptions)


def _unknown(ran_out: BudgetExceeded, log: Log, make: Make) -> ExplicitVerdict:
    stats = log.stats
    queries = f" and {stats.queries:,} queries" if stats.queries else ""
    reason = f"{ran_out}, after {stats.iterations} rounds{queries}"
    if log.known:
        reason += f"; {log.known}"
    best = log.best
    if best is None:
        return make(outcome="unknown", reason=reason)
    reason += f"; the best assumption so far is {best.label}"
    assumptions = tuple(Assumption(lts.name, lts) for lts in best.assumptions)
    return make(outcome="unknown", reason=reason, assumptions=assumptions)
