"""LTL by a tableau: a model whose fair paths are those of a given one on which a formula is false.

Every temporal subformula that looks ahead gets a boolean variable that promises its value in the next state; every one
that looks back gets one that remembers; an until that is promised must come true again and again, which is a justice
condition (Clarke, Grumberg and Hamaguchi 1994). The formula holds when no initial state has a fair path.
Inputs that the formula reads become variables of the state, so that a promise can be about them; what it says with
``next(…)`` about a step, as nuXmv allows, is promised by a variable too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from quidpro.flat.build import FALSE, TRUE, conjunction, disjunction, negation, operation
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Formula, Temporal
from quidpro.flat.model import Assigned, Assignment, Constraint, FlatModel, Span, Spec, Variable
from quidpro.flat.types import BOOLEAN, BOOLEANS
from quidpro.flat.walk import has_next, names, to_next

MAX_STEPS = 64
"""Bounded operators are unfolded up to this many steps."""

NO_FAIR_PATH = Temporal("not", (Temporal("EG", (Atom(TRUE),)),))
"""What is asked of the model with the tableau."""


class Unbounded(Exception):
    """A bounded operator whose bounds are too large to be unfolded."""


@dataclass
class Tableau:
    """The variables and constraints that the subformulas need."""

    span: Span
    variables: dict[str, Variable] = field(default_factory=dict)
    assignments: dict[str, Assigned] = field(default_factory=dict)
    trans: list[Constraint] = field(default_factory=list)
    justice: list[Constraint] = field(default_factory=list)

    def expression(self, formula: Formula) -> Expr:
        """A formula as an expression over the variables of the model and those of the tableau."""
        exprs: dict[Formula, Expr] = {}
        stack: list[tuple[Formula, bool]] = [(formula, False)]
        while stack:
            node, ready = stack.pop()
            if isinstance(node, Atom):
                exprs[node] = self._atom(node.expr)
            elif ready:
                exprs[node] = self._temporal(node, [exprs[arg] for arg in node.args])
            else:
                stack += [(node, True), *((arg, False) for arg in node.args)]
        return exprs[formula]

    def _atom(self, atom: Expr) -> Expr:
        """An atom; of one that speaks of a step, a variable that is true when the step taken here satisfies it."""
        if not has_next(atom):
            return atom
        variable = self._variable()
        self.trans.append(Constraint(operation("iff", (variable.now(), atom), BOOLEAN), self.span))
        return variable.now()

    def _temporal(self, node: Temporal, args: list[Expr]) -> Expr:
        if node.bounds is not None:
            return self._bounded(node.op, args[0], *node.bounds)
        match node.op, args:
            case "not", [arg]:
                return negation(arg)
            case ("and" | "or" | "xor" | "iff" | "implies") as op, _:
                return operation(op, tuple(args), BOOLEAN)
            case "X", [arg]:
                return self._promise(arg)
            case "F", [arg]:
                return self._until(TRUE, arg)
            case "G", [arg]:
                return negation(self._until(TRUE, negation(arg)))
            case "U", [left, right]:
                return self._until(left, right)
            case "V", [left, right]:
                return negation(self._until(negation(left), negation(right)))
        return self._past(node.op, args)

    def _past(self, op: str, args: list[Expr]) -> Expr:
        match op, args:
            case "Y", [arg]:
                return self._memory(FALSE, arg)
            case "Z", [arg]:
                return self._memory(TRUE, arg)
            case "O", [arg]:
                return self._since(TRUE, arg)
            case "H", [arg]:
                return negation(self._since(TRUE, negation(arg)))
            case "S", [left, right]:
                return self._since(left, right)
            case "T", [left, right]:
                return negation(self._since(negation(left), negation(right)))
        raise AssertionError(op)

    def _bounded(self, op: str, arg: Expr, low: int, high: int) -> Expr:
        """F, G and their mirror images with bounds, step by step."""
        if high > MAX_STEPS:
            raise Unbounded(f"{op} with bounds up to {high}: at most {MAX_STEPS} steps are unfolded")
        one_of = op in ("F", "O")
        result = arg
        for _ in range(high - low):
            moved = self._move(op, result)
            result = disjunction([arg, moved]) if one_of else conjunction([arg, moved])
        for _ in range(low):
            result = self._move(op, result)
        return result

    def _move(self, op: str, arg: Expr) -> Expr:
        """One step on, or one step back: before the first state a ``H`` holds and an ``O`` does not."""
        if op in ("F", "G"):
            return self._promise(arg)
        return self._memory(TRUE if op == "H" else FALSE, arg)

    def _variable(self) -> Variable:
        name = f"_ltl.{len(self.variables)}"
        variable = Variable(name, BOOLEANS, "state", "", self.span)
        self.variables[name] = variable
        return variable

    def _promise(self, arg: Expr) -> Expr:
        """A variable that is true when an expression will be true in the next state."""
        variable = self._variable()
        self._keep(variable, arg)
        return variable.now()

    def _keep(self, variable: Variable, arg: Expr) -> None:
        agrees = operation("iff", (variable.now(), to_next(arg)), BOOLEAN)
        self.trans.append(Constraint(agrees, self.span))

    def _memory(self, first: Expr, arg: Expr) -> Expr:
        """A variable that is true when an expression was true in the state before."""
        variable = self._variable()
        self._remember(variable, first, arg)
        return variable.now()

    def _remember(self, variable: Variable, first: Expr, arg: Expr) -> None:
        self.assignments[variable.name] = Assigned(Assignment(first, self.span), Assignment(arg, self.span))

    def _until(self, left: Expr, right: Expr) -> Expr:
        variable = self._variable()
        until = disjunction([right, conjunction([left, variable.now()])])
        self._keep(variable, until)
        self.justice.append(Constraint(disjunction([negation(until), right]), self.span))
        return until

    def _since(self, left: Expr, right: Expr) -> Expr:
        variable = self._variable()
        since = disjunction([right, conjunction([left, variable.now()])])
        self._remember(variable, FALSE, since)
        return since


def with_tableau(model: FlatModel, spec: Spec) -> FlatModel:
    """The model whose fair paths are those on which an LTL specification is false."""
    assert spec.formula is not None
    tableau = Tableau(spec.span)
    failing = negation(tableau.expression(spec.formula))
    return _joined(model, tableau, [Constraint(failing, spec.span)])


def with_failure(model: FlatModel, spec: Spec) -> FlatModel:
    """The model whose fair paths are those on which an invariant is false at some time, which is remembered."""
    assert spec.invariant is not None
    tableau = Tableau(spec.span)
    failed = tableau.expression(Temporal("O", (Atom(negation(spec.invariant)),)))
    tableau.justice.append(Constraint(failed, spec.span))
    return _joined(model, tableau, [])


def _joined(model: FlatModel, tableau: Tableau, init: list[Constraint]) -> FlatModel:
    read = names(*(c.expr for c in (*init, *tableau.trans, *tableau.justice)))
    read |= {name for side in tableau.assignments.values() if side.next for name in names(side.next.rhs)}
    states = {name: _state(variable, read) for name, variable in model.variables.items()}
    return replace(
        model,
        variables=states | tableau.variables,
        assignments=model.assignments | tableau.assignments,
        init=[*model.init, *init],
        trans=[*model.trans, *tableau.trans],
        justice=[*model.justice, *tableau.justice],
    )


def _state(variable: Variable, read: set[str]) -> Variable:
    return replace(variable, kind="state") if variable.kind == "input" and variable.name in read else variable
