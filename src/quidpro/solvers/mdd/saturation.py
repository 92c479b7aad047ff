"""Saturation: the least set that is closed under events, level by level from the bottom.

Ciardo, Lüttgen, Siminiceanu, "Saturation: an efficient iteration strategy for symbolic state-space generation"
(TACAS 2001); within a constraint, Zhao and Ciardo, "Symbolic CTL model checking of asynchronous systems using
constrained saturation" (ATVA 2009). An event is fired only at its top level, into nodes that are closed already under
everything that happens below; a node is closed before it is made, so that most of the diagrams of a search in breadth
never come to be. Differences: rows are sparse; the values of a row are worked off in a queue, so that an event is
fired again only where something has changed; and events that do the same from some level down share all that is known
of them there, which makes up for the many events of a component that is split over levels.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from quidpro.solvers.mdd.forest import ALL, EMPTY, Forest, Node, Row

Moves = Mapping[int, tuple[int, ...]]
"""By a value of a level, the values that may follow it."""
_POLL_EVENTS = 1024
_POLL_FIRED = 1024
_POLL_VALUES = 1024


@dataclass(frozen=True, eq=False)
class Event:
    """A relation that is a product: at each of its levels a local one, elsewhere nothing changes.

    It has at least one level.
    """

    moves: Mapping[int, Moves]

    @cached_property
    def top(self) -> int:
        """The first level that it looks at."""
        return min(self.moves)

    @cached_property
    def bottom(self) -> int:
        """The last level that it looks at."""
        return max(self.moves)

    @cached_property
    def inverse(self) -> Event:
        """The same event backward."""
        found: dict[int, dict[int, list[int]]] = {}
        for level, moves in self.moves.items():
            back = found.setdefault(level, {})
            for value, targets in moves.items():
                for target in targets:
                    back.setdefault(target, []).append(value)
        turned = {level: {v: tuple(sorted(back[v])) for v in back} for level, back in found.items()}
        return Event(turned)

    @property
    def guard(self) -> dict[int, frozenset[int]]:
        """The values that it needs, by level: where it can happen is a cube."""
        return {level: frozenset(moves) for level, moves in self.moves.items()}


@dataclass(frozen=True, eq=False)
class _Tail:
    """What is left of events from a level down; events that go on alike share it, and with it what has been fired."""

    level: int
    moves: Moves
    rest: _Tail | None
    fired: dict[tuple[Node, Node], Node] = field(default_factory=dict)


class _Tails:
    """Every tail once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, tuple[tuple[int, tuple[int, ...]], ...], _Tail | None], _Tail] = {}

    def below(self, event: Event, level: int) -> _Tail | None:
        """What an event does from this level down."""
        rest: _Tail | None = None
        for at in sorted((at for at in event.moves if at >= level), reverse=True):
            moves = event.moves[at]
            key = (at, tuple(sorted(moves.items())), rest)
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = _Tail(at, moves, rest)
            rest = found
        return rest


def image(forest: Forest, event: Event, node: Node) -> Node:
    """What one step of an event leads to."""
    return Saturation(forest, ()).fire(event, 0, node, ALL)


