"""What PRISM reads and Storm does not, rewritten in Storm's words, so that Storm can check the whole text.

Positions in the patched text can be mapped back to the text as it was written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from quidpro.frontend.prism.outline import Outline
from quidpro.frontend.prism.program import constant_order
from quidpro.frontend.prism.tokens import Token, expanded, old_calls, tokens_of, written


@dataclass(frozen=True)
class Edit:
    """Some letters of the text are replaced."""

    start: int
    length: int
    new: str

    def covers(self, other: Edit) -> bool:
        """Whether another one lies inside of it."""
        return self.start <= other.start < self.start + self.length


class Patched:
    """A text with edits, and the way back."""

    def __init__(self, text: str, edits: list[Edit]) -> None:
        self.edits = sorted(edits, key=lambda edit: edit.start)
        pieces, at = [], 0
        for edit in self.edits:
            pieces += [text[at : edit.start], edit.new]
            at = edit.start + edit.length
        self.text = "".join([*pieces, text[at:]])
        growth = [0, *accumulate(len(edit.new) - edit.length for edit in self.edits)]
        self._starts = [edit.start + grown for edit, grown in zip(self.edits, growth, strict=False)]
        self._growth = growth

    def back(self, offset: int) -> int:
        """The offset in the text as it was written; inside an edit it is where the edit begins."""
        number = bisect_right(self._starts, offset)
        if not number:
            return offset
        edit = self.edits[number - 1]
        if offset < self._starts[number - 1] + len(edit.new):
            return edit.start
        return offset - self._growth[number]


def patch(text: str, outline: Outline) -> Patched:
    """The text as Storm reads it."""
    edits = [*_kind(outline), *_constants(text, outline), *_bounds(outline), *_labels(text, outline)]
    return Patched(text, [*edits, *(call for call in _calls(text) if not any(edit.covers(call) for edit in edits))])


def _kind(outline: Outline) -> Iterator[Edit]:
    """The kind of the model first, and not by the old word; a text with modules that says none holds an MDP."""
    kind = outline.kind
    if outline.modules and (kind is None or kind.text != "mdp" or kind.offset != outline.first):
        yield Edit(0, 0, "mdp ")
        yield from () if kind is None else [_replace(kind, "")]


def _constants(text: str, outline: Outline) -> Iterator[Edit]:
    """Constants in an order in which each uses earlier ones only, and with the types of today."""
    statements = list(outline.constants.values())
    proper = [outline.constants[name] for name in constant_order(outline)]
    for old, new in zip(statements, proper, strict=True):
        start, last = old.words[0].offset, old.words[-1]
        length = last.offset + len(last.text) - start
        value = "" if new.value is None else f" = {written(new.value)}"
        definition = f"const {new.type} {new.name.text}{value};"
        is_old = old is new and new.words[1].text in ("int", "double", "bool", new.name.text)
        if not is_old and text[start : start + length] != definition:
            yield Edit(start, length, definition)


def _bounds(outline: Outline) -> Iterator[Edit]:
    """Formulas in the declarations of variables."""
    for statement in outline.declarations:
        for token in statement:
            if token.kind == "name" and token.text in outline.formulas:
                yield _replace(token, written(expanded([token], outline.formulas)))


def _labels(text: str, outline: Outline) -> Iterator[Edit]:
    """Labels in other labels, in formulas and in guards."""
    meant = {f'"{name}"': words for name, (_, words) in outline.labels.items()}
    for before, token in pairwise(tokens_of(text)):
        if token.kind == "string" and token.text in meant and before.text not in ("label", "rewards"):
            yield _replace(token, written(expanded([token], meant)))


def _calls(text: str) -> Iterator[Edit]:
    """Functions that are called as in old files."""
    tokens = tokens_of(text)
    for i in old_calls(tokens):
        start, comma = tokens[i].offset, tokens[i + 3].offset
        yield Edit(start, comma + 1 - start, f"{tokens[i + 2].text}(")


def _replace(token: Token, new: str) -> Edit:
    return Edit(token.offset, len(token.text), new)
