"""Which names the parts of a JANI model use: a walk over its JSON that knows where expressions stand."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

_NO_EXPRESSION = frozenset(
    {"op", "comment", "location", "action", "name", "function", "kind", "ref", "type", "initial-locations", "metadata"}
)

Json = Any


def names_in(part: Json) -> Iterator[str]:
    """The names that the expressions inside a part use."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for item in part:
            yield from names_in(item)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key not in _NO_EXPRESSION or (key == "ref" and not isinstance(value, str)):
                yield from names_in(value)
            elif key == "type" and isinstance(value, dict):
                yield from names_in({name: bound for name, bound in value.items() if name != "base"})


def reads(automaton: Json) -> set[str]:
    """The names that an automaton's edges, variables and functions use; transient values of locations do not count."""
    found = set(names_in(automaton.get("edges", []))) | set(names_in(automaton.get("variables", [])))
    for function in automaton.get("functions", []):
        found |= set(names_in(function["body"])) - {parameter["name"] for parameter in function.get("parameters", [])}
    return found


def with_functions(automaton: Json, functions: list[Json]) -> Json:
    """The automaton with those of the model's functions that it calls, and that these call."""
    own = list(automaton.get("functions", []))
    called = [*_calls(automaton.get("edges", [])), *_calls(own)]
    for name in called:
        found = [f for f in functions if f["name"] == name and f not in own]
        own += found
        called += [inner for function in found for inner in _calls(function["body"])]
    return {**automaton, "functions": own}


def _calls(part: Json) -> Iterator[str]:
    if isinstance(part, list):
        for item in part:
            yield from _calls(item)
    elif isinstance(part, dict):
        if part.get("op") == "call":
            yield str(part.get("function"))
        for value in part.values():
            yield from _calls(value)


def writes(automaton: Json) -> set[str]:
    """The names that its edges assign to."""
    return {
        _assigned(assignment["ref"])
        for edge in automaton.get("edges", [])
        for destination in edge.get("destinations", [])
        for assignment in destination.get("assignments", [])
    }


def _assigned(reference: Json) -> str:
    """The variable of a reference, which may be to an element of an array."""
    while isinstance(reference, dict):
        reference = reference["exp"]
    return str(reference)


def exact(part: Json) -> Json:
    """The same with every decimal number as a quotient of whole numbers, which Storm does not round."""
    if isinstance(part, Decimal):
        fraction = Fraction(part)
        if fraction.denominator == 1:
            return fraction.numerator
        return {"op": "/", "left": fraction.numerator, "right": fraction.denominator}
    if isinstance(part, list):
        return [exact(item) for item in part]
    if isinstance(part, dict):
        return {key: exact(value) for key, value in part.items()}
    return part
