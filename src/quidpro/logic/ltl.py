"""Formulas of fluent linear temporal logic in negation normal form, and assertions about a system made of them.

Giannakopoulou and Magee, "Fluent model checking for event-based systems", ESEC/FSE 2003: a position of a
run is the moment after an action; a fluent holds from an action that initiates it to one that terminates it,
an action (or set of actions) holds at the positions that it leads to. A silent step is no position. A run that stops,
or is silent from some moment on, repeats its last position for ever: fluents keep their values, and the action that
happened last stays true. A run in which nothing ever happens has one position, repeated, at which no action is true
and fluents have their initial values.

Actions that a formula does not tell apart are one letter of its automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Letter:
    """Some actions, which the formula treats alike or does not mention at all."""

    actions: tuple[str, ...]
    example: str | None
    """One of the actions; None when the formula speaks of none, and for that nothing happens."""


def letters_of(formula: Normal, actions: Sequence[str]) -> list[Letter]:
    """The letters over these actions; the first is of what the formula does not speak, if only of nothing."""
    known = propositions(formula)
    groups: dict[tuple[int, ...], list[str]] = {(0,) * len(known): []}
    for action in actions:
        groups.setdefault(tuple(_role(p, action) for p in known), []).append(action)
    return [Letter(tuple(group), group[0] if any(roles) else None) for roles, group in groups.items()]


def _role(proposition: Proposition, action: str) -> int:
    """What an action does to a proposition; 0 is nothing."""
    if isinstance(proposition, Fluent):
        return 1 if action in proposition.initiating else 2 * (action in proposition.terminating)
    return int(action in proposition)


@dataclass(frozen=True)
class Fluent:
    """What makes a fluent true, what makes it false, and what it is at first."""

    name: str
    initiating: frozenset[str]
    terminating: frozenset[str]
    initially: bool = False

    def after(self, action: str | None, held: bool) -> bool:
        """Its value after an action; None stands for no action at all."""
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
    """A formula asked of a system: of its runs under fair choice, or of all of them.

    A choice is fair when all that can happen again and again does happen again and again. The actions that are not
    ``observed`` count as silent steps; None observes all. An action that no process has never happens.
    """

    name: str
    formula: Normal
    fair: bool = True
    observed: frozenset[str] | None = None

    def seen(self, actions: Iterable[str]) -> tuple[str, ...]:
        """Those of the actions that lead to a position."""
        return tuple(a for a in actions if self.observed is None or a in self.observed)


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


def is_safety(formula: Normal) -> bool:
    """Whether a formula, by its form, promises nothing: what breaches it breaches it at some position."""
    return not any(isinstance(part, Until) for part in subformulas(formula))


def with_propositions(formula: Normal, change: Callable[[Proposition], Proposition]) -> Normal:
    """The formula about other propositions."""
    match formula:
        case Literal(proposition):
            return replace(formula, proposition=change(proposition))
        case Next(body):
            return Next(with_propositions(body, change))
        case Junction(_, left, right) | Release(left, right) | Until(left, right):
            return replace(formula, left=with_propositions(left, change), right=with_propositions(right, change))
    return formula


def rename_actions(assertion: Assertion, images: Callable[[frozenset[str]], frozenset[str]]) -> Assertion:
    """The assertion about a system in which every action has other names, no two the same one."""

    def change(proposition: Proposition) -> Proposition:
        if not isinstance(proposition, Fluent):
            return images(proposition)
        on, off = images(proposition.initiating), images(proposition.terminating)
        return replace(proposition, initiating=on, terminating=off)

    observed = None if assertion.observed is None else images(assertion.observed)
    return replace(assertion, formula=with_propositions(assertion.formula, change), observed=observed)


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
        mentioned = frozenset(fluents(part))
        groups[mentioned] = Junction(False, groups[mentioned], part) if mentioned in groups else part
    return list(groups.values())


def _disjuncts(formula: Normal) -> list[Normal]:
    match formula:
        case Junction(False, left, right):
            return [*_disjuncts(left), *_disjuncts(right)]
        case Until(Truth(True) as always, right):
            return [Until(always, part) for part in _disjuncts(right)]
    return [formula]


def assertion_text(assertion: Assertion) -> str:
    """The formula in one line, and what is observed where that is not everything: equal texts ask the same."""
    observed = "" if assertion.observed is None else f" + {_set(assertion.observed)}"
    return text(assertion.formula) + observed


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
