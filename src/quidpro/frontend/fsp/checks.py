"""What can be said of a file without evaluating anything: names defined twice, processes that do not exist.

LTSA finds these when it reads a definition (duplicates) or when it composes a target (unknown processes).
Duplicates are reported together with the syntax errors; an unknown process spoils only what needs it. What depends
on values, such as the number of arguments or an index out of range, is left to the compiler, because LTSA accepts a
file whose faulty part is never compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.references import is_behaviour, references, suggestion
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


def check(spec: ast.Spec, source: Source) -> list[Diagnostic]:
    """Names that are defined twice, and processes that cannot have indices."""
    checker = _Checker(source)
    checker.duplicates(spec.definitions)
    for definition in spec.definitions:
        if isinstance(definition, ast.ProcessDef):
            checker.process(definition)
        elif isinstance(definition, ast.CompositeDef):
            checker.params(definition.params)
    return checker.found


def dangling(spec: ast.Spec, source: Source, unread: frozenset[str]) -> list[Diagnostic]:
    """References to processes that do not exist; ``unread`` are names about which nothing is known.

    What was left out counts as known: a warning has told of it.
    """
    left_out = {d.name for d in spec.definitions if isinstance(d, ast.LeftOutDef)}
    known = {d.name for d in spec.definitions if is_behaviour(d)} | left_out | unread
    found: list[Diagnostic] = []
    for call in (call for definition in spec.definitions for call in references(definition)):
        if call.name not in known:
            hint = suggestion(call.name, known) if len(found) < MAX_ERRORS else ""
            found.append(Diagnostic(no_process(call.name), source, call.offset, len(call.name), hint))
    return found


def no_process(name: str) -> str:
    """The complaint about a process that does not exist."""
    return f"there is no process '{shorten(name)}'"


def _table(definition: ast.Definition) -> str:
    if isinstance(definition, ast.AssertDef) and definition.kind != "assert":
        return "constraint or ltl_property"
    return _TABLES[type(definition)]


@dataclass
class _Checker:
    source: Source
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
        self.params(definition.params)
        if definition.locals[0].indices:
            name = shorten(definition.name)
            hint = f"start it with one of its local processes: {name} = {name}[…], {name}[…] = …"
            self.error(f"process '{name}' cannot have indices", definition.name, definition.offset, hint)
        seen: dict[tuple[str, str], int] = {}
        for local in definition.locals:
            if not local.indices:
                self._once(seen, "local process", local.name, local.offset)

    def params(self, params: Sequence[ast.Param]) -> None:
        seen: dict[tuple[str, str], int] = {}
        for param in params:
            self._once(seen, "parameter", param.name, param.offset)
