"""Formulas of fluent linear temporal logic in negation normal form, and assertions about a system made of them.

Giannakopoulou and Magee, "Fluent model checking for event-based systems", ESEC/FSE 2003: a position of a
run is the moment after an action; a fluent holds from an action that initiates it to one that terminates it,
an action (or set of actions) holds at the positions that it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fluent:
    """What makes a fluent true, what makes it false, and what it is at first."""

    name: str
    initiating: frozenset[str]
    terminating: frozenset[str]
    initially: bool = False

    def after(self, action: str | None, held: bool) -> bool:
        """Its value after an action, None being none at all."""
        return action in self.initiating or (held and action not in self.terminating)


Proposition = Fluent | frozenset[str]


@dataclass(frozen=True)
class Truth:
    """True or false."""

    value: bool


@dataclass(frozen=True)
class Literal:
    """A proposition, or its negation."""

    proposition: Proposition
    positive: bool


@dataclass(frozen=True)
class Junction:
    """``and`` or ``or`` of two formulas."""

    is_and: bool
    left: Normal
    right: Normal


@dataclass(frozen=True)
class Next:
    """The formula holds at the next position."""

    body: Normal


@dataclass(frozen=True)
class Release:
    """``right`` holds up to and including the position at which ``left`` does, or for ever."""

    left: Normal
    right: Normal


@dataclass(frozen=True)
class Until:
    """``right`` holds at some position, and ``left`` at all before it."""

    left: Normal
    right: Normal


Normal = Truth | Literal | Junction | Next | Release | Until


@dataclass(frozen=True)
class Assertion:
    """A formula that is not a safety formula, asked of a system; under fair choice, or of all its runs.

    A choice is fair when all that can happen again and again does happen again and again.
    """

    name: str
    formula: Normal
    fair: bool = True


def operands(formula: Normal) -> tuple[Normal, ...]:
    """The formulas that a formula is made of."""
    match formula:
        case Next(body):
            return (body,)
        case Junction(_, left, right) | Release(left, right) | Until(left, right):
            return left, right
    return ()


def subformulas(formula: Normal) -> list[Normal]:
    """All subformulas, each once, a formula after its operands."""
    found: dict[Normal, None] = {}
    stack = [(formula, False)]
    while stack:
        here, ready = stack.pop()
        if ready:
            found[here] = None
        elif here not in found:
            stack.append((here, True))
            stack += [(operand, False) for operand in operands(here)]
    return list(found)


def propositions(formula: Normal) -> list[Proposition]:
    """The propositions of a formula, each once."""
    found = {part.proposition: None for part in subformulas(formula) if isinstance(part, Literal)}
    return list(found)


def actions_of(formula: Normal) -> frozenset[str]:
    """The actions that a formula speaks of, those of its fluents among them."""
    parts = (p.initiating | p.terminating if isinstance(p, Fluent) else p for p in propositions(formula))
    return frozenset().union(*parts)


def fluents(formula: Normal) -> list[Fluent]:
    """The fluents of a formula, each once."""
    return [proposition for proposition in propositions(formula) if isinstance(proposition, Fluent)]


def negation(formula: Normal) -> Normal:
    """What holds exactly where the formula does not."""
    match formula:
        case Truth(value):
            return Truth(not value)
        case Literal(proposition, positive):
            return Literal(proposition, not positive)
        case Junction(is_and, left, right):
            return Junction(not is_and, negation(left), negation(right))
        case Next(body):
            return Next(negation(body))
        case Release(left, right):
            return Until(negation(left), negation(right))
        case Until(left, right):
            return Release(negation(left), negation(right))


def alternatives(formula: Normal) -> list[Normal]:
    """Formulas of which one holds exactly when this one does, as many as speak of different fluents."""
    groups: dict[frozenset[Fluent], Normal] = {}
    for part in _disjuncts(formula):
        spoken = frozenset(fluents(part))
        groups[spoken] = Junction(False, groups[spoken], part) if spoken in groups else part
    return list(groups.values())


def _disjuncts(formula: Normal) -> list[Normal]:
    match formula:
        case Junction(False, left, right):
            return [*_disjuncts(left), *_disjuncts(right)]
        case Until(Truth(True) as always, right):
            return [Until(always, part) for part in _disjuncts(right)]
    return [formula]


def text(formula: Normal) -> str:
    """The formula in one line, every fluent by its definition: equal texts mean the same."""
    match formula:
        case Truth(value):
            return "true" if value else "false"
        case Literal(proposition, positive):
            return f"{'' if positive else '!'}{_proposition(proposition)}"
        case Junction(is_and, left, right):
            return f"({text(left)} {'&&' if is_and else '||'} {text(right)})"
        case Next(body):
            return f"X {text(body)}"
        case Release(left, right):
            return f"({text(left)} R {text(right)})"
        case Until(left, right):
            return f"({text(left)} U {text(right)})"


def _proposition(proposition: Proposition) -> str:
    if not isinstance(proposition, Fluent):
        return _set(proposition)
    definition = f"<{_set(proposition.initiating)}, {_set(proposition.terminating)}>"
    return f"{definition} initially {int(proposition.initially)}"


def _set(actions: frozenset[str]) -> str:
    return f"{{{', '.join(sorted(actions))}}}"
