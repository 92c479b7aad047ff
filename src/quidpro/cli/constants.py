"""The ``--const NAME=VALUE`` options; one may hold several, as PRISM writes them: ``--const N=5,p=1/10``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quidpro.core.errors import UsageError

_WHOLE = re.compile(r"[+-]?[0-9]+")
_SETTING = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>[+-]?[0-9]+)\s*")


def read_settings(texts: Sequence[str] | None) -> dict[str, int | str]:
    """The values by name: whole numbers, and as they are written decimals, fractions, true or false."""
    values: dict[str, int | str] = {}
    for text in _each(texts):
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not value or not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise UsageError(f"--const {text!r} is not NAME=VALUE; write it as --const N=5 or --const p=1/10")
        if name in values:
            raise UsageError(f"--const {name} is given twice")
        values[name] = int(value) if _WHOLE.fullmatch(value) else value
    return values


def read_constants(texts: Sequence[str] | None) -> dict[str, int]:
    """The values by name; each constant is given once."""
    values: dict[str, int] = {}
    for text in _each(texts):
        setting = _SETTING.fullmatch(text)
        if setting is None:
            raise UsageError(f"--const {text!r} is not NAME=VALUE with a whole number; write it as --const N=5")
        if setting["name"] in values:
            raise UsageError(f"--const {setting['name']} is given twice")
        values[setting["name"]] = int(setting["value"])
    return values


def _each(texts: Sequence[str] | None) -> list[str]:
    return [text for several in texts or () for text in several.split(",")]
