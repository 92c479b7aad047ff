"""Files of any world: which world one is of, by its name, and what is in it, as text or JSON.

What is neither is refused in words. A refusal tells all that is wrong with an input, but not at any length.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import MappingProxyType
from typing import Any

from quidpro.core.errors import InputError
from quidpro.core.source import BYTES, Diagnostic, Source
from quidpro.core.words import as_json

LPTS_JSON = ".lpts.json"
AIGER = (".aag", ".aig")
BTOR2 = (".btor2", ".btor")
SUFFIXES = {
    "explicit": (".lts", ".fsp", ".aut", ".json", ".pnml"),
    "symbolic": (".smv", ".xmv", *AIGER, *BTOR2),
    "probabilistic": (LPTS_JSON, ".prism", ".pm", ".nm", ".sm", ".jani"),
}
"""How the files of each world are called; the longest suffix decides."""

LANGUAGES = {
    "fsp": ".lts",
    "aut": ".aut",
    "json": ".json",
    "pnml": ".pnml",
    "smv": ".smv",
    "aiger": ".aig",
    "btor2": ".btor2",
    "prism": ".prism",
    "jani": ".jani",
    "lpts": LPTS_JSON,
}
"""For a text without a file, by the name of its language: how its file would be called."""


def world_of_file(path: str | Path) -> str | None:
    """The name of the world whose files are called so."""
    name = str(path).lower()
    fitting = [(len(suffix), world) for world, all_of in SUFFIXES.items() for suffix in all_of if name.endswith(suffix)]
    return max(fitting, default=(0, None))[1]


def what_is(path: str | Path) -> str:
    """What a file is that is no model of labelled transition systems, in words."""
    name = str(path).lower()
    if name.endswith(AIGER):
        return "an AIGER circuit"
    if name.endswith(BTOR2):
        return "a BTOR2 circuit"
    return "a probabilistic model" if is_probabilistic(path) else "an SMV model"


def is_probabilistic(path: str | Path) -> bool:
    """Whether a file is called like a probabilistic model."""
    return world_of_file(path) == "probabilistic"


def known_suffixes() -> tuple[str, ...]:
    """All of them."""
    return tuple(suffix for all_of in SUFFIXES.values() for suffix in all_of)


_MAX_SHOWN = 10


def reject(diagnostics: Iterable[Diagnostic]) -> None:
    """Raise the complaints, if there are any; of many, only the first ones are shown."""
    found = list(diagnostics)
    rest = len(found) - _MAX_SHOWN
    if found:
        raise InputError([*found[:_MAX_SHOWN], *([Diagnostic(f"and {rest} more errors")] if rest > 0 else [])])


def reject_text(source: Source, problems: Iterable[str]) -> None:
    """The same for complaints that include their own position."""
    reject(Diagnostic(problem, source) for problem in problems)


MAX_BYTES = 64 << 20
MAX_STATES = 20_000_000
"""One LTS or LPTS may have this many states; more are a mistake."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


_EDITED: ContextVar[Mapping[Path, str]] = ContextVar("edited", default=MappingProxyType({}))
"""Texts of files as an editor has them; each thread and each task has its own."""


@contextmanager
def edited(path: Path, text: str) -> Iterator[None]:
    """Inside the block a file reads as this text, whether or not it is on disk."""
    before = _EDITED.set({**_EDITED.get(), path: text})
    try:
        yield
    finally:
        _EDITED.reset(before)


