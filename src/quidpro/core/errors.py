"""The exceptions a user can meet. Each carries words for a person, never a traceback.

They cross from worker processes: what they are made of is their ``args``, from which they are made again there.
"""

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
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(d.render() for d in self.diagnostics)


class UsageError(QuidproError):
    """A name, option or combination that makes no sense for this model."""


class Unwritten(QuidproError):
    """The result cannot be written: its stream takes no more, or its reader has gone, which is ``unread``."""

    def __init__(self, reason: str, unread: bool = False) -> None:
        self.reason = reason
        self.unread = unread
        super().__init__(reason, unread)

    def __str__(self) -> str:
        return f"cannot write the result: {self.reason}"


class TooManyStates(QuidproError):
    """Something grew past the size that the caller allowed; the caller has another way."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(limit)

    def __str__(self) -> str:
        return f"more than {self.limit} states"


class BudgetExceeded(QuidproError):
    """Time or memory ran out, or the user interrupted.

    ``resource`` is ``time``, ``memory``, ``work`` or ``interrupt``; ``phase`` says what was going on.
    """

    def __init__(self, resource: str, phase: str, detail: str = "") -> None:
        self.resource = resource
        self.phase = phase
        self.detail = detail
        super().__init__(resource, phase, detail)

    @property
    def why(self) -> str:
        """In two words, of a search whose result stands without it."""
        return "interrupted" if self.resource == "interrupt" else f"{self.resource} ran out"

    def __str__(self) -> str:
        what = "interrupted" if self.resource == "interrupt" else f"{self.resource} budget ran out"
        return f"{what} while {self.phase}" + (f" ({self.detail})" if self.detail else "")
