"""Assertions about whole runs: a run of the system on which the formula is false, under fair choice or any.

A safety formula is first looked at as a property: the beginning of a run may breach it, whatever follows. What is left
is looked for as with all other formulas.
The negation becomes a Büchi automaton (:mod:`quidpro.lts.buchi`), which is crossed with the system; where it is a
disjunction there is an automaton for the disjuncts over the same fluents, so that not all fluents are followed at once.
Without fairness a strongly connected set of the cross that passes every acceptance set is a violation. Under fair
choice a run of the system ends in a terminal set of the *system* and takes all transitions of it again and again
(LTSA's strong fairness); so the set must also project onto all transitions of a terminal set. LTSA asks for a terminal
set of the cross instead, which is not the same where the automaton remembers what the system does not.

A silent step is not a position of a run. A run that stops, or is silent from some moment on, repeats its last position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Listener, begin, ignore
from quidpro.engines.explicit.shared.traces import moves_of_first
from quidpro.engines.explicit.whole.lasso import Edge, covering_cycle
from quidpro.logic.ltl import Assertion, alternatives, is_safety, negation
from quidpro.lts.buchi import Buchi, translate
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME, Longs
from quidpro.lts.product import Move, Product, Vector
from quidpro.lts.safety import safety_automaton
from quidpro.lts.search import Recorded, record, search, steps
from quidpro.lts.strong import strong_components

Flags = npt.NDArray[np.bool_]

SOMETHING = ("something", 0)
"""The goal that something visible happens."""
MAX_COVERED = 400
"""Terminal sets of more transitions than this are not walked through one by one."""
MAX_STEPS = 2_000
"""A longer cycle is not shown; the terminal set speaks for itself."""


@dataclass(frozen=True)
class Violation:
    """The run to where it repeats, a cycle there if it is not too long, and the actions that recur.

    Without ``actions`` the run ends in the error state of a process, or breaches the formula whatever follows.
    """

    moves: tuple[Move, ...]
    loop: tuple[Move, ...] | None = None
    actions: tuple[str, ...] | None = None


def find_violation(
    product: Product, assertion: Assertion, budget: Budget, events: Listener, max_states: int | None = None
) -> Violation | None:
    """A violation that begins near to the initial state; an error of a process goes first.

    Raises TooManyStates past ``max_states`` of the system, or where the automaton of the formula is too big.
    """
    if is_safety(assertion.formula):
        beginning = _breaching(product, assertion, budget, events, max_states)
        if beginning is not None:
            return Violation(beginning)
    recorded = record(product, budget, events, max_states)
    system = recorded.graph()
    into_error = system.source[system.target == ERROR]
    if len(into_error):
        return Violation(tuple(steps(product, recorded.path(int(into_error.min())), "error")))
    begin(f"looking for a run on which {assertion.name} is false", budget, events)
    seen = assertion.seen(system.alphabet)
    for part in alternatives(negation(assertion.formula)):
        cross = _Cross(system, translate(part, seen, budget), assertion.fair, budget)
        state = cross.nearest()
        if state is not None:
            return _Lasso(product, recorded, cross).violation(state)
    return None


def _breaching(
    product: Product, assertion: Assertion, budget: Budget, events: Listener, max_states: int | None
) -> tuple[Move, ...] | None:
    """A shortest way into an error of a process, or to where a safety formula is breached, if there is one."""
    try:
        watching = safety_automaton(assertion.formula, assertion.seen(product.alphabet), budget).lts
    except TooManyStates:
        return None
    watched = Product([*product.components, watching], product.priority)
    moves = moves_of_first(len(product.components), watched, search(watched, budget, events, max_states=max_states))
    return None if moves is None else tuple(moves)


class _Cross:
    """The system beside the automaton, and where in it accepted runs end."""

    def __init__(self, system: LTS, automaton: Buchi, fair: bool, budget: Budget) -> None:
        self.system, self.automaton, self.fair, self.budget = system, automaton, fair, budget
        self.product = Product([system, automaton.lts])
        self.recorded = record(self.product, budget, ignore)
        self.graph = self.recorded.graph()
        vectors = self.recorded.vectors()
        self.system_state, self.memory = vectors[:, 0], vectors[:, 1]
        self.component = strong_components(self.graph, budget)
        self.inner = self.component[self.graph.source] == self.component[self.graph.target]
        self.seen = np.array([False, *(action in automaton.lts.labels for action in system.alphabet)])
        """For each label whether it leads to a position."""

    def nearest(self) -> int | None:
        """The first state, breadth first, from which on an accepted run stays where it is."""
        stopped = self.stopped[self.system_state] & self.automaton.at_rest[self.memory]
        found = np.flatnonzero(stopped | self._accepting()[self.component])
        return int(found[0]) if len(found) else None

    def _accepting(self) -> Flags:
        """The components of the cross that an accepted run can stay in."""
        count = int(self.component.max()) + 1
        visible = self.inner & self.seen[self.graph.label]
        component = self.component[self.graph.source]
        good = _flags_at(component[visible], count)
        for met in self.automaton.fulfils.T:
            good &= _flags_at(component[visible & met[self.memory[self.graph.target]]], count)
        return good & self._covering(good) if self.fair else good

    def _covering(self, candidates: Flags) -> Flags:
        """The components that take every transition of a terminal set of the system."""
        component = self.component[self.graph.source]
        chosen = self.inner & candidates[component] & self.terminal[self.system_state[self.graph.source]]
        if not chosen.any():
            return np.zeros(len(candidates), dtype=bool)
        pairs = np.sort(component[chosen].astype(np.int64) * self.system.transitions + self.below[chosen])
        pairs = pairs[np.diff(pairs, prepend=-1) > 0]
        taken = np.bincount(pairs // self.system.transitions, minlength=len(candidates))
        needed = np.full(len(candidates), -1)
        sets = self.sets[self.system_state[self.graph.source[chosen]]]
        needed[component[chosen]] = np.bincount(self.sets[self.system.source])[sets]
        return np.asarray(taken == needed)

    @cached_property
    def sets(self) -> npt.NDArray[np.int32]:
        """The strongly connected set of each state of the system."""
        return strong_components(self.system, self.budget)

    @cached_property
    def terminal(self) -> Flags:
        """The states of the system that are in a terminal set."""
        closed = np.ones(int(self.sets.max()) + 1, dtype=bool)
        source, target = self.sets[self.system.source], self.sets[self.system.target]
        closed[source[source != target]] = False
        return np.asarray(closed[self.sets])

    @cached_property
    def stopped(self) -> Flags:
        """The states of the system in which it can stay without doing anything that is seen, fairly if it must."""
        system = self.system
        if self.fair:
            seen = _flags_at(self.sets[system.source[self.seen[system.label]]], int(self.sets.max()) + 1)
            return self.terminal & ~seen[self.sets]
        silent = ~self.seen[system.label]
        columns = system.source[silent], system.label[silent], system.target[silent]
        quiet = LTS.from_arrays(system.alphabet, system.states, *columns)
        sets = strong_components(quiet, self.budget)
        cycling = _flags_at(sets[quiet.source[sets[quiet.source] == sets[quiet.target]]], int(sets.max()) + 1)
        return np.asarray(cycling[sets] | (np.diff(system.row) == 0))

    @cached_property
    def below(self) -> Longs:
        """For each step of the cross the number of the system's transition that it takes."""
        system, graph = self.system, self.graph
        keys = _keys(system.source, system.label, system.target, system)
        wanted = _keys(self.system_state[graph.source], graph.label, self.system_state[graph.target], system)
        return np.searchsorted(keys, wanted)


