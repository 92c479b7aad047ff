"""Several attempts at once, each in a process of its own; the first checked answer to a problem is the answer.

A race may have heats: a first look in this process, so that what is small never starts another one, then the rest. Of
those in a heat the first begins at once, and each of the others when those before it have had their time alone; where
there are more than workers they take turns by being paused. With one worker they take turns in another way, the same
every time: work is counted in polls of the budget, not in seconds, and in each round every attempt starts over and may
do a fixed multiple of what it did in the round before; all rounds together then cost little more than the last. A named
method is a race of one attempt. Those in processes of their own hand each other facts (``core.facts``).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from math import inf

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase, wants_pictures
from quidpro.core.facts import Exchange, Learned
from quidpro.run.executors.protocol import Done, Executor, Handle, Job, Lost, Message
from quidpro.run.job import Answered, Report, answer_problems, answers, guarded_answers
from quidpro.run.request import Workers
from quidpro.run.scoreboard import GRACE_SECONDS, Scoreboard
from quidpro.verdict.engine import Attempt

_TICK_SECONDS = 0.05
"""Between two checks of the budget."""
_STATUS_SECONDS = 0.5
"""Between two status lines."""
_PATIENCE_SECONDS = 0.8
"""For what an attempt that is alone says when it is asked to end: less than it takes to be broken off."""
_GROWTH = 3


class Race:
    """A scoreboard, the workers, and the budget that all attempts share."""

    def __init__(self, board: Scoreboard, workers: Workers, budget: Budget, events: Listener) -> None:
        self.board, self.workers, self.budget, self.events = board, workers, budget, events
        self._runners: dict[Handle, int] = {}
        self._spent: dict[int, bool] = {}
        self._earlier: dict[int, float] = {}
        """Seconds of an attempt in the turns before this one."""
        self._check_began: dict[tuple[int, int], float] = {}
        """By problem and attempt: the CPU seconds of its worker when the check of its proof began."""
        self._polls: dict[int, int | None] = {}
        """The polls that each attempt may spend in this turn."""
        self._again: list[int] = []
        self._retried: set[int] = set()
        self._shown = time.monotonic()
        self._exchange: Exchange | None = None
        self._asked_to_end: float | None = None
        """When an attempt that is alone was asked to end with what it knows."""

    def run(self, heats: Iterable[Sequence[Attempt]]) -> None:
        """Run until everything is answered, all attempts have given up, or the budget is spent.

        A heat is run where those before it have left something open.
        """
        try:
            for attempts in heats:
                self.board.begin(attempts)
                self._check_began.clear()
                self._retried.clear()
                self._run_heat()
                if self.board.all_answered():
                    break
            else:
                self.budget.check()
        except BudgetExceeded as ran_out:
            self.board.give_up(ran_out)
        self.board.finish()

    def _run_heat(self) -> None:
        runners = list(range(len(self.board.tracks)))
        turns = self.workers.one and len(runners) > 1
        if len(runners) > 1:
            self._begin_phase("taking turns" if turns else "racing")
        self.budget.check()
        if all(track.attempt.inline for track in self.board.tracks):
            for runner in runners:
                self._run_here(runner)
            return
        if turns and self.board.world.inline:
            self._in_turns(runners, None)
        else:
            with self._executor() as executor:
                if turns:
                    self._in_turns(runners, executor)
                else:
                    self._all_at_once(runners, executor)

    @contextmanager
    def _executor(self) -> Iterator[Executor]:
        """Processes; what they said last is heard when the budget ends them."""
        with ExitStack() as stack:
            executor = stack.enter_context(self.workers.executor(self.budget.megabytes))
            self._exchange = stack.enter_context(Exchange()) if len(self.board.tracks) > 1 else None
            try:
                yield executor
            except BudgetExceeded:
                self._hear(executor, 0.0)
                raise
            finally:
                for handle, runner in self._runners.items():
                    self._clock(runner, executor, handle)

    def _begin_phase(self, name: str) -> None:
        self.budget.phase = name
        self.events(Phase(name))

    def _run_here(self, runner: int, polls: int | None = None) -> bool:
        """An attempt in this process; whether it was stopped because its polls were spent."""
        track, started = self.board.tracks[runner], time.monotonic()
        before = track.seconds
        track.turn += 1
        own = self.budget
        if polls is not None:
            own = Budget(own.remaining(), own.megabytes, parent=own, polls=polls)

        def listen(event: Event) -> None:
            track.progress = track.progress.after(event)
            self.events(self.board.tagged(runner, event))

        def take(message: object) -> None:
            track.seconds = before + time.monotonic() - started
            self.board.take(runner, message)

        listen.pictures = wants_pictures(self.events)  # type: ignore[attr-defined]
        try:
            if numbered := self.board.open(runner):
                alone = len(self.board.tracks) == 1
                (answers if alone else guarded_answers)(take, track.attempt, numbered, own, listen)
        finally:
            track.seconds = before + time.monotonic() - started
        return own.spent()

    def _all_at_once(self, runners: list[int], executor: Executor) -> None:
        waiting = sorted(runners, key=lambda runner: self.board.tracks[runner].attempt.after)
        started = time.monotonic()
        while not self.board.all_answered():
            while waiting and self._is_due(waiting[0], time.monotonic() - started):
                self._begin(waiting.pop(0), executor)
            self._resume(waiting, executor)
            if not waiting and not self._runners:
                return
            self._listen(executor)

    def _is_due(self, runner: int, seconds: float) -> bool:
        """Whether an attempt may begin now: none is running, or those before it had their head start."""
        return not self._runners or seconds >= self.board.tracks[runner].attempt.after

    def _resume(self, waiting: list[int], executor: Executor) -> None:
        """Once no attempt is running, retry those that were lost with their machines, elsewhere."""
        if waiting or self._runners:
            return
        for runner in self._again:
            self._retried.add(runner)
            self._begin(runner, executor)
        self._again.clear()

    def _in_turns(self, runners: list[int], executor: Executor | None) -> None:
        racing = sorted(runners, key=lambda runner: self.board.tracks[runner].attempt.turn)
        factor = 1
        while racing and not self.board.all_answered():
            for runner in list(racing):
                self.budget.check()
                if not self.board.open(runner) or not self._turn(runner, factor, executor):
                    racing.remove(runner)
                if self.board.all_answered():
                    return
            factor *= _GROWTH

    def _turn(self, runner: int, factor: int, executor: Executor | None) -> bool:
        """One attempt's turn; whether it would go on."""
        polls = self.board.tracks[runner].attempt.polls * factor
        if executor is None:
            return self._run_here(runner, polls)
        self._begin(runner, executor, polls)
        while self._runners and not self.board.all_answered():
            self._listen(executor)
        return self._spent[runner]

    def _begin(self, runner: int, executor: Executor, polls: int | None = None) -> None:
        attempt = self.board.tracks[runner].attempt
        if self._exchange is not None:
            attempt = replace(attempt, facts=self._exchange.facts)
        numbered = self.board.open(runner)
        if not numbered:
            return
        self._spent[runner] = False
        self.board.tracks[runner].lost = ""
        self.board.tracks[runner].turn += 1
        self._earlier[runner] = self.board.tracks[runner].seconds
        self._polls[runner] = polls
        limits = (self.budget.seconds, self.budget.elapsed(), self.budget.megabytes, polls)
        arguments = (attempt, numbered, *limits, wants_pictures(self.events))
        job = Job(answer_problems, arguments, name=f"method {attempt.engine}", weight=attempt.weight)
        self._runners[executor.submit(job)] = runner

    def _listen(self, executor: Executor) -> None:
        self._hear(executor, _TICK_SECONDS)
        self._end_checks(executor)
        self._show()
        remaining = self.budget.remaining()
        if self._asked_to_end is not None or (self.budget.is_interrupted() and len(self.board.tracks) == 1):
            self._end_alone(executor)
        elif self.budget.is_interrupted() or (remaining is not None and remaining < -GRACE_SECONDS):
            self.budget.check()

    def _end_alone(self, executor: Executor) -> None:
        """Ctrl-C where one attempt is alone: a proof that it has at hand is checked, or it tells what it knows."""
        if self._asked_to_end is None:
            self._asked_to_end = time.monotonic()
            for handle in self._runners:
                executor.interrupt(handle)
        if any(number not in self.board.answers for number, _ in self.board.proved):
            self.budget.go_on()
            return
        self.budget.answered()
        if time.monotonic() - self._asked_to_end > _PATIENCE_SECONDS:
            self.budget.check()

    def _hear(self, executor: Executor, seconds: float) -> None:
        messages = executor.wait(seconds)
        for handle, runner in self._runners.items():
            self._clock(runner, executor, handle)
        for message in messages:
            self._take(message, executor)

    def _take(self, message: Message, executor: Executor) -> None:
        runner = self._runners[message.handle]
        if isinstance(message, Done):
            del self._runners[message.handle]
            self._spent[runner] = message.value.spent
            for late in message.value.messages:
                self.board.take_late(runner, late)
        elif isinstance(message, Lost):
            del self._runners[message.handle]
            self.board.lose(runner, self._why_lost(message.reason))
            if message.retry and runner not in self._retried:
                self._again.append(runner)
        elif isinstance(message.report, Learned):
            if self._exchange is not None:
                self._exchange.add(message.report.fact)
        else:
            self._follow(message.report)
            self.board.take(runner, message.report)
            if isinstance(message.report, Answered):
                self._check_first(executor)

    def _check_first(self, executor: Executor) -> None:
        """A proof is nearly always right: while one that is needed is being checked, its worker waits for no other."""
        checking = {whose for number, whose in self.board.proved if number not in self.board.answers}
        for handle, runner in self._runners.items():
            executor.weigh(handle, inf if runner in checking else self.board.tracks[runner].attempt.weight)

    def _clock(self, runner: int, executor: Executor, handle: Handle) -> None:
        self.board.tracks[runner].seconds = self._earlier[runner] + executor.seconds(handle)

    def _why_lost(self, reason: str) -> str:
        return (
            f"memory budget ran out while {self.budget.phase} ({reason})" if reason.startswith("ended at") else reason
        )

    def _follow(self, report: object) -> None:
        """Keep the phase of a single attempt, for the message when the budget runs out."""
        if len(self.board.tracks) == 1 and isinstance(report, Report) and isinstance(report.event, Phase):
            self.budget.phase = report.event.name

    def _show(self) -> None:
        now = time.monotonic()
        if self._runners and len(self.board.tracks) > 1 and now - self._shown >= _STATUS_SECONDS:
            self._shown = now
            if not self.board.all_answered():
                self.board.status(list(self._runners.values()))

    def _end_checks(self, executor: Executor) -> None:
        """Proofs whose check takes too long are answers without it; their workers begin anew with what is open."""
        if any(self._is_overdue(*proof, executor) for proof in self.board.proved):
            self._hear(executor, 0.0)  # it may have come to its end just now
        for (number, runner), pending in list(self.board.proved.items()):
            if self._is_overdue(number, runner, executor):
                self.board.keep(number, pending.verdict, runner)
                del self.board.proved[number, runner]
                for handle in [handle for handle, whose in self._runners.items() if whose == runner]:
                    executor.cancel(handle)
                    del self._runners[handle]
                    self._begin(runner, executor, self._polls[runner])

    def _is_overdue(self, number: int, runner: int, executor: Executor) -> bool:
        """Whether the check of a proof that is still needed has had its time."""
        pending = self.board.proved[number, runner]
        return number not in self.board.answers and self._checked_for(number, runner, executor) > pending.seconds

    def _checked_for(self, number: int, runner: int, executor: Executor) -> float:
        """For how many CPU seconds a proof has been checked."""
        mine = (handle for handle, whose in self._runners.items() if whose == runner)
        used = max(map(executor.cpu_seconds, mine), default=0.0)
        return used - self._check_began.setdefault((number, runner), used)
