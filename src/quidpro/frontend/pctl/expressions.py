"""What a formula may speak of, and the conditions on variables in it: where they begin and end, how they are written.

PRISM's expressions are the model's business: they are handed on to it as they are written, in parentheses. Here it
counts only that the names in them are known: those of the model, and of a file of properties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NoReturn

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.pctl.tokens import END, LABEL, NUMBER, Token, compact
from quidpro.frontend.text.problems import did_you_mean


@dataclass(frozen=True)
class Definition:
    """The expression that a label stands for, and the text that it is in."""

    source: Source
    words: Sequence[Token]


@dataclass(frozen=True)
class Vocabulary:
    """The names that mean something in a formula."""

    constants: Mapping[str, Fraction] = field(default_factory=dict)
    """What may stand in a bound."""
    names: frozenset[str] | None = None
    """What may stand in a condition on states; None where there are labels only."""
    labels: Mapping[str, Definition] = field(default_factory=dict)
    """The labels that stand for an expression, and are not marks of states themselves."""
    substitutes: Mapping[str, str] = field(default_factory=dict)
    """The constants that the model does not know: in a condition their values are put in."""
    missing: frozenset[str] = frozenset()
    """Constants that have no value, of either."""


@dataclass(frozen=True)
class Condition:
    """A condition on the variables of a model, in parentheses, and where it stands."""

    text: str
    source: Source
    offset: int


_OPERATORS = ("P", "Pmin", "Pmax", "R", "Rmin", "Rmax", "S", "X", "F", "G", "U", "W")
_RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/")
_ENDS = ("&", "|", "=>", "<=>", ")", "]", "[", "{", "}", ";", ",", "?", ":", "U", "W", "R", END)
FUNCTIONS = frozenset({"true", "false", "min", "max", "floor", "ceil", "round", "pow", "mod", "log", "func"})


def is_expression(tokens: Sequence[Token], at: int) -> bool:
    """Whether an expression over variables begins here, and not a formula in parentheses or in words."""
    token = tokens[at]
    if token.kind in (NUMBER, "-"):
        return True
    if token.kind == "(":
        closing = _closing(tokens, at)
        return tokens[closing + 1].kind in _RELATIONS or is_choice(tokens[at + 1 : closing])
    return token.is_name and token.kind not in _OPERATORS and tokens[at + 1].kind in _RELATIONS


def is_choice(words: Sequence[Token]) -> bool:
    """Whether words are a conditional expression, which cannot be taken apart into conditions."""
    depth = 0
    for word in words:
        depth += (word.kind == "(") - (word.kind == ")")
        if word.kind == "?" and not depth:
            return True
    return False


def _closing(tokens: Sequence[Token], at: int) -> int:
    """The parenthesis that closes one, or the word before the last where there is none."""
    depth = 0
    for i in range(at, len(tokens) - 1):
        depth += (tokens[i].kind == "(") - (tokens[i].kind == ")")
        if not depth:
            return i
    return len(tokens) - 2


def condition(
    source: Source, tokens: Sequence[Token], at: int, vocabulary: Vocabulary, end: int | None
) -> tuple[str, int]:
    """The expression that begins here, in parentheses, and where it ends."""
    end = _end(tokens, at) if end is None else end
    words = tokens[at:end]
    while words and words[0].kind == "(" and _closing((*words, words[-1]), 0) == len(words) - 1:
        words = words[1:-1]
    _reject_unknown(source, words or tokens[at : at + 1], vocabulary)
    texts = [_text_of(token, vocabulary) for token in words]
    return f"({compact(texts)})", end


def _end(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    while tokens[at].kind != END and (depth or tokens[at].kind not in _ENDS):
        depth += (tokens[at].kind == "(") - (tokens[at].kind == ")")
        at += 1
    return at


def _reject_unknown(source: Source, words: Sequence[Token], vocabulary: Vocabulary) -> None:
    """Complain about a name that the model does not have, or about anything where there are labels only."""
    names = vocabulary.names
    if names is None:
        hint = f'give the states a label in the model, and write "{words[0].text}"'
        _fail(f"{words[0].text} is no label: labels stand in quotes", source, words[0], hint)
    known = {*names, *vocabulary.substitutes}
    for word in words:
        if word.kind == LABEL:
            _fail("a label cannot stand inside an expression", source, word, "join conditions by & and |")
        if word.text in vocabulary.missing:
            _fail(f"the constant {word.text} has no value", source, word, f"give it one with --const {word.text}=VALUE")
        if word.is_name and word.text not in known and word.text not in FUNCTIONS:
            message = f"there is no variable, constant or formula named {word.text}"
            hint = did_you_mean(word.text, known) or f'a label is written in quotes: "{word.text}"'
            _fail(message, source, word, hint)


def _fail(message: str, source: Source, word: Token, hint: str) -> NoReturn:
    raise InputError([Diagnostic(message, source, word.offset, len(word.text), hint)])


def _text_of(token: Token, vocabulary: Vocabulary) -> str:
    return vocabulary.substitutes.get(token.text, token.text)
