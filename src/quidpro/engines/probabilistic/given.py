"""Assumptions that the user gives: modules of the model, files of their own, or LPTSs.

``--assume FILE`` composes all modules of a PRISM or JANI file, or of LPTSs as JSON, as ``--spec`` does. ``--assume
NAME`` takes a module of the model as it is, which stays what it is there: a part of the system, or its specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.probabilistic.questions import specification_of
from quidpro.frontend.files import is_probabilistic, read_source
from quidpro.frontend.lpts_json import read_lpts_system_json
from quidpro.frontend.prism.load import load_probabilistic
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition

Wanted = str | LPTS | PrismModel


def read_given(model: PrismModel, wanted: Sequence[Wanted], budget: Budget) -> tuple[LPTS, ...]:
    """The assumptions A1, A2, … in their order."""
    return tuple(_read(model, one, budget) for one in wanted)


def _read(model: PrismModel, one: Wanted, budget: Budget) -> LPTS:
    if isinstance(one, LPTS):
        return one
    if isinstance(one, PrismModel):
        return _composed(one, budget)
    name = str(one)
    return model.components[name] if name in model.components else _from_file(model, name, budget)


def _from_file(model: PrismModel, name: str, budget: Budget) -> LPTS:
    """The LPTS of a file; its constants that the model has too have the values that they have there.

    An LPTS as JSON may be in any file that ends in .json, as those of ``--trace-iterations`` are.
    """
    if not is_probabilistic(name):
        if name.endswith(".json"):
            return composition(list(read_lpts_system_json(read_source(Path(name))).values()), budget)
        known = ", ".join(model.components)
        raise UsageError(
            f"--assume {name}: it is neither a module of {model.source.name} (it has {known}) "
            "nor a file that ends in .prism, .jani or .json"
        )
    values = {constant: str(value) for constant, value in model.values.items()}
    return _composed(load_probabilistic(name, values, budget, together=True), budget)


def _composed(model: PrismModel, budget: Budget) -> LPTS:
    """All modules of a file as one assumption."""
    if model.private & {action for component in model.components.values() for action in component.alphabet}:
        raise UsageError(
            f"--assume {model.source.name}: it has commands without an action, which no component could take part in; "
            "give each of them an action of the components that the assumption is about"
        )
    return specification_of(model, budget)
