"""The names of a PRISM text, read off its words: constants, formulas, variables, modules, labels.

Storm reads the language; here the text may be broken. All names but those of actions are the same in the whole text. A
module that is a renamed copy of another declares the variables that its renaming gives other names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quidpro.core.source import Source
from quidpro.frontend.prism.outline import TYPES, statements
from quidpro.frontend.prism.tokens import KEYWORDS, Token, Tokens, offered_formulas, tokens_of
from quidpro.frontend.text.names import Names, Symbol

_DEFINED = {"const": "constant", "formula": "formula", "global": "variable", "label": "label", "module": "module"}
"""What a statement defines, by the word that it begins with."""
_SYSTEM = "system"


def names(source: Source) -> Names:
    """The names of a text."""
    found = Names(source)
    resolver = _Resolver(found)
    every = list(statements(tokens_of(source.text)))
    for words in every:
        resolver.define(words)
    for words in every:
        resolver.use(words)
    for formula, offset in offered_formulas(source.text).items():
        span = (offset, offset + len(formula))
        found.symbols.append(Symbol(formula, "formula in a comment", offset, span, ask=("pctl", formula)))
    return found


class _Resolver:
    def __init__(self, found: Names) -> None:
        self.found = found
        self.modules: dict[str, Symbol] = {}
        self.labels: dict[str, Symbol] = {}
        self.values: dict[str, Symbol] = {}
        """All that an expression may speak of."""

    def define(self, words: Tokens) -> None:
        """What a statement defines."""
        kind = _DEFINED.get(words[0].text)
        rest = [word for word in words[1:3] if word.text not in TYPES]
        if kind is None or not rest or rest[0].kind not in ("name", "string"):
            return
        symbol = self._declare(rest[0], kind, words)
        if kind == "module" and symbol is not None:
            self._define_inside(symbol, words)

    def _define_inside(self, module: Symbol, words: Tokens) -> None:
        if _is_copy(words):
            for old, new in _renaming(words):
                if self.values.get(old.text, module).kind == "variable" and new.text not in self.values:
                    self._declare(new, "variable", (old, new), module)
            return
        for part in _parts(words[2:]):
            if len(part) > 1 and part[0].kind == "name" and part[1].is_mark(":"):
                self._declare(part[0], "variable", part, module)

    def _declare(self, word: Token, kind: str, words: Tokens, home: Symbol | None = None) -> Symbol | None:
        table = {"module": self.modules, "label": self.labels}.get(kind, self.values)
        name, offset = word.text.strip('"'), word.offset + (word.kind == "string")
        if name in table or (word.kind == "name") == (kind == "label"):
            return table.get(name)
        span = (words[0].offset, words[-1].offset + len(words[-1].text))
        info = name if kind == "module" else ""
        table[name] = self.found.declare(Symbol(name, kind, offset, span, inside=home, info=info))
        return table[name]

    def use(self, words: Tokens) -> None:
        """What the names of a statement mean."""
        is_system = words[0].text == _SYSTEM
        for word in _without_actions(words):
            if word.kind == "string":
                if (label := self.labels.get(word.text.strip('"'))) is not None:
                    self.found.use(word.offset + 1, label.name, label)
            elif word.kind == "name" and word.text not in KEYWORDS and word.offset not in self.found.uses:
                table = self.modules if is_system or self._is_base(word, words) else self.values
                if word.text in table or not _is_copy(words):  # a renaming is also of actions
                    self.found.use(word.offset, word.text, table.get(word.text))

    def _is_base(self, word: Token, words: Tokens) -> bool:
        """Whether a word is the module of which a statement makes a copy, or one that is defined again."""
        return words[0].text == "module" and any(word is one for one in words[1:4:2]) and word.text in self.modules


def _is_copy(words: Tokens) -> bool:
    """Whether a statement makes a copy of a module."""
    return words[0].text == "module" and len(words) > 3 and words[2].is_mark("=")


def _renaming(words: Tokens) -> Iterator[tuple[Token, Token]]:
    """The pairs of a renamed module, old and new."""
    for before, mark, after in zip(words[4:], words[5:], words[6:], strict=False):
        if mark.is_mark("=") and (before.kind, after.kind) == ("name", "name"):
            yield before, after


def _parts(words: Tokens) -> Iterator[Tokens]:
    """The declarations and commands of a module."""
    part: list[Token] = []
    for word in words:
        part.append(word)
        if word.is_mark(";"):
            yield part
            part = []


def _without_actions(words: Tokens) -> Iterable[Token]:
    """The words of a statement, but for the actions of commands: a bracket at the beginning of a part."""
    inside = begins = False
    for number, word in enumerate(words):
        if word.is_mark("[") and begins:
            inside = True
        elif word.is_mark("]"):
            inside = False
        elif not inside:
            yield word
        begins = word.is_mark(";") or (number <= 1 and words[0].text in ("module", "rewards"))
