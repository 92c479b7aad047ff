"""Bodies of primitive processes, resolved: labels and expressions compiled, local names looked up.

Compiling a body once and running it for every value of the indices keeps the construction of states free of
work on the syntax tree. A chain ``a -> b -> c -> P`` becomes nested choices of one branch each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import LabelCode, compile_label, compile_parts
from quidpro.frontend.fsp.values import Eval, Frame, Scope, compile_expr, is_true
from quidpro.frontend.text.problems import did_you_mean


@dataclass(frozen=True, slots=True)
class Arm:
    """``when guard label -> body``."""

    guard: Eval | None
    label: LabelCode
    body: Body
    offset: int


@dataclass(frozen=True, slots=True)
class Menu:
    """A choice between arms: the body of a state. The arms are there for every value of ``each``."""

    arms: tuple[Arm, ...]
    each: LabelCode | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """``if``: one of two bodies, or STOP where there is no ``else``."""

    condition: Eval
    then: Body
    otherwise: Body
    offset: int


@dataclass(frozen=True, slots=True)
class Goto:
    """A reference to a local process."""

    name: str
    indices: tuple[Eval, ...]
    offset: int

    def key(self, frame: Frame) -> str:
        """The name of the state referred to."""
        if not self.indices:
            return self.name
        return f"{self.name}.{'.'.join([str(index(frame)) for index in self.indices])}"


@dataclass(frozen=True, slots=True)
class Invocation:
    """A call of a global process in a sequence."""

    name: str
    arguments: tuple[Eval, ...]
    offset: int


@dataclass(frozen=True, slots=True)
class Run:
    """``P; Q(e); body``: global processes that run to their END one after the other."""

    calls: tuple[Invocation, ...]
    then: Body
    offset: int


Plain = Menu | Goto | Run | ast.Terminal
Body = Plain | Switch


Locals = Mapping[str, frozenset[int] | None]
"""The local processes of a definition: how many indices each comes with, None where that cannot be said.

An index that runs over a set may be ``a.b``, which counts as two; textbook models use sets of sequences so.
"""


def local_names(process: ast.ProcessDef, scope: Scope) -> Locals:
    """The local processes of a definition."""
    found: dict[str, frozenset[int] | None] = {}
    for local in process.locals:
        known = found.get(local.name, frozenset())
        plain = all(_is_one_index(index, scope) for index in local.indices)
        found[local.name] = None if known is None or not plain else known | {len(local.indices)}
    return found


def _is_one_index(index: ast.Index | ast.Binder, scope: Scope) -> bool:
    """Whether an index is surely an integer, so that it counts as one."""
    match index:
        case ast.Binder(domain=ast.Range()) | ast.Index(ast.Int() | ast.Binary() | ast.Unary() | ast.Size()):
            return True
        case ast.Binder(domain=ast.SetName(name)) | ast.Index(ast.Name(name)):
            return scope.definitions.set(name) is None and not isinstance(scope.parameters.get(name), str)
    return False


def compile_body(body: ast.Body, scope: Scope, local: Locals) -> Body:
    """Compile a body; whatever is wrong whatever the values are is reported now."""
    match body:
        case ast.Terminal():
            return body
        case ast.LocalRef():
            return _goto(body, scope, local)
        case ast.If(condition, then, otherwise, offset=offset):
            return Switch(
                compile_expr(condition, scope).run,
                compile_body(then, scope, local),
                compile_body(otherwise or ast.Terminal("STOP", offset=offset), scope, local),
                offset,
            )
        case ast.Choice(branches, binders, offset=offset):
            each, inside = compile_parts(binders, scope, offset) if binders else (None, scope)
            return Menu(tuple(_arm(branch, inside, local) for branch in branches), each)
        case ast.Sequence(calls, rest, offset=offset):
            return Run(tuple(_invocation(call, scope) for call in calls), compile_body(rest, scope, local), offset)


def _arm(branch: ast.Branch, scope: Scope, local: Locals) -> Arm:
    guard = None if branch.guard is None else _condition(branch.guard, scope)
    codes = []
    for label in branch.labels:
        code, scope = compile_label(label, scope)
        codes.append((code, label.offset))
    body = compile_body(branch.body, scope, local)
    for code, offset in reversed(codes[1:]):
        body = Menu((Arm(None, code, body, offset),))
    return Arm(guard, codes[0][0], body, codes[0][1])


def _condition(guard: ast.Expr, scope: Scope) -> Eval:
    code = compile_expr(guard, scope)
    return lambda frame: is_true(code.run(frame), guard.offset)


def _goto(ref: ast.LocalRef, scope: Scope, local: Locals) -> Goto:
    indices = tuple(compile_expr(index, scope).run for index in ref.indices)
    arities = local.get(ref.name, frozenset())
    if arities == frozenset():
        hint = did_you_mean(ref.name, local) or "other processes are reached through ; or || only"
        message = f"'{ref.name}' is not a local process here, so it means ERROR"
        scope.problems.warn(message, ref.offset, len(ref.name), hint)
    elif arities is not None and len(indices) not in arities:
        known = " or ".join(map(str, sorted(arities)))
        message = f"'{ref.name}' is defined with {known} indices, not with {len(indices)}, so this means ERROR"
        scope.problems.warn(message, ref.offset, len(ref.name))
    return Goto(ref.name, indices, ref.offset)


def _invocation(call: ast.Call, scope: Scope) -> Invocation:
    arguments = tuple(compile_expr(argument, scope).run for argument in call.arguments)
    return Invocation(call.name, arguments, call.offset)
