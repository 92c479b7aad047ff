"""Everyone in a race on an SMV model and how far each has come: the book that is kept while it runs.

The first answer to a question is the answer. Who cannot answer says ``unknown``, and the others go on; when all have
said so, the first one's reasons are kept. A proof is an answer once it has been checked; one whose check takes too long
is an answer without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from quidpro.core.events import Event, Listener, Phase
from quidpro.engines.symbolic.scv.compositional import Conjecture, unsuited
from quidpro.engines.symbolic.shared.reach import Ring
from quidpro.flat.model import FlatModel, Spec
from quidpro.run.smv.job import Complaint, Crashed, Told
from quidpro.run.smv.solve import NO_OTHER_CUT, Chosen, Entry, Proved, undecided
from quidpro.run.solve import CERTIFY_SECONDS, WHAT_TO_TRY
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.types import Runner

AUTO = "auto"
GRACE = 0.4
"""Seconds that workers have beyond their time, to say what they know."""
NOT_BEGUN = "did not begin"

Done = Callable[[int, SymbolicVerdict], None]


@dataclass(frozen=True)
class Reached:
    """How far somebody has come with a question."""

    phase: str = ""
    split: str = ""
    images: int = 0
    nodes: int = 0
    rounds: int = 0
    last: Conjecture | None = None

    def after(self, event: Event) -> Reached:
        """With one more event."""
        match event:
            case Phase(name):
                return replace(self, phase=name)
            case Chosen(split):
                return replace(self, split=split)
            case Ring():
                return replace(self, images=self.images + 1, nodes=max(self.nodes, event.table))
            case Conjecture():
                return replace(self, rounds=self.rounds + 1, last=event)
        return self

    def in_words(self) -> str:
        """``"round 12, 40 states"``, those of the assumption; or ``"30 images, 20,000 nodes"``."""
        if self.last is not None:
            return f"round {self.rounds:,}, {self.last.assumption.states:,} states"
        return f"{self.images:,} images, {self.nodes:,} nodes" if self.images else self.phase or "starting"


@dataclass(frozen=True)
class Pending:
    """A proof that is being checked, and for how many CPU seconds at most."""

    verdict: SymbolicVerdict
    seconds: float


class Field:
    """Questions, ways to answer them, and what is known; questions and ways go by their numbers."""

    def __init__(
        self, model: FlatModel, specs: Sequence[Spec], entries: Sequence[Entry], events: Listener, done: Done
    ) -> None:
        self.model, self.specs, self.entries = model, specs, entries
        self.answers: dict[int, SymbolicVerdict] = {}
        self.proved: dict[tuple[int, int], Pending] = {}
        """By question and way; what the check has refused stands here no more."""
        self.seconds = [0.0] * len(entries)
        self._unknown: dict[int, SymbolicVerdict] = {}
        self._reached = [Reached()] * len(entries)
        self._said: dict[tuple[int, int], SymbolicVerdict] = {}
        self._events, self._done = events, done

    def all_answered(self) -> bool:
        """Whether nothing is left to be asked."""
        return len(self.answers) == len(self.specs)

    def open(self, place: int) -> list[tuple[int, Spec]]:
        """The questions without an answer that somebody can try."""
        able = self.entries[place].method == "monolithic"
        waiting = [(number, spec) for number, spec in enumerate(self.specs) if number not in self.answers]
        return [(number, spec) for number, spec in waiting if able or not unsuited(self.model, spec)]

    def take(self, place: int, report: object) -> None:
        """Somebody said something."""
        if isinstance(report, Complaint):
            raise report.error()
        if isinstance(report, Crashed):
            self._gone(place, report.reason)
        elif isinstance(report, Told):
            self._told(place, report)
        elif isinstance(report, Event):
            self._reached[place] = self._reached[place].after(report)
            self._events(report)

    def _told(self, place: int, told: Told) -> None:
        if isinstance(told.answer, Proved):
            verdict = told.answer.verdict
            self.proved[told.number, place] = Pending(verdict, verdict.stats.seconds + CERTIFY_SECONDS + GRACE)
            return
        self.proved.pop((told.number, place), None)
        if told.answer.outcome != "unknown":
            self.keep(told.number, told.answer, place)
        elif told.answer.reason != NO_OTHER_CUT:
            self._said[told.number, place] = told.answer
            self._unknown.setdefault(told.number, told.answer)
        self._reached[place] = Reached()

    def keep(self, number: int, verdict: SymbolicVerdict, place: int | None = None) -> None:
        """This is the answer, found by somebody or by nobody."""
        if number in self.answers:
            return
        if place is not None:
            self._said[number, place] = verdict
        if len(self.entries) > 1:
            runners = tuple(self._runner(number, other) for other in range(len(self.entries)))
            winner = None if place is None or verdict.outcome == "unknown" else runners[place]
            verdict = replace(verdict, method=AUTO, winner=winner, race=runners)
        self.answers[number] = verdict
        self._done(number, verdict)

    def _runner(self, number: int, place: int) -> Runner:
        entry, reached, said = self.entries[place], self._reached[place], self._said.get((number, place))
        split = reached.split or (" | ".join(said.components) if said and len(said.components) > 1 else "")
        if said is not None:
            state = said.reason if said.outcome == "unknown" else _answer(said)
        else:
            state = f"stopped: {reached.in_words()}" if self.seconds[place] else NOT_BEGUN
        return Runner(
            entry.method,
            split or None,
            entry.options,
            state,
            self.seconds[place],
            rounds=said.stats.iterations if said else reached.rounds,
            peak_memory_mb=said.stats.peak_memory_mb if said else 0.0,
        )

    def lost(self, place: int, reason: str, phase: str) -> None:
        """Somebody was ended from outside; a proof that it had found is kept."""
        for (number, whose), pending in list(self.proved.items()):
            if whose == place:
                self.keep(number, pending.verdict, place)
        short = f"memory budget ran out while {phase} ({reason})" if reason.startswith("ended at") else reason
        self._gone(place, short)

    def _gone(self, place: int, why: str) -> None:
        for number, _ in self.open(place):
            self._said[number, place] = self._nothing(number, why)
            self._unknown.setdefault(number, self._said[number, place])

    def give_up(self, why: str) -> None:
        """Nothing more will be said: proofs stand unchecked, and for the rest this is the reason."""
        for (number, place), pending in self.proved.items():
            self.keep(number, pending.verdict, place)
        for number in range(len(self.specs)):
            self._unknown.setdefault(number, self._nothing(number, why))
        self.finish()

    def finish(self) -> None:
        """Who has no answer by now gets none."""
        for number in range(len(self.specs)):
            if number not in self.answers:
                self.keep(number, self._unknown.get(number) or self._nothing(number, "no method could answer"))

    def _nothing(self, number: int, why: str) -> SymbolicVerdict:
        method = self.entries[0].method if len(self.entries) == 1 else AUTO
        verdict = undecided(self.model, self.specs[number], method, why)
        verdict.stats.seconds = max(self.seconds)
        verdict.stats.peak_nodes = max(reached.nodes for reached in self._reached)
        verdict.stats.rings = sum(reached.images for reached in self._reached)
        verdict.stats.iterations = sum(reached.rounds for reached in self._reached)
        last = next((reached.last for reached in self._reached if reached.last is not None), None)
        if last is None:
            return replace(verdict, notes=(WHAT_TO_TRY,))
        note = f"the last conjecture, of {last.assumption.states} states, was {last.outcome}"
        return replace(verdict, notes=(note, WHAT_TO_TRY))


def _answer(verdict: SymbolicVerdict) -> str:
    return verdict.outcome if verdict.certified else f"{verdict.outcome}, not certified"
