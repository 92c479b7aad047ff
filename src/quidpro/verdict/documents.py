"""What the JSON documents of all worlds have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import as_json
from quidpro.frontend.files import parse_json

if TYPE_CHECKING:
    from pydantic import BaseModel

FORMAT = "quidpro-certificate"
VERSION = 1
VERDICT_SCHEMA = "urn:quidpro:schema:verdict:1"
"""The schema that results keep to. Fields may be added to it; with another version one changes, or is gone."""
CERTIFICATE_SCHEMA = f"urn:quidpro:schema:certificate:{VERSION}"
_ROW = re.compile(r"\[\n\s+((?:-?\d+,\s+)*-?\d+)\n\s+\]")
_PAIRS = re.compile(r"(?<=\n)(\s+)\[\n\s+((?:\[\d+, \d+\],\s+)*\[\d+, \d+\])\n\s+\]")
"""A list without a name of pairs."""
_MAX_COMPLAINTS = 10
_MAX_NAMED = 3
_WRITER = "check --certificate OUT writes one"
_IN_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is nothing that a certificate has",
    "literal_error": "is to be {expected}",
    "string_type": "is to be a text",
    "int_type": "is to be a whole number",
    "bool_type": "is to be true or false",
    "list_type": "is to be a list",
    "dict_type": "is to be an object",
    "model_type": "is to be an object",
    "greater_than_equal": "is to be at least {ge}",
    "too_short": "is to have at least {min_length} entries",
    "too_long": "is to have at most {max_length} entries",
}
"""What pydantic finds, by its names."""


def indented(fields: Any) -> str:
    """JSON for people too: a row of numbers is on one line, and so are the pairs of a node of a diagram.

    A string cannot hold a line break, so only rows are.
    """
    text = _ROW.sub(lambda row: "[" + " ".join(row.group(1).split()) + "]", as_json(fields, 2))
    return _PAIRS.sub(lambda row: f"{row.group(1)}[{' '.join(row.group(2).split())}]", text)


def items_of(source: Source) -> list[dict[str, Any]]:
    """The certificates, not yet validated, of a text that holds one or a list of them."""
    data = parse_json(source)
    items = data if isinstance(data, list) else [data]
    if not items:
        reject(["the list holds no certificate"], source)
    if not all(isinstance(item, dict) and item.get("format") == FORMAT for item in items):
        raise InputError([Diagnostic("this is no certificate of quidpro", source, hint=_WRITER)])
    return items


def reject_misshapen(data: Any, shape: type[BaseModel], source: Source) -> None:
    """Complain about what is not as the published schema has it: the first of it, and how much more there is."""
    from pydantic import ValidationError

    try:
        shape.model_validate(data)
    except ValidationError as error:
        wrong = [f"{'.'.join(map(str, e['loc']))} {_in_words(e)}" for e in error.errors()]
        more = [f"and {len(wrong) - _MAX_NAMED} more"] if len(wrong) > _MAX_NAMED else []
        message = f"this is no certificate of quidpro: {'; '.join([*wrong[:_MAX_NAMED], *more])}"
        raise InputError([Diagnostic(message, source, hint=_WRITER)]) from None


def _in_words(complaint: Mapping[str, Any]) -> str:
    """What pydantic complains about, as one who has written the file would say it."""
    words = _IN_WORDS.get(complaint["type"])
    return f"is wrong: {complaint['msg']}" if words is None else words.format(**complaint.get("ctx", {}))


def reject(complaints: Sequence[str], source: Source) -> None:
    """Raise the first complaints about a text, if there are any."""
    if complaints:
        raise InputError([Diagnostic(complaint, source) for complaint in complaints[:_MAX_COMPLAINTS]]) from None
