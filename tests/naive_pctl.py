"""safe-pCTL as its definition says it: all memoryless schedulers, each one's probabilities by Gauss's elimination.

Maximal probabilities of U are attained by memoryless schedulers, so that trying all of them is enough.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from quidpro.logic.pctl import And, AtMost, Exceeds, Mark, Next, Or, State, Truth, Until
from quidpro.lpts import LPTS

Move = dict[int, Fraction]


def naive_holds(lpts: LPTS, state: State) -> list[bool]:
    """Where a formula holds."""
    match state:
        case Truth(value):
            return [value] * lpts.states
        case Mark(name, present):
            return [(name in lpts.marks_of(s)) == present for s in range(lpts.states)]
        case And(parts):
            return [all(held) for held in zip(*(naive_holds(lpts, part) for part in parts), strict=True)]
        case Or(parts):
            return [any(held) for held in zip(*(naive_holds(lpts, part) for part in parts), strict=True)]
        case AtMost():
            return [state.allows(value) for value in naive_values(lpts, state)]
        case Exceeds(limit):
            return [not held for held in naive_holds(lpts, limit)]


def naive_values(lpts: LPTS, limit: AtMost) -> list[Fraction]:
    """The maximal probability of a path formula in every state."""
    moves: list[list[Move]] = [[] for _ in range(lpts.states)]
    for source, _, row in lpts.triples():
        moves[source].append(row)
    path = limit.path
    if isinstance(path, Next):
        inner = naive_holds(lpts, path.inner)
        return [
            max((sum((p for t, p in m.items() if inner[t]), Fraction(0)) for m in ms), default=Fraction(0))
            for ms in moves
        ]
    left, right = naive_holds(lpts, path.left), naive_holds(lpts, path.right)
    if path.steps is not None:
        return _bounded(moves, left, right, path)
    best = [Fraction(0)] * lpts.states
    for scheduler in product(*(ms or [None] for ms in moves)):
        best = [max(pair) for pair in zip(best, _reached(scheduler, left, right), strict=True)]
    return best


def _bounded(moves: list[list[Move]], left: list[bool], right: list[bool], path: Until) -> list[Fraction]:
    values = [Fraction(held) for held in right]
    for _ in range(path.steps or 0):
        values = [
            Fraction(1)
            if right[s]
            else max((sum((p * values[t] for t, p in m.items()), Fraction(0)) for m in ms), default=Fraction(0))
            if left[s]
            else Fraction(0)
            for s, ms in enumerate(moves)
        ]
    return values


def _reached(scheduler: tuple[Move | None, ...], left: list[bool], right: list[bool]) -> list[Fraction]:
    """The probabilities under one scheduler: those who cannot reach the goal have 0, the rest solve one system."""
    can = {s for s, held in enumerate(right) if held}
    while True:
        more = {
            s for s, move in enumerate(scheduler) if s not in can and left[s] and move and any(t in can for t in move)
        }
        if not more:
            break
        can |= more
    unknown = [s for s in sorted(can) if not right[s]]
    index_of = {s: i for i, s in enumerate(unknown)}
    rows = []
    for s in unknown:
        move = scheduler[s] or {}
        row = [Fraction(i == index_of[s]) for i in range(len(unknown))] + [Fraction(0)]
        for t, p in move.items():
            if t in index_of:
                row[index_of[t]] -= p
            elif right[t]:
                row[-1] += p
        rows.append(row)
    solution = _gauss(rows)
    return [
        Fraction(1) if right[s] else solution[index_of[s]] if s in index_of else Fraction(0) for s in range(len(right))
    ]


def _gauss(rows: list[list[Fraction]]) -> list[Fraction]:
    size = len(rows)
    for i in range(size):
        pivot = next(k for k in range(i, size) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]
