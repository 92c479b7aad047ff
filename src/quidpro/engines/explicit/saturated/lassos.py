"""The run on which an assertion is false: to where it stays, and without fair choice once around.

A cycle is looked for in a strongly connected set of the system beside the automaton. From a state that can go on for
ever one goes down to a set that no way leads back from, until one has all that must recur; the last one has. Inside of
it every way from one state to another stays, so that shortest ways from goal to goal make a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from quidpro.engines.explicit.saturated.assertions import Cross, Falsified
from quidpro.engines.explicit.saturated.lasting import Named, one_before, recurring, remaining
from quidpro.engines.explicit.saturated.runs import MAX_DISTANCE_NODES
from quidpro.engines.explicit.whole.liveness import Violation
from quidpro.lts.lts import TAU_NAME
from quidpro.lts.product import Move, Product, Vector
from quidpro.solvers.mdd.forest import Forest, Node
from quidpro.solvers.mdd.paths import Search
from quidpro.solvers.mdd.saturation import Saturation, image

Way = list[tuple[str, Vector]]
"""Actions, and the vectors that they lead to."""


@dataclass(frozen=True)
class _Around:
    """A strongly connected set with what must recur in it, and the events inside."""

    states: Node
    events: Sequence[Named]
    wanted: Collection[str]
    goals: Sequence[Node]


def lasso_of(found: Falsified) -> tuple[Violation, bool]:
    """The run, with a cycle unless choice is fair or nothing happens in the end; and whether the way there is shortest.

    It is not for a run into ERROR, which has no end where it stays.
    """
    cross = found.cross
    assert cross is not None
    around = None if found.terminal is not None else _around(cross, found)
    goal = found.states if around is None else around.states
    stem, shortest = _Ways(cross.forest, cross.reached).to(cross.initial, goal, cross.named_events)
    end = stem[-1][1] if stem else cross.initial
    moves = _moves(cross, cross.initial, stem)
    if found.terminal is not None:
        return Violation(moves, None, found.terminal.actions), shortest
    if around is None:
        return Violation(moves, None, ()), shortest
    loop = _moves(cross, end, _cycle(cross.forest, around, end))
    return Violation(moves, loop, tuple(move.action for move in loop if move.action != TAU_NAME)), shortest


def _around(cross: Cross, found: Falsified) -> _Around | None:
    """Where the run can go on for ever as it must; None where nothing can happen."""
    events: Sequence[Named] = cross.named_events
    wanted: Collection[str] = cross.letter_of
    goals: Sequence[Node] = cross.goals
    if found.at_rest:
        events = [(action, event) for action, event in events if action not in cross.letter_of]
        wanted, goals = {action for action, _ in events}, []
    states, left = remaining(cross.forest, events, [wanted], goals, found.states)
    return _descended(cross.forest, _Around(states, left, wanted, goals)) if states else None


def _descended(forest: Forest, whole: _Around) -> _Around:
    """A strongly connected set of states among which a run can go on, with all that must recur."""
    forward = Saturation(forest, [event for _, event in whole.events])
    backward = Saturation(forest, [event.inverse for _, event in whole.events])
    states = whole.states
    while True:
        start = forest.vector(forest.pick(states))
        after = forward.closure(start, within=whole.states)
        inside = backward.closure(start, within=after)
        if _has_all(forest, whole, inside):
            return _Around(inside, recurring(forest, whole.events, inside), whole.wanted, whole.goals)
        with forest.deep():
            states = forest.difference(after, inside)


def _has_all(forest: Forest, whole: _Around, inside: Node) -> bool:
    with forest.deep():
        goals = all(forest.intersection(inside, goal) for goal in whole.goals)
    return goals and bool(_able(forest, whole.events, whole.wanted, inside))


def _able(forest: Forest, events: Iterable[Named], wanted: Collection[str], states: Node) -> Node:
    """The states from which something wanted leads to one of them."""
    return one_before(forest, [event.inverse for action, event in events if action in wanted], states)


def _cycle(forest: Forest, around: _Around, start: Vector) -> Way:
    """A way through all goals and something wanted back to a state of the set."""
    ways, here = _Ways(forest, around.states), start
    found: Way = []
    for goal in (*around.goals, _able(forest, around.events, around.wanted, around.states)):
        with forest.deep():
            inside = forest.intersection(around.states, goal)
        found += ways.to(here, inside, around.events)[0]
        here = found[-1][1] if found else start
    found.append(_wanted_step(forest, around, here))
    return found + ways.to(found[-1][1], forest.vector(start), around.events)[0]


def _wanted_step(forest: Forest, around: _Around, here: Vector) -> tuple[str, Vector]:
    for action, event in around.events:
        if action in around.wanted and all(here[level] in moves for level, moves in event.moves.items()):
            with forest.deep():
                after = forest.intersection(image(forest, event, forest.vector(here)), around.states)
            if after:
                return action, forest.pick(after)
    raise AssertionError("something wanted can happen")


@dataclass(frozen=True)
class _Ways:
    """Ways from vector to vector in a set."""

    forest: Forest
    states: Node

    def to(self, start: Vector, goal: Node, events: Sequence[Named]) -> tuple[Way, bool]:
        """A way into a goal that can be reached, and whether it is a shortest one."""
        if self.forest.contains(goal, start):
            return [], True
        action_of = {event: action for action, event in events}
        search = Search(self.forest, self.states, MAX_DISTANCE_NODES)
        steps, shortest = search.path(start, goal, list(action_of))
        return [(action_of[event], vector) for event, vector in steps], shortest


def _moves(cross: Cross, start: Vector, way: Way) -> tuple[Move, ...]:
    """What the components do along a way; the automaton is left out."""
    product, decode = Product(cross.encoding.parts), cross.encoding.decode
    found: list[Move] = []
    here = decode(start[:-1])
    for action, vector in way:
        there = decode(vector[:-1])
        found.append(product.first(here, _is_step(action, there)))
        here = there
    return tuple(found)


def _is_step(action: str, target: Vector) -> Callable[[Move], bool]:
    return lambda move: move.action == action and move.target == target
