"""What a worker of a race does: it solves its problems in order, and reports its answers and progress."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.core.events import Chosen, Clauses, Event, Explored, Image, Listener, Nodes, Phase, wants_pictures
from quidpro.core.facts import Learned
from quidpro.run.executors.protocol import Tell
from quidpro.run.executors.worker import told_to_end
from quidpro.run.registry import world_named
from quidpro.run.solve import Proved, solve
from quidpro.verdict.engine import Attempt
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import AnyVerdict

BUG = "this is a bug of quidpro"
Numbered = tuple[int, AnyProblem]
_INTERVAL_SECONDS = 0.1
"""Between two reports of a worker."""


@dataclass(frozen=True)
class Progress:
    """What an engine last reported."""

    phase: str = ""
    split: str = ""
    states: int = 0
    images: int = 0
    nodes: int = 0
    steps: int = 0
    clauses: int = 0
    rounds: int = 0
    assumption_states: int = 0
    outcome: str = ""
    """Of the last round."""
    megabytes: float = 0.0

    def after(self, event: Event) -> Progress:
        """With one more event."""
        match event:
            case Phase(name):
                return replace(self, phase=name)
            case Chosen(split):
                return replace(self, split=split)
            case Explored():
                return replace(self, states=max(self.states, event.states))
            case Image():
                return replace(self, images=self.images + 1, nodes=max(self.nodes, event.table))
            case Nodes(made):
                return replace(self, nodes=max(self.nodes, made))
            case Clauses(steps, clauses):
                return replace(self, steps=steps, clauses=clauses)
            case Round():
                rounds = max(self.rounds, event.number)
                return replace(self, rounds=rounds, assumption_states=event.assumption_states, outcome=event.outcome)
        return self

    def in_words(self) -> str:
        """``"round 12, 40 states"``, those of the assumption; ``"30 images, 20,000 nodes"``; ``"5,000 states"``;
        ``"20 steps, 300 clauses"``.
        """
        if self.rounds:
            return f"round {self.rounds:,}, {self.assumption_states:,} states"
        if self.images:
            return f"{self.images:,} images, {self.nodes:,} nodes"
        if self.nodes:
            return f"{self.nodes:,} nodes"
        if self.steps:
            return f"{self.steps:,} steps" + (f", {self.clauses:,} clauses" if self.clauses else "")
        return f"{self.states:,} states" if self.states else self.phase or "starting"


@dataclass(frozen=True)
class Report:
    """How far a worker is, and its last event."""

    progress: Progress
    event: Event


class ProgressReporter:
    """A listener in a worker: it reports now and then, and at once what must not be missed.

    With ``pictures`` every round is handed on whole, with all there is to look at.
    """

    def __init__(self, tell: Tell, pictures: bool) -> None:
        self.pictures = pictures
        self._tell = tell
        self._progress = Progress()
        self._reported = 0.0

    def __call__(self, event: Event) -> None:
        """Take note of an event; report when it is time to."""
        self._progress = self._progress.after(event)
        at = time.monotonic()
        if at - self._reported >= _INTERVAL_SECONDS or self._is_urgent(event):
            self._reported = at
            self._tell(Report(replace(self._progress, megabytes=peak_megabytes()), event))

    def forget(self) -> None:
        """What comes next is about another problem."""
        self._progress = Progress()

    def _is_urgent(self, event: Event) -> bool:
        seen = self.pictures and isinstance(event, Round) and event.evidence is not None
        return seen or isinstance(event, Phase | Chosen)


@dataclass(frozen=True)
class Failed:
    """Why a worker gave up: the input or the request is wrong, or it crashed."""

    error: QuidproError | str


@dataclass(frozen=True)
class Answered:
    """The answer to the problem of a number; or a proof that is about to be checked."""

    number: int
    verdict: AnyVerdict
    checked: bool = True


@dataclass(frozen=True)
class Finished:
    """How a worker ended: whether its polls were spent; and its messages that must not be lost on the way."""

    spent: bool
    messages: tuple[Answered | Failed, ...] = ()


def answer_problems(
    tell: Tell,
    attempt: Attempt,
    numbered: Sequence[Numbered],
    seconds: float | None,
    elapsed: float,
    megabytes: float | None,
    polls: int | None,
    pictures: bool,
) -> Finished:
    """Tell the answers of an attempt as they come, and hand over all of them at the end."""
    budget = Budget(seconds, megabytes, started=now() - elapsed, polls=polls)
    messages: list[Answered | Failed] = []

    def keep(message: object) -> None:
        if isinstance(message, Failed) or (isinstance(message, Answered) and message.checked):
            messages.append(message)
        tell(message)

    try:
        with told_to_end(budget):
            guarded_answers(keep, attempt, numbered, budget, ProgressReporter(tell, pictures))
    except BudgetExceeded as ran_out:
        keep(Failed(ran_out))
    return Finished(budget.spent(), tuple(messages))


def guarded_answers(
    tell: Tell, attempt: Attempt, numbered: Sequence[Numbered], budget: Budget, events: Listener
) -> None:
    """The same as ``answers``, for one of several: what goes wrong with it is reported, and the others go on."""
    try:
        answers(tell, attempt, numbered, budget, events)
    except BudgetExceeded as ran_out:
        if ran_out.resource != "work":
            raise
        tell(Failed(ran_out))
    except QuidproError as error:
        tell(Failed(error))
    except MemoryError:
        tell(Failed("out of memory"))
    except Exception as error:
        if os.environ.get("QUIDPRO_DEBUG"):
            raise
        tell(Failed(f"internal error: {type(error).__name__}: {error}; {BUG}"))


def answers(tell: Tell, attempt: Attempt, numbered: Sequence[Numbered], budget: Budget, events: Listener) -> None:
    """Tell the answers of an attempt, one after the other, until its polls are spent."""
    numbers = [number for number, _ in numbered]
    problems = [problem for _, problem in numbered]
    answered, is_proved = 0, False

    def hear(event: Event) -> None:
        nonlocal is_proved
        if isinstance(event, Proved):
            is_proved = True
            tell(Answered(numbers[answered], event.verdict, checked=False))
        elif isinstance(event, Learned):
            tell(event)
        else:
            events(event)

    hear.pictures = wants_pictures(events)  # type: ignore[attr-defined]
    world = world_named(problems[0].world)
    for verdict in solve(world, problems, attempt, budget, hear):
        if verdict.outcome == "unknown" and budget.spent() and not is_proved:  # that a proof was refused must be told
            return
        tell(Answered(numbers[answered], verdict))
        answered, is_proved = answered + 1, False
        if isinstance(events, ProgressReporter):
            events.forget()
