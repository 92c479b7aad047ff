"""What can be said of a file without evaluating anything: names defined twice, processes that do not exist.

LTSA finds these when it reads a definition (duplicates) or when it composes a target (unknown processes);
here they are all reported together with the syntax errors. What depends on values, such as the number of
arguments or an index out of range, is left to the compiler, because LTSA accepts a file whose faulty part is
never compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.names import suggestion
from quidpro.frontend.text.cursor import MAX_ERRORS
from quidpro.frontend.text.tokens import shorten

_TABLES: dict[type[object], str] = {
    ast.ConstDef: "constant",
    ast.RangeDef: "range",
    ast.SetDef: "set",
    ast.ProcessDef: "process",
    ast.ImportDef: "process",
    ast.CompositeDef: "composite process",
    ast.LeftOutDef: "composite process",
    ast.ProgressDef: "progress property",
    ast.MenuDef: "menu",
    ast.FluentDef: "fluent",
    ast.AssertDef: "assertion",
}
"""Names must differ within a table; LTSA lets a constant and a set share a name, and an assert and a constraint."""

_BEHAVIOURS = ("process", "composite process")


def check(spec: ast.Spec, source: Source, unread: frozenset[str] = frozenset()) -> list[Diagnostic]:
    """Everything wrong with the names of a file; ``unread`` are names about which nothing is known."""
    checker = _Checker(source, _processes(spec) | unread)
    checker.duplicates(spec.definitions)
    for definition in spec.definitions:
        if isinstance(definition, ast.ProcessDef):
            checker.process(definition)
        elif isinstance(definition, ast.CompositeDef):
            checker.composite(definition)
    return checker.found


def _processes(spec: ast.Spec) -> frozenset[str]:
    """Names that may stand in a composition: LTSA turns constraints into processes too.

    What is left out counts, because a file may be fine but for the composites that contain it.
    """
    kinds = (ast.ProcessDef, ast.ImportDef, ast.CompositeDef, ast.LeftOutDef)
    return frozenset(
        d.name
        for d in spec.definitions
        if isinstance(d, kinds) or (isinstance(d, ast.AssertDef) and d.kind != "assert")
    )


def _table(definition: ast.Definition) -> str:
    if isinstance(definition, ast.AssertDef) and definition.kind != "assert":
        return "constraint or ltl_property"
    return _TABLES[type(definition)]


@dataclass
class _Checker:
    source: Source
    processes: frozenset[str]
    found: list[Diagnostic] = field(default_factory=list)

    def error(self, message: str, name: str, offset: int, hint: str = "") -> None:
        self.found.append(Diagnostic(message, self.source, offset, len(name), hint))

    def duplicates(self, definitions: Iterable[ast.Definition]) -> None:
        seen: dict[tuple[str, str], int] = {}
        for d in definitions:
            self._once(seen, _table(d), d.name, d.offset)
            if isinstance(d, ast.AssertDef) and any((t, d.name) in seen for t in _BEHAVIOURS):
                self.error(f"'{shorten(d.name)}' is the name of a process already", d.name, d.offset)

    def _once(self, seen: dict[tuple[str, str], int], table: str, name: str, offset: int) -> None:
        first = seen.setdefault((table, name), offset)
        if first != offset:
            line = self.source.position(first)[0]
            hint = f"it is defined on line {line} already"
            self.error(f"{table} '{shorten(name)}' is defined twice", name, offset, hint)

    def process(self, definition: ast.ProcessDef) -> None:
        self._params(definition.params)
        if definition.locals[0].indices:
            name = shorten(definition.name)
            hint = f"start it with one of its local processes: {name} = {name}[…], {name}[…] = …"
            self.error(f"process '{name}' cannot have indices", definition.name, definition.offset, hint)
        seen: dict[tuple[str, str], int] = {}
        for local in definition.locals:
            if not local.indices:
                self._once(seen, "local process", local.name, local.offset)
            for call in _calls(local.body):
                self._known(call)

    def composite(self, definition: ast.CompositeDef) -> None:
        self._params(definition.params)
        for call in _instances(definition.body):
            self._known(call)

    def _params(self, params: Sequence[ast.Param]) -> None:
        seen: dict[tuple[str, str], int] = {}
        for param in params:
            self._once(seen, "parameter", param.name, param.offset)

    def _known(self, call: ast.Call) -> None:
        if call.name not in self.processes:
            hint = suggestion(call.name, self.processes) if len(self.found) < MAX_ERRORS else ""
            self.error(f"there is no process '{shorten(call.name)}'", call.name, call.offset, hint)


def _calls(body: ast.Body) -> Iterator[ast.Call]:
    """The global processes that a body calls in sequence."""
    pending: list[ast.Body] = [body]
    while pending:
        match pending.pop():
            case ast.Choice(branches):
                pending.extend(b.body for b in reversed(branches))
            case ast.If(_, then, otherwise):
                pending.extend(b for b in (otherwise, then) if b is not None)
            case ast.Sequence(calls, rest):
                yield from calls
                pending.append(rest)


def _instances(body: ast.CBody) -> Iterator[ast.Call]:
    """The processes that a composite is made of."""
    pending: list[ast.CBody | ast.Call] = [body]
    while pending:
        match pending.pop():
            case ast.Call() as call:
                yield call
            case ast.Instance(target):
                pending.append(target)
            case ast.Parallel(parts):
                pending.extend(reversed(parts))
            case ast.CompositeForall(_, inner):
                pending.append(inner)
            case ast.CompositeIf(_, then, otherwise):
                pending.extend(b for b in (otherwise, then) if b is not None)
