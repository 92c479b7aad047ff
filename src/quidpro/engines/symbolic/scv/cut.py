"""A flat model cut into two symbolic modules M1 and M2 (SCV, section 2).

Variables are given to one side or the other; a clause of the model goes with the variable that it decides, a
constraint to the side that most of its variables are on. What a clause of one side reads of the other side's
variables, and what the property says of M2's, are the communication variables X^IO: outputs of their owner, inputs of
the other. All other variables are private. Every clause speaks of the private variables of one side at most, so that
the runs of the whole are exactly the pairs of runs that agree on X^IO: nothing more is needed for the rule to be
sound, not even that a module takes every input. A constraint over both sides (a TRANS, say) does not spoil that, but
it makes private variables public; it is noted with its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quidpro.flat.clauses import Clause, clauses
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel
from quidpro.flat.walk import names


@dataclass(frozen=True)
class Part:
    """One side: the variables it controls, and the clauses that say how."""

    variables: frozenset[str]
    inputs: frozenset[str]
    outputs: frozenset[str]
    clauses: tuple[Clause, ...]

    @property
    def private(self) -> frozenset[str]:
        """The variables that nobody else sees."""
        return self.variables - self.outputs


@dataclass(frozen=True)
class Cut:
    """M1, which must satisfy the property, M2, and what they share."""

    model: FlatModel
    first: Part
    second: Part
    notes: tuple[str, ...] = ()

    @property
    def shared(self) -> tuple[str, ...]:
        """The communication variables, in the order of the model."""
        letters = self.first.outputs | self.first.inputs
        return tuple(name for name in self.model.variables if name in letters)


def cut(model: FlatModel, first: Iterable[str], property: Expr) -> Cut:
    """The model with these variables in M1 and all others in M2."""
    mine = frozenset(first)
    theirs = frozenset(model.variables) - mine
    sides: tuple[list[Clause], list[Clause]] = ([], [])
    notes = []
    for clause in clauses(model):
        side, torn = _side(clause, mine)
        sides[side].append(clause)
        if torn:
            notes.append(_note(clause, mine, side))
    read_by_first = _read(sides[0]) | names(property)
    read_by_second = _read(sides[1])
    inputs, outputs = read_by_first & theirs, read_by_second & mine
    m1 = Part(mine, frozenset(inputs), frozenset(outputs), tuple(sides[0]))
    m2 = Part(theirs, frozenset(outputs), frozenset(inputs), tuple(sides[1]))
    return Cut(model, m1, m2, tuple(notes))


def _read(part: Iterable[Clause]) -> set[str]:
    return set().union(*(clause.names for clause in part))


def _side(clause: Clause, first: frozenset[str]) -> tuple[int, bool]:
    """Whose clause it is, 0 or 1, and whether it is a constraint torn between the two."""
    if clause.decides is not None:
        return int(clause.decides.name not in first), False
    here = len(clause.names & first)
    return int(2 * here < len(clause.names)), 0 < here < len(clause.names)


def _note(clause: Clause, first: frozenset[str], side: int) -> str:
    foreign = clause.names - first if side == 0 else clause.names & first
    listed = ", ".join(sorted(foreign)[:5]) + (", …" if len(foreign) > 5 else "")
    return (
        f"the {clause.kind.upper()} at {clause.place} speaks of both sides: it went to M{side + 1}, "
        f"which makes {listed} public"
    )
