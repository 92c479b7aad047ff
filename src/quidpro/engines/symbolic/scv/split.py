"""Which variables are M1's: read from a ``--split``, or chosen.

A split names instances (``n0`` stands for all variables of n0 and of what is inside it), variables, arrays and globs:
``"n0,n1 | rest"``. Variables that nothing decides and nobody names go to the side that reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from quidpro.core.errors import UsageError
from quidpro.core.words import closest
from quidpro.flat.clauses import clauses
from quidpro.flat.model import FlatModel
from quidpro.verdict.split import REST, named_groups


def parse_split(text: str, model: FlatModel) -> frozenset[str]:
    """The variables of the first of two groups."""
    groups = named_groups(text, "n0,n1 | rest")
    if len(groups) != 2:
        raise UsageError(f"the split {text!r} has {len(groups)} groups; an SMV model is cut into two, M1 and M2")
    sides = [frozenset(v for name in group if name != REST for v in _called(name, model)) for group in groups]
    both = sides[0] & sides[1]
    if both:
        raise UsageError(f"the split puts {min(both)} into both groups")
    return _completed(sides, [group == [REST] for group in groups], model)


def _called(name: str, model: FlatModel) -> list[str]:
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


def _completed(sides: Sequence[frozenset[str]], rest: Sequence[bool], model: FlatModel) -> frozenset[str]:
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
