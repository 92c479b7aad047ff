"""Reductions straight from the definitions, slow and plain: what the fast ones are held against.

Relations are over the states ``0 .. states - 1`` and ERROR, written -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from quidpro.lts import ERROR, LTS, TAU

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
        kept = {
            (p, q) for p, q in related if transfer(lts, p, q, related) and transfer(lts, q, p, related)
        }
        if kept == related:
            return related
        related = kept


def _seen(lts: LTS, state: int) -> int:
    return 1 if state == ERROR else 2 if state == lts.end else 0


def same_blocks(lts: LTS, block: Iterable[int], related: Pairs) -> bool:
    """Whether blocks of states and a relation are the same equivalence."""
    numbers = list(block)
    return all(
        (numbers[p] == numbers[q]) == ((p, q) in related)
        for p, q in product(range(lts.states), range(lts.states))
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
    """Both LTSs side by side without END, and where their initial states are."""
    triples = [(("1", p), a, ERROR if q == ERROR else ("1", q)) for p, a, q in one.triples()]
    triples += [(("2", p), a, ERROR if q == ERROR else ("2", q)) for p, a, q in two.triples()]
    start = [(("1", one.initial), "tau", ("1", one.initial)), (("2", two.initial), "tau", ("2", two.initial))]
    union = LTS.of([*start, *triples], alphabet=[*one.alphabet, *two.alphabet])
    return union, 0, 1


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
