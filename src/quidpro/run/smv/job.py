"""What a worker of a race does: its questions in order, every answer told as it comes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, QuidproError, UsageError
from quidpro.core.events import Event
from quidpro.core.source import Diagnostic
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.flat.model import FlatModel, Spec
from quidpro.run.executors.protocol import Tell
from quidpro.run.smv.solve import Entry, Proved, answer
from quidpro.verdict.symbolic.evidence import SymbolicVerdict

BUG = "this is a bug of quidpro"


@dataclass(frozen=True)
class Complaint:
    """Why a worker gave up: the input or the request is wrong."""

    diagnostics: tuple[Diagnostic, ...]
    message: str

    def error(self) -> QuidproError:
        """The complaint as the exception it was."""
        return InputError(self.diagnostics) if self.diagnostics else UsageError(self.message)


@dataclass(frozen=True)
class Crashed:
    """Why a worker gave up, when it should not have."""

    reason: str


@dataclass(frozen=True)
class Told:
    """A proof that is about to be checked, or an answer, to the question of a number."""

    number: int
    answer: Proved | SymbolicVerdict


def answer_questions(
    tell: Tell,
    entry: Entry,
    model: FlatModel,
    asked: Sequence[tuple[int, Spec]],
    seconds: float | None,
    megabytes: float | None,
    settings: Settings,
    polls: int | None = None,
) -> bool:
    """Tell the answers of an entry; whether it was stopped because its polls were spent."""
    budget = Budget(seconds, megabytes, polls=polls)
    try:
        _answer(tell, entry, model, asked, budget, settings)
    except InputError as error:
        tell(Complaint(error.diagnostics, str(error)))
    except QuidproError as error:
        tell(Complaint((), str(error)))
    except MemoryError:
        tell(Crashed("out of memory"))
    except Exception as error:
        if os.environ.get("QUIDPRO_DEBUG"):
            raise
        tell(Crashed(f"internal error: {type(error).__name__}: {error}; {BUG}"))
    return budget.spent()


def _answer(
    tell: Tell,
    entry: Entry,
    model: FlatModel,
    asked: Sequence[tuple[int, Spec]],
    budget: Budget,
    settings: Settings,
) -> None:
    answered = 0

    def hear(event: Event) -> None:
        tell(Told(asked[answered][0], event) if isinstance(event, Proved) else event)

    for verdict in answer(entry, model, [spec for _, spec in asked], budget, hear, settings):
        if verdict.outcome == "unknown" and budget.spent():
            return
        number, answered = asked[answered][0], answered + 1
        tell(Told(number, verdict))
