"""What is wrong with assignments: values outside the variable's domain, no value at all, or a circle of them.

As in NuSMV values are asked of all valuations of the variables that a right-hand side reads, reachable or not. Here
only those with few valuations are tried, one by one; the others are left to the engine, which asks with BDDs.

At one moment (an initial state, or the end of a step) a variable depends on those that its right-hand side reads at
that same moment. NuSMV refuses models where such dependencies run in a circle; else there is an order in which the
assignments can be carried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Literal

from quidpro.flat.evaluate import Program, choices
from quidpro.flat.expr import Const, Expr, Fail, Op, Var
from quidpro.flat.model import Assignment, FlatModel, Variable
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value, value_text
from quidpro.flat.walk import ends, postorder, variables
from quidpro.frontend.smv.typed import LOOSE_MOD
from quidpro.frontend.text.problems import ModelError, Problems

_MAX_VALUATIONS = 2048
_MAX_WORK = 200_000
"""The number of valuations times nodes, over the whole model."""
_SUM_MOD = re.compile(r"[+][^();]*\bmod\b")
_PARTIAL = ("div", "mod", "shl", "shr")


def check_values(model: FlatModel, problems: Problems) -> None:
    """Try the assignments and constraints that can be tried quickly."""
    work = _MAX_WORK
    for name, assigned in model.assignments.items():
        for assignment in (assigned.current, assigned.init, assigned.next):
            if assignment is not None and work > 0:
                work -= _check_assignment(model, model.variables[name], assignment, problems)
    for constraint in (*model.init, *model.invar, *model.trans, *model.justice):
        if work > 0 and _is_partial(constraint.expr):
            work -= _check(model, constraint.expr, None, constraint.span.offset, constraint.span.length, problems)


def _check_assignment(model: FlatModel, target: Variable, assignment: Assignment, problems: Problems) -> int:
    span = assignment.span
    if not _is_partial(assignment.rhs) and _fits(model, assignment.rhs, target):
        return 1
    return _check(model, assignment.rhs, target, span.offset, span.length, problems)


def _check(model: FlatModel, expr: Expr, target: Variable | None, offset: int, length: int, problems: Problems) -> int:
    """Evaluate on all valuations, if there are few; gives the work done."""
    found = list(dict.fromkeys((v.name, v.next) for v in variables(expr)))
    domains = [model.variables[name].domain for name, _ in found]
    size = prod(domain.size for domain in domains)
    nodes = len(postorder((expr,)))
    if size > _MAX_VALUATIONS:
        return nodes
    program = Program([expr])
    for values in product(*domains):
        now, then = _split(found, values)
        try:
            (result,) = program.run(now, then)
        except EvaluationError as error:
            at = error.offset if error.offset is not None else offset
            problems.add(ModelError(f"{error.reason}{_when(now, then)}", at, length if at == offset else 4))
            break
        wrong = [v for v in choices(result) if target is not None and v not in target.domain]
        if target is not None and wrong:
            message = f"{target.name} gets the value {value_text(wrong[0])}, which is not in {target.domain}"
            problems.add(ModelError(message + _when(now, then), offset, length, _loose_mod(model, offset)))
            break
    return nodes * size


def _loose_mod(model: FlatModel, offset: int) -> str:
    """A hint for ``x + 1 mod 4``, which older versions read as ``(x + 1) mod 4``."""
    text = model.source.text
    loose = _SUM_MOD.search(text, offset, text.find(";", offset) + 1)
    return LOOSE_MOD if loose else ""


def _split(found: list[tuple[str, bool]], values: tuple[Value, ...]) -> tuple[dict[str, Value], dict[str, Value]]:
    now: dict[str, Value] = {}
    then: dict[str, Value] = {}
    for (name, following), value in zip(found, values, strict=True):
        (then if following else now)[name] = value
    return now, then


def _when(now: dict[str, Value], then: dict[str, Value]) -> str:
    """The valuation in words; empty if there is nothing to say."""
    parts = list(_describe(now, "{}")) + list(_describe(then, "next({})"))
    return f" (when {', '.join(parts)})" if 0 < len(parts) <= 6 else ""


def _describe(values: dict[str, Value], form: str) -> Iterator[str]:
    for name, value in values.items():
        yield f"{form.format(name)} = {value_text(value)}"


def _fits(model: FlatModel, rhs: Expr, target: Variable) -> bool:
    """Whether every value that a right-hand side can have is plainly in the domain."""
    return target.domain.type.is_word or all(_end_fits(model, end, target) for end in ends(rhs))


def _end_fits(model: FlatModel, end: Expr, target: Variable) -> bool:
    if isinstance(end, Const):
        return end.value in target.domain
    if isinstance(end, Var):
        domain = model.variables[end.name].domain
        return domain == target.domain or (domain.size <= _MAX_VALUATIONS and all(v in target.domain for v in domain))
    return end.type.kind == "boolean"


def _is_partial(expr: Expr) -> bool:
    """Whether something in an expression may have no value."""
    return any(isinstance(node, Fail) or (isinstance(node, Op) and node.op in _PARTIAL) for node in postorder((expr,)))


Moment = Literal["init", "next"]


class CircularError(Exception):
    """Variables that depend on each other at one moment, in the order of the circle."""

    def __init__(self, moment: Moment, circle: list[str]) -> None:
        super().__init__(" -> ".join(circle))
        self.moment = moment
        self.circle = circle


def dependencies(model: FlatModel, moment: Moment) -> dict[str, list[str]]:
    """What each assigned variable reads at the moment at which it gets its value."""
    found: dict[str, list[str]] = {}
    for name, assigned in model.assignments.items():
        if assigned.current is not None:
            found[name] = [v.name for v in variables(assigned.current.rhs)]
        elif moment == "init" and assigned.init is not None:
            found[name] = [v.name for v in variables(assigned.init.rhs)]
        elif moment == "next" and assigned.next is not None:
            found[name] = [v.name for v in variables(assigned.next.rhs) if v.next]
    return found


def assignment_order(model: FlatModel, moment: Moment) -> list[str]:
    """The variables of a state so that each comes after those that it needs; raises CircularError."""
    needs = dependencies(model, moment)
    done: dict[str, None] = {}
    for variable in model.states:
        _visit(variable.name, needs, done, moment)
    return [name for name in done if model.variables[name].kind != "input"]


def _visit(start: str, needs: dict[str, list[str]], done: dict[str, None], moment: Moment) -> None:
    if start in done:
        return
    path: dict[str, int] = {start: 0}
    stack = [start]
    while stack:
        name = stack[-1]
        wanted = needs.get(name, [])
        while path[name] < len(wanted) and wanted[path[name]] in done:
            path[name] += 1
        if path[name] == len(wanted):
            done[name] = None
            del path[stack.pop()]
            continue
        needed = wanted[path[name]]
        if needed in path:
            raise CircularError(moment, [*stack[stack.index(needed) :], needed])
        path[needed] = 0
        stack.append(needed)
