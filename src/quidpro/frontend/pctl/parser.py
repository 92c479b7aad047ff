"""PRISM's property syntax to formulas of safe-pCTL: ``P<=0.1 [ F "bad" ]``, with exact bounds.

What PRISM can say and simulation does not preserve is refused with the place and the reason (see
:mod:`quidpro.frontend.pctl.fragment`). F is true U; ``P>=p [ G s ]`` is read as ``P<=1-p [ F !s ]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.pctl.formula import Formula
from quidpro.frontend.pctl.fragment import safe
from quidpro.frontend.pctl.syntax import MOST_NESTED, Syntax

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
      | (?P<label>"[^"\n]*")
      | (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark>=>|<=|>=|=\?|!=|[-+*/<>=!&|()\[\]{};,?:])
      | (?P<bad>.)""",
    re.VERBOSE | re.ASCII,
)
_END = "end of the formula"
_LONGEST_NUMBER = 200
_OTHER_OPERATORS = {
    "R": "rewards are not part of safe-pCTL",
    "S": "the long run is not part of safe-pCTL",
    "A": "paths are quantified by P: for A [ G s ] write P<=0 [ F !(s) ]",
    "E": "that some path exists is no safety property",
    "filter": "filters are not supported",
    "Pmax": "write P with a bound: it speaks of all schedulers, and so of the maximum",
    "Pmin": "write P with a bound: it speaks of all schedulers, and so of the maximum",
}
_TEMPORAL = ("X", "F", "G", "U", "W", "R")


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    offset: int


def parse_pctl(text: str, name: str = "formula", constants: Mapping[str, Fraction] | None = None) -> Formula:
    """The formula of a text; InputError says where it is none of safe-pCTL, and why. Constants may stand in bounds."""
    source = Source(name, text)
    syntax = _Parser(source, constants or {}).whole()
    return Formula(safe(syntax, source), text.strip())


