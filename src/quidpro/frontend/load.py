"""One door for model files: the suffix chooses the language, and whatever is no model is refused in words."""

from __future__ import annotations

import re
from pathlib import Path

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.lts_json import is_system, parse_json, read_lts_json, read_system_json
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.system import Component, System

MOST_BYTES = 64 << 20
SUFFIXES = (".lts", ".fsp", ".aut", ".json")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def load(path: str | Path) -> Model:
    """The model of a file: FSP (``.lts``, ``.fsp``), AUT (``.aut``) or JSON (``.json``)."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES and path.is_file():
        raise _refusal(f"{path}: no language goes with the suffix {suffix!r}", f"known are {', '.join(SUFFIXES)}")
    source = read_source(path)
    if suffix == ".aut":
        return _single(source, Component(path.stem, read_aut(source)))
    if suffix == ".json":
        if is_system(parse_json(source)):
            return PlainModel(source, read_system_json(source))
        return _single(source, Component(path.stem, read_lts_json(source).named(path.stem)))
    from quidpro.frontend.fsp.model import load_fsp

    return load_fsp(source, path.parent)


def read_source(path: Path) -> Source:
    """The text of a file, or an InputError that says why there is none."""
    try:
        if path.is_dir():
            raise _refusal(f"{path} is a directory", "give a model file")
        if not path.exists():
            raise _refusal(f"there is no file {path}")
        if not path.is_file():
            raise _refusal(f"{path} is not a regular file")
        if (size := path.stat().st_size) > MOST_BYTES:
            raise _refusal(f"{path} has {size >> 20} MB, the limit is {MOST_BYTES >> 20} MB")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise _refusal(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    return Source(str(path), _decoded(path, data))


def _decoded(path: Path, data: bytes) -> str:
    """The text: UTF-8, or Latin-1 as older models have it in their comments."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _CONTROL.search(text):
            raise _refusal(f"{path} is not UTF-8 text (byte {error.start})", "is this a model file?") from error
    if "\0" in text:
        raise _refusal(f"{path} is not text: it holds zero bytes", "is this a model file?")
    if not text.strip():
        raise _refusal(f"{path} is empty")
    return text


def _single(source: Source, component: Component) -> PlainModel:
    return PlainModel(source, System(component.name, (component,), source=source))


def _refusal(message: str, hint: str = "") -> InputError:
    return InputError([Diagnostic(message, hint=hint)])
