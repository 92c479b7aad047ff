"""Formulas of safe-pCTL, the weak-safety fragment (pAGAR, section 5, after Chadha and Viswanathan), negations inside.

    S ::= true | false | "m" | !"m" | S & S | S "|" S | P<=p [ X L ] | P<=p [ L U L ]          what is asked of a system
    L ::= true | false | "m" | !"m" | L & L | L "|" L | !P<=p [ X L ] | !P<=p [ L U L ]        what may stand inside

and the same with ``<`` for ``<=``. P<=p says that *no* scheduler makes the path formula more likely than p, so its
negation says that *some* scheduler does. An LPTS that is simulated by one that satisfies S satisfies S; one that
simulates an LPTS with L has L. Every formula of S is the negation of one of L.

A path that ends in a state without transitions has no next state there: X is false, and U holds only if its right side
was met before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Truth:
    """true or false."""

    value: bool


@dataclass(frozen=True)
class Mark:
    """A mark that a state must have, or must not have."""

    name: str
    present: bool = True


@dataclass(frozen=True)
class And:
    """All of the parts."""

    parts: tuple[State, ...]


@dataclass(frozen=True)
class Or:
    """One of the parts."""

    parts: tuple[State, ...]


@dataclass(frozen=True)
class Next:
    """X: the next state satisfies it."""

    inner: State


@dataclass(frozen=True)
class Until:
    """left U right, within ``steps`` steps if it is bounded."""

    left: State
    right: State
    steps: int | None = None


Path = Next | Until


@dataclass(frozen=True)
class AtMost:
    """P<=bound [path], or P<bound: under every scheduler the path formula is no more likely than that."""

    bound: Fraction
    strict: bool
    path: Path

    def allows(self, probability: Fraction) -> bool:
        """Whether the most likely scheduler may reach this."""
        return probability < self.bound if self.strict else probability <= self.bound


@dataclass(frozen=True)
class Exceeds:
    """The negation of :class:`AtMost`: some scheduler makes the path formula more likely than that."""

    limit: AtMost


State = Truth | Mark | And | Or | AtMost | Exceeds


@dataclass(frozen=True)
class Formula:
    """A formula of safe-pCTL, and how it was written."""

    root: State
    text: str = field(default="", compare=False)
    asks: bool = field(default=False, compare=False)
    """Whether it was written ``Pmax=? [ path ]``: how likely is that at most?"""

    @property
    def marks(self) -> frozenset[str]:
        """The marks that it speaks of."""
        return frozenset(part.name for part in walk(self.root) if isinstance(part, Mark))

    def __str__(self) -> str:
        return state_text(self.root)


def negate(state: State) -> State:
    """The negation, with negations inside: of a formula of S one of L, and back."""
    match state:
        case Truth(value):
            return Truth(not value)
        case Mark(name, present):
            return Mark(name, not present)
        case And(parts):
            return Or(tuple(map(negate, parts)))
        case Or(parts):
            return And(tuple(map(negate, parts)))
        case AtMost():
            return Exceeds(state)
        case Exceeds(limit):
            return limit


def operands(path: Path) -> tuple[State, ...]:
    """The state formulas of a path formula."""
    return (path.inner,) if isinstance(path, Next) else (path.left, path.right)


def walk(state: State) -> Iterator[State]:
    """A formula and all its parts, those inside first."""
    match state:
        case And(parts) | Or(parts):
            inside = parts
        case AtMost(path=path) | Exceeds(AtMost(path=path)):
            inside = operands(path)
        case _:
            inside = ()
    for part in inside:
        yield from walk(part)
    yield state


def limits(state: State) -> list[AtMost]:
    """The different P operators of a formula, negated or not, those inside first."""
    found = (part.limit if isinstance(part, Exceeds) else part for part in walk(state))
    return list(dict.fromkeys(part for part in found if isinstance(part, AtMost)))


def state_text(state: State) -> str:
    """The formula as PRISM writes it; every formula has one text, which reads back as itself."""
    match state:
        case Truth(value):
            return "true" if value else "false"
        case Mark(name, present):
            called = name if is_condition(name) else f'"{name}"'
            return called if present else f"!{called}"
        case And(parts):
            return "(" + " & ".join(map(state_text, parts)) + ")"
        case Or(parts):
            return "(" + " | ".join(map(state_text, parts)) + ")"
        case Exceeds(limit):
            return f"!{state_text(limit)}"
        case AtMost(bound, strict, path):
            return f"P{'<' if strict else '<='}{bound} [ {_path_text(path)} ]"


def is_condition(mark: str) -> bool:
    """Whether a mark is called by the condition on variables that it stands for; no label begins like that."""
    return mark.startswith("(")


def _path_text(path: Path) -> str:
    if isinstance(path, Next):
        return f"X {state_text(path.inner)}"
    within = "" if path.steps is None else f"<={path.steps}"
    if path.left == Truth(True):
        return f"F{within} {state_text(path.right)}"
    return f"{state_text(path.left)} U{within} {state_text(path.right)}"
