"""Tokens of a text, whatever its language; a position among them, and the ways to move on, look ahead and complain."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import dataclass_transform

from quidpro.core.source import Diagnostic, Source

INT = "number"
BAD = "unreadable text"
"""What the lexer has complained of; the parser does not complain again."""
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


class SyntaxNode(Frozen):
    """A node of a syntax tree that says where its text is, behind whatever else it holds."""

    offset: int = field(kw_only=True)


def shorten(text: str, width: int = 40) -> str:
    """A text cut to a width, for messages."""
    return text if len(text) <= width else text[: width - 1] + "…"


MAX_ERRORS = 10
"""How many errors are shown; those after them need no hints."""
MAX_NESTING = 200
"""How deep brackets, choices and formulas may nest: far beyond any model, well within Python's own stack."""


def cap(errors: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors in the order of the text, as many as fit a screen, and how many there are besides."""
    found = sorted(errors, key=lambda e: e.offset)
    more = len(found) - MAX_ERRORS
    if more <= 0:
        return found
    return [*found[:MAX_ERRORS], Diagnostic(f"and {more} more error{'s' if more > 1 else ''}")]


class UnreadableError(Exception):
    """Leaves the definition that cannot be read; carries None where the lexer has complained already."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        super().__init__()


class Cursor:
    """Reads tokens from left to right; every complaint is an UnreadableError to be raised."""

    keywords: Container[str] = ()
    """Kinds of tokens that a message calls keywords."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        self.source = source
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.offsets = tokens.offsets
        self.depth = 0
        self.errors: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self.move(0)

    def move(self, at: int) -> None:
        """Go to a token by its number."""
        self.at = at
        self.kind = self.kinds[at]

    @property
    def text(self) -> str:
        """The spelling of the current token."""
        return self.texts[self.at]

    @property
    def offset(self) -> int:
        """Where the current token starts."""
        return self.offsets[self.at]

    def ahead(self, steps: int = 1) -> str:
        """The kind of a later token."""
        at = self.at + steps
        return self.kinds[at] if at < len(self.kinds) else EOF

    def take(self) -> int:
        """Step over the current token; gives where it started."""
        at = self.at
        if self.kind is not EOF:
            self.at = at + 1
            self.kind = self.kinds[at + 1]
        return self.offsets[at]

    def skip(self, kind: str) -> bool:
        """Step over the current token if it is of this kind."""
        if self.kind != kind:
            return False
        self.take()
        return True

    def expect(self, kind: str, purpose: str, hint: str = "") -> int:
        """Step over a token that must be there."""
        if self.kind != kind:
            raise self.fault(f"expected '{kind}' {purpose}, found {self.found()}", hint)
        return self.take()

    def close(self, kind: str, opened: int, what: str) -> None:
        """Step over the bracket that closes what was opened at an offset, and come up one level."""
        if self.kind != kind:
            line, column = self.source.position(opened)
            message = f"expected '{kind}' to close {what}, found {self.found()}"
            raise self.fault(message, f"it was opened at line {line}, column {column}")
        self.take()
        self.depth -= 1

    def nest(self) -> None:
        """Go down one level, into a bracket."""
        self.set_depth(self.depth + 1)

    def set_depth(self, depth: int) -> None:
        """Be at this level of nesting."""
        if depth > MAX_NESTING:
            raise self.too_deep()
        self.depth = depth

    def too_deep(self) -> UnreadableError:
        """The complaint about nesting."""
        return self.fault(f"nested more than {MAX_NESTING} deep", "break it up into smaller definitions")

    def found(self) -> str:
        """The current token in words."""
        if self.kind is EOF:
            return "the end of the file"
        return ("the keyword " if self.kind in self.keywords else "") + f"'{shorten(self.text)}'"

    def fault(self, message: str, hint: str = "") -> UnreadableError:
        """A complaint about the current token."""
        if self.kind is BAD:
            return UnreadableError(None)
        return UnreadableError(Diagnostic(message, self.source, self.offset, max(1, len(self.text)), hint))

    def missing(self, message: str, hint: str = "") -> UnreadableError:
        """A complaint that something is missing after the token just read."""
        if self.kind is BAD or self.at == 0:
            return self.fault(message, hint)
        end = self.offsets[self.at - 1] + len(self.texts[self.at - 1])
        return UnreadableError(Diagnostic(message, self.source, end, 1, hint))

    def warn(self, message: str, offset: int, length: int, hint: str = "") -> None:
        """Note something odd that is accepted."""
        self.warnings.append(Diagnostic(message, self.source, offset, length, hint, "warning"))
