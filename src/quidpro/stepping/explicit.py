"""Steps of a system of labelled transition systems: those of its product, with the values of fluents beside them.

What can happen is what :class:`quidpro.lts.product.Product` says, priority included. Whoever enters ERROR ends the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quidpro.logic.ltl import Assertion, Fluent, fluents
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.product import Move as ProductMove
from quidpro.lts.product import Product, Vector
from quidpro.lts.system import Component, System
from quidpro.stepping.follow import lines_of
from quidpro.stepping.protocol import Step, Stepper
from quidpro.verdict.chart import End, Move, Position, Row
from quidpro.verdict.explicit import evidence
from quidpro.verdict.explicit.lanes import asked_of, failed_in, lanes_of, place_of, position_of, waits_of

State = tuple[Vector, tuple[bool, ...]]
"""Local states, and which fluents hold."""
_TRUE, _FALSE = "true", "false"


@dataclass(frozen=True)
class _Wanted:
    """A step of a run: an action and, where they are known, the transitions of components by their names."""

    action: str
    moves: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.action


class ExplicitStepper(Stepper[State]):
    """A system, with the properties and assertions that watch it."""

    def __init__(self, system: System, title: str = "") -> None:
        self.system = system
        self.title = title or system.name
        self.names = tuple(component.name for component in system.components)
        self.lanes = lanes_of(system)
        self._fluents = _fluents(system)
        self.rows = tuple(Row(fluent.name, "fluent") for fluent, _ in self._fluents)
        self.asked = asked_of(system, self.rows)
        self._product = Product([component.lts for component in system.components], system.priority)

    def first(self) -> State:
        """The initial state; fluents have their initial values."""
        return self._product.initial, tuple(fluent.initially for fluent, _ in self._fluents)

    def steps(self, state: State | None, where: str = "") -> Iterator[Step[State]]:
        """The steps of the product; ``where`` is a part of the action."""
        assert state is not None
        vector, held = state
        if ERROR in vector:
            return
        for index, move in enumerate(self._product.steps(vector)):
            if where in move.action:
                yield self._step(index, move, held)

    def _step(self, index: int, move: ProductMove, held: tuple[bool, ...]) -> Step[State]:
        moves = tuple(Move(c, i, place_of(self.system, c, i)) for c, i in sorted(move.moves.items()))
        return Step(index, move.action, moves, ((None, (move.target, self._after(move.action, held))),))

    def _after(self, action: str, held: tuple[bool, ...]) -> tuple[bool, ...]:
        """Which fluents hold after an action; what an assertion does not observe changes nothing."""
        pairs = zip(self._fluents, held, strict=True)
        return tuple(
            fluent.after(action, value) if assertion.seen([action]) else value for (fluent, assertion), value in pairs
        )

    def position(self, state: State) -> Position:
        """Local states by name and number, the values of fluents."""
        vector, held = state
        return position_of(self.system, vector, tuple(_TRUE if value else _FALSE for value in held))

    def end(self, state: State) -> End:
        """An ERROR; a deadlock, unless all that can end have ended."""
        vector, _ = state
        if ERROR in vector:
            return "error"
        if next(self.steps(state), None) is not None:
            return ""
        return "stop" if self._product.is_end(vector) else "deadlock"

    def wanted(self, trace: Any, state: State | None) -> tuple[list[Any], int]:
        """Actions, or the moves of a counterexample with those of its loop."""
        if not isinstance(trace, evidence.Trace):
            lines, looped = lines_of(trace)
            return [_Wanted(line) for line in lines], looped
        loop = trace.loop.steps if trace.loop is not None else ()
        return [_wanted_step(step, trace.components) for step in (*trace.steps, *loop)], len(loop)

    def recurring(self, trace: Any) -> tuple[str, ...]:
        """Those of the terminal set that a run ends in."""
        ends_there = isinstance(trace, evidence.Trace) and trace.loop is None
        return (trace.cycle or ()) if ends_there else ()

    def matching(self, state: State | None, wanted: _Wanted) -> Iterator[Step[State]]:
        """The steps by that action; of a counterexample, by those transitions."""
        for step in self.steps(state):
            if step.action == wanted.action:
                moves = {self.names[move.lane]: move.transition for move in step.moves}
                if all(moves.get(name) == wanted.moves[name] for name in wanted.moves):
                    yield step

    def silent(self, state: State | None) -> Iterator[Step[State]]:
        """The silent steps."""
        return (step for step in self.steps(state) if step.action == TAU_NAME)

    def forbids(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """What leads a property into ERROR."""
        vector, _ = state
        return {
            component.name: _errors(component, here)
            for component, here in zip(self.system.components, vector, strict=True)
            if component.is_property and here != ERROR
        }

    def failed(self, state: State) -> int | None:
        """A property before a process."""
        return failed_in(self.system, state[0])

    def closing(self, states: Sequence[State], steps: Sequence[Step[State]]) -> dict[str, Any]:
        """At a deadlock: who waits for whom."""
        return waits_of(self._trace(states, steps), self.system)

    def _trace(self, states: Sequence[State], steps: Sequence[Step[State]]) -> evidence.Trace:
        taken = [
            evidence.Step(
                step.action, {move.lane: move.transition for move in step.moves if move.transition is not None}
            )
            for step in steps
        ]
        return evidence.Trace(self.names, tuple(vector for vector, _ in states), tuple(taken))


def _fluents(system: System) -> list[tuple[Fluent, Assertion]]:
    """The fluents of all assertions, each name once."""
    inside = [component.assertion for component in system.components if component.assertion is not None]
    found = {
        fluent.name: (fluent, assertion)
        for assertion in (*inside, *system.assertions)
        for fluent in fluents(assertion.formula)
    }
    return sorted(found.values(), key=lambda one: one[0].name)


def _wanted_step(step: evidence.Step, components: Sequence[str]) -> _Wanted:
    return _Wanted(step.action, {components[c]: transition for c, transition in step.moves.items()})


def _errors(component: Component, state: int) -> tuple[str, ...]:
    lts = component.lts
    return tuple(lts.action(label) for label, target in lts.successors(state) if target == ERROR)
