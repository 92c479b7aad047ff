"""The cone of influence of specifications: what occurs in them, what feeds those variables, and so on outwards.

A variable is fed by what its assignments read, and by all that a constraint speaks of with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Formula
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names

_NAME = re.compile(r"[A-Za-z_][\w$#.\-\[\]]*")


def distances(model: FlatModel, specs: Sequence[Spec]) -> dict[str, int]:
    """How far each variable is from the specifications; those outside their cone lie behind all that are in it."""
    near = {name for spec in specs for name in _spoken_of(spec)}
    fed_by = _feeds(model)
    found, ring = dict.fromkeys(near, 0), set(near)
    while ring:
        ring = set(chain.from_iterable(fed_by.get(name, ()) for name in ring)) - found.keys()
        found.update(dict.fromkeys(ring, max(found.values()) + 1))
    outside = max(found.values(), default=-1) + 1
    return {name: found.get(name, outside) for name in model.variables}


def _spoken_of(spec: Spec) -> set[str]:
    return names(*([spec.invariant] if spec.invariant is not None else _atoms(spec.formula)))


def _atoms(formula: Formula | None) -> Iterator[Expr]:
    stack = [] if formula is None else [formula]
    while stack:
        part = stack.pop()
        if isinstance(part, Atom):
            yield part.expr
        else:
            stack += part.args


def _feeds(model: FlatModel) -> dict[str, set[str]]:
    fed_by: dict[str, set[str]] = {name: set() for name in model.variables}
    for name, assigned in model.assignments.items():
        sides = (assigned.init, assigned.next, assigned.current)
        fed_by[name] |= names(*(side.rhs for side in sides if side is not None)) - {name}
    for constraint in chain(model.init, model.invar, model.trans):
        together = names(constraint.expr)
        for name in together:
            fed_by[name] |= together - {name}
    return fed_by


def named_defines(model: FlatModel, specs: Sequence[Spec]) -> Iterable[str]:
    """The DEFINEs that the texts of specifications name, once each."""
    owned = ((f"{spec.owner}." if spec.owner else "", spec.text) for spec in specs)
    known = (prefix + word for prefix, text in owned for word in _NAME.findall(text))
    return dict.fromkeys(name for name in known if name in model.defines and name not in model.variables)
