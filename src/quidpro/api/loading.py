"""Files as models, with values for their constants."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING

from quidpro.api.arguments import WITHOUT_PROBABILITIES, refuse_foreign, refuse_misshapen
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.load import is_probabilistic, load_any
from quidpro.frontend.load import load as load_explicit
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.system import System

if TYPE_CHECKING:
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel

Constants = Mapping[str, int | str | Fraction]


def load(
    path: str | os.PathLike[str], constants: Constants | None = None, *, together: bool = False
) -> Model | SmvModel | PrismModel:
    """The model of a file: FSP (``.lts``, ``.fsp``), AUT, JSON, SMV, PRISM (``.prism``), JANI or LPTSs as JSON.

    ``constants`` give constants of an FSP, PRISM or JANI file values that its text does not, or other ones; a broken
    number is given as a fraction or as a text, ``"1/10"`` say. Modules of a PRISM or JANI file that use each other's
    variables are refused, or taken ``together`` as one component.
    """
    refuse_misshapen(path=path, constants=constants, together=together)
    if is_probabilistic(Path(path)):
        from quidpro.frontend.prism.load import load_probabilistic, refuse_unknown_constants

        values = written(constants)
        model = load_probabilistic(Path(path), values, together=together)
        refuse_unknown_constants(values, model)
        return model
    refuse_foreign({"together": together}, WITHOUT_PROBABILITIES)
    return load_any(Path(path), _whole(constants))


def explicit(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System, constants: Constants | None = None
) -> Model:
    """The model where only one of labelled transition systems will do."""
    refuse_late(model, constants)
    if isinstance(model, System):
        return PlainModel(Source(model.name, ""), model)
    if isinstance(model, str | os.PathLike):
        return load_explicit(Path(model), _whole(constants))
    if model.world == "symbolic":
        raise UsageError(f"{model.source.name} is an SMV model, and this needs labelled transition systems")
    if model.world == "probabilistic":
        raise UsageError(f"{model.source.name} is a probabilistic model, and this needs labelled transition systems")
    return model


def refuse_late(model: object, constants: Constants | None, *, together: bool = False) -> None:
    """Complain about what is said of the reading of what has been read already."""
    if isinstance(model, str | os.PathLike):
        return
    if constants:
        raise UsageError("constants get their values when a file is read; give quidpro.load its path and the constants")
    if together:
        raise UsageError("modules are taken together when a file is read; give quidpro.load its path and together=True")


def written(constants: Constants | None) -> dict[str, str]:
    """The values as ``--const`` takes them for a probabilistic model."""
    return {name: _written(name, value) for name, value in (constants or {}).items()}


def _written(name: str, value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        raise UsageError(f"the value {value!r} of the constant {name} is a float; give a text such as '1/10' or '0.1'")
    if not isinstance(value, str | Integral | Fraction):
        raise UsageError(f"the constant {name} is a number, a text such as '1/10', True or False, not {value!r}")
    return str(value).strip()


def _whole(constants: Constants | None) -> dict[str, int]:
    """The values as ``--const`` takes them for an FSP model."""
    return {name: _number(name, value) for name, value in (constants or {}).items()}


def _number(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise UsageError(f"the constant {name} is a whole number, not {value!r}")
    return int(value)
