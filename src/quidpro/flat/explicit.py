"""States and steps of a small flat model, one by one; and the replay of a trace on any model.

This is the plain reading of what the model says: slow, and the yardstick of everything that is fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.flat.domain import Domain
from quidpro.flat.evaluate import Program, State, choices
from quidpro.flat.expr import Expr, Var
from quidpro.flat.model import Assignment, Constraint, FlatModel
from quidpro.flat.order import assignment_order
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value, shown
from quidpro.flat.walk import conjuncts, shifted, variables

Valuation = dict[str, Value]


@dataclass
class _Rule:
    """How a variable gets its value: from a right-hand side, or any value of its domain."""

    name: str
    domain: Domain
    program: Program | None
    checks: Program | None = None
    """Constraints whose last variable this is."""

    def allowed(self, now: State, then: State | None) -> bool:
        return self.checks is None or all(value is True for value in self.checks.run(now, then))

    def options(self, now: State, then: State | None) -> Iterator[Value]:
        if self.program is None:
            yield from self.domain
            return
        for value in sorted(choices(self.program.run(now, then)[0]), key=repr):
            if value not in self.domain:
                raise EvaluationError(f"{self.name} gets the value {shown(value)}, which is not in {self.domain}")
            yield value


@dataclass(eq=False)
class Explicit:
    """A flat model made ready to be run state by state.

    A valuation of a step's source holds its inputs too; states in results hold none.
    """

    model: FlatModel

    def initial(self) -> Iterator[Valuation]:
        """Every initial state."""
        if self._initial_rules or _all_true([*self.model.init, *self.model.invar], {}):
            yield from self._filled(None, self._initial_rules)

    def inputs(self) -> Iterator[Valuation]:
        """Every valuation of the inputs."""
        rules = [_Rule(v.name, v.domain, None) for v in self.model.inputs]
        yield from self._filled(None, rules)

    def successors(self, state: State) -> Iterator[Valuation]:
        """Every state that can follow, once for each valuation of the inputs that leads to it."""
        for given in self.inputs():
            yield from self.steps({**state, **given})

    def steps(self, now: State) -> Iterator[Valuation]:
        """Every state that can follow a state whose inputs are given."""
        if self._step_rules or _all_true([*self.model.trans, *self.model.invar], now):
            yield from self._filled(now, self._step_rules)

    def _filled(self, now: State | None, rules: Sequence[_Rule]) -> Iterator[Valuation]:
        """The valuations that the rules allow, one rule after the other."""
        partial: Valuation = {}
        if not rules:
            yield {}
            return
        waiting = [rules[0].options(*_sides(partial, now))]
        while waiting:
            value = next(waiting[-1], None)
            if value is None:
                waiting.pop()
                continue
            rule = rules[len(waiting) - 1]
            partial[rule.name] = value
            if not rule.allowed(*_sides(partial, now)):
                continue
            if len(waiting) == len(rules):
                yield dict(partial)
            else:
                waiting.append(rules[len(waiting)].options(*_sides(partial, now)))

    @cached_property
    def _initial_rules(self) -> list[_Rule]:
        model = self.model
        rules = [self._rule(name, False) for name in assignment_order(model, "init")]
        return _checked(rules, [c.expr for c in (*model.init, *model.invar)], step=False)

    @cached_property
    def _step_rules(self) -> list[_Rule]:
        model = self.model
        rules = [self._rule(name, True) for name in assignment_order(model, "next")]
        constraints = [*(c.expr for c in model.trans), *(shifted(c.expr) for c in model.invar)]
        return _checked(rules, constraints, step=True)

    def _rule(self, name: str, step: bool) -> _Rule:
        variable = self.model.variables[name]
        rhs = right_hand_side(self.model, name, step=step)
        if step and variable.kind == "frozen":
            rhs = variable.now()
        return _Rule(name, variable.domain, None if rhs is None else Program([rhs]))


def _checked(rules: list[_Rule], constraints: list[Expr], *, step: bool) -> list[_Rule]:
    """The rules with every part of the constraints at the first rule after which it can be evaluated."""
    places = {rule.name: number for number, rule in enumerate(rules)}
    parts: dict[int, list[Expr]] = {}
    for constraint in constraints:
        for part in conjuncts(constraint):
            read = [places[v.name] for v in variables(part) if v.next == step]
            parts.setdefault(max(read, default=0), []).append(part)
    for number, exprs in parts.items():
        if rules:
            rules[number].checks = Program(exprs)
    return rules


def _all_true(constraints: Iterable[Constraint], now: State) -> bool:
    """Constraints of a model without state variables: there is no rule that could carry them."""
    return all(value is True for value in Program(c.expr for c in constraints).run(now))


def _sides(partial: Valuation, now: State | None) -> tuple[State, State | None]:
    """Where right-hand sides look: initial ones at the state being filled, those of steps at both ends."""
    return (partial, None) if now is None else (now, partial)


def right_hand_side(model: FlatModel, name: str, *, step: bool) -> Expr | None:
    """What decides a variable in initial states or, about the state that follows, in steps; None when nothing does."""
    assigned = model.assignments.get(name)
    if assigned is None:
        return None
    if assigned.current is not None:
        return shifted(assigned.current.rhs) if step else assigned.current.rhs
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
            return f"{variable.name} = {shown(state[variable.name])} is outside {variable.domain}"
    return None


class _Checks:
    """Assignments and constraints as questions to a state or a step."""

    def __init__(self, model: FlatModel) -> None:
        self._model = model
        self._rules = {step: self._assigned(step) for step in (False, True)}
        self._inits = [*model.init, *model.invar]
        self._initial = Program(c.expr for c in self._inits)
        self._moves = [*model.trans, *model.invar]
        self._step = Program([*(c.expr for c in model.trans), *(shifted(c.expr) for c in model.invar)])

    def _assigned(self, step: bool) -> tuple[list[Var], Program]:
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
                return f"{left.name} = {shown(values[left.name])} is not what its assignment gives"
        return None

    def _constraints(self, now: State, then: State | None) -> str | None:
        program, constraints = (self._initial, self._inits) if then is None else (self._step, self._moves)
        for constraint, result in zip(constraints, program.run(now, then), strict=True):
            if result is not True:
                return f"the constraint at {constraint.place} does not hold"
        return None
