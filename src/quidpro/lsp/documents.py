"""The texts that are open in an editor, each with its names, and what was found in it so far."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from pygls.uris import to_fs_path

from quidpro.core.source import Source
from quidpro.frontend.files import LANGUAGES, world_of_file
from quidpro.frontend.languages import Language, language_of
from quidpro.frontend.text.names import Names, Symbol
from quidpro.lsp.fixes import Problem
from quidpro.lsp.positions import Lines


def path_of(uri: str, language: str) -> Path:
    """The file of a text; where its name does not tell the language, it is called as a file of that would be."""
    path = Path((to_fs_path(uri) if urlsplit(uri).scheme == "file" else None) or "untitled")
    return path if world_of_file(path) else path.with_name(path.name + LANGUAGES.get(language, ""))


@dataclass
class Text:
    """A text as it is at a moment."""

    path: Path
    text: str
    encoding: str
    language: Language | None

    @cached_property
    def names(self) -> Names:
        """What is named in it; nothing where its language has no such table."""
        source = Source(str(self.path), self.text)
        return Names(source) if self.language is None else self.language.names(source)

    @cached_property
    def lines(self) -> Lines:
        """Its lines."""
        return Lines(self.text, self.encoding)

    def asking(self, setting: str, value: str) -> Symbol | None:
        """The definition over which something is asked."""
        return next((one for one in self.names.symbols if one.ask == (setting, value)), None)


@dataclass
class Document:
    """A text that is being edited."""

    uri: str
    now: Text
    good: Text | None = None
    """The last one that could be read."""
    seen: Text | None = None
    """The last one that was looked at."""
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with that."""
    evidence: list[Problem] = field(default_factory=list)
    """What a check has found; it is gone with the next change."""
    is_changed: bool = False
    """Whether it has changed since it was last looked at."""
    looking: asyncio.Task[None] | None = None

    @classmethod
    def opened(cls, uri: str, path: Path, text: str, encoding: str) -> Document:
        """A text that an editor has opened."""
        return cls(uri, Text(path, text, encoding, language_of(path)))

    def change(self, text: str) -> None:
        """Take over what was typed."""
        self.now = Text(self.now.path, text, self.now.encoding, self.now.language)
        self.evidence, self.is_changed = [], True

    def keep(self) -> None:
        """Remember a text that can be read."""
        if not self.now.names.errors:
            self.good = self.now

    @property
    def readable(self) -> Text:
        """The text as it is, or as it was when it could be read last."""
        return self.now if not self.now.names.errors else self.good or self.now
