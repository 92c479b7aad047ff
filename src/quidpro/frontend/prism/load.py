"""One door for probabilistic models: PRISM, JANI, or LPTSs as JSON, chosen by how the file is called."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.files import LPTS_JSON, SUFFIXES, is_probabilistic, read_source
from quidpro.frontend.jani.read import jani_model
from quidpro.frontend.lpts_json import read_lpts_system_json
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.read import prism_model

__all__ = ["is_probabilistic", "load_probabilistic", "reject_unknown_constants"]


def load_probabilistic(
    path: str | Path,
    constants: Mapping[str, str] | None = None,
    budget: Budget | None = None,
    *,
    together: bool = False,
) -> PrismModel:
    """The model of a file; of the ``constants`` those count that the file has.

    Modules that cannot be taken apart are refused, or taken ``together`` as one component.
    """
    path = Path(path)
    if not is_probabilistic(path) and path.is_file():
        known = ", ".join(SUFFIXES["probabilistic"])
        raise InputError([Diagnostic(f"{path} is no probabilistic model", hint=f"known are {known}")])
    source = read_source(path)
    if path.name.lower().endswith(LPTS_JSON):
        return PrismModel(source, path.name[: -len(LPTS_JSON)], read_lpts_system_json(source))
    if path.suffix.lower() == ".jani":
        return jani_model(source, constants or {}, budget, together=together)
    return prism_model(source, constants or {}, budget, together=together)


class Constants(Protocol):
    """What has constants: a model, or a file of properties."""

    @property
    def source(self) -> Source:
        """The text that they are in."""

    @property
    def constants(self) -> Mapping[str, object]:
        """By their names."""


def reject_unknown_constants(constants: Mapping[str, str], *models: Constants) -> None:
    """Complain about a value for a constant that none of the models has."""
    known = sorted({name for model in models for name in model.constants})
    files = " and ".join(model.source.name for model in models)
    for name in constants:
        if name not in known:
            has = f"known are {', '.join(known)}" if known else "there are none"
            raise UsageError(f"there is no constant {name} in {files} to give a value to; {has}")
