"""What a PRISM file may not have when its modules are to stand alone, said with the place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.prism.merge_modules import Bond, or_together, uses
from quidpro.frontend.prism.outline import KINDS, ModuleText, Outline
from quidpro.frontend.prism.program import unset
from quidpro.frontend.prism.tokens import Token, tokens_of, too_deep
from quidpro.frontend.text.problems import did_you_mean

_WORD = re.compile(r'\w+|"\w+"')
_WORDS = frozenset({"true", "false", "min", "max", "floor", "ceil", "round", "pow", "mod", "log", "init", "bool",
                    "int", "clock"})  # fmt: skip

MOST_NESTED = 500
"""Storm's parser overflows its stack of 8 MB between 1,000 and 2,000 nested parentheses."""


class Checks:
    """The complaints about one file; that modules cannot be taken apart is none where they are taken ``together``."""

    def __init__(self, source: Source, outline: Outline, no_start: str = "", *, together: bool = False) -> None:
        self.source = source
        self.outline = outline
        self.no_start = no_start
        """Why the init block does not tell the initial state, if it does not."""
        self.together = together
        self.owner = outline.owner()

    def kind(self) -> Iterator[Diagnostic]:
        """The file holds an MDP, as one does that does not say what it holds."""
        kind = self.outline.kind
        if kind is not None and KINDS[kind.text] != "MDP":
            what = KINDS[kind.text]
            yield self.at(kind, f"this is a {what}, and only MDPs are read", _ANOTHER_KIND.get(what, ""))

    def depth(self) -> Iterator[Diagnostic]:
        """Storm's parser has no more room than for expressions that are nested so deep, and crashes."""
        if self.source.text.count("(") > MOST_NESTED:
            token = too_deep(tokens_of(self.source.text), MOST_NESTED)
            if token is not None:
                yield self.at(token, f"parentheses are nested more than {MOST_NESTED} deep here")

    def all(self, constants: Mapping[str, str]) -> Iterator[Diagnostic]:
        """Everything that can be told from the text alone."""
        yield from self._constants(constants)
        yield from self._blocks()
        for token in self.outline.odd[:1]:
            yield self.at(token, f"'{token.text}' begins nothing that is known here", "put spaces between words")
        if not self.outline.modules:
            yield self.at(None, "there is no module in this file", "write module NAME … endmodule")
        for module in self.outline.modules.values():
            yield from self._variables(module)
            yield from self._irrational(module)
        if not self.together:
            yield from self._apart()

    def _apart(self) -> Iterator[Diagnostic]:
        """No module uses what another one writes; of one that is another one renamed, the place is told once."""
        told: set[int] = set()
        for bond in uses(self.outline):
            found = self.about(bond, f"module {bond.why}, and cannot be reasoned about alone")
            if found.offset not in told:
                told.add(found.offset)
                yield found

    def about(self, bond: Bond, message: str) -> Diagnostic:
        """Modules cannot be taken apart."""
        return self.at(bond.at, message, or_together(bond.remedy))

    def undeclared(self, offset: int = 0) -> Diagnostic | None:
        """The first name from here on that a command or a label uses, if nothing declares it.

        Storm stumbles over such a name in words of its grammar, or in none; so this is asked only when it has.
        """
        known = {*self.owner, *self.outline.constants, *self.outline.formulas, *self.outline.globals}
        uses = [token for module in self.outline.modules.values() for token in module.reads()]
        said = (*(words for _, words in self.outline.labels.values()), *self.outline.formulas.values())
        uses += [token for words in said for token in words if token.kind == "name"]
        strange = [t for t in uses if t.offset >= offset and t.text not in known and t.text not in _WORDS]
        if not strange:
            return None
        first = min(strange, key=lambda token: token.offset)
        message = f"there is no variable, constant or formula named {first.text}"
        return self.at(first, message, did_you_mean(first.text, known))

    def _constants(self, constants: Mapping[str, str]) -> Iterator[Diagnostic]:
        for name in unset(self.outline, constants):
            hint = f"give it one with --const {name}=VALUE"
            yield self.at(self.outline.constants[name].name, f"the constant {name} has no value", hint)

    def _blocks(self) -> Iterator[Diagnostic]:
        if self.no_start:
            at = self.outline.blocks["init"][0]
            hint = "give every variable an init of its own; where several are meant, let a first step choose"
            yield self.at(at, self.no_start, hint)
        if "system" in self.outline.blocks:
            at, words = self.outline.blocks["system"]
            named = [token.text for token in words if token.kind == "name"]
            marks = {token.text for token in words if token.kind == "mark"}
            if sorted(named) != sorted(self.outline.modules) or not marks <= {"(", ")", "||"}:
                hint = (
                    "without a system block all modules run in parallel and share the actions that they have in common"
                )
                yield self.at(at, "only the composition of all modules by || is read", hint)

    def _variables(self, module: ModuleText) -> Iterator[Diagnostic]:
        for declared in (*module.variables, *self.outline.globals.values()):
            if declared.type not in ("[", "bool") and self._is_first(declared.name, module):
                name = declared.name.text
                hint = f"write {name} : [0..10] with the bounds that it has"
                yield self.at(declared.name, f"the variable {name} has no bounds ({declared.type})", hint)

    def _is_first(self, name: Token, module: ModuleText) -> bool:
        """Global variables are complained about once."""
        return name.text not in self.outline.globals or module is next(iter(self.outline.modules.values()))

    def _irrational(self, module: ModuleText) -> Iterator[Diagnostic]:
        for token in module.reads():
            if token.text == "log":
                yield self.at(token, "a logarithm is not a rational number, and probabilities are exact here")
                return

    def at(self, token: Token | None, message: str, hint: str = "") -> Diagnostic:
        """A complaint about a word of the text, or about the beginning of it."""
        if token is None:
            return Diagnostic(message, self.source, hint=hint)
        # A formula or a label has been replaced by what it stands for, and a renamed module has other names.
        word = _WORD.match(self.source.text, token.offset)
        length = len(word[0]) if word is not None else len(token.text)
        return Diagnostic(message, self.source, token.offset, length, hint)


_ANOTHER_KIND = {
    "DTMC": "write mdp: modules that are reasoned about alone leave open who moves next",
    "CTMC": "rates cannot be read as probabilities; model the race of the rates as an MDP",
    "PTA": "clocks cannot be read; a digital-clocks model is an MDP",
}
