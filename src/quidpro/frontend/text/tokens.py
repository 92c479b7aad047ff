"""Tokens of a text, whatever its language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform

INT = "number"
BAD = "unreadable text"
"""What the lexer complained of already; the parser meets it without a second complaint."""
EOF = "end of the file"


@dataclass
class Tokens:
    """The tokens of a text as parallel lists; the last one is the end of the file.

    The kind of a keyword or a mark is its own spelling.
    """

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)

    def add(self, kind: str, text: str, offset: int) -> None:
        """Append one token."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.offsets.append(offset)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """Makes every class below it a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


class Placed(Frozen):
    """A node of a syntax tree that says where its text is, behind whatever else it holds."""

    offset: int = field(kw_only=True)


def shorten(text: str, width: int = 40) -> str:
    """A text cut to a width, for messages."""
    return text if len(text) <= width else text[: width - 1] + "…"
