"""One run, in a process of its own: warm up, read the model, solve, and report the cost; the same for every world.

It also measures the most memory that a process had in RAM since the last reset.

Linux keeps that figure for each address space and lets it be reset; what ``getrusage`` says elsewhere includes whatever
the process was before it became a worker.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quidpro.benchmarks.work import Answer, Measured, Oracles, Question, Sizes, Work
from quidpro.core.budget import Budget, peak_megabytes, resident_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Explored
from quidpro.core.words import exact_number
from quidpro.frontend.files import read_source
from quidpro.run.check import load, named_attempt, race
from quidpro.run.executors.protocol import Tell
from quidpro.run.registry import AUTO, world_named
from quidpro.run.request import CheckRequest, make_request
from quidpro.run.solve import solve
from quidpro.verdict.problem import AnyProblem, Problem
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import AnyVerdict

_STATUS = Path("/proc/self/status")
_FORGET = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    """From now on the peak is counted anew, where the system can do that."""
    with contextlib.suppress(OSError):
        _FORGET.write_text("5", encoding="ascii")


def peak() -> float:
    """Megabytes."""
    with contextlib.suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", _STATUS.read_text(encoding="ascii"))
        if found:
            return int(found[1]) / 1024
    return peak_megabytes()


_TELL_SECONDS = 0.5
_WARM_SECONDS = 60.0


def measure(tell: Tell, work: Work) -> Answer:
    """What a worker does with a piece of work."""
    with _file(work.question) as file:
        request = _request(work, file)
        if work.method is None:
            return _count(request, work.question, Budget(work.seconds, work.megabytes))
        if work.by_oracle:
            return _count_checks(request, work.question, Budget(work.seconds, work.megabytes))
        for problem, attempt in request.world.warm_up():
            if work.method in (AUTO, attempt.engine):
                list(solve(request.world, [problem], attempt, Budget(_WARM_SECONDS)))
        forget_peak()
        return _run_timed(tell, request, work.question, Budget(work.seconds, work.megabytes))


@contextmanager
def _file(question: Question) -> Iterator[Path]:
    """The model file, or one with its text changed as the question says."""
    path = Path(question.file)
    if not (question.added or question.edits):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="quidpro-") as folder:
        changed = Path(folder) / path.name
        changed.write_text(question.text(read_source(path).text), encoding="utf-8")
        yield changed


def _request(work: Work, file: Path) -> CheckRequest:
    return make_request(
        file,
        {**work.question.asked, **work.options},
        method=work.method or AUTO,
        split=work.question.split,
        as_published=work.as_published,
    )


def _problem(request: CheckRequest, question: Question, budget: Budget) -> AnyProblem:
    """The problem that a row is about."""
    model = load(request, budget)
    found = request.world.problems(model, request.question, budget, request.engine)
    problems = [one for one in found if isinstance(one, Problem)]
    about = [one for one in problems if question.problem in ("", one.property)]
    if len(about) != 1:
        names = ", ".join(one.property or one.kind for one in problems)
        raise UsageError(f"a row is about one question, and here {len(about)} are meant (there are: {names})")
    return about[0]


def _run_timed(tell: Tell, request: CheckRequest, question: Question, budget: Budget) -> Measured:
    """Ask a method; the clock runs from when the model is read to when the answer has been checked."""
    base, started = resident_megabytes(), now()
    try:
        problem = _problem(request, question, budget)
        alone = request.method != AUTO and request.world.polls
        attempt = named_attempt(request, problem) if alone else None
    except BudgetExceeded as ran_out:
        return Measured("unknown", reason=str(ran_out), read_seconds=now() - started, base_mb=base)
    refused = request.engine.why_not(problem) if request.engine is not None else ""
    if refused:
        return Measured("unknown", reason=refused, read_seconds=now() - started, base_mb=base)
    begun, listener = now(), _Listener(tell)
    if attempt is None:
        (verdict,) = race(request, [problem], budget, listener)
    else:  # in this process, which is one of its own already
        (verdict,) = solve(request.world, [problem], attempt, budget, listener)
    return _to_measured(verdict, now() - begun, begun - started, base)


def _to_measured(verdict: AnyVerdict, seconds: float, read_seconds: float, base: float) -> Measured:
    stats = verdict.stats
    found = tuple(assumption.states for assumption in verdict.assumptions)
    most: dict[int, int] = {}
    for done in stats.rounds:
        if done.premise:
            most[done.premise] = max(most.get(done.premise, 0), done.states)
    return Measured(
        outcome=verdict.outcome,
        certified=verdict.certified,
        reason=verdict.reason,
        seconds=seconds,
        proof_seconds=stats.seconds,
        certify_seconds=stats.certify_seconds,
        read_seconds=read_seconds,
        states=stats.states,
        transitions=stats.transitions,
        iterations=stats.iterations,
        queries=stats.queries,
        largest_assumption=max([*found, stats.most_assumption_states]),
        assumptions=found,
        at_least=stats.least_assumption_states,
        premises=tuple(states for _, states in sorted(most.items())),
        peak_nodes=stats.nodes,
        reachable=str(exact_number(stats.reachable)) if stats.reachable else "",
        trace=None if verdict.trace is None else verdict.trace.length,
        memory_mb=memory_of(verdict, base, in_worker=not world_named(verdict.world).polls),
        base_mb=base,
        winner=_winner(verdict),
    )


def memory_of(verdict: AnyVerdict, base: float, *, in_worker: bool) -> float:
    """The most that the process had, and at most what each worker of a race had beyond what they all share; of a method
    that has a worker to itself, what that had.
    """
    if in_worker and not verdict.race:
        return float(verdict.stats.peak_memory_mb)
    return float(peak() + sum(max(0.0, runner.peak_memory_mb - base) for runner in verdict.race))


def _winner(verdict: AnyVerdict) -> str | None:
    if verdict.winner is None:
        return None
    split = f", {verdict.winner.split}" if verdict.winner.split else ""
    return verdict.winner.method + split


class _Listener:
    """Reports now and then how far the work is."""

    pictures = False

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._last_report = 0.0

    def __call__(self, event: Event) -> None:
        at = now()
        if at - self._last_report < _TELL_SECONDS:
            return
        self._last_report = at
        if isinstance(event, Explored):
            self._tell({"states": event.states})
        elif isinstance(event, Round):
            self._tell({"iterations": event.number, "largest_assumption": event.assumption_states})


def _count_checks(request: CheckRequest, question: Question, budget: Budget) -> Oracles:
    """What each oracle of CGP03 looks at."""
    from quidpro.benchmarks.oracles import count_checks

    try:
        problem = _problem(request, question, budget)
    except BudgetExceeded:
        return Oracles()
    return count_checks(request, problem, budget)


def _count(request: CheckRequest, question: Question, budget: Budget) -> Sizes:
    """The sizes of the groups as the papers give them."""
    try:
        problem = _problem(request, question, budget)
    except BudgetExceeded:
        return Sizes()
    split = None if request.split is None else request.world.split(request.split, problem)
    return Sizes(**request.world.sizes(problem, split, budget))
