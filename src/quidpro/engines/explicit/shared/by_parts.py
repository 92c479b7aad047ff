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
from quidpro.engines.explicit.problem import Groups, Problem
from quidpro.engines.explicit.shared.decomposition import choose
from quidpro.engines.explicit.shared.exposed import exposed, goals
from quidpro.engines.explicit.shared.glance import SEEN, glance
from quidpro.engines.explicit.shared.reduction import Reduced, reduced_groups, unreduced_groups
from quidpro.engines.explicit.shared.rounds import Answer, Holds, Journal, Rounds, take_turns
from quidpro.engines.explicit.shared.simulation import witnesses
from quidpro.engines.explicit.shared.traces import culprit
from quidpro.engines.explicit.shared.witness import whole_trace
from quidpro.engines.explicit.whole import monolithic
from quidpro.lts.lts import LTS
from quidpro.verdict.types import Assumption, Rows, Verdict

Start = Callable[[list[list[LTS]], list[LTS], Journal, str], Rounds]
"""A rule set to work on groups of components, goals, a journal, and a name for the run."""


def solve_by_parts(
    problem: Problem,
    budget: Budget,
    events: Listener,
    name: str,
    phase: str,
    start: Start,
    *,
    circular: bool = False,
) -> Verdict:
    """Decide the problem by finding assumptions for its groups, in the given order or the reverse.

    A ``circular`` rule has an assumption for each group; the others one for each but the first.
    """
    journal = Journal(budget, events)
    budget.phase = phase
    events(Phase(phase))
    orders = _orders(problem)
    make = partial(problem.verdict, name, journal.stats)
    try:
        budget.check()
        members, goal = _members(problem, orders[0]), goals(problem.system)
        trace = glance(problem, journal.stats, budget, events)
        if trace is not None:
            return make(outcome="violated", trace=trace, violated_by=culprit(problem.system, trace), notes=(SEEN,))
        parts = _smaller(problem, orders[0], members, goal, budget)
        used, answer = take_turns(_runs(orders, parts, goal, journal, start))
        if isinstance(answer, Holds):
            groups = orders[used]
            rows = witnesses([parts[group] for group in groups], answer, budget)
            found = _circular(groups, answer) if circular else _chained(groups, answer, rows)
            verdict = _holds(problem, groups, found, make)
            return replace(verdict, notes=(*verdict.notes, answer.note)) if answer.note else verdict
        if problem.system.priority is not None:
            return _under_priority(problem, budget, events)
        return _violated(problem, answer, journal, make)
    except BudgetExceeded as ran_out:
        return _unknown(ran_out, journal, make)


def _orders(problem: Problem) -> list[Groups]:
    """The groups as given and, unless that is switched off, the other way round."""
    groups = problem.split or choose(problem.system)
    if len(groups) == 1 or problem.options.get("orientation", "both") == "given":
        return [groups]
    return [groups, tuple(reversed(groups))]


def _smaller(
    problem: Problem, groups: Groups, members: list[list[LTS]], goal: list[LTS], budget: Budget
) -> dict[tuple[str, ...], list[Reduced]]:
    """The members of each group, made smaller once for all orders."""
    if problem.options.get("reduce", True):
        return dict(zip(groups, reduced_groups(members, goal, budget), strict=True))
    return dict(zip(groups, unreduced_groups(members), strict=True))


def _runs(
    orders: list[Groups],
    parts: dict[tuple[str, ...], list[Reduced]],
    goal: list[LTS],
    journal: Journal,
    start: Start,
) -> list[Rounds]:
    """The rule set to work on each order."""
    names = [f"M1 = {', '.join(order[0])}" if len(orders) > 1 else "" for order in orders]
    return [
        start([[member.lts for member in parts[group]] for group in order], goal, journal, name)
        for order, name in zip(orders, names, strict=True)
    ]


def _members(problem: Problem, groups: Groups) -> list[list[LTS]]:
    parts = {c.name: exposed(c) for c in problem.system.processes}
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
    problem: Problem, groups: Groups, assumptions: tuple[Assumption, ...], make: Callable[..., Verdict]
) -> Verdict:
    certificate = problem.certificate(_rule(groups, assumptions), groups, assumptions)
    return make(outcome="holds", assumptions=assumptions, certificate=certificate)


def _violated(problem: Problem, answer: Answer, journal: Journal, make: Callable[..., Verdict]) -> Verdict:
    assert not isinstance(answer, Holds)
    trace = whole_trace(problem.system, answer.word, answer.alphabet, journal.budget)
    return make(outcome="violated", trace=trace, violated_by=culprit(problem.system, trace))


def _under_priority(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Priority only takes behaviour away: a proof without it stands, a counterexample has to be looked for again."""
    verdict = monolithic.solve(problem, budget, events)
    note = "the rules do not see priority; what they could not prove without it was decided on the whole product"
    return replace(verdict, notes=(*verdict.notes, note))


def _unknown(ran_out: BudgetExceeded, journal: Journal, make: Callable[..., Verdict]) -> Verdict:
    stats = journal.stats
    asked = f" and {stats.queries:,} queries" if stats.queries else ""
    reason = f"{ran_out}, after {stats.iterations} rounds{asked}"
    if journal.known:
        reason += f"; {journal.known}"
    best = journal.best
    if best is None:
        return make(outcome="unknown", reason=reason)
    reason += f"; the best assumption so far is {best.label}"
    return make(outcome="unknown", reason=reason, assumptions=(Assumption(best.lts.name, best.lts),))
