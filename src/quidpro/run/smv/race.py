"""Several ways to answer at once, each in a process of its own; the first answer to a question is the answer.

The first entry begins at once, the others follow a little later, those that promise less later still, so that easy
questions cost one process. When all together have too much memory the largest goes, and the last one ends the race. A
way that cannot answer a question says ``unknown``, and the others go on; when all have said so, the first one's reasons
are kept. A proof whose check takes too long is an answer without it: the check is broken off like any other work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.flat.model import FlatModel, Spec
from quidpro.run.smv.solve import NO_OTHER_CUT, Entry, Proved, answer, undecided
from quidpro.run.smv.workers import Complaint, Finished, Send, Worker, can_fork, heard
from quidpro.run.solve import CERTIFY_SECONDS, WHAT_TO_TRY
from quidpro.symbolic.compositional import Conjecture, unsuited
from quidpro.symbolic.machine import Settings
from quidpro.symbolic.reach import Ring
from quidpro.verdict.symbolic import SymbolicVerdict

HEAD_START = 0.7
"""Seconds that the first entry has alone."""
LATER = 5.0
"""Seconds after which cuts that are not the best are tried too."""
GRACE = 0.4
"""Seconds that workers have beyond their time, to say what they know."""
_TICK = 0.05
_MEMORY_TICK = 0.25

Done = Callable[[int, SymbolicVerdict], None]


@dataclass(frozen=True)
class _Pending:
    """A proof that is being checked, by whom and until when."""

    verdict: SymbolicVerdict
    worker: Worker
    entry: Entry
    until: float


@dataclass(eq=False)
class Race:
    """Questions, ways to answer them, and the answers so far, by the number of the question."""

    model: FlatModel
    specs: Sequence[Spec]
    entries: Sequence[Entry]
    budget: Budget
    settings: Settings
    events: Listener = ignore
    done: Done = lambda _number, _verdict: None
    jobs: int = 1 << 16
    """So many workers at a time; other entries wait until one has no more to say."""
    answers: dict[int, SymbolicVerdict] = field(default_factory=dict)
    _unknown: dict[int, SymbolicVerdict] = field(default_factory=dict)
    _workers: dict[Worker, Entry] = field(default_factory=dict)
    _proved: dict[tuple[int, Worker], _Pending] = field(default_factory=dict)
    """By question and worker; what the check has refused stands here no more."""
    _images: int = 0
    _conjectures: list[Conjecture] = field(default_factory=list)
    _weighed: float = 0.0

    def run(self) -> list[SymbolicVerdict]:
        """The answers, in the order of the questions."""
        if not can_fork():
            return self._run_here()
        try:
            self._run_workers()
        except BudgetExceeded as ran_out:
            self._give_up(ran_out)
        finally:
            for worker in self._workers:
                worker.stop()
        for number in range(len(self.specs)):
            if number not in self.answers:
                self._keep(number, self._unknown.get(number) or self._nothing(number, "no method could answer"))
        return [self.answers[number] for number in range(len(self.specs))]

    def _run_workers(self) -> None:
        waiting = list(self.entries)
        started = time.monotonic()
        while len(self.answers) < len(self.specs):
            if waiting and self._is_due(waiting[0], time.monotonic() - started):
                self._start(waiting.pop(0))
            if not waiting and all(worker.finished for worker in self._workers):
                return
            for worker in heard(list(self._workers), _TICK):
                for message in worker.messages():
                    self._take(message, worker)
            self._end_checks()
            self._check_budget()

    def _is_due(self, entry: Entry, seconds: float) -> bool:
        """Whether an entry may begin now: there is a worker for it, and those before it had their head start."""
        busy = sum(not worker.finished for worker in self._workers)
        return busy == 0 or (busy < self.jobs and seconds > (LATER if entry.rank else HEAD_START))

    def _start(self, entry: Entry) -> None:
        asked = self._open(entry)
        work = partial(_work, entry, self.model, asked, self.budget.remaining(), self.budget.megabytes, self.settings)
        self._workers[Worker(entry.name, work)] = entry

    def _open(self, entry: Entry) -> list[tuple[int, Spec]]:
        """The questions without an answer that an entry can try."""
        able = entry.method == "monolithic"
        waiting = [(number, spec) for number, spec in enumerate(self.specs) if number not in self.answers]
        return [(number, spec) for number, spec in waiting if able or not unsuited(self.model, spec)]

    def _end_checks(self) -> None:
        """Proofs whose check takes too long are answers without it; their workers begin anew with what is open."""
        now = time.monotonic()
        for (number, _), pending in list(self._proved.items()):
            if number not in self.answers and now > pending.until:
                self._keep(number, pending.verdict)
                pending.worker.stop()
                if self._workers.pop(pending.worker, None) and self._open(pending.entry):
                    self._start(pending.entry)

    def _take(self, message: Any, worker: Worker | None = None) -> None:
        if isinstance(message, Complaint):
            raise message.error()
        if isinstance(message, Finished):
            if message.crash:
                self._crashed(message.crash)
        elif isinstance(message, Event):
            self._note(message)
            self.events(message)
        elif isinstance(message[1], Proved):
            number, proved = message
            if worker is not None:
                until = time.monotonic() + proved.verdict.stats.seconds + CERTIFY_SECONDS + GRACE
                self._proved[number, worker] = _Pending(proved.verdict, worker, self._workers[worker], until)
        else:
            number, verdict = message
            if worker is not None:
                self._proved.pop((number, worker), None)
            if verdict.outcome != "unknown":
                self._keep(number, verdict)
            elif verdict.reason != NO_OTHER_CUT:
                self._unknown.setdefault(number, verdict)

    def _note(self, event: Event) -> None:
        """Remember how far the work has come, for an answer that does not come from a worker."""
        if isinstance(event, Phase):
            self.budget.phase = event.name
        elif isinstance(event, Conjecture):
            self._conjectures.append(event)
        elif isinstance(event, Ring):
            self._images += 1

    def _keep(self, number: int, verdict: SymbolicVerdict) -> None:
        if number not in self.answers:
            self.answers[number] = verdict
            self.done(number, verdict)

    def _crashed(self, why: str) -> None:
        for number in range(len(self.specs)):
            self._unknown.setdefault(number, self._nothing(number, why))

    def _nothing(self, number: int, why: str) -> SymbolicVerdict:
        method = self.entries[0].method if len(self.entries) == 1 else "auto"
        verdict = undecided(self.model, self.specs[number], method, why)
        verdict.stats.rings, verdict.stats.iterations = self._images, len(self._conjectures)
        if not self._conjectures:
            return replace(verdict, notes=(WHAT_TO_TRY,))
        last = self._conjectures[-1]
        note = f"the last conjecture, of {last.assumption.states} states, was {last.outcome}"
        return replace(verdict, notes=(note, WHAT_TO_TRY))

    def _check_budget(self) -> None:
        """Workers watch their own time; who does not listen is broken off."""
        budget, remaining = self.budget, self.budget.remaining()
        if budget.is_interrupted() or (remaining is not None and remaining < -GRACE):
            budget.check()
        now = time.monotonic()
        if budget.megabytes is not None and now - self._weighed > _MEMORY_TICK:
            self._weighed = now
            self._share_memory(budget.megabytes)

    def _share_memory(self, limit: float) -> None:
        """When all together have too much, the one with most goes; a proof that it has found is kept."""
        sizes = {worker: worker.megabytes() for worker in self._workers if not worker.finished}
        used = sum(sizes.values())
        if used <= limit:
            return
        ran_out = BudgetExceeded("memory", self.budget.phase, f"{used:.0f} MB used, limit {limit:g} MB")
        if len(sizes) == 1:
            raise ran_out
        largest = max(sizes, key=sizes.__getitem__)
        for (number, _), pending in self._proved.items():
            if pending.worker is largest:
                self._keep(number, pending.verdict)
        largest.stop()
        for number, _ in self._open(self._workers.pop(largest)):
            self._unknown.setdefault(number, self._nothing(number, str(ran_out)))

    def _give_up(self, ran_out: BudgetExceeded) -> None:
        for worker in self._workers:
            for message in [] if worker.finished else worker.messages():
                if isinstance(message, tuple):
                    self._take(message, worker)
        for (number, _), pending in self._proved.items():
            self._keep(number, pending.verdict)
        for number in range(len(self.specs)):
            self._unknown.setdefault(number, self._nothing(number, str(ran_out)))

    def _run_here(self) -> list[SymbolicVerdict]:
        for entry in self.entries:
            _work(
                entry,
                self.model,
                self._open(entry),
                self.budget.remaining(),
                self.budget.megabytes,
                self.settings,
                self._take,
            )
        for number in range(len(self.specs)):
            self._keep(number, self._unknown.get(number) or self._nothing(number, "no method could answer"))
        return [self.answers[number] for number in range(len(self.specs))]


def _work(
    entry: Entry,
    model: FlatModel,
    asked: Sequence[tuple[int, Spec]],
    seconds: float | None,
    megabytes: float | None,
    settings: Settings,
    send: Send,
) -> None:
    """What a worker does: its questions in order, every answer sent as it comes."""
    answered = 0

    def hear(event: Event) -> None:
        send((asked[answered][0], event) if isinstance(event, Proved) else event)

    budget = Budget(seconds, megabytes)
    for verdict in answer(entry, model, [spec for _, spec in asked], budget, hear, settings):
        number, answered = asked[answered][0], answered + 1
        send((number, verdict))
