"""Models and their parts, written to files that ``load`` and other tools read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quidpro.api.arguments import check_types, limits
from quidpro.api.models import assemble, explicit
from quidpro.core.events import ignore
from quidpro.core.writing import reject_unwritable, write_file
from quidpro.frontend.lts_json import system_losses, write_system_json
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.run.registry import world_named

if TYPE_CHECKING:
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.lpts.lpts import LPTS


def save(
    saved: LTS | System | LPTS | Model | MachineModel | PrismModel,
    path: str | os.PathLike[str],
    *,
    name: str = "",
    timeout: float | None = None,
    memory: float | None = None,
) -> tuple[str, ...]:
    """Write a model, or a part of one, to a file; its suffix is the format. What the format cannot hold is returned.

    The formats are those of ``quidpro convert``: ``.aut``, ``.json``, ``.lts``, ``.fsp``, ``.dot``, ``.svg`` and
    ``.txt``; for probabilities ``.lpts.json``, ``.dot``, ``.svg`` and ``.txt``; for an SMV model ``.aag`` and ``.aig``.
    The components of a ``System`` stay apart in a ``.json`` file, several LPTSs in an ``.lpts.json`` file; elsewhere a
    model becomes one LTS. ``name`` is a process or composite of it, if not all of it is meant, and an invariant of an
    SMV model.
    """
    check_types(saved=saved, path=path, name=name)
    target, budget = Path(path), limits(timeout, memory)
    reject_unwritable(target)
    model = _model(saved)
    world = world_named(model.world)
    format = world.renderer.format_of(target)
    text: str | bytes
    if isinstance(saved, System) and format == "json" and not name:
        text, losses = write_system_json(saved), system_losses(saved)
    else:
        text, losses = world.convert(model, name or None, target, budget, ignore)
    write_file(target, text)
    return tuple(losses)


def _model(saved: Any) -> Any:
    """The model that has this and nothing else."""
    if isinstance(saved, LTS):
        return explicit(System(saved.name or "LTS", (Component(saved.name or "LTS", saved),)))
    if isinstance(saved, System):
        return explicit(saved)
    if hasattr(saved, "distributions"):
        return assemble(saved.name or "LPTS", {saved.name or "LPTS": saved})
    return saved
