"""Files of any world: which world one is of, by its name, and what is in it, as text or JSON.

What is neither is refused in words. A refusal tells all that is wrong with an input, but not at any length.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source

LPTS_JSON = ".lpts.json"
SUFFIXES = {
    "explicit": (".lts", ".fsp", ".aut", ".json"),
    "symbolic": (".smv", ".xmv"),
    "probabilistic": (LPTS_JSON, ".prism", ".pm", ".nm", ".sm", ".jani"),
}
"""How the files of each world are called; the longest suffix decides."""


def called_like(path: str | Path) -> str | None:
    """The name of the world whose files are called so."""
    name = str(path).lower()
    fitting = [(len(suffix), world) for world, all_of in SUFFIXES.items() for suffix in all_of if name.endswith(suffix)]
    return max(fitting, default=(0, None))[1]


def is_probabilistic(path: str | Path) -> bool:
    """Whether a file is called like a probabilistic model."""
    return called_like(path) == "probabilistic"


def known_suffixes() -> tuple[str, ...]:
    """All of them."""
    return tuple(suffix for all_of in SUFFIXES.values() for suffix in all_of)


_MOST_SHOWN = 10


def reject(diagnostics: Iterable[Diagnostic]) -> None:
    """Complain, if there is anything to complain about; of many complaints the first ones are told."""
    found = list(diagnostics)
    rest = len(found) - _MOST_SHOWN
    if found:
        raise InputError([*found[:_MOST_SHOWN], *([Diagnostic(f"and {rest} more errors")] if rest > 0 else [])])


def reject_text(source: Source, problems: Iterable[str]) -> None:
    """The same for complaints that tell their place themselves."""
    reject(Diagnostic(problem, source) for problem in problems)


MOST_BYTES = 64 << 20
MOST_STATES = 20_000_000
"""Of one LTS or LPTS; more are a mistake."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_source(path: Path) -> Source:
    """The text of a file, or an InputError that says why there is none."""
    try:
        if path.is_dir():
            raise refusal(f"{path} is a directory", "give a model file")
        if not path.exists():
            raise refusal(f"there is no file {path}")
        if not path.is_file():
            raise refusal(f"{path} is not a regular file")
        if (size := path.stat().st_size) > MOST_BYTES:
            raise refusal(f"{path} has {size >> 20} MB, the limit is {MOST_BYTES >> 20} MB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise refusal(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return Source(str(path), _decoded(path, data))


def _decoded(path: Path, data: bytes) -> str:
    """The text: UTF-8, or Latin-1 as older models have it in their comments; its lines may end as on any machine."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _CONTROL.search(text):
            hint = "save it as UTF-8 if it is UTF-16" if data[:2] in _UTF16 else "is this a model file?"
            raise refusal(f"{path} is not UTF-8 text (byte {error.start})", hint) from error
    if "\0" in text:
        raise refusal(f"{path} is not text: it holds zero bytes", "is this a model file?")
    if not text.strip():
        raise refusal(f"{path} is empty")
    return text if "\n" in text else text.replace("\r", "\n")


def refusal(message: str, hint: str = "") -> InputError:
    """Why a file is none that can be read."""
    return InputError([Diagnostic(message, hint=hint)])


def parse_json(source: Source) -> Any:
    """The parsed text; syntax errors point at the place. What JSON leaves open is refused: a key twice, and NaN."""
    try:
        return json.loads(source.text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError([Diagnostic(f"this is not JSON: {error.msg}", source, error.pos)]) from error
    except (ValueError, RecursionError) as error:
        raise InputError([Diagnostic(f"this JSON cannot be read: {error}", source)]) from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for i, key in enumerate(keys) if key in keys[:i])
        raise ValueError(f"an object has the key {twice!r} twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")
