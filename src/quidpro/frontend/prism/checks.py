"""What a PRISM file may not have when its modules are to stand alone: complaints with their positions."""

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

MAX_NESTING = 500
"""Storm's parser overflows its stack of 8 MB between 1,000 and 2,000 nested parentheses."""


class Checks:
    """The complaints about one file; modules that cannot be taken apart are no complaint where taken ``together``."""

    def __init__(self, source: Source, outline: Outline, no_start: str = "", *, together: bool = False) -> None:
        self.source = source
        self.outline = outline
        self.no_start = no_start
        """Why the init block does not tell the initial state, if it does not."""
        self.together = together
        self.owner = outline.owner()

    def kind(self) -> Iterator[Diagnostic]:
        """The file holds an MDP; one that does not say what it holds is taken for one."""
        kind = self.outline.kind
        if kind is not None and KINDS[kind.text] != "MDP":
            what = KINDS[kind.text]
            yield self.at(kind, f"this is a {what}, and only MDPs are read", _ANOTHER_KIND.get(what, ""))

    def depth(self) -> Iterator[Diagnostic]:
        """Expressions are not nested so deep that Storm's parser would crash."""
        if self.source.text.count("(") > MAX_NESTING:
            token = too_deep(tokens_of(self.source.text), MAX_NESTING)
            if token is not None:
                yield self.at(token, f"parentheses are nested more than {MAX_NESTING} deep here")

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
        """No module uses what another one writes; a position that renamed modules share is reported once."""
        reported: set[int] = set()
        for bond in uses(self.outline):
            found = self.about(bond, f"module {bond.why}, and cannot be reasoned about alone")
            if found.offset not in reported:
                reported.add(found.offset)
                yield found

    def about(self, bond: Bond, message: str) -> Diagnostic:
        """Modules cannot be taken apart."""
        return self.at(bond.at, message, or_together(bond.remedy))

    def undeclared(self, offset: int = 0) -> Diagnostic | None:
        """The first name from here on that a command or a label uses, if nothing declares it.

        Storm complains about such a name in terms of its grammar, or without a word; this is called only when it has.
        """
        known = {*self.owner, *self.outline.constants, *self.outline.formulas, *self.outline.globals}
        uses = [token for module in self.outline.modules.values() for token in module.reads()]
        definitions = (*(words for _, words in self.outline.labels.values()), *self.outline.formulas.values())
        uses += [token for words in definitions for token in words if token.kind == "name"]
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
