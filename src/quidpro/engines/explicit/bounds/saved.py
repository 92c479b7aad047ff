"""What is known of a weakest assumption as a file, so that the work can be ended now and go on later.

It is JSON: ``format`` and ``version``; ``digests`` of the components and the property and the ``alphabet``, so that it
is not taken for work on something else; the tables of ``lower`` and ``upper``, where -1 is the sink; ``parts`` and
``rows``, how far the work is; and ``checksum``, the SHA-256 of all that, because bounds are not proved again when they
are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from quidpro.core.words import as_json
from quidpro.engines.explicit.bounds.search import Known
from quidpro.frontend.files import is_strings, parse_json, read_source, reject_text
from quidpro.learning.dfa import SINK, Dfa
from quidpro.lts.lts import Ints

FORMAT = "quidpro-assumption"
VERSION = 1
_KEYS = ("format", "version", "digests", "alphabet", "parts", "lower", "upper", "rows")


def write_known(known: Known, digests: Mapping[str, str], alphabet: tuple[str, ...]) -> str:
    """The text of the file, one field a line."""
    values = (
        FORMAT,
        VERSION,
        dict(digests),
        list(alphabet),
        known.parts,
        known.lower.next.tolist(),
        known.upper.next.tolist(),
        known.rows.tolist(),
    )
    fields = dict(zip(_KEYS, values, strict=True))
    lines = [f"  {as_json(key)}: {as_json(value)}" for key, value in (fields | {"checksum": _checksum(fields)}).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_known(path: Path, digests: Mapping[str, str], alphabet: tuple[str, ...]) -> Known:
    """What the file says about these components; an InputError where it is about others, or was not written by us."""
    source = read_source(path)
    data = parse_json(source)
    reject_text(source, _complaints(data, digests, alphabet))
    letters = len(alphabet)
    lower, upper, rows = (_table(data[key], letters) for key in ("lower", "upper", "rows"))
    return Known(Dfa(lower), Dfa(upper), data["parts"], rows)


def _table(rows: list[list[int]], letters: int) -> Ints:
    return np.array(rows, dtype=np.int32).reshape(len(rows), letters)


def _checksum(fields: Mapping[str, Any]) -> str:
    return sha256(as_json([fields[key] for key in _KEYS]).encode()).hexdigest()


def _complaints(data: Any, digests: Mapping[str, str], alphabet: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with it; the first thing that makes the rest pointless comes alone."""
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        yield f"format: this is not version {VERSION} of {FORMAT}, which assumption --save writes"
        return
    if not all(key in data for key in _KEYS) or data.get("checksum") != _checksum(data):
        yield "checksum: the file was changed after it was written, or is not complete"
        return
    yield from list(_other_model(data, digests, alphabet)) or _shape(data, len(alphabet))


def _other_model(data: dict[str, Any], digests: Mapping[str, str], alphabet: tuple[str, ...]) -> Iterator[str]:
    saved: Any = data["digests"]
    if not isinstance(saved, dict) or saved.keys() != digests.keys():
        yield f"digests: this is about other components than {', '.join(digests)}"
    elif changed := [name for name, digest in digests.items() if saved[name] != digest]:
        yield f"digests: {changed[0]} is not what it was when this was saved"
    elif not is_strings(data["alphabet"]) or tuple(data["alphabet"]) != alphabet:
        yield "alphabet: the interface with the environment is not what it was when this was saved"


def _shape(data: dict[str, Any], letters: int) -> Iterator[str]:
    if type(data["parts"]) is not int or data["parts"] < 0:
        yield "parts: must be a number from 0"
    for key, least in (("lower", SINK), ("upper", SINK), ("rows", 0)):
        if not _is_table(data[key], letters, least):
            yield f"{key}: must be a list of rows of {letters} numbers"
            return
    for key in ("lower", "upper"):
        if any(number >= len(data[key]) for row in data[key] for number in row):
            yield f"{key}: a row leads to a state that is not there"


def _is_table(rows: Any, letters: int, least: int) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == letters and all(type(one) is int and one >= least for one in row)
        for row in rows
    )
