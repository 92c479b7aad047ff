"""Values for constants from outside: whole numbers, exact fractions and decimals, truth values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from quidpro.core.errors import UsageError
from quidpro.core.source import Source

_OF = {
    "int": (re.compile(r"[+-]?[0-9]+"), "a whole number"),
    "double": (re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|[0-9]+/0*[1-9][0-9]*)"), "a number"),
    "bool": (re.compile(r"true|false"), "true or false"),
}
_OF["real"] = _OF["double"]


def number(text: str) -> Fraction | None:
    """The exact value of a text that is a plain number, such as ``3``, ``0.1`` or ``1/10``."""
    return Fraction(text.replace(" ", "")) if _OF["double"][0].fullmatch(text.replace(" ", "")) else None


def checked_values(source: Source, types: Mapping[str, str], constants: Mapping[str, str]) -> dict[str, str]:
    """Those of the values that this file has constants for, each of the right type."""
    found = {}
    for name, value in constants.items():
        if name in types:
            pattern, what = _OF[types[name]]
            if not pattern.fullmatch(value):
                raise UsageError(f"the constant {name} of {source.name} is {what}, not {value!r}")
            found[name] = value.lstrip("+")
    return found
