"""One door for models of labelled transition systems: the suffix chooses the language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.files import known_suffixes, parse_json, read_source, refusal, what_is, world_of_file
from quidpro.frontend.lts_json import is_system, read_lts_json, read_system_json
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.system import Component, System


def load(path: str | Path, constants: Mapping[str, int] | None = None) -> Model:
    """The model of a file: FSP (``.lts``, ``.fsp``), AUT (``.aut``), JSON (``.json``) or PNML (``.pnml``).

    ``constants`` give constants of an FSP file other values than its text does.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    world = world_of_file(path)
    if world not in (None, "explicit") and path.is_file():
        raise refusal(f"{path} is {what_is(path)}, and this needs one made of labelled transition systems")
    if world is None and path.is_file():
        raise refusal(
            f"{path}: no language goes with the suffix {suffix!r}", f"known are {', '.join(known_suffixes())}"
        )
    source = read_source(path)
    if constants and suffix in (".aut", ".json", ".pnml"):
        raise _no_constants(path, constants)
    if suffix == ".aut":
        return _single(source, Component(path.stem, read_aut(source)))
    if suffix == ".json":
        if is_system(parse_json(source)):
            return PlainModel(source, read_system_json(source))
        return _single(source, Component(path.stem, read_lts_json(source).named(path.stem)))
    if suffix == ".pnml":
        from quidpro.frontend.pnml.model import NetModel

        return NetModel(source)
    from quidpro.frontend.fsp.model import load_fsp

    return load_fsp(source, path.parent, constants)


def _single(source: Source, component: Component) -> PlainModel:
    return PlainModel(source, System(component.name, (component,), source=source))


def _no_constants(path: str | Path, constants: Mapping[str, int]) -> UsageError:
    named = ", ".join(constants)
    return UsageError(f"{path} has no constants to set ({named}); only FSP, PRISM and JANI files have them")
