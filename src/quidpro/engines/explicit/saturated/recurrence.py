"""What recurs in a reached set: progress, and the terminal sets that it speaks of.

Under fair choice a run ends in a terminal set of states and repeats all its actions. Let S be the reached states, EF X
those of S that can reach X, and A the states of S in which a step of a test's actions can be taken.

*Every terminal set contains an action of the test exactly when S = EF A.* If a terminal set T has none, none of its
states can reach one, for no step leaves T. If a state cannot reach one, neither can a terminal set that it reaches, and
there always is one, since S is finite. So one closure backward decides, and no components are looked for.

*With a condition C* let N = S - EF A and D = N - EF C. Some terminal set has an action of C and none of A exactly when
N - EF D is not empty. Both N and D are closed under steps, and so is N - EF D, whose states cannot reach D. A terminal
set T with C and without A lies in N; all of T can reach C, so T does not meet D; no step leaves T, so it lies outside
of EF D. Conversely a state of N - EF D reaches a terminal set inside of that; it has no action of A, as it is in N, and
its states, none of which is in D, can reach an action of C, which must then be in the set.

The error state is a terminal set without any action: where it can be reached a test without a condition is violated,
and what can reach it is in no other terminal set. With a condition the states that step into it therefore join D.
The same splits the reached states by any actions that recur, which is what assertions need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from quidpro.engines.explicit.saturated.bad import errors
from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.lts.lts import TAU_NAME
from quidpro.lts.system import Progress
from quidpro.solvers.mdd.cubes import Cube, Cubes
from quidpro.solvers.mdd.forest import Forest, Node, Vector
from quidpro.solvers.mdd.saturation import Saturation


@dataclass(frozen=True)
class Terminal:
    """A terminal set, the actions that occur in it, sorted, and one of its states; silent steps are no actions."""

    states: Node
    actions: tuple[str, ...]
    state: Vector


def progress_violation(encoding: Encoding, forest: Forest, states: Node, test: Progress) -> Node:
    """The reached states from which every way ends in a terminal set that fails the test; empty when it holds.

    Where the error state can be reached and the test has no condition, the states that step into that instead.
    """
    return Recurrence(encoding, forest, states).violating(test)


class Recurrence:
    """Questions about what recurs in the reached states of a system without priority; what they share is kept."""

    def __init__(self, encoding: Encoding, forest: Forest, states: Node) -> None:
        self.encoding, self.forest, self.states = encoding, forest, states
        self._backward = Saturation(forest, [event.inverse for event in encoding.events])

    @cached_property
    def into_error(self) -> Node:
        """The states with a step into ERROR."""
        return errors(self.encoding, self.forest, self.states)

    def enabled(self, actions: Iterable[str]) -> Node:
        """The states in which one of these actions can happen, if only into ERROR."""
        return Cubes(self.forest, self._guards(actions)).meeting(self.states)

    def _guards(self, actions: Iterable[str]) -> Iterator[Cube]:
        known = (action for action in actions if action in self.encoding.members)
        return (self.encoding.cube(self.encoding.guard(action)) for action in known)

    def reaching(self, goal: Node) -> Node:
        """The states that can reach one of these."""
        return self._backward.closure(goal, within=self.states)

    def without(self, states: Node, goal: Node) -> Node:
        """Of some states those that cannot reach one of these."""
        with self.forest.deep():
            return self.forest.difference(states, self.reaching(goal)) if goal else states

    def violating(self, test: Progress) -> Node:
        """As :func:`progress_violation`."""
        if test.condition is None and self.into_error:
            return self.into_error
        never = self.without(self.states, self.enabled(test.actions))
        if test.condition is None or not never:
            return never
        idle = self.without(never, self.enabled(test.condition))
        with self.forest.deep():
            return self.without(never, self.forest.union(idle, self.into_error))

    def split(self, states: Node, actions: Iterable[str]) -> tuple[Node, Node]:
        """Of a set that no step leaves, the states whose terminal sets all have one of these actions, or all none.

        Every terminal set of the states is in one of the two. Where the error state can be reached both are of no use.
        """
        never = self.without(states, self.enabled(actions))
        return self.without(states, never), never

    def terminal(self, states: Node) -> Terminal:
        """A terminal set that the first of some states reaches: what a state reaches, where all of that reaches it.

        Xie and Beerel, "Implicit enumeration of strongly connected components" (ICCAD 1999), but only ever downward:
        from a state that can be reached and cannot come back.
        """
        forest, forward = self.forest, Saturation(self.forest, self.encoding.events)
        while True:
            state = forest.pick(states)
            here = forest.vector(state)
            after = forward.closure(here, within=self.states)
            states = self.without(after, here)
            if not states:
                return Terminal(after, self._actions_in(after), state)

    def _actions_in(self, states: Node) -> tuple[str, ...]:
        """The actions that can happen in some of these states."""
        guards = ((action, Cubes(self.forest, self._guards([action]))) for action in self.encoding.members)
        return tuple(sorted(action for action, cubes in guards if cubes.meeting(states)))

    def stuck(self) -> Node:
        """The states in which nothing at all can happen."""
        steps = enumerate(self.encoding.steps)
        silent = (self.encoding.cube({number: list(own[TAU_NAME])}) for number, own in steps if TAU_NAME in own)
        return Cubes(self.forest, [*self._guards(self.encoding.members), *silent]).missing(self.states)
