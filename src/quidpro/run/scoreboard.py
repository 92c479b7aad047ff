"""The attempts in a race, and how far each has come.

The first answer to a problem counts; an attempt that cannot answer says ``unknown``, and the others go on. A proof is
an answer once it has been checked; one whose check takes too long is an answer without it. Two checked answers that
differ stop everything: one of them is wrong, whichever was first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded, InputError, QuidproError
from quidpro.core.events import Event, Listener, Phase, Status
from quidpro.run.job import Answered, Failed, Numbered, Progress, Report
from quidpro.run.registry import AUTO, engine_named
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.run.world import World
from quidpro.verdict.engine import CERTIFY_SECONDS, NO_OTHER_SPLIT, Attempt
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import AnyVerdict, Race, Runner, Size

GRACE_SECONDS = 0.4
"""How long workers may go on beyond their time, to report what they know."""
NOT_BEGUN = "did not begin"
_MAX_REASONS = 3
"""The reason of an ``unknown`` names at most this many attempts; the race lists all of them."""


@dataclass(frozen=True)
class Pending:
    """A proof that is being checked, and for how many CPU seconds at most."""

    verdict: AnyVerdict
    seconds: float


@dataclass
class Track:
    """What is known of one attempt."""

    attempt: Attempt
    progress: Progress = field(default_factory=Progress)
    seconds: float = 0.0
    lost: str = ""
    turn: int = 0
    """How often it has begun anew."""
    verdicts: dict[int, AnyVerdict] = field(default_factory=dict)
    """What it answered, by the numbers of the problems."""

    @property
    def split(self) -> str | None:
        """That it works with, as far as it is known."""
        return self.attempt.label or self.progress.split or None

    def runner(self, number: int, *, over: bool) -> Runner:
        """How far it came with a problem; ``over`` says that it was stopped where it was."""
        verdict, reached, attempt = self.verdicts.get(number), self.progress, self.attempt
        stats = None if verdict is None else verdict.stats
        return Runner(
            attempt.engine,
            self.split,
            dict(attempt.differs),
            self._state(verdict, over),
            self.seconds,
            max(reached.states, stats.states if stats else 0),
            stats.iterations if stats and stats.iterations else reached.rounds,
            max(reached.megabytes, stats.peak_memory_mb if stats else 0.0),
        )

    def _state(self, verdict: AnyVerdict | None, over: bool) -> str:
        if verdict is not None and verdict.outcome != "unknown":
            return verdict.outcome if verdict.certified else f"{verdict.outcome}, not certified"
        if verdict is not None:
            return verdict.reason
        if self.lost:
            return f"lost: {self.lost}"
        if not self.seconds:
            return NOT_BEGUN if over else ""
        return f"stopped: {self.progress.in_words()}" if over else self.progress.in_words()


class Scoreboard:
    """Problems, attempts at them, and what is known; both go by their numbers."""

    def __init__(
        self,
        world: World,
        problems: Sequence[AnyProblem],
        method: str,
        events: Listener,
    ) -> None:
        self.world, self.problems, self.method = world, problems, method
        self.tracks: list[Track] = []
        self.answers: dict[int, AnyVerdict] = {}
        self.proved: dict[tuple[int, int], Pending] = {}
        """By problem and attempt; a proof that the check has refused is removed."""
        self.ran_out: BudgetExceeded | None = None
        self._events = events
        self._answered_at = now()
        self._seen = 0
        self._winner: dict[int, int | None] = {}
        self._unknown: dict[int, AnyVerdict] = {}
        """The first ``unknown`` for each problem, which says why."""

    def begin(self, attempts: Sequence[Attempt]) -> None:
        """Start these attempts; of the earlier ones only the number of states they saw is kept."""
        self._seen = self._seen_whole()
        self.proved.clear()
        self._unknown.clear()
        self.tracks = [Track(attempt) for attempt in attempts]

    def all_answered(self) -> bool:
        """Whether every problem has an answer."""
        return len(self.answers) == len(self.problems)

    def open(self, runner: int) -> list[Numbered]:
        """The problems without an answer that an attempt can try."""
        engine = engine_named(self.world, self.tracks[runner].attempt.engine)
        waiting = [(number, problem) for number, problem in enumerate(self.problems) if number not in self.answers]
        return waiting if self.method != AUTO else [entry for entry in waiting if not engine.why_not(entry[1])]

    def take(self, runner: int, message: object) -> None:
        """A worker said something."""
        if isinstance(message, Failed):
            self._take_failure(runner, message)
        elif isinstance(message, Answered) and message.checked:
            self._take_answer(runner, message.number, message.verdict)
        elif isinstance(message, Answered):
            seconds = message.verdict.stats.seconds + CERTIFY_SECONDS + GRACE_SECONDS
            self.proved[message.number, runner] = Pending(message.verdict, seconds)
        elif isinstance(message, Report):
            self.tracks[runner].progress = message.progress
            if len(self.tracks) == 1 or not isinstance(message.event, Phase | Status):
                self._events(self.tagged(runner, message.event))

    def tagged(self, runner: int, event: Event) -> Event:
        """An event as it is handed on: a round in a race says whose it is."""
        if self.method != AUTO or not isinstance(event, Round):
            return event
        track = self.tracks[runner]
        label = Runner(track.attempt.engine, track.split, dict(track.attempt.differs)).label
        return replace(event, runner=label, turn=track.turn)

    def take_late(self, runner: int, message: Answered | Failed) -> None:
        """What a worker said, repeated at its end: a cluster may have lost it on the way."""
        track = self.tracks[runner]
        known = track.lost if isinstance(message, Failed) else message.number in track.verdicts
        if not known:
            self.take(runner, message)

    def _take_failure(self, runner: int, message: Failed) -> None:
        error = message.error
        if isinstance(error, QuidproError) and (isinstance(error, InputError) or len(self.tracks) == 1):
            raise error
        self.lose(runner, str(error))

    def _take_answer(self, runner: int, number: int, verdict: AnyVerdict) -> None:
        self.proved.pop((number, runner), None)
        track = self.tracks[runner]
        if verdict.outcome != "unknown":
            self.keep(number, verdict, runner)
            track.progress = Progress(megabytes=track.progress.megabytes)
            return
        if verdict.reason != NO_OTHER_SPLIT:
            track.verdicts[number] = verdict
            self._unknown.setdefault(number, verdict)
        if self._winner.get(number) == runner:
            self.answers[number] = self._finish_answer(
                number, verdict, None
            )  # a proof that was kept unchecked is refused

    def keep(self, number: int, verdict: AnyVerdict, runner: int | None = None) -> None:
        """Record an answer, found by this runner or by none; a checked one replaces an unchecked one."""
        known = self.answers.get(number)
        if runner is not None:
            self.tracks[runner].verdicts[number] = verdict
        if known is None or (verdict.certified and not known.certified and known.outcome != "unknown"):
            self.answers[number] = self._finish_answer(number, verdict, runner)
            self._winner[number] = runner
        elif known.outcome not in ("unknown", verdict.outcome) and known.certified == verdict.certified:
            self.answers[number] = self._contradiction(number, verdict.certified)
            self._winner[number] = None

    def _contradiction(self, number: int, certified: bool) -> AnyVerdict:
        """Two answers cannot both be right, of which both were checked or neither."""
        answers = [(track.verdicts[number], track.attempt.engine) for track in self.tracks if number in track.verdicts]
        alike = {v.outcome: engine for v, engine in answers if v.certified == certified and v.outcome != "unknown"}
        answered = " and ".join(f"{method} answered {outcome!r}" for outcome, method in sorted(alike.items()))
        reason = f"{answered}, {'both' if certified else 'neither'} certified; one of them is wrong, please report this"
        return self._finish_answer(number, self.world.undecided(self.problems[number], self.method, reason), None)

    def _finish_answer(self, number: int, verdict: AnyVerdict, runner: int | None) -> AnyVerdict:
        """The answer of a race says which attempt won, and how far the others came."""
        if self.method != AUTO:
            return verdict
        began, self._answered_at = self._answered_at, now()
        seconds = max(self._answered_at - began - verdict.stats.certify_seconds, verdict.stats.seconds)
        runners = Race(track.runner(number, over=True) for track in self.tracks)
        return replace(
            verdict,
            method=AUTO,
            stats=replace(verdict.stats, seconds=seconds),
            winner=None if runner is None or verdict.outcome == "unknown" else runners[runner],
            race=runners,
            whole=self.size(number),
        )

    def size(self, number: int) -> Size | None:
        """How large the whole system is, as far as that is known."""
        bound = self.world.bound(self.problems[number])
        if bound is None:
            return None
        verdicts = [track.verdicts[number] for track in self._whole() if number in track.verdicts]
        exact = any(one.outcome == "holds" and (one.stats.states or one.stats.reachable) for one in verdicts)
        return Size(self._seen_whole(), exact, bound)

    def _whole(self) -> list[Track]:
        """The attempts that look at the whole system."""
        return [track for track in self.tracks if engine_named(self.world, track.attempt.engine).whole]

    def _seen_whole(self) -> int:
        stats = [verdict.stats for track in self._whole() for verdict in track.verdicts.values()]
        counts: list[int] = [count for one in stats for count in (one.states, one.reachable)]
        return max([self._seen, *(track.progress.states for track in self._whole()), *counts])

    def lose(self, runner: int, reason: str) -> None:
        """An attempt is out of the race; a proof that it had found is kept."""
        for (number, whose), pending in list(self.proved.items()):
            if whose == runner:
                self.keep(number, pending.verdict, runner)
        self.tracks[runner].lost = reason

    def status(self, running: Sequence[int]) -> None:
        """Report how far the running attempts are."""
        lines = [f"{self.tracks[i].attempt.engine} {self.tracks[i].progress.in_words()}" for i in sorted(running)]
        number = next(number for number in range(len(self.problems)) if number not in self.answers)
        self._events(Status("; ".join(lines), tuple(track.runner(number, over=False) for track in self.tracks)))

    def give_up(self, ran_out: BudgetExceeded) -> None:
        """The budget is spent: proofs stand unchecked, and for the rest this is the reason."""
        self.ran_out = ran_out
        for (number, runner), pending in self.proved.items():
            self.keep(number, pending.verdict, runner)

    def finish(self) -> None:
        """Problems that are still open are answered ``unknown``."""
        for number in range(len(self.problems)):
            if number not in self.answers:
                self.keep(number, self._unanswered(number))

    def _unanswered(self, number: int) -> AnyVerdict:
        """The answer where no attempt found one: why, and what is known."""
        verdicts = [track.verdicts[number] for track in self.tracks if number in track.verdicts]
        if verdicts and (len(self.tracks) == 1 or self.ran_out is None):
            return next((verdict for verdict in verdicts if verdict.assumptions), self._unknown[number])
        blank = self.world.undecided(self.problems[number], self.method, self._reason(number))
        reached = [track.progress for track in self.tracks]
        stats = replace(
            blank.stats,
            seconds=max((track.seconds for track in self.tracks), default=0.0),
            iterations=sum(progress.rounds for progress in reached),
        )
        stats.count(
            states=max([self._seen_whole(), *(p.states for p in reached), *(v.stats.states for v in verdicts)]),
            images=sum(progress.images for progress in reached),
            nodes=max([0, *(progress.nodes for progress in reached), *(verdict.stats.nodes for verdict in verdicts)]),
        )
        best = next((verdict for verdict in verdicts if verdict.assumptions), None)
        if best is not None:
            blank = replace(blank, assumptions=best.assumptions, components=best.components, notes=best.notes)
        return replace(blank, stats=stats, notes=blank.notes or (*self._last_round(), WHAT_TO_TRY))

    def _reason(self, number: int) -> str:
        """What ran out, and how far the attempts came that had begun; of a single one why it gave up."""
        begun = [track for track in self.tracks if track.seconds]
        if len(self.tracks) == 1 and self.tracks[0].lost:
            return self.tracks[0].lost
        head = str(self.ran_out) if self.ran_out else "every method gave up"
        runners = [track.runner(number, over=False) for track in begun] if len(self.tracks) > 1 else []
        return "; ".join([head, *(f"{one.method} {one.state}" for one in runners[:_MAX_REASONS])])

    def _last_round(self) -> list[str]:
        last = next((track.progress for track in self.tracks if track.progress.rounds and track.progress.outcome), None)
        if last is None or last.outcome == "holds":  # of a proof that is not here
            return []
        return [f"the last conjecture, of {last.assumption_states} states, was {last.outcome}"]