def _flags_at(components: npt.NDArray[np.int32], count: int) -> Flags:
    found = np.zeros(count, dtype=bool)
    found[components] = True
    return found


def _keys(source: npt.ArrayLike, label: npt.ArrayLike, target: npt.ArrayLike, system: LTS) -> Longs:
    """One number for a transition; those of an LTS are sorted."""
    head = np.asarray(source, dtype=np.int64) * (len(system.alphabet) + 1) + np.asarray(label, dtype=np.int64)
    return np.asarray(head * system.states + np.asarray(target, dtype=np.int64))


class _Lasso:
    """From a state of the cross to a run of the components."""

    def __init__(self, product: Product, recorded: Recorded, cross: _Cross) -> None:
        self.product, self.recorded, self.cross = product, recorded, cross

    def violation(self, state: int) -> Violation:
        cross = self.cross
        stem = [(move.action, move.target[0]) for move in steps(cross.product, cross.recorded.path(state), "deadlock")]
        moves, _ = self._moves(stem, 0)
        system_state = int(cross.system_state[state])
        at_rest = cross.stopped[system_state] and cross.automaton.at_rest[cross.memory[state]]
        loop = self._silent_loop(system_state) if at_rest else self._loop(state)
        if cross.fair:
            return Violation(moves, loop, self._recurring(system_state))
        return Violation(moves, loop, tuple(move.action for move in loop or () if move.action != TAU_NAME))

    def _moves(self, way: list[tuple[str, int]], start: int) -> tuple[tuple[Move, ...], int]:
        """The moves of the components along a way of the system."""
        here, found = self.recorded.vector(start), []
        for action, target in way:
            move = self.product.first(here, _is_step(action, self.recorded.vector(target)))
            found.append(move)
            here, start = move.target, target
        return tuple(found), start

    def _silent_loop(self, start: int) -> tuple[Move, ...] | None:
        """Without fairness a way through unseen steps back to a state; None where nothing at all happens."""
        system = self.cross.system
        if self.cross.fair or system.row[start] == system.row[start + 1]:
            return None
        cycle = covering_cycle(
            lambda state: [Edge(a, q) for a, q in system.successors(state) if not self.cross.seen[a]],
            start,
            (),
            self.cross.budget,
        )
        return self._walk(cycle or [], start)

    def _loop(self, state: int) -> tuple[Move, ...] | None:
        """A cycle of the cross through every acceptance set and, under fair choice, every transition of the set."""
        cross = self.cross
        goals: list[tuple[str, int]] = [("set", k) for k in range(cross.automaton.fulfils.shape[1])]
        if cross.fair:
            inside = np.flatnonzero(cross.sets[cross.system.source] == cross.sets[cross.system_state[state]])
            if len(inside) > MAX_COVERED:
                return None
            goals += [("transition", int(i)) for i in inside]
        max_steps = MAX_STEPS if cross.fair else None
        cycle = covering_cycle(self._edges, state, [SOMETHING, *goals], cross.budget, max_steps)
        if cycle is None:
            return None
        on_system = [Edge(edge.label, int(cross.system_state[edge.target])) for edge in cycle]
        return self._walk(on_system, int(cross.system_state[state]))

    def _edges(self, state: int) -> list[Edge]:
        """The steps of the cross out of a state that stay in its component, and what each of them is good for."""
        cross, graph = self.cross, self.cross.graph
        found = []
        for i in range(int(graph.row[state]), int(graph.row[state + 1])):
            if cross.inner[i]:
                goals = frozenset(self._goals(i, int(graph.target[i])))
                found.append(Edge(int(graph.label[i]), int(graph.target[i]), goals))
        return found

    def _goals(self, i: int, target: int) -> list[tuple[str, int]]:
        cross = self.cross
        goals: list[tuple[str, int]] = []
        if cross.seen[cross.graph.label[i]]:
            met = cross.automaton.fulfils[cross.memory[target]]
            goals += [SOMETHING, *(("set", int(k)) for k in np.flatnonzero(met))]
        return [*goals, ("transition", int(cross.below[i]))] if cross.fair else goals

    def _walk(self, cycle: list[Edge], start: int) -> tuple[Move, ...]:
        return self._moves([(self.cross.system.action(edge.label), edge.target) for edge in cycle], start)[0]

    def _recurring(self, state: int) -> tuple[str, ...]:
        """The actions of the terminal set of a state."""
        system, sets = self.cross.system, self.cross.sets
        labels = np.unique(system.label[sets[system.source] == sets[state]]).tolist()
        return tuple(sorted(system.action(label) for label in labels if label != TAU))


def _is_step(action: str, target: Vector) -> Callable[[Move], bool]:
    return lambda move: move.action == action and move.target == target
