"""Constants of a file given another value from outside: what is computed from them follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.text.problems import did_you_mean

_LEAST, _MOST = -(1 << 31), (1 << 31) - 1
"""Numbers of FSP have 32 bits."""


def with_constants(spec: ast.Spec, values: Mapping[str, int], source: Source) -> ast.Spec:
    """The same definitions, with other values for some of the constants."""
    known = [d.name for d in spec.definitions if isinstance(d, ast.ConstDef)]
    for name, value in values.items():
        _reject_unknown(name, known, source)
        _reject_no_number(name, value)
    return replace(spec, definitions=tuple(_redefined(d, values) for d in spec.definitions))


def _redefined(definition: ast.Definition, values: Mapping[str, int]) -> ast.Definition:
    if not isinstance(definition, ast.ConstDef) or definition.name not in values:
        return definition
    return replace(definition, value=ast.Int(values[definition.name], offset=definition.offset))


def _reject_unknown(name: str, known: list[str], source: Source) -> None:
    if name not in known:
        hint = did_you_mean(name, known).replace("'", "")
        there = f"its constants are {', '.join(known)}" if known else "it defines no constant"
        raise UsageError(f"there is no constant {name!r} in {source.name}; {hint or there}")


def _reject_no_number(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"the constant {name} cannot be {value!r}; it is a whole number")
    if not _LEAST <= value <= _MOST:
        raise UsageError(f"the constant {name} cannot be {value}; numbers of FSP go from {_LEAST} to {_MOST}")
