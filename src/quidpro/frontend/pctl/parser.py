"""PRISM's property syntax to formulas of safe-pCTL: ``P<=0.1 [ F "bad" ]``, with exact bounds.

What PRISM can say and simulation does not preserve is refused with the position and the reason (see
:mod:`quidpro.frontend.pctl.fragment`). F is true U; ``P>=p [ G s ]`` is read as ``P<=1-p [ F !s ]``, ``A [ G s ]`` and
``filter(forall, s)`` as ``P<=0 [ F !s ]``, ``Pmax=? [ … ]`` as ``P<=1 [ … ]`` with the wish to know how likely it is. A
condition on variables, ``s=2``, becomes a mark of that name in parentheses, which the model is to be given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NoReturn

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.pctl.expressions import Condition, Definition, Vocabulary, condition, is_choice, is_expression
from quidpro.frontend.pctl.fragment import MAX_NESTING, Syntax, safe
from quidpro.frontend.pctl.tokens import END, LABEL, OTHER_OPERATORS, TEMPORAL, Token, end_of, hint_of_path, tokens_of
from quidpro.frontend.text.arithmetic import NotANumber, number_at
from quidpro.logic.pctl import Formula

_MAX_STEPS = 999_999


def parse_pctl(text: str, name: str = "formula", constants: Mapping[str, Fraction] | None = None) -> Formula:
    """The formula of a text; InputError says where it is not in safe-pCTL, and why. Constants may stand in bounds."""
    return parse_with_conditions(Source(name, text), Vocabulary(constants or {}))[0]


def parse_with_conditions(
    source: Source, vocabulary: Vocabulary, words: Sequence[Token] | None = None
) -> tuple[Formula, tuple[Condition, ...]]:
    """The formula of a text, or of some words of it, and the conditions on variables that it speaks of."""
    parser = _Parser(source, vocabulary, tokens_of(source) if words is None else words)
    syntax = parser.whole()
    text = source.text if words is None else source.text[words[0].offset : words[-1].offset + len(words[-1].text)]
    return Formula(safe(syntax, source), text.strip(), parser.asks), tuple(parser.conditions)


class _Parser:
    """Recursive descent, loosest operator first: ``=>``, ``<=>``, ``|``, ``&``, ``!``."""

    def __init__(self, source: Source, vocabulary: Vocabulary, words: Sequence[Token]) -> None:
        self.source, self.vocabulary = source, vocabulary
        self.tokens = [*words, end_of(source, words)]
        self.at = 0
        self.depth = 0
        self.inside = 0
        """How many P enclose the current token."""
        self.asks = self.now.kind == "Pmax" and _is_question(self.tokens[1:3])
        """Whether a number is asked for."""
        self.conditions: list[Condition] = []

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    @property
    def next(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def fail(self, message: str, offset: int, length: int = 1, hint: str = "") -> NoReturn:
        raise InputError([Diagnostic(message, self.source, offset, length, hint)])

    def unexpected(self, wanted: str, hint: str = "") -> NoReturn:
        shown = self.now.text if self.now.kind == END else repr(self.now.text)
        length = 1 if self.now.kind == END else len(self.now.text)
        self.fail(f"expected {wanted}, found {shown}", self.now.offset, length, hint)

    def accept(self, *kinds: str) -> Token | None:
        token = self.now
        if token.kind not in kinds:
            return None
        self.at += 1
        return token

    def expect(self, kind: str, wanted: str = "") -> Token:
        token = self.accept(kind)
        if token is None:
            self.unexpected(wanted or repr(kind), hint_of_path(self.now))
        return token

    def whole(self) -> Syntax:
        """One formula, to the end of the text; a semicolon may close it."""
        if self.now.kind == END:
            self.fail("there is no formula", 0, hint='write one like P<=0.1 [ F "bad" ]')
        formula = self.question() if self.asks else self.state()
        self.accept(";")
        if self.now.kind != END:
            self.unexpected("an operator or the end of the formula")
        return formula

    def question(self) -> Syntax:
        """``Pmax=? [ path ]``, which is ``P<=1 [ path ]`` for those who only want to know whether it holds."""
        start = self.now
        self.at += 2 if self.next.kind == "=?" else 3
        return Syntax("P", start.offset, (self.bracketed(),), operator="<=", bound=Fraction(1))

    def state(self) -> Syntax:
        """A state formula."""
        self.descend()
        left = self.equivalence()
        token = self.accept("=>")
        found = Syntax("=>", token.offset, (left, self.state())) if token else left
        self.depth -= 1
        return found

    def descend(self) -> None:
        """One level deeper; a formula that no stack can hold is refused."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail(f"the formula is nested more than {MAX_NESTING} deep", self.now.offset)

    def equivalence(self) -> Syntax:
        left = self.disjunction()
        while token := self.accept("<=>"):
            right = self.disjunction()
            both = Syntax("=>", token.offset, (left, right)), Syntax("=>", token.offset, (right, left))
            left = Syntax("&", token.offset, both)
        return left

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
        if self.accept(LABEL):
            return self.mark(token)
        if is_expression(self.tokens, self.at):
            return self.condition()
        if truth := self.accept("true", "false"):
            return Syntax(truth.kind, truth.offset)
        if self.accept("("):
            inner = self.state()
            self.expect(")")
            return inner
        if self.accept("P", "Pmax", "Pmin"):
            return self.probability(token)
        if self.accept("filter"):
            return self.everywhere(token)
        if token.kind == "A" and self.next.kind == "[":
            return self.always(token)
        if token.kind in OTHER_OPERATORS and self.next.kind not in (")", END):
            self.fail(f"{token.text} cannot stand here: {OTHER_OPERATORS[token.kind]}", token.offset, len(token.text))
        if not token.is_name or token.kind in TEMPORAL:
            hint = hint_of_path(token)
            self.unexpected("a label in double quotes, a condition, true, false, !, ( or P<=bound [ ... ]", hint)
        return self.condition()

    def mark(self, label: Token) -> Syntax:
        """A label; one that stands for an expression is put in as the conditions that it is made of."""
        name = label.text[1:-1]
        definition = self.vocabulary.labels.get(name)
        return Syntax("mark", label.offset, name=name) if definition is None else self.expand_label(name, definition)

    def expand_label(self, name: str, definition: Definition) -> Syntax:
        others = {other: found for other, found in self.vocabulary.labels.items() if other != name}
        inner = _Parser(definition.source, replace(self.vocabulary, labels=others), definition.words)
        found = inner.condition(len(definition.words)) if is_choice(definition.words) else inner.whole()
        self.conditions += inner.conditions
        return found

    def condition(self, end: int | None = None) -> Syntax:
        """A condition on variables: everything up to the next operator of formulas, or up to a word."""
        offset = self.now.offset
        text, self.at = condition(self.source, self.tokens, self.at, self.vocabulary, end)
        self.conditions.append(Condition(text, self.source, offset))
        return Syntax("mark", offset, name=text)

    def probability(self, start: Token) -> Syntax:
        if _is_question(self.tokens[self.at : self.at + 2]):
            hint = "give a bound, like P<=0.1 [ ... ]; alone, Pmax=? [ ... ] asks for the largest probability"
            self.fail(f"{start.text}=? asks for a number", start.offset, len(start.text) + 2, hint)
        operator = self.accept("<=", "<", ">=", ">")
        if operator is None:
            self.unexpected("<= or < and a probability")
        if start.kind != "P" and (start.kind == "Pmax") != (operator.kind in ("<=", "<")):
            hint = "P<=p and Pmax<=p speak of all schedulers, as P>=p and Pmin>=p do"
            message = f"{start.text}{operator.kind} asks that some scheduler keeps to the bound"
            self.fail(message, start.offset, len(start.text), hint)
        offset = self.now.offset
        bound = self.number()
        if not 0 <= bound <= 1:
            self.fail(f"{bound} is no probability", offset, max(self.now.offset - offset, 1))
        return Syntax("P", start.offset, (self.bracketed(),), operator=operator.kind, bound=bound)

    def bracketed(self) -> Syntax:
        """``[ path ]``."""
        self.expect("[", "[ and a path formula")
        self.inside += 1
        path = self.path()
        self.inside -= 1
        if self.now.kind == "{":
            self.fail("states in braces are not read", self.now.offset, hint="write filter(forall, ..., states)")
        self.expect("]")
        return path

    def number(self) -> Fraction:
        """A sum, product or quotient of numbers and constants, exactly."""
        texts = [token.text for token in self.tokens]
        try:
            value, self.at = number_at(texts, self.at, self.vocabulary.constants.get)
        except NotANumber as no_number:
            token = self.tokens[min(no_number.at, len(self.tokens) - 1)]
            if token.text in self.vocabulary.missing:
                hint = f"give it one with --const {token.text}=VALUE"
                self.fail(f"the constant {token.text} has no value", token.offset, len(token.text), hint)
            self.fail(no_number.message, token.offset, 1 if token.kind == END else len(token.text))
        return value

    def always(self, start: Token) -> Syntax:
        """``A [ G s ]``: no path leads to a state without s, and so P<=0 [ F !s ]."""
        self.at += 2
        if not self.accept("G"):
            self.fail("after A only [ G s ] may stand", start.offset, hint="that s comes at last is no safety property")
        steps = self.steps()
        found = self.state()
        self.expect("]")
        return _never(start, Syntax("!", start.offset, (found,)), steps)

    def everywhere(self, start: Token) -> Syntax:
        """``filter(forall, s, t)``: no path leads to a state with t and without s."""
        self.expect("(")
        if not self.accept("forall") or self.inside:
            hint = "that every state that can be reached satisfies s is filter(forall, s), or filter(forall, s, states)"
            self.fail("of filters only forall is read, and not inside a P", start.offset, len(start.text), hint)
        self.expect(",")
        wrong = Syntax("!", start.offset, (self.state(),))
        if self.accept(","):
            wrong = Syntax("&", start.offset, (self.state(), wrong))
        self.expect(")")
        return _never(start, wrong, None)

    def path(self) -> Syntax:
        """X s, F s, G s, s U s, s W s or s R s, but for the first perhaps within a number of steps."""
        token = self.now
        if self.accept("X"):
            return Syntax("X", token.offset, (self.state(),))
        if self.accept("F", "G"):
            steps = self.steps()
            return Syntax(token.kind, token.offset, (self.state(),), steps=steps)
        left = self.state()
        operator = self.accept("U", "W", "R")
        if operator is None:
            self.unexpected("U: a path formula is X s, F s or s U s", hint_of_path(self.now))
        steps = self.steps()
        return Syntax(operator.kind, operator.offset, (left, self.state()), steps=steps)

    def steps(self) -> int | None:
        """``<=10``, ``<k`` or ``[0,10]`` behind a temporal operator."""
        offset = self.now.offset
        if self.now.kind == "[" and self.next.text == "0":
            self.at += 2
            self.expect(",")
            found = self.whole_number(offset, 0)
            self.expect("]")
            return found
        operator = self.accept("<=", "<")
        if operator is not None:
            return self.whole_number(self.now.offset, 1 if operator.kind == "<" else 0)
        if self.now.kind in (">=", ">", "=", "["):
            self.fail("steps can only be bounded from above", offset, hint="write F<=10 s")
        return None

    def whole_number(self, offset: int, less: int) -> int:
        value = self.number() - less
        if value.denominator != 1 or not 0 <= value <= _MAX_STEPS:
            text = self.source.text[offset : self.now.offset].strip()
            self.fail(f"{text} is no number of steps", offset, len(text))
        return int(value)


def _is_question(words: Sequence[Token]) -> bool:
    """Whether words begin with ``=?``, apart or not."""
    return [word.kind for word in words[:1]] == ["=?"] or [word.kind for word in words] == ["=", "?"]


def _never(start: Token, wrong: Syntax, steps: int | None) -> Syntax:
    """P<=0 [ F wrong ]."""
    path = Syntax("F", start.offset, (wrong,), steps=steps)
    return Syntax("P", start.offset, (path,), operator="<=", bound=Fraction(0))
