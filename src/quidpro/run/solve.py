"""Solve problems and check every answer before anyone sees it, in every world.

``violated`` is replayed on the original components, always; ``holds`` is given to the independent checker, for as long
as the proof took and five seconds of CPU: a busy machine leaves no proof unchecked. An answer that does not stand is
never shown: it becomes ``unknown``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quidpro.core import code_cache, plugins
from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.run.registry import engine_named
from quidpro.run.world import Claim, World
from quidpro.verdict.engine import CERTIFY_SECONDS, Attempt
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.verdict import AnyVerdict, Certification

WHAT_TO_TRY = "more time (--timeout), more memory (--memory) or a smaller instance of the model may decide it"
UNCHECKED = "the certificate was not checked to the end; quidpro certify takes as long as it needs"
_MORE_MAY_HELP = ("budget ran out", "interrupted")
"""Words of an answer that more time or memory may change; what is refused stays refused."""


@dataclass(frozen=True)
class Proved(Event):
    """A proof was found and is about to be checked, which may take too long."""

    verdict: AnyVerdict


def solve(
    world: World, problems: Sequence[AnyProblem], attempt: Attempt, budget: Budget, events: Listener = ignore
) -> Iterator[AnyVerdict]:
    """The checked verdicts of an attempt, in the order of the problems.

    The seconds of an answer are those since the one before; where the budget ran out, all of the attempt: a search that
    was for several problems has been for each of them.
    """
    began = started = now()
    answers = engine_named(world, attempt.engine).solve(problems, attempt, budget, events)
    for problem, verdict in zip(problems, answers, strict=True):
        found = now()
        verdict.stats.seconds = found - (began if _ran_out(verdict) else started)
        budget.phase = "checking the answer"
        events(Phase(budget.phase))
        if verdict.outcome == "holds" and verdict.certificate is not None:
            events(Proved(replace(verdict, reason=UNCHECKED)))
        checked = _check_answer(world, verdict, problem, budget)
        budget.answered()
        budget.phase = "taking up the next question"
        checked.stats.certify_seconds = now() - found
        checked.stats.peak_memory_mb = peak_megabytes()
        yield replace(checked, notes=(*checked.notes, *code_cache.notes()))
        started = now()


def _check_answer(world: World, verdict: AnyVerdict, problem: AnyProblem, budget: Budget) -> AnyVerdict:
    """A counterexample is replayed, a proof is checked; what is shown with an answer never vouches for another one."""
    if verdict.outcome == "unknown":
        return replace(verdict, notes=(*verdict.notes, WHAT_TO_TRY)) if _ran_out(verdict) else verdict
    if verdict.outcome == "holds" and verdict.certificate is None:
        return verdict
    limit = budget.within_cpu(verdict.stats.seconds + CERTIFY_SECONDS) if verdict.certificate is not None else budget
    try:
        if verdict.outcome == "violated":
            found = world.replay(verdict, problem, limit)
        else:
            found = check_certificate(world, verdict.certificate, problem, limit)
    except BudgetExceeded as ran_out:
        found = Certification(False, str(ran_out))
    return _judge(verdict, found)


def _ran_out(verdict: AnyVerdict) -> bool:
    """Whether there is no answer because a budget ran out."""
    return verdict.outcome == "unknown" and any(words in verdict.reason for words in _MORE_MAY_HELP)


def check_certificate(world: World, certificate: Any, problem: AnyProblem, budget: Budget) -> Certification:
    """Whether a certificate proves what was asked, by the checker of the world, or by the plug-in for its rule."""
    if certificate.world != world.name:
        return Certification(False, f"the certificate is about a {certificate.world} model", refuted=True)
    if certificate.rule in world.rules:
        why = world.about_another(certificate, problem)
        return Certification(False, why, refuted=True) if why else world.certify(certificate, problem, budget)
    checker = plugins.load(plugins.CHECKERS, certificate.rule)
    if checker is None:
        return Certification(False, f"there is no checker for the rule {certificate.rule}", stands=True)
    answer: Certification = checker(certificate, problem, budget)
    return answer


def check_claim(world: World, claim: Claim, budget: Budget) -> Certification:
    """The same for a certificate from a file."""
    if claim.certificate.rule not in world.rules and plugins.load(plugins.CHECKERS, claim.rule) is not None:
        return check_certificate(world, claim.certificate, claim.problem, budget)
    return world.certify(claim.certificate, claim.problem, budget)


def _judge(verdict: AnyVerdict, found: Certification) -> AnyVerdict:
    """The one policy: a proof may be shown unchecked, and says so; a counterexample may not."""
    noted = replace(verdict, notes=(*verdict.notes, *found.notes))
    if found.ok:
        return replace(noted, certified=True)
    if found.refuted:
        return _withdraw(verdict, found.reason)
    if verdict.outcome == "violated" and not found.stands:
        return _make_unknown(verdict, f"a violation was found, but not replayed to its end: {found.reason}")
    return replace(noted, reason=found.reason or verdict.reason)


def _withdraw(verdict: AnyVerdict, why: str) -> AnyVerdict:
    """An answer that failed its own check: a bug of quidpro, said so, never a verdict."""
    what = "the certificate" if verdict.outcome == "holds" else "the trace"
    reason = f"method {verdict.method} answered {verdict.outcome!r}, but its own check refused {what}: {why}"
    return _make_unknown(verdict, f"{reason}; please report this")


def _make_unknown(verdict: AnyVerdict, reason: str) -> AnyVerdict:
    nothing: dict[str, Any] = {"trace": None, "violated_by": None, "certificate": None, "assumptions": ()}
    return replace(verdict, outcome="unknown", certified=False, reason=reason, **nothing)
