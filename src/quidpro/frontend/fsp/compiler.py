"""Compiles the named parts of a file and keeps what it has compiled: ``P``, ``P(3)``, sub-composites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import no_process
from quidpro.frontend.fsp.definitions import FileDefinitions
from quidpro.frontend.fsp.imports import read_import
from quidpro.frontend.fsp.linking import link
from quidpro.frontend.fsp.names import suggestion
from quidpro.frontend.fsp.primitive import finish_process
from quidpro.frontend.fsp.process import Draft, Request, draft_process
from quidpro.frontend.fsp.references import Buildable, is_behaviour
from quidpro.frontend.fsp.values import Scope, Value, compile_expr
from quidpro.frontend.text.problems import ModelError, Problems
from quidpro.lts.lts import LTS

Actuals = tuple[Value, ...] | None
"""Actual parameters, None where the text gives none and the defaults hold."""

Key = tuple[str, Actuals]
Parametric = ast.ProcessDef | ast.CompositeDef | ast.AssertDef
Process = ast.ProcessDef | ast.ImportDef | ast.AssertDef
Machine = Process | ast.CompositeDef


def written(name: str, actuals: Actuals) -> str:
    """How LTSA writes an instance: ``P`` or ``P(1,a)``."""
    return name if actuals is None else f"{name}({','.join(map(str, actuals))})"


class Compiler:
    """Everything known about one file. The builders of composites and constraints are set from outside."""

    build_composite: Callable[[ast.CompositeDef, Actuals, Budget], LTS]
    build_constraint: Callable[[ast.AssertDef, Actuals, Budget], LTS]

    def __init__(self, spec: ast.Spec, source: Source, folder: Path | None) -> None:
        self.source = source
        self.folder = folder
        self.spec = spec
        self.problems = Problems(source)
        self.definitions = FileDefinitions(spec, self.problems)
        self.composites = {d.name: d for d in spec.definitions if isinstance(d, ast.CompositeDef)}
        self.processes: dict[str, Process] = {
            d.name: d for d in spec.definitions if isinstance(d, Process) and is_behaviour(d)
        }
        self.buildable = Buildable(spec.definitions)
        self._left_out = {d.name: d for d in spec.definitions if isinstance(d, ast.LeftOutDef)}
        self._known: dict[Key, LTS] = {}

    def scope(self, definition: Parametric, actuals: Actuals, offset: int) -> Scope:
        """The scope of a definition's body; ``offset`` is where it is used."""
        if actuals is not None and len(actuals) != len(definition.params):
            raise ModelError(
                f"'{definition.name}' takes {len(definition.params)} parameters, not {len(actuals)}",
                offset,
                len(definition.name),
                self._declared(definition),
            )
        outside = Scope(self.definitions, self.problems, {})
        values = (
            [compile_expr(param.default, outside).run(()) for param in definition.params]
            if actuals is None
            else actuals
        )
        return Scope(
            self.definitions,
            self.problems,
            {param.name: value for param, value in zip(definition.params, values, strict=True)},
        )

    def _declared(self, definition: Parametric) -> str:
        params = ", ".join(param.name for param in definition.params)
        return f"it is defined as {definition.name}({params})" if params else f"write {definition.name} alone"

    def lookup(self, name: str, offset: int) -> Machine:
        """The definition that a reference means; a process goes before a composite of the same name."""
        found = self.processes.get(name) or self.composites.get(name)
        if found is None:
            raise self._undefined(name, offset)
        return found

    def _undefined(self, name: str, offset: int) -> ModelError:
        if (left_out := self._left_out.get(name)) is not None:
            line = self.source.position(left_out.offset)[0]
            message = f"'{name}' is not there: it is the {left_out.word} of line {line}, which only MTSA can make"
            return ModelError(message, offset, len(name), self.buildable.hint())
        meant = suggestion(name, [*self.processes, *self.composites])
        hints = [hint for hint in (meant, self.buildable.hint()) if hint]
        return ModelError(no_process(name), offset, len(name), " or ".join(hints))

    def machine(self, name: str, actuals: Actuals, offset: int, budget: Budget) -> LTS:
        """A process, import, composite or constraint as one LTS."""
        found = self._known.get((name, actuals))
        return self._compiled(Request(name, actuals, offset), budget) if found is None else found

    def _compiled(self, wanted: Request, budget: Budget) -> LTS:
        """Compile a process after those that its sequences need, on a stack that may go deep."""
        stack = [(wanted, self._draft(wanted, budget))]
        while stack:
            request, draft = stack[-1]
            missing = None if draft is None else self._missing(draft)
            if missing is None:
                self._known[_key(request)] = self._build(request, draft, budget)
                stack.pop()
            elif any(_key(missing) == _key(other) for other, _ in stack):
                raise ModelError(
                    f"'{written(*_key(missing))}' runs itself in sequence and never ends",
                    missing.offset,
                    len(missing.name),
                    "refer to a local process instead, without ';'",
                )
            elif len(stack) > _DEEPEST:
                raise ModelError(f"sequences of processes nest more than {_DEEPEST} deep here", missing.offset)
            else:
                stack.append((missing, self._draft(missing, budget)))
        return self._known[_key(wanted)]

    def _draft(self, request: Request, budget: Budget) -> Draft | None:
        definition = self.lookup(request.name, request.offset)
        if not isinstance(definition, ast.ProcessDef):
            return None
        return draft_process(definition, self.scope(definition, request.actuals, request.offset), budget)

    def _missing(self, draft: Draft) -> Request | None:
        return next((request for request in draft.requests() if _key(request) not in self._known), None)

    def _build(self, request: Request, draft: Draft | None, budget: Budget) -> LTS:
        definition = self.lookup(request.name, request.offset)
        before = self.problems.count
        match definition:
            case ast.ProcessDef():
                assert draft is not None
                lts, is_error = link(draft, lambda wanted: self._known[_key(wanted)])
                scope = self.scope(definition, request.actuals, request.offset)
                lts = finish_process(lts, is_error, definition, scope, budget)
                self.problems.give_up(before, request.offset)
            case ast.ImportDef():
                lts = read_import(definition, self.source, self.folder)
            case ast.CompositeDef():
                self.scope(definition, request.actuals, request.offset)
                lts = self.build_composite(definition, request.actuals, budget)
            case ast.AssertDef():
                lts = self.build_constraint(definition, request.actuals, budget)
        return lts.named(written(*_key(request)))


_DEEPEST = 1_000


def _key(request: Request) -> Key:
    return request.name, request.actuals


def values_of(arguments: Sequence[ast.Expr], scope: Scope, frame: tuple[Value, ...]) -> Actuals:
    """The actual parameters of a call, None when it has none."""
    return tuple(compile_expr(argument, scope).run(frame) for argument in arguments) or None
