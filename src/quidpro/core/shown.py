"""Objects as they are shown: the same ones, with every text in them printable.

What a model calls its parts is up to its author, and may be made to look like a report. Every renderer takes its
objects through here first, so that what it lays out is what is seen.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from operator import is_
from typing import Any, TypeVar

from quidpro.core.source import Source
from quidpro.core.words import printable

T = TypeVar("T")

_NUMBERS = {int}
"""Rows of numbers are long, and have no texts in them."""


def shown(value: T) -> T:
    """A copy of plain data and dataclasses with every text printable; the same object if every text is."""
    return _shown(value)  # type: ignore[no-any-return]


def _shown(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, tuple | list | frozenset):
        return _items(value)
    if isinstance(value, dict):
        pairs = tuple(value.items())
        return value if (found := _items(pairs)) is pairs else dict(found)
    if isinstance(value, Source):
        return replace(value, name=printable(value.name))
    return _record(value) if is_dataclass(value) else value


def _items(value: Any) -> Any:
    if set(map(type, value)) <= _NUMBERS:
        return value
    found = [_shown(item) for item in value]
    return value if all(map(is_, found, value)) else type(value)(found)


def _record(value: Any) -> Any:
    found = ((field.name, getattr(value, field.name)) for field in fields(value))
    changed = {name: new for name, old in found if (new := _shown(old)) is not old}
    return replace(value, **changed) if changed else value
