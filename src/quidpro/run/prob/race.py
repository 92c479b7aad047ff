"""``agar`` and ``monolithic`` at once, each in a process of its own that can be ended whatever it is doing.

The first checked answer is the answer. With one worker they take turns in this process, counted in polls of the budget
and not in seconds, so that the same question is answered the same way every time. A single method is run by the same
means: whoever has a limit must be able to end it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase, Status, wants_pictures
from quidpro.engines.probabilistic.refined.rounds import Round
from quidpro.engines.probabilistic.shared.outcome import Method
from quidpro.run.auto.reached import Reached, Teller
from quidpro.run.auto.where import Where
from quidpro.run.executors.protocol import Done, Executor, Happening, Job, Lost, Tell
from quidpro.run.prob.problem import ProbProblem
from quidpro.run.prob.solve import Means, solve, undecided
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.types import Runner

AUTO = "auto"
GRACE = 0.4
"""Seconds that workers have beyond their time, to say what they know."""
_LISTEN = 0.1
_SHOW = 0.5
_POLLS: dict[str, int] = {"agar": 500, "monolithic": 20}
"""Polls of each in the first round, with one worker: very roughly a second of work."""
_GROWTH = 4
_WEIGHTS: dict[str, float] = {"agar": 2.0, "monolithic": 1.0}


@dataclass
class Race:
    """One question, the methods that are asked, and what each has said."""

    problem: ProbProblem
    methods: Sequence[Method]
    budget: Budget
    events: Listener
    means: Means = field(default_factory=Means)
    runners: list[Runner] = field(init=False)
    verdicts: dict[int, ProbVerdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.runners = [Runner(method) for method in self.methods]

    def run(self, where: Where) -> ProbVerdict:
        """The answer, and for several methods who gave it."""
        started = now()
        ran_out: BudgetExceeded | None = None
        try:
            if where.alone and len(self.methods) > 1:
                self._take_turns()
            else:
                with where.executor(self.budget.megabytes) as executor:
                    self._run_workers(executor)
        except BudgetExceeded as over:
            ran_out = over
        return self._answer(ran_out, now() - started)

    def _run_workers(self, executor: Executor) -> None:
        self.budget.phase = "racing" if len(self.methods) > 1 else "checking"
        self.events(Phase(self.budget.phase))
        places = {executor.submit(self._job(method)): place for place, method in enumerate(self.methods)}
        shown = time.monotonic()
        try:
            while places and self.decided() is None:
                self._poll()
                for happening in executor.wait(_LISTEN):
                    place = places[happening.handle]
                    if not self._take(place, happening, executor.seconds(happening.handle)):
                        del places[happening.handle]
                if time.monotonic() - shown >= _SHOW:
                    shown = time.monotonic()
                    self.events(Status("; ".join(f"{r.method} {r.state}" for r in self.runners if r.state)))
        finally:
            for handle, place in places.items():
                runner = self.runners[place]
                state = f"stopped: {runner.state or 'starting'}"
                self.runners[place] = replace(runner, state=state, seconds=executor.seconds(handle))

    def _poll(self) -> None:
        """The workers know their time themselves, and get a moment longer to say what they know."""
        remaining = self.budget.remaining()
        if self.budget.is_interrupted() or (remaining is not None and remaining < -GRACE):
            self.budget.check()

    def _job(self, method: Method) -> Job:
        budget = self.budget
        limits = (budget.seconds, budget.elapsed(), budget.megabytes)
        arguments = (self.problem, method, *limits, self.means, wants_pictures(self.events))
        return Job(_work, arguments, name=method, weight=_WEIGHTS[method])

    def _take(self, place: int, happening: Happening, seconds: float) -> bool:
        """What a worker said; whether it goes on."""
        runner = replace(self.runners[place], seconds=seconds)
        if isinstance(happening, Done):
            self._said(place, runner, happening.value)
            return False
        if isinstance(happening, Lost):
            self.runners[place] = replace(runner, state=f"lost: {happening.reason}")
            return False
        if isinstance(happening.report, Event):
            self.events(happening.report)
            return True
        reached: Reached = happening.report
        self.runners[place] = replace(
            runner,
            state=reached.in_words(),
            states=max(runner.states, reached.states),
            rounds=max(runner.rounds, reached.rounds),
            peak_memory_mb=max(runner.peak_memory_mb, reached.megabytes),
        )
        return True

    def _said(self, place: int, runner: Runner, verdict: ProbVerdict) -> None:
        self.verdicts[place] = verdict
        known = verdict.outcome if verdict.certified else f"{verdict.outcome}, not certified"
        self.runners[place] = replace(
            runner,
            state=verdict.reason if verdict.outcome == "unknown" else known,
            states=max(runner.states, verdict.stats.largest),
            rounds=max(runner.rounds, verdict.stats.refinements),
            peak_memory_mb=max(runner.peak_memory_mb, verdict.stats.peak_memory_mb),
        )

    def _take_turns(self) -> None:
        """In this process, each from the start in every round, with more to do than in the round before."""
        factor = 1
        open_places = sorted(range(len(self.methods)), key=lambda place: self.methods[place] != "monolithic")
        while open_places and self.decided() is None:
            for place in list(open_places):
                self.budget.check()
                polls = _POLLS[self.methods[place]] * factor
                own = Budget(self.budget.remaining(), self.budget.megabytes, parent=self.budget, polls=polls)
                started = now()
                verdict = solve(self.problem, self.methods[place], own, self.events, self.means)
                seconds = self.runners[place].seconds + now() - started
                self._said(place, replace(self.runners[place], seconds=seconds), verdict)
                if verdict.outcome != "unknown" or not own.spent():
                    open_places.remove(place)
                if self.decided() is not None:
                    return
            factor *= _GROWTH

    def decided(self) -> int | None:
        """The place with the best answer so far: a checked one first."""
        known = [place for place, verdict in sorted(self.verdicts.items()) if verdict.outcome != "unknown"]
        return min(known, key=lambda place: not self.verdicts[place].certified, default=None)

    def _answer(self, ran_out: BudgetExceeded | None, seconds: float) -> ProbVerdict:
        winner = self.decided()
        if winner is not None:
            verdict = self.verdicts[winner]
        elif self.verdicts and len(self.methods) == 1:
            verdict = self.verdicts[0]
        else:
            verdict = self._unknown(ran_out, seconds)
        if len(self.methods) == 1:
            return verdict
        stats = replace(verdict.stats, seconds=max(seconds - verdict.stats.certify_seconds, 0.0))
        chosen = None if winner is None else self.runners[winner]
        return replace(verdict, method=AUTO, stats=stats, winner=chosen, race=tuple(self.runners))

    def _unknown(self, ran_out: BudgetExceeded | None, seconds: float) -> ProbVerdict:
        """Nobody decided it: why, and what is known."""
        method = self.methods[0] if len(self.methods) == 1 else AUTO
        said = [f"{runner.method} {runner.state}" for runner in self.runners if runner.state]
        known = [verdict for verdict in self.verdicts.values() if verdict.assumptions]
        blank = known[0] if known else undecided(self.problem, method, "")
        reason = "; ".join([str(ran_out)] * (ran_out is not None) + said) or "no method could answer"
        stats = replace(blank.stats, seconds=seconds)
        return replace(blank, method=method, reason=reason, notes=blank.notes or (WHAT_TO_TRY,), stats=stats)


def _work(
    tell: Tell,
    problem: ProbProblem,
    method: Method,
    seconds: float | None,
    elapsed: float,
    megabytes: float | None,
    means: Means,
    follow: bool,
) -> ProbVerdict:
    budget = Budget(seconds, megabytes, started=now() - elapsed)
    return solve(problem, method, budget, _with_rounds(tell) if follow else Teller(tell), means)


def _with_rounds(tell: Tell) -> Listener:
    """A listener that hands on every round whole, and otherwise tells how far things have come."""
    counting = Teller(tell)

    def listen(event: Event) -> None:
        tell(event) if isinstance(event, Round) else counting(event)

    return listen