class Saturation:
    """Closures under a set of events."""

    def __init__(self, forest: Forest, events: Iterable[Event]) -> None:
        self.forest = forest
        self._tails = _Tails()
        self._by_value: list[dict[int, list[tuple[_Tail | None, tuple[int, ...]]]]] = self._tops(events)
        self._closed: dict[tuple[Node, Node], Node] = {}
        self._growing: Row = {}
        """The row of the set itself that is being closed; what is above it is as it was in the beginning."""
        self._saturated: list[dict[tuple[Node, tuple[tuple[int, Node], ...]], Node]] = [{} for _ in forest.sizes]

    def _tops(self, events: Iterable[Event]) -> list[dict[int, list[tuple[_Tail | None, tuple[int, ...]]]]]:
        """By level and value what begins there: the tails, each with the values that it leads to."""
        found: list[dict[int, dict[_Tail | None, dict[int, None]]]] = [{} for _ in self.forest.sizes]
        for number, event in enumerate(events):
            if number % _POLL_EVENTS == _POLL_EVENTS - 1:
                self.forest.budget.check()
            tail = self._tails.below(event, event.top + 1)
            for value, targets in event.moves[event.top].items():
                found[event.top].setdefault(value, {}).setdefault(tail, {}).update(dict.fromkeys(targets))
        return [
            {value: [(tail, tuple(targets)) for tail, targets in tails.items()] for value, tails in by_value.items()}
            for by_value in found
        ]

    def closure(self, node: Node, within: Node = ALL) -> Node:
        """All that events lead to from a set; with ``within``, on ways that stay inside of that one."""
        with self.forest.deep():
            return self._close(0, self.forest.intersection(node, within), within)

    def _close(self, level: int, node: Node, within: Node) -> Node:
        if level == self.forest.height or not node:
            return node
        found = self._closed.get((node, within))
        if found is None:
            allowed = self._allowed(within)
            rows = self.forest.rows[node].items()
            row = {v: self._close(level + 1, child, ALL if allowed is None else allowed[v]) for v, child in rows}
            self._growing = row
            found = self._closed[node, within] = self._saturate(level, row, within)
        return found

    @property
    def found(self) -> int:
        """How many vectors of the last closure are known, also where a limit has ended the work on it."""
        return sum(map(self.forest.count, self._growing.values()))

    def _allowed(self, within: Node) -> Row | None:
        return None if within == ALL else self.forest.rows[within]

    def fire(self, event: Event, level: int, node: Node, within: Node) -> Node:
        """Where an event leads from a node below its top, closed under what happens from this level down."""
        return self._fire(self._tails.below(event, level), level, node, within)

    def _fire(self, tail: _Tail | None, level: int, node: Node, within: Node) -> Node:
        if tail is None:
            return self._arrived(level, node, within)
        key = (node, within)
        found = tail.fired.get(key)
        if found is None:
            if len(tail.fired) % _POLL_FIRED == _POLL_FIRED - 1:
                self.forest.budget.check()
            if tail.level == level:
                row = self._moved(tail, node, within)
            else:
                row = self._passed(tail, level, node, within)
            found = tail.fired[key] = self._saturate(level, row, within)
        return found

    def _arrived(self, level: int, node: Node, within: Node) -> Node:
        """A closed node after the last move above it; what it was closed within may have been less than this."""
        return node if within == ALL else self._close(level, self.forest.intersection(node, within), within)

    def _moved(self, tail: _Tail, node: Node, within: Node) -> Row:
        """The row after the moves of a tail at the level where it begins."""
        allowed, union = self._allowed(within), self.forest.union
        row: Row = {}
        for value, child in self.forest.rows[node].items():
            for target in tail.moves.get(value, ()):
                inside = ALL if allowed is None else allowed.get(target, EMPTY)
                reached = self._fire(tail.rest, tail.level + 1, child, inside) if inside else EMPTY
                if reached:
                    row[target] = union(row[target], reached) if target in row else reached
        return row

    def _passed(self, tail: _Tail, level: int, node: Node, within: Node) -> Row:
        """The row after a tail that begins further down."""
        allowed, fired = self._allowed(within), tail.fired
        row: Row = {}
        for value, child in self.forest.rows[node].items():
            inside = ALL if allowed is None else allowed.get(value, EMPTY)
            if inside:
                reached = fired.get((child, inside))
                if reached is None:
                    reached = self._fire(tail, level + 1, child, inside)
                if reached:
                    row[value] = reached
        return row

    def _saturate(self, level: int, row: Row, within: Node) -> Node:
        """The node of a row, closed under the events with this top; its children are closed under those below."""
        by_value = self._by_value[level]
        if not by_value or not row:
            return self.forest.node(level, row)
        memo, key = self._saturated[level], (within, tuple(sorted(row.items())))
        found = memo.get(key)
        if found is None:
            self._exhaust(level, row, within)
            found = memo[key] = self.forest.node(level, row)
        return found

    def _exhaust(self, level: int, row: Row, within: Node) -> None:
        """Fire into a row what begins at its level until nothing changes."""
        by_value, allowed, union = self._by_value[level], self._allowed(within), self.forest.union
        queue = deque(value for value in row if value in by_value)
        waiting = set(queue)
        for turn in count(1):
            if not queue:
                break
            if not turn % _POLL_VALUES:
                self.forest.budget.check()
            value = queue.popleft()
            waiting.discard(value)
            for tail, targets in by_value[value]:
                for target in targets:
                    inside = ALL if allowed is None else allowed.get(target, EMPTY)
                    reached = self._fire(tail, level + 1, row[value], inside) if inside else EMPTY
                    known = row.get(target, EMPTY)
                    after = union(known, reached)
                    if after != known:
                        row[target] = after
                        if target in by_value and target not in waiting:
                            waiting.add(target)
                            queue.append(target)
