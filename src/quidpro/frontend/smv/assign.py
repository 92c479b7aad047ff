"""ASSIGN sections to assignments of the flat model, processes included.

The ``next`` assignments of a process are carried out in the steps in which it runs; in all other steps the variable
keeps its value, unless another process that assigns it runs. Main is a process too. ``init`` and plain assignments hold
whoever runs. This is NuSMV's reading of ``process``.
"""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.flat.build import choice
from quidpro.flat.expr import Expr, Var
from quidpro.flat.model import Assigned, Assignment, FlatModel, Span, Variable
from quidpro.flat.walk import variables
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.elaborate import Elaborator
from quidpro.frontend.smv.meaning import Array, Meaning, Scope
from quidpro.frontend.smv.typed import mistake
from quidpro.frontend.text.problems import ModelError


@dataclass
class _Part:
    """A right-hand side with the instance whose text it is."""

    rhs: Expr
    scope: Scope
    span: Span


class Assignments:
    """Collects assignments, then writes them into the model."""

    def __init__(self, model: FlatModel, elaborator: Elaborator) -> None:
        self._model = model
        self._elaborator = elaborator
        self._parts: dict[str, dict[str, list[_Part]]] = {}

    def add(self, item: ast.Assign, scope: Scope) -> None:
        """One assignment of the text; the elements of an array may be assigned together."""
        left = self._elaborator.meaning(item.target, scope)
        right = self._elaborator.meaning(item.body, scope)
        self._pair(item, scope, left, right)

    def _pair(self, item: ast.Assign, scope: Scope, left: Meaning, right: Meaning) -> None:
        if isinstance(left, Array):
            if not isinstance(right, Array) or len(right.items) != len(left.items):
                raise mistake(item.target, "an array can be assigned only an array with as many elements")
            for one, other in zip(left.items, right.items, strict=True):
                self._pair(item, scope, one, other)
            return
        if not isinstance(left, Var) or left.next:
            raise _not_a_variable(item.target)
        variable = self._model.variables[left.name]
        self._check_kind(item, variable)
        rhs = self._elaborator.typist.fit(right, variable.domain.type, item.body)
        self._check_moments(item, rhs)
        span = Span(self._model.source, item.offset, _length(item))
        self._insert(item, left.name, _Part(rhs, scope, span))

    def _check_kind(self, item: ast.Assign, variable: Variable) -> None:
        if variable.kind == "input":
            raise mistake(item.target, f"the input {variable.name} cannot be assigned", "declare it in VAR")
        if variable.kind == "frozen" and item.kind != "init":
            raise mistake(item.target, f"{variable.name} is frozen: it can be assigned only with init(…)")

    def _check_moments(self, item: ast.Assign, rhs: Expr) -> None:
        if item.kind == "next":
            return
        for found in variables(rhs):
            if found.next:
                raise mistake(item.body, f"next({found.name}) can stand only on the right of next(…) := …")
            if self._model.variables[found.name].kind == "input":
                raise mistake(item.body, f"the input {found.name} can be read only by next(…) := … and TRANS")

    def _insert(self, item: ast.Assign, name: str, part: _Part) -> None:
        kinds = self._parts.setdefault(name, {})
        for kind, others in kinds.items():
            for other in others:
                if _clash(item.kind, kind, part.scope.process == other.scope.process):
                    line, _ = self._model.source.position(other.span.offset)
                    message = f"{name} is assigned twice, in module {part.scope.module} and in line {line}"
                    raise ModelError(message, item.target.offset, item.target.length)
        kinds.setdefault(item.kind, []).append(part)

    def write(self) -> None:
        """Put all assignments into the model, in the order of the text."""
        for name, kinds in self._parts.items():
            assigned = Assigned()
            for kind, parts in kinds.items():
                rhs = self._interleave(name, parts) if kind == "next" else parts[0].rhs
                owner = parts[0].scope.path if len(parts) == 1 else ""
                setattr(assigned, kind, Assignment(rhs, parts[0].span, owner))
            self._model.assignments[name] = assigned

    def _interleave(self, name: str, parts: list[_Part]) -> Expr:
        if self._elaborator.selector is None:
            return parts[0].rhs
        result: Expr = self._model.variables[name].now()
        for part in reversed(parts):
            result = choice(self._elaborator.running(part.scope), part.rhs, result)
        return result


def _not_a_variable(target: ast.Node) -> ModelError:
    if target.op == "index" and target.args[1].op not in ("int", "neg"):
        hint = "assign every element: next(a[0]) := case i = 0 : …; TRUE : a[0]; esac, or the whole: WRITE(a, i, …)"
        return mistake(target, "an element can be assigned only by a constant index", hint)
    return mistake(target, "only variables can be assigned", "a DEFINE has its value already")


def _clash(kind: str, other: str, same_process: bool) -> bool:
    """Whether two assignments to one variable exclude each other."""
    if kind == other:
        return kind != "next" or same_process
    return "current" in (kind, other)


def _length(item: ast.Assign) -> int:
    return item.target.offset + item.target.length - item.offset
