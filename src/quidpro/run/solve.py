"""Solve a problem and check the answer before anyone sees it.

``violated`` is replayed on the original components, always; ``holds`` is given to the independent checker, for as long
as the proof took and five seconds of CPU: a busy machine leaves no proof unchecked. An answer that does not stand is
never shown: it becomes ``unknown``.
"""

from __future__ import annotations

from dataclasses import replace

from quidpro.certify.explicit import certify, replay
from quidpro.core import kept
from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, Phase, ignore
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.registry import method_named
from quidpro.verdict.types import Verdict

CERTIFY_SECONDS = 5.0
WHAT_TO_TRY = "more time (--timeout), more memory (--memory) or a smaller instance of the model may decide it"


def solve(problem: Problem, method: str, budget: Budget, events: Listener = ignore) -> Verdict:
    """The checked verdict of a method on a problem."""
    started = now()
    verdict = method_named(method).solve(problem, budget, events)
    verdict.stats.seconds = now() - started
    events(Phase("checking the answer"))
    checked = _check(verdict, problem, budget)
    checked.stats.certify_seconds = now() - started - checked.stats.seconds
    checked.stats.peak_memory_mb = peak_megabytes()
    return replace(checked, notes=(*checked.notes, *kept.notes()))


def _check(verdict: Verdict, problem: Problem, budget: Budget) -> Verdict:
    if verdict.outcome == "violated":
        return _replayed(verdict, problem, budget)
    if verdict.outcome == "holds":
        return _certified(verdict, problem, budget)
    return replace(verdict, notes=(*verdict.notes, WHAT_TO_TRY))


def _replayed(verdict: Verdict, problem: Problem, budget: Budget) -> Verdict:
    assert verdict.trace is not None
    try:
        wrong = replay(verdict.trace, problem.system, problem.kind, verdict.violated_by or "", budget)
    except BudgetExceeded as ran_out:
        return _undecided(verdict, f"a violation was found, but not replayed to its end: {ran_out}")
    return replace(verdict, certified=True) if wrong is None else _withdrawn(verdict, f"the trace: {wrong}")


def _certified(verdict: Verdict, problem: Problem, budget: Budget) -> Verdict:
    assert verdict.certificate is not None
    checking = budget.within_cpu(verdict.stats.seconds + CERTIFY_SECONDS)
    result = certify(verdict.certificate, problem.system, checking)
    if result.ok:
        return replace(verdict, certified=True)
    if result.refuted:
        return _withdrawn(verdict, f"the certificate: {result.reason}")
    return replace(verdict, reason=result.reason)


def _withdrawn(verdict: Verdict, why: str) -> Verdict:
    """An answer that failed its own check: a bug of quidpro, said so, never a verdict."""
    reason = (
        f"method {verdict.method} answered {verdict.outcome!r}, but its own check refused {why}; please report this"
    )
    return _undecided(verdict, reason)


def _undecided(verdict: Verdict, reason: str) -> Verdict:
    return replace(
        verdict,
        outcome="unknown",
        trace=None,
        violated_by=None,
        certificate=None,
        assumptions=(),
        reason=reason,
    )
