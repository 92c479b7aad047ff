"""Method ``lstar``: assumptions learned by L* for rules ASYM and ASYM-N (CGP03; alphabet refinement as in AGAR)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, Phase
from quidpro.lts.lts import LTS
from quidpro.rules import monolithic
from quidpro.rules.asym import Asym, Options
from quidpro.rules.exposed import exposed, goals
from quidpro.rules.grouping import default_groups
from quidpro.rules.problem import Groups, Problem
from quidpro.rules.reduction import reduced_groups
from quidpro.rules.rounds import Answer, Holds, Journal, take_turns
from quidpro.rules.traces import culprit
from quidpro.rules.witness import whole_trace
from quidpro.verdict.digest import digests
from quidpro.verdict.types import Assumption, Certificate, Verdict

NAME = "lstar"


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by finding assumptions for its groups, in the given order or the reverse."""
    journal = Journal(budget, events)
    budget.phase = "learning assumptions"
    events(Phase(budget.phase))
    orders = _orders(problem)
    try:
        used, answer = take_turns([_run(problem, groups, journal, i, len(orders)) for i, groups in enumerate(orders)])
        if isinstance(answer, Holds):
            return _holds(problem, orders[used], answer, journal)
        if problem.system.priority is not None:
            return _under_priority(problem, budget, events)
        return _violated(problem, answer, journal)
    except BudgetExceeded as ran_out:
        return _unknown(problem, ran_out, journal)


def _orders(problem: Problem) -> list[Groups]:
    """The groups as given and, unless that is switched off, the other way round."""
    groups = problem.split or default_groups(problem.system)
    if len(groups) == 1 or problem.options.get("orientation", "both") == "given":
        return [groups]
    return [groups, tuple(reversed(groups))]


def _run(problem: Problem, groups: Groups, journal: Journal, number: int, of: int):  # type: ignore[no-untyped-def]
    options = problem.options
    chosen = Options(
        learner=options.get("learner", Options.learner),
        refine_alphabet=options.get("alphabet", "full") == "refine",
        reduce=options.get("reduce", True),
        candidates=options.get("candidates", True),
    )
    goal = goals(problem.system)
    parts = _members(problem, groups)
    if chosen.reduce:
        parts = reduced_groups(parts, goal, journal.budget)
    run = "" if of == 1 else f"M1 = {', '.join(groups[0])}"
    return Asym(chosen, journal, run).chain(parts, goal)


def _members(problem: Problem, groups: Groups) -> list[list[LTS]]:
    parts = {c.name: exposed(c) for c in problem.system.processes}
    missing = {name for group in groups for name in group} - parts.keys()
    if missing:
        raise UsageError(f"the split names {', '.join(sorted(missing))}, which the system does not have")
    return [[parts[name] for name in group] for group in groups]


def _holds(problem: Problem, groups: Groups, answer: Holds, journal: Journal) -> Verdict:
    assumptions = tuple(
        Assumption(f"A{i + 1}", lts.named(f"A{i + 1}"), tuple(name for group in groups[i + 1 :] for name in group))
        for i, lts in enumerate(answer.assumptions)
    )
    certificate = Certificate(
        rule="asym" if len(groups) == 2 else "asym-n",
        system=problem.system.name,
        property=problem.property,
        kind=problem.kind,
        groups=groups,
        assumptions=assumptions,
        digests=digests(problem.system),
    )
    return _verdict(problem, journal, outcome="holds", assumptions=assumptions, certificate=certificate)


def _violated(problem: Problem, answer: Answer, journal: Journal) -> Verdict:
    assert not isinstance(answer, Holds)
    trace = whole_trace(problem.system, answer.word, answer.alphabet, journal.budget)
    return _verdict(problem, journal, outcome="violated", trace=trace, violated_by=culprit(problem.system, trace))


def _under_priority(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Priority only takes behaviour away: a proof without it stands, a counterexample has to be looked for again."""
    verdict = monolithic.solve(problem, budget, events)
    note = "the rules do not see priority; what they could not prove without it was decided on the whole product"
    return replace(verdict, notes=(*verdict.notes, note))


def _unknown(problem: Problem, ran_out: BudgetExceeded, journal: Journal) -> Verdict:
    reason = f"{ran_out}, after {journal.stats.iterations} conjectures and {journal.stats.queries:,} queries"
    best = journal.best
    if best is None:
        return _verdict(problem, journal, outcome="unknown", reason=reason)
    reason += f"; the best assumption so far is {best.label}"
    assumption = Assumption(best.lts.name, best.lts)
    return _verdict(problem, journal, outcome="unknown", reason=reason, assumptions=(assumption,))


def _verdict(problem: Problem, journal: Journal, **fields: object) -> Verdict:
    make: Callable[..., Verdict] = Verdict
    return make(
        method=NAME,
        system=problem.system.name,
        property=problem.property,
        kind=problem.kind,
        components=problem.components,
        stats=journal.stats,
        **fields,
    )
