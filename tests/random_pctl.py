"""Random formulas of safe-pCTL, and random LPTSs with marks for them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from quidpro.frontend.pctl import parse_pctl
from quidpro.logic.pctl import And, AtMost, Exceeds, Formula, Mark, Next, Or, State, Truth, Until
from quidpro.lpts import LPTS
from tests.random_lpts import random_lpts

BOUNDS = [Fraction(n, d) for d in (2, 3, 4, 10, 100) for n in range(d + 1)]


def random_formula(rng: Random, marks: str = "xy") -> Formula:
    """A safe formula; mostly one P, sometimes several, sometimes nested."""
    if rng.random() < 0.7:
        return parse_pctl(str(Formula(_limit(rng, marks, 2))))
    join = rng.choice([And, Or])
    parts = tuple(_limit(rng, marks, 1) if rng.random() < 0.8 else _mark(rng, marks) for _ in range(2))
    return parse_pctl(str(Formula(join(parts))))


def _mark(rng: Random, marks: str) -> State:
    return Mark(rng.choice(marks), rng.random() < 0.7)


def _limit(rng: Random, marks: str, depth: int) -> AtMost:
    live = [_live(rng, marks, depth) for _ in range(2)]
    kind = rng.random()
    if kind < 0.2:
        path: Next | Until = Next(live[0])
    elif kind < 0.6:
        path = Until(Truth(True), live[1])
    elif kind < 0.8:
        path = Until(live[0], live[1])
    else:
        path = Until(Truth(True), live[1], rng.randint(0, 4))
    return AtMost(rng.choice(BOUNDS), rng.random() < 0.3, path)


def _live(rng: Random, marks: str, depth: int) -> State:
    kind = rng.random()
    if depth and kind < 0.25:
        return Exceeds(_limit(rng, marks, depth - 1))
    if depth and kind < 0.4:
        return rng.choice([And, Or])((_live(rng, marks, depth - 1), _live(rng, marks, depth - 1)))
    return _mark(rng, marks)


def marked(rng: Random, lpts: LPTS, marks: str = "xy") -> LPTS:
    """The LPTS with marks on some of its states."""
    chosen = {mark: frozenset(s for s in range(lpts.states) if rng.random() < 0.3) for mark in marks}
    return replace(lpts, marks=chosen)


def random_marked_system(rng: Random) -> list[LPTS]:
    """Two or three components with marks."""
    alphabets = [rng.choice(["ab", "bc", "ac", "abc"]) for _ in range(rng.choice([2, 2, 3]))]
    return [marked(rng, random_lpts(rng, alphabet)) for alphabet in alphabets]
