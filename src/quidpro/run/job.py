"""What a worker of a race does: its problems in order, every answer told as it comes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.core.events import Event, Listener, wants_pictures
from quidpro.run.executors.protocol import Tell
from quidpro.run.progress import ProgressReporter
from quidpro.run.registry import world_named
from quidpro.run.solve import Proved, solve
from quidpro.verdict.engine import Attempt
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.verdict import AnyVerdict

BUG = "this is a bug of quidpro"
Numbered = tuple[int, AnyProblem]


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
    """How a worker ended: whether its polls were spent; and what it told that must not be lost on the way."""

    spent: bool
    told: tuple[Answered | Failed, ...] = ()


def answer_problems(
    tell: Tell,
    attempt: Attempt,
    asked: Sequence[Numbered],
    seconds: float | None,
    elapsed: float,
    megabytes: float | None,
    polls: int | None,
    pictures: bool,
) -> Finished:
    """Tell the answers of an attempt as they come, and hand over all of them at the end."""
    budget = Budget(seconds, megabytes, started=now() - elapsed, polls=polls)
    told: list[Answered | Failed] = []

    def keep(message: object) -> None:
        if isinstance(message, Failed) or (isinstance(message, Answered) and message.checked):
            told.append(message)
        tell(message)

    try:
        guarded_answers(keep, attempt, asked, budget, ProgressReporter(tell, pictures))
    except BudgetExceeded as ran_out:
        keep(Failed(ran_out))
    return Finished(budget.spent(), tuple(told))


def guarded_answers(tell: Tell, attempt: Attempt, asked: Sequence[Numbered], budget: Budget, events: Listener) -> None:
    """The same as ``answers``, for one of several: what goes wrong with it is told, and the others go on."""
    try:
        answers(tell, attempt, asked, budget, events)
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


def answers(tell: Tell, attempt: Attempt, asked: Sequence[Numbered], budget: Budget, events: Listener) -> None:
    """Tell the answers of an attempt, one after the other, until its polls are spent."""
    numbers = [number for number, _ in asked]
    problems = [problem for _, problem in asked]
    answered = 0

    def hear(event: Event) -> None:
        if isinstance(event, Proved):
            tell(Answered(numbers[answered], event.verdict, checked=False))
        else:
            events(event)

    hear.pictures = wants_pictures(events)  # type: ignore[attr-defined]
    world = world_named(problems[0].world)
    for verdict in solve(world, problems, attempt, budget, hear):
        if verdict.outcome == "unknown" and budget.spent():
            return
        tell(Answered(numbers[answered], verdict))
        answered += 1
        if isinstance(events, ProgressReporter):
            events.forget()
