"""Files of properties as PRISM has them: constants, labels, and formulas, which may have names and need no semicolon.

const int k;
label "late" = t>k;
"on time": P<=0.1 [ F "late" ];
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import one_line
from quidpro.frontend.pctl.expressions import Definition, Vocabulary
from quidpro.frontend.pctl.tokens import LABEL, Token, compact, tokens_of
from quidpro.frontend.text.arithmetic import value_of

_TYPES = ("int", "double", "bool")
_OPEN, _CLOSED = ("(", "[", "{"), (")", "]", "}")
_JOINS = ("&", "|", "=>", "<=>", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "?", ":", ",", "[", "{", "!")
"""Words after which a formula goes on in the next line; all but the last also begin a line that belongs to the last."""


@dataclass(frozen=True)
class PropertyConstant:
    """A constant of the file: its type, and the words of its value unless it is to be set from outside."""

    type: str
    value: tuple[Token, ...]


@dataclass(frozen=True)
class Property:
    """A formula of the file, not yet read: its name, or nothing, and its words."""

    source: Source
    name: str
    words: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The formula as it is written, in one line."""
        last = self.words[-1]
        return " ".join(self.source.text[self.words[0].offset : last.offset + len(last.text)].split())


@dataclass(frozen=True)
class Properties:
    """What a file of properties holds."""

    source: Source
    constants: Mapping[str, PropertyConstant] = field(default_factory=dict)
    labels: Mapping[str, Definition] = field(default_factory=dict)
    properties: tuple[Property, ...] = ()

    @property
    def types(self) -> dict[str, str]:
        """The type of each constant."""
        return {name: constant.type for name, constant in self.constants.items()}

    def choose(self, names: Sequence[str]) -> list[Property]:
        """The properties with these names, or numbers from 1 on; all of them where nothing is chosen."""
        if not names:
            return list(self.properties)
        known = {str(number): found for number, found in enumerate(self.properties, 1)}
        known |= {found.name: found for found in self.properties if found.name}
        for name in names:
            if name not in known:
                has = ", ".join(found.name or str(number) for number, found in enumerate(self.properties, 1))
                raise UsageError(f"there is no property {name!r} in {self.source.name} (it has {has})")
        return [known[name] for name in names]

    def extend(self, vocabulary: Vocabulary, values: Mapping[str, str]) -> Vocabulary:
        """The words of a model with those of this file; ``values`` set constants from outside."""
        numbers = dict(vocabulary.constants)
        substitutes: dict[str, str] = {}
        for name, constant in self.constants.items():
            text = values.get(name, compact([token.text for token in constant.value]))
            value = value_of([token.text for token in tokens_of(Source(name, text))], numbers.get)
            numbers |= {} if value is None else {name: value}
            substitutes |= {name: _put_in(text, value)} if text else {}
        missing = (vocabulary.missing | self.constants.keys()) - substitutes.keys()
        labels = {**vocabulary.labels, **self.labels}
        return replace(vocabulary, constants=numbers, labels=labels, substitutes=substitutes, missing=missing)


def _put_in(text: str, value: Fraction | None) -> str:
    """How a constant stands in a condition: its value where that is a number, else its own condition."""
    if value is None:
        return text if text in ("true", "false") else f"({text})"
    return str(value) if value.denominator == 1 and value >= 0 else f"({value})"


def read_properties(source: Source) -> Properties:
    """The parts of a file of properties; the formulas are read later, by those who know the model."""
    constants: dict[str, PropertyConstant] = {}
    labels: dict[str, Definition] = {}
    found: list[Property] = []
    for words in _statements(tokens_of(source)):
        if words[0].kind == "const":
            name, constant = _constant(source, words)
            constants[name] = constant
        elif words[0].kind == "label":
            _expect(source, words, len(words) > 3 and words[1].kind == LABEL and words[2].kind == "=", "a label")
            labels[words[1].text[1:-1]] = Definition(source, words[3:])
        elif len(words) > 2 and words[0].kind == LABEL and words[1].kind == ":":
            found.append(Property(source, words[0].text[1:-1], words[2:]))
        else:
            found.append(Property(source, "", words))
    if not found:
        raise InputError([Diagnostic("there is no property in this file", source, hint='write P<=0.1 [ F "bad" ]')])
    return Properties(source, constants, labels, tuple(found))


def _constant(source: Source, words: Sequence[Token]) -> tuple[str, PropertyConstant]:
    typed = len(words) > 2 and words[1].kind in _TYPES
    rest = words[2:] if typed else words[1:]
    named = bool(rest) and rest[0].is_name and rest[0].kind not in _TYPES
    proper = named and (len(rest) == 1 or (rest[1].kind == "=" and len(rest) > 2))
    _expect(source, words, proper, "a constant")
    return rest[0].text, PropertyConstant(words[1].kind if typed else "int", tuple(rest[2:]))


def _expect(source: Source, words: Sequence[Token], proper: bool, what: str) -> None:
    if not proper:
        forms = {"a constant": "const int k = 3;", "a label": 'label "late" = t>3;'}
        raise InputError([Diagnostic(f"this is no definition of {what}", source, words[0].offset, hint=forms[what])])


def _statements(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Up to a semicolon, or to the end of a line where the formula does not go on."""
    words: list[Token] = []
    depth = 0
    for token in tokens:
        if token.kind == ";" and depth <= 0:
            yield from [tuple(words)] if words else []
            words, depth = [], 0
            continue
        if words and depth <= 0 and token.begins_line and not _goes_on(words, token):
            yield tuple(words)
            words = []
        depth += (token.kind in _OPEN) - (token.kind in _CLOSED)
        words.append(token)
    if words:
        yield tuple(words)


def _goes_on(words: Sequence[Token], token: Token) -> bool:
    definition = words[0].text in ("const", "label")
    return definition or words[-1].kind in _JOINS or token.kind in _JOINS[:-1]


def title_of(found: Property) -> str:
    """What a property is called in a report."""
    return found.name or one_line(found.text, 200)
