"""What the methods that reason by parts have in common: groups, orientations, priority, the verdict.

A method gives the rounds of its rule for a list of groups; here they are run, in the given order of the groups and in
the reverse, and their answer becomes a verdict about the original system.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, Phase
from quidpro.core.turns import take_turns
from quidpro.engines.explicit.shared.decomposition import choose
from quidpro.engines.explicit.shared.exposed import errors_as_actions, goals
from quidpro.engines.explicit.shared.rounds import Answer, Holds, Log, Rounds
from quidpro.engines.explicit.shared.simulation import Reduced, reduced_groups, unreduced_groups, witnesses
from quidpro.engines.explicit.shared.traces import SEEN, culprit, first_look, whole_trace
from quidpro.engines.explicit.whole import monolithic
from quidpro.engines.options import ByParts, Orientation
from quidpro.lts.lts import LTS
from quidpro.verdict.engine import Attempt
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Rows
from quidpro.verdict.explicit.problem import Problem, certificate_of
from quidpro.verdict.split import Groups

Start = Callable[[list[list[LTS]], list[LTS], Log, str], Rounds]
"""A rule set to work on groups of components, goals, a log, and a name for the run."""


def solve_by_parts(
    problem: Problem,
    attempt: Attempt,
    options: ByParts,
    budget: Budget,
    events: Listener,
    phase: str,
    start: Start,
    *,
    circular: bool = False,
) -> ExplicitVerdict:
    """Decide the problem by finding assumptions for its groups, in the given order or the reverse.

    A ``circular`` rule has an assumption for each group; the others one for each but the first.
    """
    log = Log(budget, events)
    budget.phase = phase
    events(Phase(phase))
    orders = _orders(problem, attempt, isinstance(options, Orientation) and options.orientation == "both")
    make = partial(problem.verdict, attempt.engine, log.stats)
    try:
        budget.check()
        members, goal = _members(problem, orders[0]), goals(problem.model)
        trace = None
        if options.candidates and not attempt.looked:
            trace = first_look(problem, log.stats, budget, events)
        if trace is not None:
            return make(outcome="violated", trace=trace, violated_by=culprit(problem.model, trace), notes=(SEEN,))
        parts = _smaller(options, orders[0], members, goal, budget)
        used, answer = take_turns(_runs(orders, parts, goal, log, start))
        if isinstance(answer, Holds):
            groups = orders[used]
            rows = witnesses([parts[group] for group in groups], answer, budget)
            found = _circular(groups, answer) if circular else _chained(groups, answer, rows)
            verdict = _holds(problem, groups, found, make)
            return replace(verdict, notes=(*verdict.notes, answer.note)) if answer.note else verdict
        if problem.model.priority is not None:
            return _under_priority(problem, budget, events)
        return _violated(problem, answer, log, make)
    except BudgetExceeded as ran_out:
        return _unknown(ran_out, log, make)


def _orders(problem: Problem, attempt: Attempt, both: bool) -> list[Groups]:
    """The groups as given and, where a rule looks from ``both`` sides, the other way round."""
    groups: Groups = attempt.split or choose(problem.model)
    return [groups, tuple(reversed(groups))] if both and len(groups) > 1 else [groups]


def _smaller(
    options: ByParts, groups: Groups, members: list[list[LTS]], goal: list[LTS], budget: Budget
) -> dict[tuple[str, ...], list[Reduced]]:
    """The members of each group, made smaller once for all orders."""
    if options.reduce:
        return dict(zip(groups, reduced_groups(members, goal, budget), strict=True))
    return dict(zip(groups, unreduced_groups(members), strict=True))


def _runs(
    orders: list[Groups],
    parts: dict[tuple[str, ...], list[Reduced]],
    goal: list[LTS],
    log: Log,
    start: Start,
) -> list[Rounds]:
    """The rule set to work on each order."""
    names = [f"M1 = {', '.join(order[0])}" if len(orders) > 1 else "" for order in orders]
    return [
        start([[member.lts for member in parts[group]] for group in order], goal, log, name)
        for order, name in zip(orders, names, strict=True)
    ]


def _members(problem: Problem, groups: Groups) -> list[list[LTS]]:
    parts = {c.name: errors_as_actions(c) for c in problem.model.processes}
    missing = {name for group in groups for name in group} - parts.keys()
    if missing:
        raise UsageError(f"the split names {', '.join(sorted(missing))}, which the system does not have")
    return [[parts[name] for name in group] for group in groups]


def _chained(groups: Groups, answer: Holds, rows: list[Rows | None]) -> tuple[Assumption, ...]:
    """A_i speaks of all groups after the i-th."""
    abouts = (tuple(name for group in groups[i:] for name in group) for i in range(1, len(groups)))
    return tuple(
        Assumption(f"A{i + 1}", lts.named(f"A{i + 1}"), about, witness)
        for i, (lts, about, witness) in enumerate(zip(answer.assumptions, abouts, rows, strict=True))
    )


def _circular(groups: Groups, answer: Holds) -> tuple[Assumption, ...]:
    """g_i speaks of the i-th group."""
    return tuple(Assumption(lts.name, lts, group) for lts, group in zip(answer.assumptions, groups, strict=False))


def _rule(groups: Groups, assumptions: tuple[Assumption, ...]) -> str:
    if len(assumptions) == len(groups):
        return "circ-ag"
    return "asym" if len(groups) == 2 else "asym-n"


def _holds(
    problem: Problem, groups: Groups, assumptions: tuple[Assumption, ...], make: Callable[..., ExplicitVerdict]
) -> ExplicitVerdict:
    certificate = certificate_of(problem, _rule(groups, assumptions), groups, assumptions)
    return make(outcome="holds", assumptions=assumptions, certificate=certificate)


def _violated(problem: Problem, answer: Answer, log: Log, make: Callable[..., ExplicitVerdict]) -> ExplicitVerdict:
    assert not isinstance(answer, Holds)
    trace = whole_trace(problem.model, answer.word, answer.alphabet, log.budget)
    return make(outcome="violated", trace=trace, violated_by=culprit(problem.model, trace))


def _under_priority(problem: Problem, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Priority only takes behaviour away: a proof without it stands, a counterexample has to be looked for again."""
    verdict = monolithic.decide(problem, Attempt("monolithic"), budget, events)
    note = "the rules do not see priority; what they could not prove without it was decided on the whole product"
    return replace(verdict, notes=(*verdict.notes, note))


def _unknown(ran_out: BudgetExceeded, log: Log, make: Callable[..., ExplicitVerdict]) -> ExplicitVerdict:
    stats = log.stats
    asked = f" and {stats.queries:,} queries" if stats.queries else ""
    reason = f"{ran_out}, after {stats.iterations} rounds{asked}"
    if log.known:
        reason += f"; {log.known}"
    best = log.best
    if best is None:
        return make(outcome="unknown", reason=reason)
    reason += f"; the best assumption so far is {best.label}"
    return make(outcome="unknown", reason=reason, assumptions=(Assumption(best.lts.name, best.lts),))
