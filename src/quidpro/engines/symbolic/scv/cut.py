"""A flat model cut into two symbolic modules M1 and M2 (SCV, section 2), as a ``--split`` says or as it was chosen.

Variables are given to one side or the other; a clause of the model goes with the variable that it decides, a
constraint to the side that most of its variables are on. What a clause of one side reads of the other side's
variables, and what the property says of M2's, are the communication variables X^IO: outputs of their owner, inputs of
the other. All other variables are private. Every clause speaks of the private variables of one side at most, so that
the runs of the whole are exactly the pairs of runs that agree on X^IO: nothing more is needed for the rule to be
sound, not even that a module takes every input. A constraint over both sides (a TRANS, say) does not spoil that, but
it makes private variables public; it is noted with its position.

A split names instances (``n0`` stands for all variables of n0 and of what is inside it), variables, arrays and globs:
``"n0,n1 | rest"``. Variables that nothing decides and no group names go to the side that reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from quidpro.core.errors import UsageError
from quidpro.core.words import closest
from quidpro.flat.clauses import Clause, clauses
from quidpro.flat.expr import Expr
from quidpro.flat.model import FlatModel
from quidpro.flat.walk import names
from quidpro.verdict.split import REST, named_groups


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
        f"the {clause.kind.upper()} at {clause.span} speaks of both sides: it went to M{side + 1}, "
        f"which makes {listed} public"
    )


def parse_split(text: str, model: FlatModel) -> frozenset[str]:
    """The variables of the first of two groups."""
    groups = named_groups(text, "n0,n1 | rest")
    if len(groups) != 2:
        raise UsageError(f"the split {text!r} has {len(groups)} groups; an SMV model is cut into two, M1 and M2")
    sides = [frozenset(v for name in group if name != REST for v in _variables_of(name, model)) for group in groups]
    both = sides[0] & sides[1]
    if both:
        raise UsageError(f"the split puts {min(both)} into both groups")
    return _complete(sides, [group == [REST] for group in groups], model)


def _variables_of(name: str, model: FlatModel) -> list[str]:
    """The variables that a word stands for."""
    found = [v for v in model.variables if _stands_for(name, v)]
    if not found:
        known = [i.path for i in model.instances() if i.path] + list(model.variables)
        near = closest(name, known)
        hint = f"did you mean {near}?" if near else f"instances: {', '.join(known[:8])}"
        raise UsageError(f"{name!r} is no instance and no variable ({hint})")
    return found


def _stands_for(name: str, variable: str) -> bool:
    return name == variable or variable.startswith((f"{name}.", f"{name}[")) or fnmatchcase(variable, name)


def _complete(sides: Sequence[frozenset[str]], rest: Sequence[bool], model: FlatModel) -> frozenset[str]:
    missing = [v for v in model.variables if v not in sides[0] | sides[1]]
    free = _readers(missing, model, sides)
    left = [v for v in missing if v not in free] if not any(rest) else []
    if left:
        names = ", ".join(left[:5]) + (", …" if len(left) > 5 else "")
        raise UsageError(f"the split leaves out {names}; name them, or make one group 'rest'")
    first = set(sides[0]) | {v for v in missing if (rest[0] if v not in free else free[v] == 0)}
    if not first or len(first) == len(model.variables):
        raise UsageError(f"the {'first' if not first else 'second'} group of the split is empty")
    return frozenset(first)


def _readers(missing: Iterable[str], model: FlatModel, sides: Sequence[frozenset[str]]) -> dict[str, int]:
    """The missing variables that nothing decides and that are read by one side only, with that side."""
    parts = clauses(model)
    decided = {c.decides.name for c in parts if c.decides is not None}
    found = {}
    for name in missing:
        readers = {c.decides.name if c.decides else None for c in parts if name in c.names}
        by = [side for side in (0, 1) if readers & sides[side]]
        if name not in decided and readers and None not in readers and len(by) == 1 and readers <= sides[by[0]]:
            found[name] = by[0]
    return found


def format_split(names: Iterable[str], model: FlatModel) -> str:
    """Variables as instances that they fill, and the others by name."""
    left = set(names)
    found: list[str] = []
    for instance in model.instances():
        inside = {v for v in model.variables if v.startswith(f"{instance.path}.")}
        if instance.path and inside and inside <= left:
            found.append(instance.path)
            left -= inside
    return ", ".join([*found, *(v for v in model.variables if v in left)])
