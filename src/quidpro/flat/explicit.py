"""The replay of a trace on a flat model: its assignments and constraints asked of every state and step.

This is the plain reading of what the model says: slow, and the yardstick of everything that is fast.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quidpro.flat.evaluate import Program, State, choices
from quidpro.flat.expr import Expr, Var
from quidpro.flat.model import Assignment, FlatModel
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value, value_text
from quidpro.flat.walk import to_next


def right_hand_side(model: FlatModel, name: str, *, step: bool) -> Expr | None:
    """What decides a variable in initial states or, in terms of the next state, in steps; None when nothing does."""
    assigned = model.assignments.get(name)
    if assigned is None:
        return None
    if assigned.current is not None:
        return to_next(assigned.current.rhs) if step else assigned.current.rhs
    chosen: Assignment | None = assigned.next if step else assigned.init
    return None if chosen is None else chosen.rhs


@dataclass(frozen=True)
class Mismatch:
    """Why a trace is not one of the model: the number of the state (from 0) and the reason."""

    state: int
    reason: str


def replay(model: FlatModel, trace: Sequence[Mapping[str, Value]]) -> Mismatch | None:
    """Check a trace of full states, each with the inputs of the step that leaves it; None when all is well."""
    checks = _Checks(model)
    for number, state in enumerate(trace):
        problem = _complete(model, state, last=number == len(trace) - 1)
        if problem is None and number == 0:
            problem = checks.initial(state)
        if problem is None and number > 0:
            problem = checks.step(trace[number - 1], state)
        if problem is not None:
            return Mismatch(number, problem)
    return None if trace else Mismatch(0, "the trace is empty")


def _complete(model: FlatModel, state: State, *, last: bool) -> str | None:
    """Every variable has a value of its domain; the inputs of the last state do not matter."""
    for variable in model.variables.values():
        if variable.name not in state:
            if last and variable.kind == "input":
                continue
            return f"{variable.name} has no value"
        if state[variable.name] not in variable.domain:
            return f"{variable.name} = {value_text(state[variable.name])} is outside {variable.domain}"
    return None


class _Checks:
    """Assignments and constraints as questions to a state or a step."""

    def __init__(self, model: FlatModel) -> None:
        self._model = model
        self._rules = {step: self._assignment_rules(step) for step in (False, True)}
        self._inits = [*model.init, *model.invar]
        self._initial = Program(c.expr for c in self._inits)
        self._moves = [*model.trans, *model.invar]
        self._step = Program([*(c.expr for c in model.trans), *(to_next(c.expr) for c in model.invar)])

    def _assignment_rules(self, step: bool) -> tuple[list[Var], Program]:
        sides = [(v, right_hand_side(self._model, v.name, step=step)) for v in self._model.states]
        kept = [(v.then() if step else v.now(), rhs) for v, rhs in sides if rhs is not None]
        if step:
            kept += [(v.then(), v.now()) for v in self._model.of_kind("frozen")]
        return [left for left, _ in kept], Program(rhs for _, rhs in kept)

    def initial(self, state: State) -> str | None:
        """Why a state is not initial."""
        try:
            return self._assignments(False, state, None) or self._constraints(state, None)
        except EvaluationError as error:
            return error.reason

    def step(self, now: State, then: State) -> str | None:
        """Why a state cannot follow another."""
        try:
            return self._assignments(True, now, then) or self._constraints(now, then)
        except EvaluationError as error:
            return error.reason

    def _assignments(self, step: bool, now: State, then: State | None) -> str | None:
        lefts, program = self._rules[step]
        values = now if then is None else then
        for left, result in zip(lefts, program.run(now, then), strict=True):
            if values[left.name] not in choices(result):
                return f"{left.name} = {value_text(values[left.name])} is not what its assignment gives"
        return None

    def _constraints(self, now: State, then: State | None) -> str | None:
        program, constraints = (self._initial, self._inits) if then is None else (self._step, self._moves)
        for constraint, result in zip(constraints, program.run(now, then), strict=True):
            if result is not True:
                return f"the constraint at {constraint.span} does not hold"
        return None
