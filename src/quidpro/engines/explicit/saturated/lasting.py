"""Where a run can go on for ever, and what it then does again and again.

Emerson and Lei, "Efficient model checking in fragments of the propositional mu-calculus" (LICS 1986): states are taken
away from which what must recur cannot be reached among those that remain, until nothing changes. Alone this may take
as many rounds as there are steps on the longest way that ends. So before each round events are taken away that cannot
recur: an event that cannot happen among the states that remain, and at each level a local step that is on no cycle of
the local steps that are left. What recurs on a run that goes on for ever is on a cycle at each level, so no such run
is lost once it has done for the last time what it does not do again and again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from quidpro.lts.strong import components
from quidpro.solvers.mdd.forest import EMPTY, Forest, Node
from quidpro.solvers.mdd.saturation import Event, Moves, Saturation

Named = tuple[str, Event]


def remaining(
    forest: Forest, events: Iterable[Named], wanted: Sequence[Collection[str]], goals: Iterable[Node], states: Node
) -> tuple[Node, tuple[Named, ...]]:
    """The states among which a run can stay, again and again do something of each kind wanted, and meet each goal; and
    by which events.

    There is a state exactly when such a run begins in one of those that are given.
    """
    left, goals = tuple(events), list(goals)
    while states:
        before = states
        left = recurring(forest, left, states)
        backward = Saturation(forest, [event.inverse for _, event in left])
        for goal in goals:
            states = backward.closure(goal, within=states)
        for kind in wanted:
            able = one_before(forest, [event.inverse for action, event in left if action in kind], states)
            states = backward.closure(able, within=states)
        if states == before:
            break
    return states, left


def one_before(forest: Forest, undone: Iterable[Event], states: Node) -> Node:
    """Of some states those from which one of some events, given backward, leads to one of them."""
    once = Saturation(forest, ())
    with forest.deep():
        return union_of(forest, (once.fire(event, 0, states, states) for event in undone))


def recurring(forest: Forest, events: Sequence[Named], states: Node) -> tuple[Named, ...]:
    """The events, or what is left of them, that can happen among some states again and again."""
    once = Saturation(forest, ())
    with forest.deep():
        possible = [(action, event) for action, event in events if once.fire(event, 0, states, states)]
    while True:
        kept = _on_cycles(possible, forest.height)
        if sum(map(_size, kept)) == sum(map(_size, possible)):
            return tuple(possible)
        possible = kept


def _size(named: Named) -> int:
    return sum(len(targets) for moves in named[1].moves.values() for targets in moves.values())


def _on_cycles(events: Sequence[Named], height: int) -> list[Named]:
    """The events with those local steps alone that are on a cycle of local steps."""
    ahead: list[dict[int, set[int]]] = [{} for _ in range(height)]
    for _, event in events:
        for level, moves in event.moves.items():
            for value, targets in moves.items():
                ahead[level].setdefault(value, set()).update(targets)
    rounds = [_rounds(steps) for steps in ahead]
    found = []
    for action, event in events:
        inner = {level: _inside(moves, rounds[level]) for level, moves in event.moves.items()}
        if all(inner.values()):
            found.append((action, Event(inner)))
    return found


def _rounds(steps: dict[int, set[int]]) -> dict[int, int]:
    """For each value the number of its strongly connected set."""
    values = sorted(set(steps).union(*steps.values()))
    number = {value: i for i, value in enumerate(values)}
    component, _ = components([[number[after] for after in sorted(steps.get(value, ()))] for value in values])
    return {value: component[i] for value, i in number.items()}


def _inside(moves: Moves, rounds: dict[int, int]) -> Moves:
    inner = {v: tuple(after for after in targets if rounds[after] == rounds[v]) for v, targets in moves.items()}
    return {value: targets for value, targets in inner.items() if targets}


def union_of(forest: Forest, nodes: Iterable[Node]) -> Node:
    """The union of many sets, in pairs, so that no large one is walked through for each small one."""
    left = [node for node in nodes if node]
    while len(left) > 1:
        pairs = zip(left[::2], [*left[1::2], EMPTY], strict=False)
        left = [forest.union(one, other) for one, other in pairs]
    return left[0] if left else EMPTY
