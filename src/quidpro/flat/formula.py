"""Temporal formulas: CTL and LTL operators over propositional atoms.

Atoms are maximal: an operator whose arguments are all propositional is part of the atom. The operators:

- connectives: ``not`` ``and`` ``or`` ``xor`` ``iff`` ``implies``
- CTL: ``EX`` ``EF`` ``EG`` ``AX`` ``AF`` ``AG`` ``EU`` ``AU``
- CTL with bounds: ``EBF`` ``EBG`` ``ABF`` ``ABG`` ``EBU`` ``ABU``
- LTL: ``X`` ``F`` ``G`` ``U`` ``V`` (release), and of the past ``Y`` ``Z`` ``H`` ``O`` ``S`` ``T``
- of COMPUTE: ``MIN`` ``MAX`` (the length of the shortest and longest path between two sets)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from quidpro.flat.build import negation, operation
from quidpro.flat.expr import Expr
from quidpro.flat.types import BOOLEAN

Connective = Literal["not", "and", "or", "xor", "iff", "implies"]
Branching = Literal["EX", "EF", "EG", "AX", "AF", "AG", "EU", "AU", "EBF", "EBG", "ABF", "ABG", "EBU", "ABU"]
Linear = Literal["X", "F", "G", "U", "V", "Y", "Z", "H", "O", "S", "T"]
Measure = Literal["MIN", "MAX"]
BRANCHING: Final[frozenset[str]] = frozenset(get_args(Branching))
LINEAR: Final[frozenset[str]] = frozenset(get_args(Linear))


@dataclass(frozen=True, eq=False)
class Atom:
    """A boolean expression of a state; with inputs or ``next`` only in INVARSPEC and LTLSPEC."""

    expr: Expr


@dataclass(frozen=True, eq=False)
class Temporal:
    """An operator over formulas; ``bounds`` are those of the bounded operators."""

    op: Connective | Branching | Linear | Measure
    args: tuple[Formula, ...]
    bounds: tuple[int, int] | None = None


Formula = Atom | Temporal


def connect(op: Connective, args: tuple[Formula, ...]) -> Formula:
    """A connective over formulas; an atom when all of them are."""
    exprs = tuple(arg.expr for arg in args if isinstance(arg, Atom))
    if len(exprs) < len(args):
        return Temporal(op, args)
    return Atom(negation(exprs[0]) if op == "not" else operation(op, exprs, BOOLEAN))


def invariant_of(formula: Formula) -> Expr | None:
    """The p of ``AG p`` and ``G p`` with propositional p, also where it is written ``!EF !p`` or ``!F !p``; of
    ``AG p & AG q`` their conjunction; None for all others.
    """
    found: list[Expr] = []
    waiting = [_Claim(formula)]
    while waiting:
        claim = waiting.pop()
        if not isinstance(claim.part, Atom):
            claims = claim.split(claim.part)
            if not claims:
                return None
            waiting += reversed(claims)
        elif claim.always:
            found.append(claim.part.expr if claim.wanted else negation(claim.part.expr))
        else:
            return None
    return found[0] if len(found) == 1 else operation("and", tuple(found), BOOLEAN)


@dataclass(frozen=True)
class _Claim:
    """That a part of a formula has the wanted value: in the first state, or always."""

    part: Formula
    wanted: bool = True
    always: bool = False

    def split(self, part: Temporal) -> list[_Claim]:
        """What it says of the arguments, all of it together; empty if it cannot be split."""
        claims = [replace(self, part=arg) for arg in part.args]
        if part.op == "not":
            return [replace(claim, wanted=not self.wanted) for claim in claims]
        if part.op == ("and" if self.wanted else "or"):
            return claims
        if part.op in (("AG", "G") if self.wanted else ("EF", "F")) and part.bounds is None:
            return [replace(claim, always=True) for claim in claims]
        return []
