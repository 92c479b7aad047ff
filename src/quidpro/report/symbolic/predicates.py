"""Predicates in lines of some width: a comparison stays on one line, so that it can be read at a glance."""

from __future__ import annotations

import re
from textwrap import wrap

_AROUND_A_COMPARISON = re.compile(r" (=|!=|<|<=|>|>=) ")
_UNBROKEN = "\N{NO-BREAK SPACE}"


def wrapped(words: str, width: int, most_lines: int, *, indent: str = "") -> list[str]:
    """The lines, all but the first indented; what is past the last of them is left out."""
    held = _AROUND_A_COMPARISON.sub(rf"{_UNBROKEN}\1{_UNBROKEN}", words)
    lines = wrap(held, width, subsequent_indent=indent, max_lines=most_lines, placeholder=" …", break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in lines]
