"""Which formulas are in safe-pCTL: negations are pushed inside, and every P must then stand where its kind may stand.

What the parser reads is syntax; here it becomes a formula of the fragment, or is refused. Outside, a formula is *safe*:
what it forbids, simulation cannot add. Inside the brackets of a P it is *live*: what it asks for, simulation cannot
take away. P<=p is safe and its negation live, which decides where each may stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.logic.pctl import And, AtMost, Mark, Next, Or, Path, State, Truth, Until, negate

MAX_NESTING = 100
"""How deep a formula may be nested."""


@dataclass(frozen=True)
class Syntax:
    """A part of a formula and where it stands.

    The kind is ``mark``, ``true``, ``false``, a connective, ``P`` or the letter of a path formula.
    """

    kind: str
    offset: int
    parts: tuple[Syntax, ...] = ()
    name: str = ""
    operator: str = ""
    bound: Fraction = Fraction(0)
    steps: int | None = None


_INSIDE = "inside the brackets of a P only !P<=p [ ... ] may stand: that some scheduler exceeds p"
_OUTSIDE = "outside only P<=p [ ... ] and P<p [ ... ] may stand, joined by & and |: that no scheduler exceeds p"
_WEAK = ("G", "W", "R")
_LOWER = "for P>=p [ G s ] it is P<=1-p [ F !s ]; that some scheduler exceeds p is !P<=p [ ... ], inside another P"


def safe(syntax: Syntax, source: Source) -> State:
    """The formula with its negations inside; InputError when it is not in the fragment."""
    return _Fragment(source).state(syntax, positive=True, live=False)


class _Fragment:
    def __init__(self, source: Source) -> None:
        self.source = source

    def fail(self, message: str, part: Syntax, hint: str) -> NoReturn:
        raise InputError([Diagnostic(message, self.source, part.offset, hint=hint)])

    def state(self, syntax: Syntax, *, positive: bool, live: bool) -> State:
        """The formula or its negation, of the kind that may stand here."""
        parts = syntax.parts
        match syntax.kind:
            case "mark":
                return Mark(syntax.name, positive)
            case "true" | "false":
                return Truth((syntax.kind == "true") == positive)
            case "!":
                return self.state(parts[0], positive=not positive, live=live)
            case "&" | "|":
                join = And if (syntax.kind == "&") == positive else Or
                return _flatten(join, tuple(self.state(part, positive=positive, live=live) for part in parts))
            case "=>":
                left = self.state(parts[0], positive=not positive, live=live)
                right = self.state(parts[1], positive=positive, live=live)
                return _flatten(Or if positive else And, (left, right))
        return self._probability(syntax, positive=positive, live=live)

    def _probability(self, syntax: Syntax, *, positive: bool, live: bool) -> State:
        limit = self._limit(syntax)
        if positive and live:
            self.fail("P with an upper bound stands inside another P without a negation", syntax, _INSIDE)
        if not positive and not live:
            self.fail("a negated P asks that some scheduler exceeds its bound, which is not safe", syntax, _OUTSIDE)
        return limit if positive else negate(limit)

    def _limit(self, syntax: Syntax) -> AtMost:
        """P with an upper bound; a lower bound on G, W or R is turned into one."""
        path = syntax.parts[0]
        strict = syntax.operator in ("<", ">")
        if syntax.operator in (">=", ">"):
            if path.kind not in _WEAK:
                self.fail("a lower bound on a probability is not preserved by simulation", syntax, _LOWER)
            return AtMost(1 - syntax.bound, strict, self._negated(path))
        if path.kind in _WEAK:
            self.fail(f"an upper bound on {path.kind} is not preserved by simulation", path, _LOWER)
        return AtMost(syntax.bound, strict, self._path(path))

    def _negated(self, path: Syntax) -> Until:
        """What happens where G a, a W b (a until b, or forever) or a R b (b until both, or forever) does not."""
        wrong = tuple(self.state(part, positive=False, live=True) for part in path.parts)
        if path.kind == "G":
            return Until(Truth(True), wrong[0], path.steps)
        if path.kind == "W":
            return Until(wrong[1], _flatten(And, wrong), path.steps)
        return Until(wrong[0], wrong[1], path.steps)

    def _path(self, path: Syntax) -> Path:
        inside = tuple(self.state(part, positive=True, live=True) for part in path.parts)
        if path.kind == "X":
            return Next(inside[0])
        return Until(inside[0] if path.kind == "U" else Truth(True), inside[-1], path.steps)


def _flatten(join: type[And] | type[Or], parts: tuple[State, ...]) -> State:
    """Nested ones of the same kind become one."""
    flat = tuple(inner for part in parts for inner in (part.parts if isinstance(part, join) else (part,)))
    return join(flat)
