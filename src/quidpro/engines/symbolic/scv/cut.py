"""A flat model cut into symbolic modules M1, M2, … (SCV, section 2), two sides at a time.

Variables are dealt to groups; a clause of the model goes with the variable that it decides, a constraint to the group
that most of its variables are in. A cut has one group on one side and all later ones on the other. What a clause of one
side reads of the other side's variables, and what the property says of M2's, are the communication variables X^IO:
outputs of their owner, inputs of the other. All other variables are private. Every clause speaks of the private
variables of one side at most, so that the runs of the whole are exactly the pairs of runs that agree on X^IO: nothing
more is needed for the rule to be sound, not even that a module takes every input. A constraint over both sides (a
TRANS, say) does not spoil that, but it makes private variables public; it is noted with its position.

Groups before that one, where there are any, say nothing: their variables have any value. Those that a side sees are
its own, as outputs of M1 if both do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quidpro.core.words import some
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
        """The variables that the other side does not see."""
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


@dataclass(frozen=True)
class Group:
    """Variables, and the clauses that say how they go on."""

    variables: frozenset[str]
    clauses: tuple[Clause, ...]

    @property
    def seen(self) -> frozenset[str]:
        """Its variables, and what its clauses read of others."""
        return self.variables | read(self.clauses)


@dataclass(frozen=True)
class Dealt:
    """All clauses of a model, in groups."""

    model: FlatModel
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()

    def shared(self, about: frozenset[str]) -> frozenset[str]:
        """What more than one group sees; the first sees what the property is ``about``."""
        seen = [group.seen for group in self.groups]
        found = (frozenset().union(*seen[i + 1 :]) & (one | about if i == 0 else one) for i, one in enumerate(seen))
        return frozenset().union(*found)

    def cut(self, level: int, about: frozenset[str]) -> Cut:
        """One group, which sees what is asked ``about`` too, and all later ones."""
        group, later = self.groups[level], self.groups[level + 1 :]
        others = frozenset().union(*(one.variables for one in later))
        read_by_first = read(group.clauses) | about
        read_by_second = frozenset().union(*(read(one.clauses) for one in later))
        mine = group.variables | (read_by_first - others)
        theirs = others | (read_by_second - mine)
        inputs, outputs = read_by_first & theirs, read_by_second & mine
        m1 = Part(mine, inputs, outputs, group.clauses)
        m2 = Part(theirs, outputs, inputs, tuple(clause for one in later for clause in one.clauses))
        return Cut(self.model, m1, m2, self.notes)


def deal(model: FlatModel, groups: Sequence[frozenset[str]]) -> Dealt:
    """The clauses of a model, each with one of the groups of its variables."""
    dealt: list[list[Clause]] = [[] for _ in groups]
    notes = []
    for clause in clauses(model):
        owner = _owner(clause, groups)
        dealt[owner].append(clause)
        if clause.decides is None and not clause.names <= groups[owner]:
            notes.append(_note(clause, groups, owner))
    made = (Group(group, tuple(own)) for group, own in zip(groups, dealt, strict=True))
    return Dealt(model, tuple(made), tuple(notes))


def why_uncut(model: FlatModel) -> str:
    """Why a model cannot be cut at all; nothing when it can."""
    if len(model.variables) > 1:
        return ""
    few = "one variable alone" if model.variables else "no variable"
    return f"{model.name} has {few}, so that it cannot be cut in two"


def cut(model: FlatModel, first: Iterable[str], property: Expr) -> Cut:
    """The model with these variables in M1 and all others in M2."""
    mine = frozenset(first)
    return deal(model, (mine, frozenset(model.variables) - mine)).cut(0, frozenset(names(property)))


def read(part: Iterable[Clause]) -> frozenset[str]:
    """What clauses speak of."""
    return frozenset().union(*(clause.names for clause in part))


def _owner(clause: Clause, groups: Sequence[frozenset[str]]) -> int:
    """The group of what it decides; of a constraint the one with most of its variables, the first of several."""
    if clause.decides is not None:
        return next(i for i, group in enumerate(groups) if clause.decides.name in group)
    return max(range(len(groups)), key=lambda i: (len(clause.names & groups[i]), -i))


def _note(clause: Clause, groups: Sequence[frozenset[str]], owner: int) -> str:
    foreign = clause.names - groups[owner]
    listed = some(sorted(foreign), 5)
    several = "both sides" if len(groups) == 2 else "several groups"
    return (
        f"the {clause.kind.upper()} at {clause.span} speaks of {several}: it went to M{owner + 1}, "
        f"which makes {listed} public"
    )
