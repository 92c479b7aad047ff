"""Method ``monolithic``: all specifications of a model from one search, each with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener
from quidpro.engines.options import Diagrams
from quidpro.engines.symbolic.shared.evidence import MOST_NODES, inductive
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.whole.monolithic import Finding, Monolithic
from quidpro.flat.model import Spec
from quidpro.flat.walk import variables
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "monolithic"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model; what one of them needed is there for the next."""
    options: Diagrams = attempt.options or Diagrams()
    examined: Monolithic | None = None
    for problem in problems:
        try:
            examined = examined or Monolithic(problem.model, budget, events, Settings(order=options.bits))
            yield _verdict(examined, examined.check(problem.spec), problem)
        except BudgetExceeded as ran_out:
            yield undecided(problem, NAME, str(ran_out))


def _verdict(examined: Monolithic, finding: Finding, problem: Problem) -> SymbolicVerdict:
    manager = examined.machine.manager
    stats = SymbolicStats(
        rings=len(examined.search.found.rings),
        peak_nodes=max(manager.peak, manager.table.approx_num_inner_nodes()),
        bits=problem.model.bits,
    )
    if finding.outcome == "holds":
        certificate, reason = None, _without_certificate(examined, finding.spec)
        if not reason:
            certificate = inductive(examined.machine, finding.spec, examined.search.found.states)
            reason = "" if certificate else f"the reachable states take more than {MOST_NODES:,} nodes"
        return problem.verdict(NAME, stats, "holds", certificate=certificate, reason=reason, notes=finding.notes)
    trace = None if finding.trace is None else SymbolicTrace(finding.trace, finding.loop)
    return problem.verdict(NAME, stats, finding.outcome, trace=trace, reason=finding.reason, notes=finding.notes)


def _without_certificate(examined: Monolithic, spec: Spec) -> str:
    """Why what holds has no certificate, which is an inductive invariant of states; nothing when it can have one."""
    why = _not_about_states(examined, spec)
    return f"there is no certificate for it: {why}" if why else ""


def _not_about_states(examined: Monolithic, spec: Spec) -> str:
    if spec.invariant is None:
        what = {"ctl": "formulas about branching paths", "ltl": "formulas about paths"}.get(spec.kind, "a length")
        return f"a certificate is an inductive invariant, which does not prove {what}; the diagrams alone vouch for it"
    if any(v.next or examined.model.variables[v.name].kind == "input" for v in variables(spec.invariant)):
        return "a certificate is an invariant of states, and this one speaks of inputs or of the next state"
    manager = examined.machine.manager
    if manager.implies(examined.search.found.states, examined.machine.predicate(spec.invariant, spec.place)):
        return ""
    return "it holds for lack of infinite fair paths, not because no state that violates it can be reached"
