"""A run that comes back to itself, judged by the formula that it is said to violate, straight from LTL's meaning.

The value of every subformula at every position of the run is a list of booleans, filled from the atoms up. The loop is
unrolled until what an operator of the past says repeats itself: if its arguments do from some copy of the loop on, it
does one copy later, since being carried through a copy either fixes its value or leaves it as it was.

Where a universal CTL formula (only ``A…``, under no negation) holds, every fair path satisfies the LTL formula without
the quantifiers; so a path that does not refutes the CTL formula too. Often its beginning is enough: what lies beyond
the end of a finite run is taken for whatever suits the formula, and if that does not save it, nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from quidpro.flat.evaluate import evaluate
from quidpro.flat.formula import LINEAR, Atom, Formula, Temporal
from quidpro.flat.model import FlatModel, Spec
from quidpro.verdict.symbolic.evidence import State, SymbolicTrace

_PAST = frozenset("YZHOST")
_ERASED = {"AX": "X", "AF": "F", "AG": "G", "AU": "U", "ABF": "F", "ABG": "G"}
_CONNECTIVES: dict[str, Callable[[Sequence[bool]], bool]] = {
    "not": lambda v: not v[0],
    "and": all,
    "or": any,
    "xor": lambda v: v[0] != v[1],
    "iff": lambda v: v[0] == v[1],
    "implies": lambda v: not v[0] or v[1],
}


def judge(trace: SymbolicTrace, model: FlatModel, spec: Spec) -> str | None:
    """Why the run does not show that the formula is violated; None when it does, without regard to replay."""
    if spec.formula is None or not is_linear(spec.formula):
        return "one path does not judge such a formula"
    if trace.loop is None:
        return _judge_beginning(trace.states, spec)
    states, loop = trace.states[:-1], trace.loop
    if trace.states[-1] != {name: states[loop][name] for name in trace.states[-1]}:
        return f"its last state is not state {loop}"
    unfair = _unfair(states[loop:], model)
    if unfair is not None:
        return unfair
    return "it satisfies the formula" if _Run(states, loop, _copies(spec.formula)).holds(spec.formula) else None


def _judge_beginning(states: Sequence[State], spec: Spec) -> str | None:
    """The same for a finite run, if the formula is of CTL: then no negation is above a quantifier."""
    assert spec.formula is not None
    if spec.kind != "ctl" or _Beginning(states).holds(spec.formula):
        return "it does not go on for ever"
    return None


def is_linear(formula: Formula) -> bool:
    """Whether a path can violate the formula: LTL, or CTL with universal quantifiers under no negation."""
    if isinstance(formula, Atom):
        return True
    if formula.op in LINEAR:
        return all(map(is_linear, formula.args))
    if formula.op in _ERASED or formula.op in ("and", "or"):
        return all(map(is_linear, formula.args))
    if formula.op == "implies":
        return _without_quantifiers(formula.args[0]) and is_linear(formula.args[1])
    return _without_quantifiers(formula)


def _without_quantifiers(formula: Formula) -> bool:
    if isinstance(formula, Atom):
        return True
    known = formula.op in LINEAR or formula.op in _CONNECTIVES
    return known and all(map(_without_quantifiers, formula.args))


def _unfair(loop: Sequence[State], model: FlatModel) -> str | None:
    """Which fairness condition the loop neglects."""
    for constraint in model.justice:
        if not any(evaluate(constraint.expr, state) is True for state in loop):
            return "its loop is not fair: a condition never holds in it"
    for pair in model.compassion:
        often, then = (any(evaluate(e, state) is True for state in loop) for e in (pair.often, pair.then))
        if often and not then:
            return "its loop is not fair: what compassion asks for never comes"
    return None


def _copies(formula: Formula) -> int:
    """How many copies of the loop are enough: one, and for an operator of the past one more than it looks back."""
    return 1 + sum(1 + (node.bounds[1] if node.bounds else 0) for node in _temporal(formula) if node.op in _PAST)


def _temporal(formula: Formula) -> Iterator[Temporal]:
    waiting = [formula]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Temporal):
            yield node
            waiting.extend(node.args)


class _Run:
    """The positions of a run with its loop unrolled; after the last one comes the first of the last copy."""

    def __init__(self, states: Sequence[State], loop: int, copies: int) -> None:
        again = list(states[loop:])
        self.states = [*states[:loop], *again * copies]
        self.back = len(self.states) - len(again)

    def holds(self, formula: Formula) -> bool:
        """Whether the run satisfies the formula."""
        return self._values(formula)[0]

    def _values(self, formula: Formula) -> list[bool]:
        if isinstance(formula, Atom):
            follows = [self.states[self._after(at, 1)] for at in range(len(self.states))]
            pairs = zip(self.states, follows, strict=True)
            return [evaluate(formula.expr, state, then) is True for state, then in pairs]
        arguments = [self._values(argument) for argument in formula.args]
        if formula.op in _CONNECTIVES:
            return [_CONNECTIVES[formula.op](values) for values in zip(*arguments, strict=True)]
        op = _ERASED.get(formula.op, formula.op)
        if formula.bounds is not None:
            return self._bounded(op, arguments[0], formula.bounds)
        return self._past(op, arguments) if op in _PAST else self._future(op, arguments)

    def _bounded(self, op: str, values: list[bool], bounds: tuple[int, int]) -> list[bool]:
        """A bounded number of steps ahead, or back; before the beginning H is true and O false."""
        low, high = bounds
        if op in ("O", "H"):
            return [
                _fold(op, (values[at - k] if k <= at else op == "H" for k in range(low, high + 1)))
                for at in range(len(values))
            ]
        return [_fold(op, (values[self._after(at, k)] for k in range(low, high + 1))) for at in range(len(values))]

    def _after(self, at: int, steps: int) -> int:
        reached = at + steps
        if reached < len(self.states):
            return reached
        return self.back + (reached - self.back) % (len(self.states) - self.back)

    def _future(self, op: str, arguments: list[list[bool]]) -> list[bool]:
        if op == "X":
            return [arguments[0][self._after(at, 1)] for at in range(len(self.states))]
        always = [True] * len(self.states)
        never = [False] * len(self.states)
        if op in ("F", "U"):
            through, goal = (always, arguments[0]) if op == "F" else arguments
            return self._fixpoint(never, lambda at, ahead: goal[at] or (through[at] and ahead))
        freeing, kept = (never, arguments[0]) if op == "G" else arguments
        return self._fixpoint(always, lambda at, ahead: kept[at] and (freeing[at] or ahead))

    def _fixpoint(self, start: list[bool], rule: Callable[[int, bool], bool]) -> list[bool]:
        """Backwards along the run, twice: the second time the loop knows what comes after it."""
        values = list(start)
        for _ in range(2):
            for at in reversed(range(len(values))):
                values[at] = rule(at, values[self._after(at, 1)])
        return values

    def _past(self, op: str, arguments: list[list[bool]]) -> list[bool]:
        if op in ("Y", "Z"):
            return [op == "Z", *arguments[0][:-1]]
        length = len(self.states)
        if op in ("O", "S"):
            through, goal = ([True] * length, arguments[0]) if op == "O" else arguments
            return _forwards(False, length, lambda at, before: goal[at] or (through[at] and before))
        freeing, kept = ([False] * length, arguments[0]) if op == "H" else arguments
        return _forwards(True, length, lambda at, before: kept[at] and (freeing[at] or before))


class _Beginning(_Run):
    """A finite run, followed by a position where everything is true that a formula without negations may ask for."""

    def __init__(self, states: Sequence[State]) -> None:
        super().__init__([*states, {}], len(states), 1)

    def _values(self, formula: Formula) -> list[bool]:
        if isinstance(formula, Atom):
            return [*(evaluate(formula.expr, state) is True for state in self.states[:-1]), True]
        return super()._values(formula)


def _fold(op: str, values: Iterator[bool]) -> bool:
    return any(values) if op in ("F", "O") else all(values)


def _forwards(before: bool, length: int, rule: Callable[[int, bool], bool]) -> list[bool]:
    values: list[bool] = []
    for at in range(length):
        before = rule(at, before)
        values.append(before)
    return values
