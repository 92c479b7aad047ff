"""What is named in a text, and where: the table that an editor asks about a name, whatever the language."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quidpro.core.source import Diagnostic, Source


@dataclass(frozen=True)
class Symbol:
    """A thing that a text defines."""

    name: str
    kind: str
    """In words: ``process``, ``constant``, ``variable``."""
    offset: int
    """Where its name stands in its definition; in the first one where there are several."""
    span: tuple[int, int]
    """Its definition, from its first letter to behind its last."""
    visible: tuple[int, int] | None = None
    """Where it can be named; None for everywhere."""
    inside: Symbol | None = None
    """The definition that it is a part of."""
    ask: tuple[str, str] | None = None
    """What a check can ask of it: the name of a setting, and its value."""
    info: str = ""
    """What ``info`` calls it; empty where that does not know it."""


@dataclass
class Names:
    """The names of a text. What cannot be read is left out, so that there is a table of every text."""

    source: Source
    symbols: list[Symbol] = field(default_factory=list)
    """In the order in which they were found."""
    uses: dict[int, Symbol] = field(default_factory=dict)
    """What is meant where a name stands, by offset; definitions are among them."""
    loose: dict[int, str] = field(default_factory=dict)
    """Names of which it is not known what they mean."""
    errors: list[Diagnostic] = field(default_factory=list)
    """Why the text cannot be read, if so."""

    def declare(self, symbol: Symbol) -> Symbol:
        """Add a symbol, with the place of its definition."""
        self.symbols.append(symbol)
        self.uses[symbol.offset] = symbol
        return symbol

    def use(self, offset: int, name: str, symbol: Symbol | None) -> None:
        """Note what a name means at a place; None where that is not known."""
        if symbol is None:
            self.loose[offset] = name
        else:
            self.uses[offset] = symbol

    def guess(self, words: Iterable[tuple[str, int]]) -> None:
        """Names that no definition that can be read explains: where one cannot, the only thing that is called so."""
        known: dict[str, list[Symbol]] = {}
        for symbol in self.symbols:
            known.setdefault(symbol.name, []).append(symbol)
        for name, offset in words:
            if offset not in self.uses:
                meant = known.get(name, []) if self.errors else []
                self.use(offset, name, meant[0] if len(meant) == 1 else None)

    def at(self, offset: int) -> tuple[int, Symbol] | None:
        """Where the name begins that is at an offset, or ends there, and what it means."""
        starts = sorted(self.uses)
        before = bisect_right(starts, offset) - 1
        if before < 0:
            return None
        start = starts[before]
        symbol = self.uses[start]
        return (start, symbol) if offset <= start + len(symbol.name) else None

    def places(self, symbol: Symbol) -> list[int]:
        """Where a symbol is named, in the order of the text."""
        return sorted(offset for offset, meant in self.uses.items() if meant == symbol)

    def visible(self, offset: int) -> Iterator[Symbol]:
        """What can be named at an offset."""
        for symbol in self.symbols:
            if symbol.visible is None or symbol.visible[0] <= offset <= symbol.visible[1]:
                yield symbol

    def shape(self) -> list[tuple[int, int]]:
        """Which names mean the same, whatever they are called: for each, in the order of the text, a number."""
        numbers = {symbol: number for number, symbol in enumerate(sorted(self.symbols, key=lambda one: one.offset))}
        known = [(offset, numbers[symbol]) for offset, symbol in self.uses.items()]
        every = sorted([*known, *((offset, -1) for offset in self.loose)])
        return [(place, number) for place, (_, number) in enumerate(every)]

    def text(self, symbol: Symbol) -> str:
        """The definition of a symbol as it is written."""
        return self.source.text[slice(*symbol.span)]
