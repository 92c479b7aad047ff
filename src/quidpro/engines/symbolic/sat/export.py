"""A flat model with one of its invariants as an AIGER file."""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean, one_line
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import Encoder
from quidpro.flat.model import FlatModel, Spec, Variable
from quidpro.flat.types import Enumeration
from quidpro.solvers.aiger import Aiger, as_aiger


def export(model: FlatModel, name: str | None, budget: Budget) -> tuple[Aiger, list[str]]:
    """The file for the invariant of a name, or for the only one, and what it cannot hold."""
    spec = _invariant(model, name)
    budget.phase = "translating the model into gates"
    check_defined(model, [spec], budget)
    encoder = Encoder(model, budget)
    return as_aiger(encoder.circuit(spec), _names(model, encoder), spec.name), list(_losses(model, spec))


def _invariant(model: FlatModel, name: str | None) -> Spec:
    known = {spec.name: spec for spec in model.specs if spec.is_invariant}
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name in known:
        return known[name]
    if not known:
        raise UsageError("an AIGER file has an invariant, and this model has none; write INVARSPEC")
    listed = ", ".join(known)
    if name is None:
        raise UsageError(f"an AIGER file has one invariant; choose one with --name ({listed})")
    other = next((spec for spec in model.specs if spec.name == name), None)
    if other is not None:
        raise UsageError(
            f"{name} is no invariant but {other.section} {one_line(other.text)}; choose one with --name ({listed})"
        )
    raise UsageError(f"there is no invariant {name!r}{did_you_mean(name, known)} (invariants: {listed})")


def _names(model: FlatModel, encoder: Encoder) -> dict[int, str]:
    """What bits are called, by their literals: as their variable, with their number where it has several.

    An input that is all that decides how a variable goes on is called after that.
    """
    found: dict[int, str] = {}

    def name(variable: Variable, word: str, *, following: bool = False) -> None:
        bits = encoder.vector(variable.name, following=following)
        for i, bit in enumerate(bits):
            found.setdefault(bit.lit, word if len(bits) == 1 else f"{word}.{i}")

    kept = {owner for owner, _ in encoder.bits}
    for variable in (*(v for v in model.states if v.name in kept), *model.inputs):
        name(variable, variable.name)
    for variable in model.states:
        name(variable, f"next({variable.name})", following=True)
    return found


def _losses(model: FlatModel, spec: Spec) -> Iterator[str]:
    if any(isinstance(v.domain, Enumeration) and v.domain.bits > 1 for v in model.variables.values()):
        yield "a variable is its bits there: those of a value's position in its type, lowest first"
    if spec.over_infinite_paths and not model.always_goes_on:
        yield "the file asks whether a state that violates it can be reached, not whether an infinite path goes on"
