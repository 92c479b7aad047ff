"""What all answers have in common: they have an outcome, and no truth, which has only two values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from quidpro.verdict.types import Outcome


class Answer(ABC):
    """The answer to a question, or to several; the worst of them counts."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""

    @property
    def holds(self) -> bool:
        """Whether all that was asked is so; what is violated is not, and neither is what is unknown."""
        return self.outcome == "holds"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"an answer is neither true nor false (this one is {self.outcome!r}): ask .holds, or in a test "
            'write check(…).expect("holds")'
        )
