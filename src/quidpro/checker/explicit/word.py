"""A formula on a run that repeats itself or stops, read straight from the meaning of the logic."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.logic.ltl import Fluent, Junction, Literal, Next, Normal, Release, Truth, Until, subformulas

Word = Sequence[str | None]
"""The actions at the positions; None where nothing has ever happened."""


def holds_on(formula: Normal, stem: Word, loop: Word) -> bool:
    """Whether the formula holds at the first position of the run.

    An empty loop: the run stops, and its last position is repeated. Fluents may have other values in the first round of
    the loop than in all later ones, so the first is made part of the stem.
    """
    loop = loop or stem[-1:] or [None]
    return _at_first(formula, [*stem, *loop, *loop], len(stem) + len(loop))


def may_hold_after(formula: Normal, word: Word) -> bool:
    """Whether the formula may hold on a run that begins so, as far as its positions tell.

    Whatever the formula asks of later positions is taken to be true.
    """
    return not word or _at_first(formula, word, None)


def _at_first(formula: Normal, letters: Word, again: int | None) -> bool:
    values: dict[Normal, list[bool]] = {}
    for part in subformulas(formula):
        values[part] = _values(part, letters, again, values)
    return values[formula][0]


def _values(part: Normal, letters: Word, again: int | None, values: dict[Normal, list[bool]]) -> list[bool]:
    """The values of a formula at all positions; after the last comes the position ``again``, None for a good one."""
    match part:
        case Truth(value):
            return [value] * len(letters)
        case Literal(Fluent() as fluent, positive):
            return [held == positive for held in fluent_values(fluent, letters)]
        case Literal(frozenset() as actions, positive):
            return [(letter in actions) == positive for letter in letters]
        case Junction(is_and, left, right):
            both = zip(values[left], values[right], strict=True)
            return [(a and b) if is_and else (a or b) for a, b in both]
        case Next(body):
            return [*values[body][1:], again is None or values[body][again]]
        case Until(left, right):
            return _settled(values[left], values[right], again, least=True)
        case Release(left, right):
            return _settled(values[left], values[right], again, least=False)
    raise AssertionError(part)


def fluent_values(fluent: Fluent, letters: Word) -> list[bool]:
    """The values of a fluent after each of the actions."""
    held, found = fluent.initially, []
    for letter in letters:
        if letter in fluent.initiating:
            held = True
        elif letter in fluent.terminating:
            held = False
        found.append(held)
    return found


def _settled(left: list[bool], right: list[bool], again: int | None, *, least: bool) -> list[bool]:
    """Until as the least solution of its equation, release as the greatest: twice round the loop is enough."""
    found = [not least] * len(left)
    for _ in range(2):
        for i in reversed(range(len(left))):
            later = found[i + 1] if i + 1 < len(left) else again is None or found[again]
            found[i] = (right[i] or (left[i] and later)) if least else (right[i] and (left[i] or later))
    return found
