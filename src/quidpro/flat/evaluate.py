"""Explicit evaluation of expressions on a state, or on a state and the one that follows.

A :class:`Program` runs over the nodes of its expressions in order, so that nothing is evaluated twice and nothing
recurses. A node without a value (the end of a ``case``, a division by zero) holds its error instead; the error spreads,
except where the other arguments decide alone: a branch not taken, a conjunction with a false part. Only an error
that reaches a root is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product

from quidpro.flat.expr import Const, Expr, Fail, Op, Var
from quidpro.flat.semantics import EvaluationError, apply
from quidpro.flat.types import Value
from quidpro.flat.walk import postorder

State = Mapping[str, Value]
Set = frozenset[Value]
Result = Value | Set
_Held = Value | Set | EvaluationError
_Step = Callable[[list[_Held], State, State], _Held]


class Program:
    """Expressions made ready to be evaluated on many states."""

    def __init__(self, roots: Iterable[Expr]) -> None:
        roots = list(roots)
        nodes = postorder(roots)
        index = {node: number for number, node in enumerate(nodes)}
        self._steps = [_step(node, tuple(index[arg] for arg in node.args)) for node in nodes]
        self._roots = [index[root] for root in roots]

    def run(self, now: State, then: State | None = None) -> list[Result]:
        """The value of every root, a set for a choice; raises EvaluationError when a root has none."""
        found: list[Result] = []
        for held in self.held(now, then):
            if isinstance(held, EvaluationError):
                raise held
            found.append(held)
        return found

    def held(self, now: State, then: State | None = None) -> list[Result | EvaluationError]:
        """The value of every root, or the error in its place."""
        values: list[_Held] = []
        following = {} if then is None else then
        for step in self._steps:
            values.append(step(values, now, following))
        return [values[root] for root in self._roots]


def evaluate(expr: Expr, now: State, then: State | None = None) -> Result:
    """One expression on one state (and the one that follows)."""
    return Program([expr]).run(now, then)[0]


def choices(result: Result) -> Set:
    """The values that a right-hand side offers."""
    return result if isinstance(result, frozenset) else frozenset((result,))


def _step(node: Expr, args: tuple[int, ...]) -> _Step:
    match node:
        case Const(value):
            return lambda values, now, then: value
        case Var(name, following):
            return _variable(name, following)
        case Fail(reason, offset):
            error = EvaluationError(reason, offset)
            return lambda values, now, then: error
        case Op():
            return _operation(node, args)
    raise AssertionError(node)


def _variable(name: str, following: bool) -> _Step:
    missing = EvaluationError(f"{'next(' + name + ')' if following else name} has no value here")

    def step(values: list[_Held], now: State, then: State) -> _Held:
        return (then if following else now).get(name, missing)

    return step


def _operation(node: Op, args: tuple[int, ...]) -> _Step:
    match node.op:
        case "and":
            return _deciding(args, False)
        case "or":
            return _deciding(args, True)
        case "implies":
            return _implying(*args)
        case "ite":
            return _choosing(*args)
        case "union":
            return lambda values, now, then: _unite([values[arg] for arg in args])
        case "in":
            return lambda values, now, then: _member(values[args[0]], values[args[1]])
    types = tuple(arg.type.element() for arg in node.args)
    operator, result = node.op, node.type.element()

    def single(operands: tuple[Value, ...]) -> Value:
        return apply(operator, operands, types, result)

    return lambda values, now, then: _lift(single, [values[arg] for arg in args])


def _deciding(args: tuple[int, ...], decisive: bool) -> _Step:
    """A conjunction (False decides) or disjunction (True decides)."""

    def step(values: list[_Held], now: State, then: State) -> _Held:
        found: _Held = not decisive
        for arg in args:
            value = values[arg]
            if value is decisive:
                return decisive
            if isinstance(value, EvaluationError):
                found = value
        return found

    return step


def _implying(left: int, right: int) -> _Step:
    """An implication: a false left side or a true right side decides."""

    def step(values: list[_Held], now: State, then: State) -> _Held:
        first, second = values[left], values[right]
        if first is False or second is True:
            return True
        return first if isinstance(first, EvaluationError) else second

    return step


def _choosing(condition: int, yes: int, no: int) -> _Step:
    def step(values: list[_Held], now: State, then: State) -> _Held:
        held = values[condition]
        return held if isinstance(held, EvaluationError) else values[yes if held else no]

    return step


def _unite(held: list[_Held]) -> _Held:
    found: set[Value] = set()
    for value in held:
        if isinstance(value, EvaluationError):
            return value
        found |= choices(value)
    return frozenset(found)


def _member(value: _Held, members: _Held) -> _Held:
    if isinstance(value, EvaluationError):
        return value
    if isinstance(members, EvaluationError):
        return members
    return choices(value) <= choices(members)


def _lift(single: Callable[[tuple[Value, ...]], Value], held: list[_Held]) -> _Held:
    """An operator on values, or on every combination of values where some of them are sets."""
    operands: list[Result] = []
    many = False
    for value in held:
        if isinstance(value, EvaluationError):
            return value
        many = many or isinstance(value, frozenset)
        operands.append(value)
    try:
        if many:
            return frozenset(single(combination) for combination in product(*map(choices, operands)))
        return single(tuple(operands))  # type: ignore[arg-type]
    except EvaluationError as raised:
        return raised
