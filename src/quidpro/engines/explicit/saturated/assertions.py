"""Assertions about whole runs on diagrams: a run of the system on which the formula is false, under fair choice or any.

The meaning is that of ``whole.liveness``; the negation becomes an automaton, one more level below those of the system.

*Of all runs*: an accepted run exists where in the system beside the automaton a run can go on for ever, be seen again
and again and meet every acceptance set again and again (``lasting``). Besides there are runs that stop, and those that
are silent for ever.

*Under fair choice* the reached states are split by the letters that recur in the terminal sets ahead of them
(``recurrence``); for each such part the automaton alone says in which of its states a fair run is accepted
(``automaton``). Where it says that of none, there is no need to look at what the system and the automaton reach
together. Where it cannot say, because what is accepted depends on an order that the letters do not show, there may at
least be no accepted run at all on which these letters recur; else the question is left undecided.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.core.errors import TooManyStates
from quidpro.engines.explicit.saturated.automaton import Automaton, States, automaton_of
from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.engines.explicit.saturated.lasting import remaining
from quidpro.engines.explicit.saturated.recurrence import Recurrence, Terminal
from quidpro.logic.ltl import Assertion, alternatives, negation
from quidpro.solvers.mdd.forest import EMPTY, END, Forest, Node, Vector
from quidpro.solvers.mdd.saturation import Event, Saturation


@dataclass(frozen=True)
class Undecided:
    """Why this method cannot say whether an assertion holds."""

    reason: str


@dataclass(frozen=True)
class Falsified:
    """States in which a run has come to where it stays, on which the formula is false.

    With ``cross`` they are states of that: of the system beside the automaton, whose state is the last value. A run to
    one of them goes on there, by the letters that the automaton accepts. Without, they are states of the system, with a
    step into ERROR.
    """

    states: Node
    cross: Cross | None = None
    terminal: Terminal | None = None
    """Under fair choice the terminal set of the system that the states are in."""
    at_rest: bool = False
    """Whether nothing is seen any more in these states."""


class Cross:
    """The system beside an automaton, which is the last level, and all that they reach together."""

    def __init__(self, encoding: Encoding, automaton: Automaton, forest: Forest) -> None:
        self.encoding, self.automaton = encoding, automaton
        sizes = (*encoding.sizes, automaton.states)
        self.forest = Forest(sizes, forest.budget, forest.max_nodes, forest.tell)
        self.initial: Vector = (*encoding.initial, 0)
        self.named_events = tuple(self._events())
        events = [event for _, event in self.named_events]
        self.reached = Saturation(self.forest, events).closure(self.forest.vector(self.initial))

    def _events(self) -> Iterator[tuple[str, Event]]:
        level, letter_of = len(self.encoding.levels), self.letter_of
        for action, event in self.encoding.named_events:
            letter = letter_of.get(action)
            if letter is None or not self.automaton.changes(letter):
                yield action, event
            elif self.automaton.steps[letter]:
                yield action, Event({**event.moves, level: self.automaton.steps[letter]})

    @cached_property
    def letter_of(self) -> dict[str, int]:
        """The letter of each action that is seen."""
        return {action: i for i, actions in enumerate(self.automaton.letters) for action in actions}

    def beside(self, forest: Forest, states: Node, remembered: Collection[int]) -> Node:
        """What is reached with these states of the system beside these of the automaton."""
        if not states or not remembered:
            return EMPTY
        last = self.forest.node(len(self.encoding.levels), dict.fromkeys(remembered, END))
        known: dict[Node, Node] = {END: last}

        def lifted(node: Node) -> Node:
            if node not in known:
                row = {value: lifted(child) for value, child in forest.rows[node].items()}
                known[node] = self.forest.node(forest.level(node), row)
            return known[node]

        with self.forest.deep():
            return self.forest.intersection(self.reached, lifted(states))

    @cached_property
    def goals(self) -> list[Node]:
        """What an accepted run meets again and again."""
        level = len(self.encoding.levels)
        with self.forest.deep():
            return [self.forest.cube({level: met}) for met in self.automaton.fulfils]

    def lasting(self, states: Node, recurring: Sequence[Collection[str]]) -> Node:
        """Of some states those from which an accepted run stays among them, each kind of actions again and again."""
        return remaining(self.forest, self.named_events, recurring, self.goals, states)[0]


def liveness_violation(
    encoding: Encoding, forest: Forest, states: Node, assertion: Assertion
) -> Falsified | Undecided | None:
    """Where runs are on which an assertion is false, or why that cannot be said; None if it holds.

    ``states`` are all reached states. Where an error can be reached it goes first.
    """
    recurrence = Recurrence(encoding, forest, states)
    if recurrence.into_error:
        return Falsified(recurrence.into_error)
    search = _Fair(recurrence, assertion) if assertion.fair else _OfAllRuns(recurrence, assertion)
    undecided = None
    for part in alternatives(negation(assertion.formula)):
        try:
            automaton = automaton_of(part, search.seen, bool(search.resting), forest.budget)
        except TooManyStates:
            return Undecided(f"the automaton of {assertion.name} is too big")
        found = search.look(automaton)
        if isinstance(found, Falsified):
            return found
        undecided = undecided or found
    return undecided


class _Search(ABC):
    """The search for runs of one kind that an automaton accepts."""

    def __init__(self, recurrence: Recurrence, assertion: Assertion) -> None:
        self.recurrence, self.assertion = recurrence, assertion
        self.encoding, self.forest = recurrence.encoding, recurrence.forest
        self.seen = assertion.seen(sorted(self.encoding.members))
        self.resting = self._resting()
        """The states in which the system can stay without anything that is seen."""

    @abstractmethod
    def _resting(self) -> Node: ...

    @abstractmethod
    def look(self, automaton: Automaton) -> Falsified | Undecided | None:
        """Where accepted runs are."""


class _OfAllRuns(_Search):
    def _resting(self) -> Node:
        silent = [(action, event) for action, event in self.encoding.named_events if action not in set(self.seen)]
        names = {action for action, _ in silent}
        for_ever, _ = remaining(self.forest, silent, [names], (), self.recurrence.states)
        with self.forest.deep():
            return self.forest.union(self.recurrence.stuck(), for_ever)

    def look(self, automaton: Automaton) -> Falsified | Undecided | None:
        if not automaton.lasting and not automaton.at_rest:
            return None
        cross = Cross(self.encoding, automaton, self.forest)
        stopped = cross.beside(self.forest, self.resting, automaton.at_rest)
        if stopped:
            return Falsified(stopped, cross, at_rest=True)
        states = cross.lasting(cross.beside(self.forest, self.recurrence.states, automaton.lasting), [self.seen])
        return Falsified(states, cross) if states else None


class _Fair(_Search):
    def _resting(self) -> Node:
        return self.recurrence.split(self.recurrence.states, self.seen)[1]

    def look(self, automaton: Automaton) -> Falsified | Undecided | None:
        cross: Cross | None = None
        unclear = False
        for letters, part in self._parts(automaton):
            accepted, undecided = automaton.fair(letters)
            if not accepted and not undecided:
                continue
            cross = cross or Cross(self.encoding, automaton, self.forest)
            found = cross.beside(self.forest, part, accepted)
            if found:
                return self._falsified(cross, found, accepted, not letters)
            recurring = [automaton.letters[letter] for letter in letters]
            unclear = unclear or bool(cross.lasting(cross.beside(self.forest, part, undecided), recurring))
        reason = f"under fair choice {self.assertion.name} depends on an order of what recurs, not on the actions alone"
        return Undecided(reason) if unclear else None

    def _parts(self, automaton: Automaton) -> Iterator[tuple[frozenset[int], Node]]:
        """The sets of letters that recur in terminal sets, each with states that all lead to such sets only."""
        parts: list[tuple[frozenset[int], Node]] = [(frozenset(), self.recurrence.states)]
        for letter, actions in enumerate(automaton.letters):
            halves = [(letters, self.recurrence.split(node, actions)) for letters, node in parts]
            parts = [(letters | {letter}, recurring) for letters, (recurring, _) in halves if recurring]
            parts += [(letters, never) for letters, (_, never) in halves if never]
        return iter(parts)

    def _falsified(self, cross: Cross, found: Node, accepted: States, at_rest: bool) -> Falsified:
        """The same, but only where the run has come to a terminal set: no step leaves what it was found in."""
        below = self.forest.vector(cross.forest.pick(found)[:-1])
        terminal = self.recurrence.terminal(below)
        states = cross.beside(self.forest, terminal.states, accepted)
        return Falsified(states, cross, terminal, at_rest)
