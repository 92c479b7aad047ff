"""What the JSON documents of all worlds have in common."""

from __future__ import annotations

import re
from typing import Any

from quidpro.core.words import as_json

FORMAT = "quidpro-certificate"
VERSION = 1
_ROW = re.compile(r"\[\n\s+((?:-?\d+,\s+)*-?\d+)\n\s+\]")


def indented(fields: Any) -> str:
    """JSON for people too: a row of numbers is on one line. A string cannot hold a line break, so only rows are."""
    text = as_json(fields, 2)
    return _ROW.sub(lambda row: "[" + " ".join(row.group(1).split()) + "]", text)
