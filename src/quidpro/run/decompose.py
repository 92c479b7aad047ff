"""Ways to take a system apart, with the sizes that AGAR's Table 2 gives of each: |M1 ∥ P_err| and |M2|."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates, UsageError
from quidpro.core.events import Listener, ignore
from quidpro.frontend.model import Model
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.search import build
from quidpro.lts.system import System
from quidpro.rules.decomposition import Decomposition, balanced, n_way, smallest_interface, two_way
from quidpro.rules.problem import Groups
from quidpro.run.select import named_property

MOST_STATES = 100_000
"""A side with more states than this is not counted to the end."""


@dataclass(frozen=True)
class Sized:
    """A two-way split with the states of both sides, None where a side is too large to be counted."""

    split: Decomposition
    first_states: int | None
    rest_states: int | None
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Decompositions:
    """The ranked splits of a system, and its processes in order for the n-way rule."""

    system: str
    property: str | None
    considered: int
    splits: tuple[Sized, ...]
    chain: Groups


def decompositions(
    model: Model,
    budget: Budget,
    events: Listener = ignore,
    *,
    system: str | None = None,
    property: str | None = None,
    most: int = 10,
) -> Decompositions:
    """The best splits; the most balanced one and the one with the smallest interface are always among them."""
    whole = model.system(system or model.default_system(), budget)
    if property is not None:
        whole = whole.with_properties(named_property(property, whole, model, budget))
    found = two_way(whole)
    if not found:
        raise UsageError(f"{whole.name} has one process; there is nothing to take apart")
    marked = {"best": found[0], "balanced": balanced(found), "interface": smallest_interface(found)}
    shown = [*found[:most], *(d for d in marked.values() if d not in found[:most])]
    unique = list(dict.fromkeys(shown))
    sized = [_sized(d, whole, marked, budget, events) for d in unique]
    name = property or (whole.properties[0].name if len(whole.properties) == 1 else None)
    return Decompositions(whole.name, name, len(found), tuple(sized), n_way(whole))


def _sized(
    split: Decomposition, system: System, marked: dict[str, Decomposition], budget: Budget, events: Listener
) -> Sized:
    parts = {c.name: c.lts for c in system.processes}
    first = [*(parts[name] for name in split.groups[0]), *(p.lts for p in system.properties)]
    rest = [parts[name] for name in split.groups[1]]
    marks = tuple(mark for mark, chosen in marked.items() if chosen == split)
    return Sized(split, _states(first, budget, events), _states(rest, budget, events), marks)


def _states(components: Sequence[LTS], budget: Budget, events: Listener) -> int | None:
    """The states of one side, the error state counted if it can be reached, as in the papers."""
    try:
        whole = build(Product(components), budget, events, max_states=MOST_STATES)
    except TooManyStates:
        return None
    return whole.states + whole.has_error
