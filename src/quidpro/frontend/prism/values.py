"""Values for constants from outside: whole numbers, exact fractions and decimals, truth values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from numbers import Integral

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


def written_value(name: str, value: object) -> str:
    """The value of a constant as ``--const`` takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        raise UsageError(f"the value {value!r} of the constant {name} is a float; give a text such as '1/10' or '0.1'")
    if not isinstance(value, str | Integral | Fraction):
        raise UsageError(f"the constant {name} is a number, a text such as '1/10', True or False, not {value!r}")
    return str(value).strip()
