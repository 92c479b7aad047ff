"""One run, in a process of its own: warm up, read the model, ask, and tell what it cost."""

from __future__ import annotations

from pathlib import Path

from quidpro.bench.memory import forget_peak, peak
from quidpro.bench.warm import warm_up
from quidpro.bench.work import Answer, Measured, Question, Sizes, Work
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Explored, Iteration, ignore
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.questions import problems
from quidpro.frontend.load import SYMBOLIC, is_probabilistic, load
from quidpro.frontend.model import Model
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.search import search
from quidpro.run.check import Asked, check_model
from quidpro.run.executors.protocol import Tell
from quidpro.verdict.types import Verdict

_TELL_SECONDS = 0.5


def measure(tell: Tell, work: Work) -> Answer:
    """What a worker does with a piece of work."""
    if Path(work.question.file).suffix.lower() in SYMBOLIC:
        from quidpro.bench.symbolic import count_bits, timed_smv

        return count_bits(work.question) if work.method is None else timed_smv(tell, work, work.method)
    if is_probabilistic(work.question.file):
        from quidpro.bench.probabilistic import count_lpts, timed_prob

        if work.method is None:
            return count_lpts(work.question, Budget(work.seconds, work.megabytes))
        return timed_prob(work, work.method)
    if work.method is None:
        return count(work.question, Budget(work.seconds, work.megabytes))
    warm_up(work.method)
    forget_peak()
    return timed(tell, work, work.method)


def timed(tell: Tell, work: Work, method: str) -> Measured:
    """Ask a method; the clock runs from when the model is read to when the answer has been checked."""
    base = resident_megabytes()
    budget = Budget(work.seconds, work.megabytes)
    listener = _Listener(tell)
    asked = work.question
    started = now()
    try:
        (result,) = check_model(
            load(asked.file, asked.constants),
            budget,
            listener,
            system=asked.system,
            properties=(asked.property,) if asked.property else (),
            method=method,
            split=asked.split,
            deadlock=False,
            options=work.options,
        )
    except BudgetExceeded as ran_out:
        return Measured("unknown", reason=str(ran_out), read_seconds=now() - started, base_mb=base)
    ended = now()
    begun = listener.asked or started
    return _measured(result.verdict, ended - begun, begun - started, base)


def _measured(verdict: Verdict, seconds: float, read_seconds: float, base: float) -> Measured:
    stats = verdict.stats
    found = tuple(assumption.lts.states for assumption in verdict.assumptions)
    most: dict[int, int] = {}
    for done in stats.rounds:
        most[done.premise] = max(most.get(done.premise, 0), done.states)
    return Measured.of(
        verdict,
        seconds,
        read_seconds=read_seconds,
        states=stats.states_explored,
        transitions=stats.transitions_explored,
        iterations=stats.iterations,
        queries=stats.queries,
        largest_assumption=max([*found, *(done.assumption_states for done in stats.rounds)], default=0),
        assumptions=found,
        premises=tuple(states for _, states in sorted(most.items())),
        trace=None if verdict.trace is None else len(verdict.trace.steps),
        memory_mb=_memory(verdict, base),
        base_mb=base,
        winner=_winner(verdict),
    )


def _memory(verdict: Verdict, base: float) -> float:
    """The most that the process had, and at most what each worker of a race had beyond what they all share."""
    return peak() + sum(max(0.0, runner.peak_memory_mb - base) for runner in verdict.race)


def _winner(verdict: Verdict) -> str | None:
    if verdict.winner is None:
        return None
    split = f", {verdict.winner.split}" if verdict.winner.split else ""
    return verdict.winner.method + split


class _Listener:
    """Notes when the question is put, and tells now and then how far the work is."""

    def __init__(self, tell: Tell) -> None:
        self.asked: float | None = None
        self._tell = tell
        self._told = 0.0

    def __call__(self, event: Event) -> None:
        at = now()
        if isinstance(event, Asked):
            self.asked = at
        if at - self._told < _TELL_SECONDS:
            return
        self._told = at
        if isinstance(event, Explored):
            self._tell({"states": event.states})
        elif isinstance(event, Iteration):
            self._tell({"iterations": event.number, "largest_assumption": event.assumption_states})


def count(question: Question, budget: Budget) -> Sizes:
    """The sizes of the two groups as the papers give them; as in LTSA the error state is none of the states."""
    try:
        problem = _problem(load(question.file, question.constants), question, budget)
    except BudgetExceeded:
        return Sizes()
    parts = {component.name: component.lts for component in problem.system.processes}
    goal = [component.lts for component in problem.system.properties]
    components = tuple(component.lts.states for component in problem.system.components)
    if problem.split is None or len(problem.split) < 2:
        return Sizes(components=components)
    first, *others = ([parts[name] for name in group] for group in problem.split)
    return Sizes(
        first=_states(first, budget),
        first_with_property=_states([*first, *goal], budget),
        rest=max((_states(group, budget) or 0 for group in others), default=0) or None,
        components=components,
    )


def _problem(model: Model, question: Question, budget: Budget) -> Problem:
    names = (question.property,) if question.property else ()
    return problems(model, budget, system=question.system, properties=names, split=question.split)[0]


def _states(components: list[LTS], budget: Budget) -> int | None:
    try:
        return search(Product(components), budget, ignore, errors=False).states
    except BudgetExceeded:
        return None
