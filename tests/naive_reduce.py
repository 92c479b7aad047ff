"""Reductions straight from the definitions, slow and plain: what the fast ones are held against.

Relations are over the states ``0 .. states - 1`` and ERROR, written -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from quidpro.lts import ERROR, LTS, TAU
from quidpro.lts.ops import reachable

Pairs = set[tuple[int, int]]


def _moves(lts: LTS, state: int) -> list[tuple[int, int]]:
    return [] if state == ERROR else list(lts.successors(state))


def _silent_closure(lts: LTS, state: int, within: set[int] | None = None) -> set[int]:
    found = {state}
    todo = [state]
    while todo:
        for label, target in _moves(lts, todo.pop()):
            if label == TAU and target not in found and (within is None or target in within):
                found.add(target)
                todo.append(target)
    return found


def _weak_moves(lts: LTS, state: int, label: int) -> set[int]:
    """Where ``=label=>`` leads; for tau, zero silent steps count."""
    before = _silent_closure(lts, state)
    if label == TAU:
        return before
    middle = {q for p in before for a, q in _moves(lts, p) if a == label}
    return {r for q in middle for r in _silent_closure(lts, q)}


def _strong(lts: LTS, p: int, q: int, related: Pairs) -> bool:
    return all(any(a == b and (p1, q1) in related for b, q1 in _moves(lts, q)) for a, p1 in _moves(lts, p))


def _weak(lts: LTS, p: int, q: int, related: Pairs) -> bool:
    return all(any((p1, q1) in related for q1 in _weak_moves(lts, q, a)) for a, p1 in _moves(lts, p))


def _branching(lts: LTS, p: int, q: int, related: Pairs) -> bool:
    def answered(a: int, p1: int) -> bool:
        if a == TAU and (p1, q) in related:
            return True
        middles = _silent_closure(lts, q, {m for m in range(lts.states) if (p, m) in related})
        return any(b == a and (p1, q1) in related for m in middles for b, q1 in _moves(lts, m))

    return all(answered(a, p1) for a, p1 in _moves(lts, p))


TRANSFER: dict[str, Callable[[LTS, int, int, Pairs], bool]] = {
    "strong": _strong,
    "branching": _branching,
    "weak": _weak,
}


def bisimilar(lts: LTS, equivalence: str) -> Pairs:
    """The largest relation that has the transfer property both ways and respects ERROR and END."""
    everything = [ERROR, *range(lts.states)]
    transfer = TRANSFER[equivalence]
    related = {(p, q) for p, q in product(everything, everything) if _seen(lts, p) == _seen(lts, q)}
    while True:
        kept = {(p, q) for p, q in related if transfer(lts, p, q, related) and transfer(lts, q, p, related)}
        if kept == related:
            return related
        related = kept


def _seen(lts: LTS, state: int) -> int:
    return 1 if state == ERROR else 2 if state == lts.end else 0


def same_blocks(lts: LTS, block: Iterable[int], related: Pairs) -> bool:
    """Whether blocks of states and a relation are the same equivalence."""
    numbers = list(block)
    return all(
        (numbers[p] == numbers[q]) == ((p, q) in related) for p, q in product(range(lts.states), range(lts.states))
    )


def traces(lts: LTS, length: int) -> dict[tuple[str, ...], bool]:
    """All weak traces up to a length, each with whether it can end in ERROR, where it goes no further."""
    result: dict[tuple[str, ...], bool] = {}
    todo = [((), frozenset(_silent_closure(lts, lts.initial)))]
    while todo:
        trace, states = todo.pop()
        result[trace] = ERROR in states
        if ERROR in states or len(trace) == length:
            continue
        for label in {a for p in states for a, _ in _moves(lts, p) if a != TAU}:
            after = frozenset(r for p in states for r in _weak_moves(lts, p, label))
            todo.append(((*trace, lts.action(label)), after))
    return result


def disjoint_union(one: LTS, two: LTS) -> tuple[LTS, int, int]:
    """Both LTSs, over one alphabet, side by side without END; and where their initial states are."""
    assert one.alphabet == two.alphabet
    shift = one.states
    moves = [(p, a, q) for p in range(one.states) for a, q in one.successors(p)]
    moves += [(p + shift, a, q if q == ERROR else q + shift) for p in range(two.states) for a, q in two.successors(p)]
    columns = zip(*moves, strict=True) if moves else ((), (), ())
    return LTS.from_arrays(one.alphabet, shift + two.states, *columns), one.initial, two.initial + shift


def is_trace_minimal(lts: LTS) -> bool:
    """Whether no two states of a deterministic LTS have the same traces (table filling)."""
    states = [ERROR, *range(lts.states)]
    apart = {(p, q) for p, q in product(states, states) if (p == ERROR) != (q == ERROR)}
    rows = {p: dict(_moves(lts, p)) for p in states}
    while True:
        more = {
            (p, q)
            for p, q in product(states, states)
            if (p, q) not in apart
            and (rows[p].keys() != rows[q].keys() or any((rows[p][a], rows[q][a]) in apart for a in rows[p]))
        }
        if not more:
            return len(apart) == len(states) * (len(states) - 1)
        apart |= more


def bypass_silent_states(lts: LTS) -> LTS:
    """LTSA's rounds, one at a time: go past states with silent steps only, until no state disappears."""
    while True:
        moves = {(p, a, q) for p in range(lts.states) for a, q in lts.successors(p) if (a, p) != (TAU, q)}
        labels = {p: {a for r, a, _ in moves if r == p} for p in range(lts.states)}
        silent = {p for p in labels if labels[p] == {TAU} and p != lts.initial}
        after = {(p, a, r) for p, a, q in moves for r in _past(q, moves, set() if p in silent else silent)}
        columns = zip(*sorted(after if silent else moves), strict=True) if moves else ((), (), ())
        found = LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial, end=lts.end)
        if not silent or reachable(found).states == lts.states:
            return found
        lts = reachable(found)


def _past(state: int, moves: set[tuple[int, int, int]], silent: set[int]) -> set[int]:
    return {q for p, _, q in moves if p == state} if state in silent else {state}