def read_source(path: Path) -> Source:
    """The text of a file, or an InputError that says why there is none."""
    if path in _EDITED.get():
        return _source(path, _EDITED.get()[path])
    try:
        if path.is_dir():
            raise refusal(f"{path} is a directory", "give a model file")
        if not path.exists():
            raise refusal(f"there is no file {path}")
        if not path.is_file():
            raise refusal(f"{path} is not a regular file")
        if (size := path.stat().st_size) > MAX_BYTES:
            raise refusal(f"{path} has {size >> 20} MB, the limit is {MAX_BYTES >> 20} MB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise refusal(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return _source(path, decode(path, data))


def _source(path: Path, text: str) -> Source:
    if not _is_binary(path, text):
        return Source(str(path), _accept(path, text))
    if max(text) > "\xff":
        raise refusal(f"{path} is binary AIGER, and its text holds characters that are no bytes", "read it from a file")
    return Source(str(path), text, BYTES)


def _is_binary(path: Path, start: str) -> bool:
    """Whether a file is no text: AIGER tells its two forms apart by the first word."""
    return start.startswith("aig ") and path.suffix.lower() in AIGER


def decode(path: Path, data: bytes) -> str:
    """The text: UTF-8, or Latin-1 as older models have it in their comments; its lines may end as on any machine.

    Of a file that is no text every byte becomes a character.
    """
    if _is_binary(path, data[:4].decode(BYTES)):
        return data.decode(BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _CONTROL.search(text):
            hint = "save it as UTF-8 if it is UTF-16" if data[:2] in _UTF16 else "is this a model file?"
            raise refusal(f"{path} is not UTF-8 text (byte {error.start})", hint) from error
    return _accept(path, text)


def _accept(path: Path, text: str) -> str:
    """A text that can be read; the ends of its lines are those of this machine."""
    if "\0" in text:
        raise refusal(f"{path} is not text: it holds zero bytes", "is this a model file?")
    if not text.strip():
        raise refusal(f"{path} is empty")
    return text if "\n" in text else text.replace("\r", "\n")


def refusal(message: str, hint: str = "") -> InputError:
    """Why a file cannot be read."""
    return InputError([Diagnostic(message, hint=hint)])


def parse_json(source: Source) -> Any:
    """The parsed text. What JSON leaves open is refused: a key twice, and NaN."""
    return load_json(source, object_pairs_hook=_object, parse_constant=_reject_constant)


def load_json(source: Source, **hooks: Any) -> Any:
    """The parsed text, as the hooks have it; syntax errors say where they are."""
    try:
        return json.loads(source.text, **hooks)
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


def _reject_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def write_json(fields: dict[str, Any], indent: str = "") -> str:
    """An LTS or LPTS as an object, one field a line, and one transition a line."""
    rows = ",\n".join(f"{indent}    {as_json(row)}" for row in fields["transitions"])
    lines = [f"{indent}  {as_json(key)}: {as_json(value)}," for key, value in fields.items() if key != "transitions"]
    return "\n".join(["{", *lines, f'{indent}  "transitions": [', rows, f"{indent}  ]", f"{indent}}}"])


def head_complaints(data: dict[str, Any], form: str, version: int, dot: str = "") -> Iterator[str]:
    """The complaint about another format or version."""
    if data.get("format", form) != form or data.get("version", version) != version:
        yield f"{dot}format: this is not version {version} of {form}"


def shape_complaints(data: dict[str, Any], dot: str, transition: str, reserved: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with the fields that an LTS and an LPTS both have, but for the names of states."""
    alphabet: Any = data.get("alphabet")
    states = state_count(data)
    if not is_strings(alphabet) or len(set(alphabet)) < len(alphabet) or {"", *reserved} & set(alphabet):
        without = "".join(f", {name!r} not among them" for name in reserved)
        yield f"{dot}alphabet: must be a list of different action names{without}"
    if not isinstance(data.get("name") or "", str):
        yield f"{dot}name: must be a string"
    if not isinstance(data.get("transitions"), list):
        yield f"{dot}transitions: must be a list of {transition}"
    if not states:
        yield f"{dot}states: must be a number from 1 to {MAX_STATES}"
    elif not is_state(data.get("initial", 0), states):
        yield f"{dot}initial: must be a state from 0 to {states - 1}"


def names_complaints(data: dict[str, Any], dot: str) -> Iterator[str]:
    """What is wrong with the names of states."""
    names, states = data.get("state_names"), state_count(data)
    if names is not None and (not is_strings(names) or len(names) != states):
        yield f"{dot}state_names: must be null or a list of {states} strings"


def state_count(data: dict[str, Any]) -> int:
    """How many states there are; 0 where that is not said properly."""
    states = data.get("states")
    return states if isinstance(states, int) and is_state(states, MAX_STATES + 1) else 0


def is_strings(value: Any) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_state(value: Any, states: int) -> bool:
    """Whether a value is the number of a state."""
    return type(value) is int and 0 <= value < states
