"""Weak moves in plain Python, for small LTSs: what saturation for weak bisimulation needs."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.small import Effort
from quidpro.lts.lts import TAU
from quidpro.lts.plain_refine import Row

Moves = set[tuple[int, int]]


def saturate(rows: Sequence[Row], effort: Effort) -> list[Moves]:
    """All weak moves: silent steps, an action, silent steps; or silent steps alone, none included."""
    closures = _closures(rows, effort)
    after = [_after(state, row, closures, effort) for state, row in enumerate(rows)]
    return [_union([after[state] for state in closure], effort) for closure in closures]


def _closures(rows: Sequence[Row], effort: Effort) -> list[list[int]]:
    """What silent steps reach from each state, itself included."""
    silent = [[target for label, target in row if label == TAU] for row in rows]
    return [_closure(state, silent, effort) for state in range(len(rows))]


def _closure(state: int, silent: list[list[int]], effort: Effort) -> list[int]:
    found, queue = {state}, [state]
    for here in queue:
        effort.spend(1 + len(silent[here]))
        for target in silent[here]:
            if target not in found:
                found.add(target)
                queue.append(target)
    return queue


def _after(state: int, row: Row, closures: list[list[int]], effort: Effort) -> Moves:
    """The moves of a state itself, none included, each followed by silent steps."""
    moves = {(TAU, target) for target in closures[state]}
    for label, target in row:
        if label != TAU:
            effort.spend(len(closures[target]))
            moves.update((label, last) for last in closures[target])
    return moves


def _union(parts: list[Moves], effort: Effort) -> Moves:
    if len(parts) == 1:
        return parts[0]
    effort.spend(sum(map(len, parts)))
    return set().union(*parts)
