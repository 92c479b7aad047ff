"""The exceptions a user can meet. Each carries words for a person, never a traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quidpro.core.source import Diagnostic


class QuidproError(Exception):
    """Base of everything quidpro raises on purpose."""


class InputError(QuidproError):
    """The input is wrong; the diagnostics say where, what and what to do."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(d.render() for d in self.diagnostics))


class UsageError(QuidproError):
    """A name, option or combination that makes no sense for this model."""


class TooManyStates(QuidproError):
    """Something grew past the size that the caller allowed; the caller has another way."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"more than {limit} states")


class BudgetExceeded(QuidproError):
    """Time or memory ran out, or the user interrupted.

    ``resource`` is ``time``, ``memory``, ``work`` or ``interrupt``; ``phase`` says what was going on.
    """

    def __init__(self, resource: str, phase: str, detail: str = "") -> None:
        self.resource = resource
        self.phase = phase
        self.detail = detail
        what = "interrupted" if resource == "interrupt" else f"{resource} budget ran out"
        super().__init__(f"{what} while {phase}" + (f" ({detail})" if detail else ""))
