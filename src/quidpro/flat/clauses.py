"""A flat model as a list of clauses: every assignment and constraint alike, with the variables it speaks of.

The initial states satisfy the clauses of kind ``init`` and ``invar``, steps those of kind ``trans``, and every state
that a step ends in those of kind ``invar``: a model is the conjunction of its clauses, and whoever takes it apart
hands each clause to some part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from quidpro.flat.build import equal
from quidpro.flat.expr import Expr, Var, op
from quidpro.flat.model import Assigned, FlatModel, Span
from quidpro.flat.types import BOOLEAN
from quidpro.flat.walk import names

ClauseKind = Literal["init", "invar", "trans"]


@dataclass(frozen=True, eq=False)
class Clause:
    """One conjunct of a model. ``decides`` is the variable of an assignment, whose value is ``expr`` or one of it."""

    kind: ClauseKind
    expr: Expr
    span: Span
    decides: Var | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables that the clause speaks of, the decided one included."""
        return frozenset(names(self.formula))

    @cached_property
    def formula(self) -> Expr:
        """The clause as a boolean expression."""
        if self.decides is None:
            return self.expr
        if self.expr.type.many:
            return op("in", (self.decides, self.expr), BOOLEAN)
        return equal(self.decides, self.expr)


def clauses(model: FlatModel) -> list[Clause]:
    """All clauses: those of the assignments, of frozen variables, then the constraints."""
    found: list[Clause] = []
    for name, assigned in model.assignments.items():
        found.extend(_assignments(model, name, assigned))
    for variable in model.of_kind("frozen"):
        found.append(Clause("trans", variable.now(), variable.span, variable.then()))
    found.extend(Clause("init", c.expr, c.span) for c in model.init)
    found.extend(Clause("invar", c.expr, c.span) for c in model.invar)
    found.extend(Clause("trans", c.expr, c.span) for c in model.trans)
    return found


def influencing(model: FlatModel, about: Iterable[str]) -> set[str]:
    """The variables that decide some variables, and so on, with all that constraints speak of."""
    decides: dict[str, set[str]] = {}
    found, ring = set(about), set(about)
    for clause in clauses(model):
        if clause.decides is None:
            ring |= clause.names
        else:
            decides.setdefault(clause.decides.name, set()).update(clause.names)
    while ring:
        found |= ring
        ring = {read for name in ring for read in decides.get(name, ())} - found
    return found


def _assignments(model: FlatModel, name: str, assigned: Assigned) -> Iterator[Clause]:
    variable = model.variables[name]
    if assigned.current is not None:
        yield Clause("invar", assigned.current.rhs, assigned.current.span, variable.now())
    if assigned.init is not None:
        yield Clause("init", assigned.init.rhs, assigned.init.span, variable.now())
    if assigned.next is not None:
        yield Clause("trans", assigned.next.rhs, assigned.next.span, variable.then())