class _Parser:
    """Recursive descent, loosest operator first: ``=>``, ``|``, ``&``, ``!``."""

    def __init__(self, source: Source, constants: Mapping[str, Fraction]) -> None:
        self.source, self.constants = source, constants
        self.tokens = self._tokens()
        self.at = 0
        self.depth = 0

    def _tokens(self) -> list[_Token]:
        found = []
        for match in _TOKEN.finditer(self.source.text):
            kind, text = str(match.lastgroup), match.group()
            if kind == "bad":
                self.fail(f"{text!r} means nothing here", match.start(), hint=_advice(text))
            if kind != "space":
                found.append(_Token(text if kind in ("mark", "name") else kind, text, match.start()))
        return [*found, _Token(_END, _END, len(self.source.text.rstrip()))]

    @property
    def now(self) -> _Token:
        return self.tokens[self.at]

    def fail(self, message: str, offset: int, length: int = 1, hint: str = "") -> NoReturn:
        raise InputError([Diagnostic(message, self.source, offset, length, hint)])

    def unexpected(self, wanted: str) -> NoReturn:
        shown = self.now.text if self.now.kind == _END else repr(self.now.text)
        length = 1 if self.now.kind == _END else len(self.now.text)
        self.fail(f"expected {wanted}, found {shown}", self.now.offset, length)

    def accept(self, *kinds: str) -> _Token | None:
        token = self.now
        if token.kind not in kinds:
            return None
        self.at += 1
        return token

    def expect(self, kind: str, wanted: str = "") -> _Token:
        token = self.accept(kind)
        if token is None:
            self.unexpected(wanted or repr(kind))
        return token

    def whole(self) -> Syntax:
        """One formula, to the end of the text; a semicolon may close it."""
        if self.now.kind == _END:
            self.fail("there is no formula", 0, hint='write one like P<=0.1 [ F "bad" ]')
        formula = self.state()
        self.accept(";")
        if self.now.kind != _END:
            self.unexpected("an operator or the end of the formula")
        return formula

    def state(self) -> Syntax:
        """A state formula."""
        self.descend()
        left = self.disjunction()
        token = self.accept("=>")
        found = Syntax("=>", token.offset, (left, self.state())) if token else left
        self.depth -= 1
        return found

    def descend(self) -> None:
        """One level deeper; a formula that no stack can hold is refused."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            self.fail(f"the formula is nested more than {MOST_NESTED} deep", self.now.offset)

    def disjunction(self) -> Syntax:
        parts = [self.conjunction()]
        while self.accept("|"):
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else Syntax("|", parts[0].offset, tuple(parts))

    def conjunction(self) -> Syntax:
        parts = [self.negation()]
        while self.accept("&"):
            parts.append(self.negation())
        return parts[0] if len(parts) == 1 else Syntax("&", parts[0].offset, tuple(parts))

    def negation(self) -> Syntax:
        self.descend()
        token = self.accept("!")
        found = Syntax("!", token.offset, (self.negation(),)) if token else self.atom()
        self.depth -= 1
        return found

    def atom(self) -> Syntax:
        token = self.now
        if label := self.accept("label"):
            return Syntax("mark", label.offset, name=label.text[1:-1])
        if truth := self.accept("true", "false"):
            return Syntax(truth.kind, truth.offset)
        if self.accept("("):
            inner = self.state()
            self.expect(")")
            return inner
        if self.accept("P"):
            return self.probability(token)
        if token.kind in _OTHER_OPERATORS and self.tokens[self.at + 1].kind not in (")", _END):
            self.fail(f"{token.text} cannot stand here: {_OTHER_OPERATORS[token.kind]}", token.offset, len(token.text))
        if not re.fullmatch(r"[A-Za-z_]\w*", token.text) or token.kind in _TEMPORAL:
            self.unexpected("a label in double quotes, true, false, !, ( or P<=bound [ ... ]")
        hint = f'give the states a label in the model, and write "{token.text}"'
        return self.fail(f"{token.text} is no label: labels stand in quotes", token.offset, len(token.text), hint)

    def probability(self, start: _Token) -> Syntax:
        if self.accept("=?") or (self.now.kind == "=" and self.tokens[self.at + 1].kind == "?"):
            self.fail("P=? asks for a number", start.offset, 3, "a specification has a bound, like P<=0.1 [ ... ]")
        operator = self.accept("<=", "<", ">=", ">")
        if operator is None:
            self.unexpected("<= or < and a probability")
        place = self.now.offset
        bound = self.number()
        if not 0 <= bound <= 1:
            self.fail(f"{bound} is no probability", place, self.now.offset - place)
        self.expect("[", "[ and a path formula")
        path = self.path()
        self.expect("]")
        return Syntax("P", start.offset, (path,), operator=operator.kind, bound=bound)

    def number(self) -> Fraction:
        """A fraction of numbers or constants, exactly."""
        value = self.factor()
        while operator := self.accept("/", "*"):
            place, factor = self.now.offset, self.factor()
            if operator.kind == "/" and not factor:
                self.fail("this divides by zero", place)
            value = value / factor if operator.kind == "/" else value * factor
        return value

    def factor(self) -> Fraction:
        if token := self.accept("number"):
            exponent = re.search(r"[eE]([-+]?\d+)$", token.text)
            if len(token.text) > _LONGEST_NUMBER or (exponent and abs(int(exponent.group(1))) > _LONGEST_NUMBER):
                self.fail("this number is too long", token.offset, len(token.text))
            return Fraction(token.text)
        name = self.now
        if not re.fullmatch(r"[A-Za-z_]\w*", name.text):
            self.unexpected("a probability such as 0.1 or 1/10")
        if name.text not in self.constants:
            self.fail(f"the constant {name.text} is not defined", name.offset, len(name.text))
        self.at += 1
        return Fraction(self.constants[name.text])

    def path(self) -> Syntax:
        """X s, F s, G s or s U s, the last three perhaps within a number of steps."""
        token = self.now
        if self.accept("X"):
            return Syntax("X", token.offset, (self.state(),))
        if self.accept("F", "G"):
            steps = self.steps()
            return Syntax(token.kind, token.offset, (self.state(),), steps=steps)
        left = self.state()
        operator = self.accept("U", "W", "R")
        if operator is None:
            self.unexpected("U: a path formula is X s, F s or s U s")
        if operator.kind != "U":
            hint = "only X, F and U are upper-bounded by simulation; bad states are named by F"
            self.fail(f"{operator.kind} is not part of safe-pCTL", operator.offset, hint=hint)
        steps = self.steps()
        return Syntax("U", operator.offset, (left, self.state()), steps=steps)

    def steps(self) -> int | None:
        place = self.now.offset
        operator = self.accept("<=", "<")
        if operator is None:
            if self.now.kind in (">=", ">", "=") or self.now.kind == "[":
                self.fail("steps can only be bounded from above", place, hint="write F<=10 s")
            return None
        token = self.expect("number", "a number of steps")
        if not token.text.isdigit() or len(token.text) > 6 or (operator.kind == "<" and token.text.strip("0") == ""):
            self.fail(f"{token.text} is no number of steps", token.offset, len(token.text))
        return int(token.text) - (operator.kind == "<")


def _advice(text: str) -> str:
    spelled = {"≤": "<=", "≥": ">=", "¬": "!", "∧": "&", "∨": "|", "→": "=>", '"': 'a label ends with " too'}
    return f"write {spelled[text]}" if text in spelled and text != '"' else spelled.get(text, "")
