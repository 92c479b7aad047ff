"""What can be said of a place in a text: pure functions of its names, the same for every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.languages import Language
from quidpro.frontend.text.names import Names, Symbol

_MOST_LINES = 12
"""How much of a definition is shown."""


@dataclass(frozen=True)
class Completion:
    """Something that can be written at a place: a name with what it is, or a keyword."""

    text: str
    kind: str
    detail: str = ""


def completions(language: Language, now: Names, good: Names | None, offset: int) -> list[Completion]:
    """Names in scope first, then keywords; names of the last text that could be read are there, too."""
    before = [] if good is None else [symbol for symbol in good.symbols if symbol.visible is None]
    found: dict[str, Completion] = {}
    for symbol in (*now.visible(offset), *before):
        if language.identifier.fullmatch(symbol.name):
            found.setdefault(symbol.name, Completion(symbol.name, symbol.kind, _first_line(now, symbol)))
    for word in language.keywords:
        found.setdefault(word, Completion(word, "keyword"))
    return list(found.values())


def _first_line(names: Names, symbol: Symbol) -> str:
    return names.text(symbol).split("\n")[0].strip() if symbol in names.symbols else ""


def describe(language: Language, names: Names, symbol: Symbol, value: str = "", info: str = "") -> str:
    """A symbol in Markdown: what it is, how it is defined, what it stands for, what ``info`` says of it."""
    lines = names.text(symbol).strip().split("\n")
    shown = [*lines[:_MOST_LINES], *(["…"] if len(lines) > _MOST_LINES else [])]
    head = f"{symbol.kind} **{symbol.name}**" + (f" of {symbol.inside.name}" if symbol.inside else "")
    blocks = [
        head + (f" = `{value}`" if value else ""),
        "\n".join([f"```{language.name}", *shown, "```"]),
        *(["\n".join(["```text", info.strip(), "```"])] if info else []),
    ]
    return "\n\n".join(blocks)


def renamed(language: Language, names: Names, offset: int, new: str) -> list[int]:
    """Where a name is to be replaced by a new one; a UsageError where that cannot be done, or changes a meaning.

    The new text is read again: every name in it must mean what it meant before.
    """
    symbol = to_rename(names, offset)
    if not language.identifier.fullmatch(new) or new in language.keywords:
        raise UsageError(f"'{new}' cannot be a name")
    places = names.places(symbol)
    text = replaced(names.source.text, places, len(symbol.name), new)
    after = language.names(Source(names.source.name, text))
    if after.errors:
        raise UsageError(f"'{new}' cannot be the name of this {symbol.kind}: {after.errors[0].message}")
    if after.shape() != names.shape():
        raise UsageError(f"'{new}' means something else already{_defined_at(names, new)}")
    return places


def to_rename(names: Names, offset: int) -> Symbol:
    """The symbol at an offset, if all its places are known; a UsageError says why not."""
    found = names.at(offset)
    if names.errors:
        where = names.source.position(names.errors[0].offset)[0]
        raise UsageError(f"this text cannot be read (line {where}: {names.errors[0].message}); correct it first")
    if found is None:
        raise UsageError("there is no name here that can be changed")
    symbol = found[1]
    for place, name in names.loose.items():
        if name == symbol.name:
            line = names.source.position(place)[0]
            raise UsageError(f"it is not known whether '{name}' in line {line} means this {symbol.kind}")
    return symbol


def replaced(text: str, places: Iterable[int], length: int, new: str) -> str:
    """A text with a new name at all places of an old one of that length."""
    for place in sorted(places, reverse=True):
        text = text[:place] + new + text[place + length :]
    return text


def _defined_at(names: Names, name: str) -> str:
    lines = [names.source.position(symbol.offset)[0] for symbol in names.symbols if symbol.name == name]
    return f", see line {lines[0]}" if lines else ""


def inside(names: Names, home: Symbol | None) -> Iterator[Symbol]:
    """The definitions in another, or those in none, in the order of the text; variables are left out."""
    chosen = [one for one in names.symbols if one.inside == home and (home is None or one.kind != "variable")]
    return iter(sorted(chosen, key=lambda symbol: symbol.span))
