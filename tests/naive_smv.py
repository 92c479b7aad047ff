"""Flat models read state by state, with nothing clever: what the fast engines are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.flat.evaluate import Program, State, choices, evaluate
from quidpro.flat.explicit import right_hand_side
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom
from quidpro.flat.model import Constraint, FlatModel
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Domain, Value, value_text
from quidpro.flat.walk import conjuncts, to_next, variables
from quidpro.frontend.smv.ranges import assignment_order

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
                raise EvaluationError(f"{self.name} gets the value {value_text(value)}, which is not in {self.domain}")
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
        for inputs in self.inputs():
            yield from self.steps({**state, **inputs})

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
        constraints = [*(c.expr for c in model.trans), *(to_next(c.expr) for c in model.invar)]
        return _checked(rules, constraints, step=True)

    def _rule(self, name: str, step: bool) -> _Rule:
        variable = self.model.variables[name]
        rhs = right_hand_side(self.model, name, step=step)
        if step and variable.kind == "frozen":
            rhs = variable.now()
        return _Rule(name, variable.domain, None if rhs is None else Program([rhs]))


def _checked(rules: list[_Rule], constraints: list[Expr], *, step: bool) -> list[_Rule]:
    """The rules with every part of the constraints at the first rule after which it can be evaluated."""
    index_of = {rule.name: number for number, rule in enumerate(rules)}
    parts: dict[int, list[Expr]] = {}
    for constraint in constraints:
        for part in conjuncts(constraint):
            read = [index_of[v.name] for v in variables(part) if v.next == step]
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


class Graph:
    """The reachable states of a model, by number, and which follow which.

    ``layers`` holds the states by their distance from the initial ones. For an input that a specification or a fairness
    constraint reads, a step is remembered with its inputs.
    """

    def __init__(self, model, limit=100_000):
        self.model = model
        explicit = Explicit(model)
        self.states = []
        self.numbers = {}
        self.steps = []
        self.layers = []
        frontier = [self._number(state) for state in explicit.initial()]
        self.initial = frontier = list(dict.fromkeys(frontier))
        while frontier:
            self.layers.append(frontier)
            found = {}
            for source in frontier:
                for inputs in explicit.inputs():
                    for state in explicit.steps({**self.states[source], **inputs}):
                        known = len(self.states)
                        target = self._number(state)
                        self.steps[source].append((target, inputs))
                        if target == known:
                            found[target] = None
                if len(self.states) > limit:
                    raise AssertionError("too many states for the naive way")
            frontier = list(found)

    def _number(self, state):
        key = tuple(state[variable.name] for variable in self.model.states)
        if key not in self.numbers:
            self.numbers[key] = len(self.states)
            self.states.append(state)
            self.steps.append([])
        return self.numbers[key]

    def where(self, expr):
        """The states in which an expression without inputs holds."""
        return {number for number, state in enumerate(self.states) if evaluate(expr, state) is True}

    def invariant(self, expr):
        """Whether an expression without inputs and next holds everywhere."""
        return len(self.where(expr)) == len(self.states)

    def holds(self, formula):
        """Whether a CTL formula holds in every initial state, on fair paths."""
        fair = self.fair()
        return set(self.initial) <= self.satisfying(formula, fair)

    def satisfying(self, formula, fair):
        """The states that satisfy a CTL formula (without bounds), by fixpoints over sets of numbers."""
        everything = set(range(len(self.states)))
        if isinstance(formula, Atom):
            return self.where(formula.expr)
        args = [self.satisfying(arg, fair) for arg in formula.args]
        match formula.op:
            case "not":
                return everything - args[0]
            case "and":
                return set.intersection(*args)
            case "or":
                return set.union(*args)
            case "implies":
                return (everything - args[0]) | args[1]
            case "iff":
                return everything - (args[0] ^ args[1])
            case "xor":
                return args[0] ^ args[1]
            case "EX":
                return self.before(args[0] & fair)
            case "EF":
                return self.until(everything, args[0] & fair)
            case "EU":
                return self.until(args[0], args[1] & fair)
            case "EG":
                return self.always(args[0])
            case "AX":
                return everything - self.before((everything - args[0]) & fair)
            case "AG":
                return everything - self.until(everything, (everything - args[0]) & fair)
            case "AF":
                return everything - self.always(everything - args[0])
            case "AU":
                never = everything - args[1]
                return everything - (self.until(never, (never - args[0]) & fair) | self.always(never))
        raise AssertionError(formula.op)

    def fair(self):
        """The states from which a fair path starts."""
        return self.always(set(range(len(self.states))))

    def before(self, targets, satisfies=lambda inputs, source: True):
        return {s for s, steps in enumerate(self.steps) if any(t in targets and satisfies(i, s) for t, i in steps)}

    def until(self, through, targets):
        found = set(targets)
        while True:
            more = (self.before(found) & through) - found
            if not more:
                return found
            found |= more

    def always(self, through):
        """The states from which some fair path stays inside a set: the greatest fixpoint of Emerson and Lei."""
        found = set(through)
        while True:
            kept = found
            for constraint in self.model.justice:
                kept = kept & self._fairly(found, constraint.expr)
            if not self.model.justice:
                kept = kept & self.before(found)
            if kept == found:
                return found
            found = kept

    def _fairly(self, inside, expr):
        """States of a set that reach, within it, a step that satisfies a fairness constraint and stays within it."""

        def satisfies(inputs, source):
            return evaluate(expr, {**self.states[source], **inputs}) is True

        found = self.before(inside, satisfies) & inside
        while True:
            more = (self.before(found) & inside) - found
            if not more:
                return found
            found |= more
