"""What an SMV model defines: its specifications, and the instances that a split can name."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.words import counted
from quidpro.flat.model import FlatModel, Instance
from quidpro.frontend.machines import MachineModel
from quidpro.verdict.outline import Asked, Outline, Part
from quidpro.verdict.symbolic.problem import Problem


def outline(model: MachineModel, _budget: Budget) -> Outline:
    """Of the flat model; there is one system, and nothing in it is a constant."""
    flat = model.flat()
    return Outline(
        (flat.name,),
        flat.name,
        tuple(Asked(spec.name, spec.kind, spec.text) for spec in flat.specs),
        (),
        tuple(_part(instance, flat) for instance in flat.instances()),
        tuple(flat.warnings),
    )


def _part(instance: Instance, flat: FlatModel) -> Part:
    owned = [variable for variable in flat.variables.values() if variable.owner == instance.path]
    bits = sum(variable.domain.bits for variable in owned if variable.kind != "input")
    words = f"{counted(len(owned), 'variable')}, {counted(bits, 'bit')}"
    return Part(instance.path or "main", instance.module, words=words)


def parts_of(problem: Problem) -> list[Part]:
    """The instances of modules, which have variables, not states."""
    return [_part(instance, problem.model) for instance in problem.model.instances()]


def portrait(_model: MachineModel, _name: str, _reduction: str | None, _budget: Budget) -> None:
    """States of an SMV model are values of variables; there is no picture of all of them."""
    return
