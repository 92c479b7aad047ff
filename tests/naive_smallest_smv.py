"""The smallest assumption of an SMV model: its words are what they are said to be, and no smaller automaton agrees with
them, by trying all; no SAT, no diagrams.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from quidpro.flat.evaluate import Program
from quidpro.flat.types import typed_text
from tests.naive_scv import Side
from tests.naive_smallest import Demands, separable, words, wrong_words

MOST = 3
"""Automata with more states than this, the rejecting one left out, are not tried."""


def letters_of(model, shared):
    """Every valuation of the shared variables, as it is written in the JSON."""
    kinds = [model.variables[name].domain for name in shared]
    return [_text(zip(shared, values, strict=True), model) for values in product(*map(list, kinds))]


def _text(values, model):
    return ", ".join(f"{name} = {typed_text(value, model.variables[name].domain.type)}" for name, value in values)


def demands_of(certificate, model, invariant, mine):
    """What M2 does must be allowed; that along which M1 comes to a state that violates the property must not.

    M1 owns the variables ``mine``.
    """
    shared, keeps = certificate.shared, Program([invariant])
    owned = mine, set(model.variables) - mine
    private = certificate.first, certificate.second
    sides = [Side(model, {*own, *shared}, owns) for own, owns in zip(private, owned, strict=True)]

    def read(side, states, letter):
        """The states that show a letter, and those after them."""
        here = [s for s in states if _text(((name, s[name]) for name in shared), model) == letter]
        return here, _set(side, (after for state in here for after in side.after(state)))

    @cache
    def step(node, letter):
        mine, theirs = node
        if mine is None:
            return None
        here, mine = read(sides[0], _states(sides[0], mine), letter)
        if not all(keeps.run(state)[0] is True for state in here):
            mine = None
        shown, after = ([], None) if theirs is None else read(sides[1], _states(sides[1], theirs), letter)
        theirs = after if shown else None
        return None if mine == frozenset() and theirs is None else (mine, theirs)

    start = tuple(_set(side, side.initial()) for side in sides)
    return Demands(start, step, lambda node: node[1] is not None, lambda node: node[0] is None)


def _set(side, states):
    return frozenset(tuple(state[name] for name in side.names) for state in states)


def _states(side, found):
    return [dict(zip(side.names, values, strict=True)) for values in sorted(found, key=str)]


def not_smallest(verdict, model, invariant, mine=None):
    """What is wrong with the smallest assumption of a proof, as far as it can be tried; empty if nothing is.

    Where all of M1, which is ``mine``, was looked at, the words are played on the two sides.
    """
    (found,), (assumption,) = verdict.stats.smallest, verdict.assumptions
    if not found.at_least == found.states == assumption.states:
        return f"says {found.at_least} to {found.states} states, and has {assumption.states}"
    alphabet = letters_of(model, assumption.variables)
    fewer = min(found.states - 2, MOST)
    if found.states == 2 and not found.forbidden:
        return "does not say what must be forbidden"
    if fewer > 0 and separable(words(found.allowed, found.forbidden), alphabet, fewer):
        return f"has words for which {fewer} states are enough"
    if mine is None:
        return ""
    return wrong_words(demands_of(verdict.certificate, model, invariant, mine), found.allowed, found.forbidden)
