"""Colour for terminals, or none: the words are the same."""

from __future__ import annotations

from dataclasses import dataclass

_OUTCOMES = {"holds": "1;32", "violated": "1;31", "unknown": "1;33"}


@dataclass(frozen=True)
class Painter:
    """Puts ANSI colour around text when ``color`` is set."""

    color: bool

    def _with(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text.strip() else text

    def outcome(self, outcome: str) -> str:
        """The verdict's word, in capitals."""
        return self._with(_OUTCOMES[outcome], outcome.upper())

    def bold(self, text: str) -> str:
        """Text that stands out."""
        return self._with("1", text)

    def dim(self, text: str) -> str:
        """Text that stands back."""
        return self._with("2", text)

    def error(self, text: str) -> str:
        """Text about an error."""
        return self._with("31", text)
