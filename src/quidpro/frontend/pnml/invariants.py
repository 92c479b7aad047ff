"""Bounds of places from weights that no transition can increase.

If weights y ≥ 0 satisfy y·C ≤ 0, C being what transitions add to places, then y·m never exceeds its value at first, and
a place with weight y_p has at most y·m0 / y_p tokens. Such weights are found by eliminating one transition after
another (Farkas; Martínez and Silva, "A simple and fast algorithm to obtain all invariants of a generalised Petri net",
1982): what adds and what takes weight at a transition is combined so that they cancel. We differ in that we want bounds
and not all invariants: the transition with the fewest combinations is next, combinations are limited in number, and
what is lost by that is only a bound. All numbers are whole, and every result is checked before it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import gcd

from quidpro.core.budget import Budget
from quidpro.frontend.pnml.net import Net, Tokens, Unit

_MOST_COMBINATIONS = 400
"""Of one transition; the shortest ones are kept."""
_MOST_WORK = 2_000_000
_POLL = 256


@dataclass(frozen=True, eq=False)
class _Row:
    weights: Tokens
    adds: Tokens
    """What each transition that is still to be eliminated adds to the weight of a marking."""


def bounds(net: Net, budget: Budget) -> dict[int, int]:
    """The most tokens that a place can have, for those where weights prove it."""
    found = _from(net, _eliminate(net, budget, equal=True))
    if len(found) < len(net.places):
        found = _from(net, _eliminate(net, budget, equal=False), found)
    return found


def never_increases(net: Net, weights: Tokens) -> bool:
    """Whether no transition adds to the weight of a marking."""
    touched = {number for place in weights for number in net.touching[place]}
    return all(
        sum(weights.get(place, 0) * change for place, change in net.transitions[number].change.items()) <= 0
        for number in touched
    )


def proved_units(net: Net) -> set[int]:
    """Units that have one token at most because they share it with the units around them."""
    return {number for number, unit in enumerate(net.units) if _is_proved(net, unit)}


def _is_proved(net: Net, unit: Unit) -> bool:
    weights = dict.fromkeys(unit.places, 1)
    around = {unit.above}
    while not _proves_one(net, weights):
        if unit.above is None or len(around) > len(net.units):
            return False
        unit = net.units[unit.above]
        around.add(unit.above)
        weights.update(dict.fromkeys(unit.places, 1))
    return True


def _proves_one(net: Net, weights: Tokens) -> bool:
    return net.weight(weights) <= 1 and never_increases(net, weights)


def _from(net: Net, found: Iterable[Tokens], known: dict[int, int] | None = None) -> dict[int, int]:
    best = dict(known or {})
    for weights in found:
        if never_increases(net, weights):
            whole = net.weight(weights)
            for place, weight in weights.items():
                best[place] = min(best.get(place, whole), whole // weight)
    return best


class _Table:
    """Rows, and for each transition those that add to the weight or take from it."""

    def __init__(self, net: Net) -> None:
        self.rows: dict[int, _Row] = {}
        self.using: list[set[int]] = [set() for _ in net.transitions]
        self._next = 0
        self._known: set[tuple[tuple[int, int], ...]] = set()
        changes: list[Tokens] = [{} for _ in net.places]
        for number, transition in enumerate(net.transitions):
            for place, change in transition.change.items():
                changes[place][number] = change
        for place, adds in enumerate(changes):
            self.add(_Row({place: 1}, adds))

    def add(self, row: _Row) -> None:
        key = _key(row)
        if key not in self._known:
            self._known.add(key)
            self.rows[self._next] = row
            for number in row.adds:
                self.using[number].add(self._next)
            self._next += 1

    def remove(self, number: int) -> _Row:
        row = self.rows.pop(number)
        self._known.discard(_key(row))
        for transition in row.adds:
            self.using[transition].discard(number)
        return row

    def cost(self, transition: int) -> int:
        signs = [self.rows[number].adds[transition] > 0 for number in self.using[transition]]
        return signs.count(True) * signs.count(False)


def _eliminate(net: Net, budget: Budget, *, equal: bool) -> Iterator[Tokens]:
    """Weights that no transition changes; or, where not ``equal``, that none increases."""
    table, work = _Table(net), 0
    waiting = [(table.cost(number), number) for number in range(len(net.transitions))]
    heapify(waiting)
    while waiting and work < _MOST_WORK:
        cost, transition = heappop(waiting)
        now = table.cost(transition)
        if now > cost:
            heappush(waiting, (now, transition))
            continue
        removed = [table.remove(number) for number in sorted(table.using[transition])]
        for row in _combined(removed, transition, equal):
            work += len(row.weights) + len(row.adds)
            table.add(row)
        if not len(waiting) % _POLL:
            budget.check()
    yield from (row.weights for row in table.rows.values() if not row.adds)


def _combined(rows: list[_Row], transition: int, equal: bool) -> Iterator[_Row]:
    """The rows without the transition."""
    more = sorted((row for row in rows if row.adds[transition] > 0), key=_length)
    less = sorted((row for row in rows if row.adds[transition] < 0), key=_length)
    if not equal:
        yield from (_Row(row.weights, {t: n for t, n in row.adds.items() if t != transition}) for row in less)
    pairs = ((plus, minus) for plus in more for minus in less)
    for _, (plus, minus) in zip(range(_MOST_COMBINATIONS), pairs, strict=False):
        yield _sum(plus, -minus.adds[transition], minus, plus.adds[transition])


def _key(row: _Row) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(row.weights.items()))


def _length(row: _Row) -> int:
    return len(row.weights) + len(row.adds)


def _sum(left: _Row, by: int, right: _Row, times: int) -> _Row:
    weights, adds = _weighted(left.weights, by, right.weights, times), _weighted(left.adds, by, right.adds, times)
    divisor = gcd(*weights.values(), *adds.values())
    return _Row({p: n // divisor for p, n in weights.items()}, {t: n // divisor for t, n in adds.items()})


def _weighted(left: Tokens, by: int, right: Tokens, times: int) -> Tokens:
    found = {key: by * number for key, number in left.items()}
    for key, number in right.items():
        found[key] = found.get(key, 0) + times * number
    return {key: number for key, number in found.items() if number}
