"""One door for model files: the suffix chooses the language, and whatever is no model is refused in words."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.lts_json import is_system, parse_json, read_lts_json, read_system_json
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.system import Component, System

if TYPE_CHECKING:
    from quidpro.frontend.smv.model import SmvModel

MOST_BYTES = 64 << 20
SYMBOLIC = (".smv", ".xmv")
PROBABILISTIC = (".prism", ".pm", ".nm", ".sm", ".jani")
LPTS_JSON = ".lpts.json"
SUFFIXES = (".lts", ".fsp", ".aut", ".json")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def load_any(path: str | Path, constants: Mapping[str, int] | None = None) -> Model | SmvModel:
    """The model of a file of either world; ``world`` tells them apart."""
    if Path(path).suffix.lower() not in SYMBOLIC:
        return load(path, constants)
    if constants:
        raise _no_constants(path, constants)
    return load_smv_file(path)


def is_probabilistic(path: str | Path) -> bool:
    """Whether a file is called like a probabilistic model."""
    return Path(path).suffix.lower() in PROBABILISTIC or str(path).lower().endswith(LPTS_JSON)


def load_smv_file(path: str | Path) -> SmvModel:
    """The model of an SMV file."""
    from quidpro.frontend.smv.model import load_smv

    return load_smv(read_source(Path(path)))


def load(path: str | Path, constants: Mapping[str, int] | None = None) -> Model:
    """The model of a file: FSP (``.lts``, ``.fsp``), AUT (``.aut``) or JSON (``.json``).

    ``constants`` give constants of an FSP file other values than its text does.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix in SYMBOLIC and path.is_file():
        raise _refusal(f"{path} is an SMV model, and this needs one made of labelled transition systems")
    if is_probabilistic(path) and path.is_file():
        raise _refusal(f"{path} is a probabilistic model, and this needs one made of labelled transition systems")
    if suffix not in SUFFIXES and path.is_file():
        known = ", ".join((*SUFFIXES, *SYMBOLIC, *PROBABILISTIC, LPTS_JSON))
        raise _refusal(f"{path}: no language goes with the suffix {suffix!r}", f"known are {known}")
    source = read_source(path)
    if constants and suffix in (".aut", ".json"):
        raise _no_constants(path, constants)
    if suffix == ".aut":
        return _single(source, Component(path.stem, read_aut(source)))
    if suffix == ".json":
        if is_system(parse_json(source)):
            return PlainModel(source, read_system_json(source))
        return _single(source, Component(path.stem, read_lts_json(source).named(path.stem)))
    from quidpro.frontend.fsp.model import load_fsp

    return load_fsp(source, path.parent, constants)


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
    """The text: UTF-8, or Latin-1 as older models have it in their comments; its lines may end as on any machine."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _CONTROL.search(text):
            hint = "save it as UTF-8 if it is UTF-16" if data[:2] in _UTF16 else "is this a model file?"
            raise _refusal(f"{path} is not UTF-8 text (byte {error.start})", hint) from error
    if "\0" in text:
        raise _refusal(f"{path} is not text: it holds zero bytes", "is this a model file?")
    if not text.strip():
        raise _refusal(f"{path} is empty")
    return text if "\n" in text else text.replace("\r", "\n")


def _single(source: Source, component: Component) -> PlainModel:
    return PlainModel(source, System(component.name, (component,), source=source))


def _no_constants(path: str | Path, constants: Mapping[str, int]) -> UsageError:
    named = ", ".join(constants)
    return UsageError(f"{path} has no constants to set ({named}); only FSP, PRISM and JANI files have them")


def _refusal(message: str, hint: str = "") -> InputError:
    return InputError([Diagnostic(message, hint=hint)])
