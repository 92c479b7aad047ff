"""Models: of files, with values for their constants, and of LTSs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from quidpro.api.arguments import check_types
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.files import LANGUAGES, edited
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, Priority, System
from quidpro.run.check import load as read
from quidpro.run.registry import DEFAULT_WORLD, world_named
from quidpro.run.request import make_request

if TYPE_CHECKING:
    from quidpro.frontend.circuits.model import CircuitModel
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel
    from quidpro.lpts.lpts import LPTS

Constants = Mapping[str, int | str | Fraction]


def load(
    path: str | os.PathLike[str], constants: Constants | None = None, *, together: bool = False
) -> Model | MachineModel | PrismModel:
    """The model of a file, by its suffix: FSP (``.lts``, ``.fsp``), AUT, JSON, PNML, SMV, AIGER (``.aag``, ``.aig``),
    BTOR2, PRISM (``.prism``), JANI or LPTSs as JSON.

    ``constants`` give constants of an FSP, PRISM or JANI file values that its text does not, or other ones; a fraction
    is given as such or as a text, ``"1/10"`` say. Modules of a PRISM or JANI file that use each other's variables are
    refused, or taken ``together`` as one component.
    """
    check_types(path=path, constants=constants, together=together)
    settings = ({"const": dict(constants)} if constants else {}) | ({"together": True} if together else {})
    request = make_request(Path(path), settings)
    model: Any = read(request, Budget())
    request.world.reject_constants(model, request.question)
    return model  # type: ignore[no-any-return]


@overload
def loads(
    text: str,
    format: Literal["fsp", "aut", "json", "pnml"] = "fsp",
    constants: Constants | None = None,
    *,
    together: bool = False,
    name: str = "model",
) -> Model: ...
@overload
def loads(
    text: str,
    format: Literal["smv"],
    constants: Constants | None = None,
    *,
    together: bool = False,
    name: str = "model",
) -> SmvModel: ...
@overload
def loads(
    text: str,
    format: Literal["aiger", "btor2"],
    constants: Constants | None = None,
    *,
    together: bool = False,
    name: str = "model",
) -> CircuitModel: ...
@overload
def loads(
    text: str,
    format: Literal["prism", "jani", "lpts"],
    constants: Constants | None = None,
    *,
    together: bool = False,
    name: str = "model",
) -> PrismModel: ...
@overload
def loads(
    text: str, format: str, constants: Constants | None = None, *, together: bool = False, name: str = "model"
) -> Model | MachineModel | PrismModel: ...
def loads(
    text: str, format: str = "fsp", constants: Constants | None = None, *, together: bool = False, name: str = "model"
) -> Model | MachineModel | PrismModel:
    """The model of a text: ``fsp``, ``aut``, ``json``, ``pnml``, ``smv``, ``aiger``, ``btor2``, ``prism``, ``jani`` or
    ``lpts``.

    Of binary AIGER every character is a byte (``data.decode("latin-1")``). Messages speak of it by its ``name``; the
    rest is as for :func:`load`.

    >>> import quidpro
    >>> quidpro.check(quidpro.loads("P = (a -> STOP).")).outcome
    'violated'
    """
    check_types(text=text, format=format, name=name)
    if format not in LANGUAGES:
        raise UsageError(f"there is no format {format!r}; known are {', '.join(LANGUAGES)}")
    path = Path(f"{name}{LANGUAGES[format]}")
    with edited(path, text):
        return load(path, constants, together=together)


def explicit(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System, constants: Constants | None = None
) -> Model:
    """The model where only one of labelled transition systems will do."""
    from quidpro.frontend.load import load as load_explicit
    from quidpro.frontend.plain import PlainModel

    reject_late(model, constants)
    if isinstance(model, System):
        return PlainModel(Source(model.name, ""), model)
    loaded: Any = model
    if isinstance(model, str | os.PathLike):
        return load_explicit(Path(model), dict(constants or {}))  # type: ignore[arg-type]
    if loaded.world != DEFAULT_WORLD:
        what = world_named(loaded.world).what
        raise UsageError(f"{loaded.source.name} is {what}, and this needs labelled transition systems")
    return loaded  # type: ignore[no-any-return]


def reject_late(model: object, constants: Constants | None, *, together: bool = False) -> None:
    """Complain about options for reading a model that has been read already."""
    if isinstance(model, str | os.PathLike):
        return
    if constants:
        raise UsageError("constants get their values when a file is read; give quidpro.load its path and the constants")
    if together:
        raise UsageError("modules are taken together when a file is read; give quidpro.load its path and together=True")


@overload
def assemble(
    name: str,
    processes: Mapping[str, LTS],
    properties: Mapping[str, LTS] | None = None,
    priority: Priority | None = None,
) -> System: ...
@overload
def assemble(name: str, processes: Mapping[str, LPTS]) -> PrismModel: ...
def assemble(
    name: str,
    processes: Mapping[str, LTS] | Mapping[str, LPTS],
    properties: Mapping[str, LTS] | None = None,
    priority: Priority | None = None,
) -> System | PrismModel:
    """A system from LTSs, or a probabilistic model from LPTSs.

    A property is given as the LTS of what is allowed; its error transitions are added.
    """
    check_types(name=name, processes=processes, properties=properties, priority=priority)
    ltss = {part: lts for part, lts in processes.items() if isinstance(lts, LTS)}
    lptss = {part: lpts for part, lpts in processes.items() if not isinstance(lpts, LTS)}
    if lptss:
        return _network(name, lptss, bool(ltss or properties or priority))
    parts = [Component(part, lts) for part, lts in ltss.items()]
    allowed = [lts.named(part) for part, lts in (properties or {}).items()]
    checked = [Component(lts.name, complete_property(lts), is_property=True) for lts in allowed]
    return System(name, (*parts, *checked), priority)


def _network(name: str, processes: Mapping[str, LPTS], mixed: bool) -> PrismModel:
    from quidpro.frontend.prism.model import PrismModel

    if mixed:
        raise UsageError("LPTSs stand alone: without LTSs, properties and priority; check has spec and pctl for them")
    return PrismModel(Source(name, ""), name, {part: lpts.named(part) for part, lpts in processes.items()})
