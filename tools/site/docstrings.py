"""Docstrings as Markdown, for the page of the Python interface: an extension of griffe, which reads them."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_ROLE = re.compile(r":\w+:`~?(?:[\w.]*\.)?(\w+)`")
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Markdown(Extension):
    """Names without roles, examples as code."""

    def on_object(self, *, obj: Object, **_others: Any) -> None:
        """Called with everything that was read."""
        if obj.docstring:
            obj.docstring.value = to_markdown(obj.docstring.value)


def to_markdown(text: str) -> str:
    """``:func:`check``` becomes `` `check` ``, and an example a block of its own."""
    return _EXAMPLE.sub(r"```pycon\n\g<0>\n```", _ROLE.sub(r"`\1`", text))
