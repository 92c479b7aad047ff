"""What can be said of a file without evaluating anything: names defined twice, references, what can be built.

LTSA finds duplicates when it reads a definition, and processes that do not exist when it composes a target. Duplicates
are reported together with the syntax errors; a name that nothing defines, or that only MTSA could make, spoils the
definitions that mention it, those that mention these, and so on, but not the others of the file. For a misspelt name
there is a guess what was meant. What depends on values, such as the number of arguments or an index out of range, is
left to the compiler, because LTSA accepts a file whose faulty part is never compiled.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.text.cursor import MAX_ERRORS, shorten

_MAX_LENGTH = 80
_MAX_CANDIDATES = 300


def suggestion(name: str, known: Collection[str]) -> str:
    """A hint with the nearest of the known names, empty when none is near.

    Long names and crowds of names are not compared: that would cost more than the hint is worth.
    """
    if len(name) > _MAX_LENGTH:
        return ""
    folded = {k.lower(): k for k in islice(known, _MAX_CANDIDATES) if len(k) <= _MAX_LENGTH}
    near = difflib.get_close_matches(name.lower(), sorted(folded), n=1, cutoff=0.7)
    return f"did you mean '{folded[near[0]]}'?" if near else ""


Behaviour = ast.ProcessDef | ast.ImportDef | ast.AssertDef | ast.CompositeDef
_MAX_LISTED = 6
"""How many systems a hint lists."""


def is_behaviour(definition: ast.Definition) -> bool:
    """Whether a definition can stand in a composition: LTSA turns constraints into processes too."""
    if isinstance(definition, ast.AssertDef):
        return definition.kind != "assert"
    return isinstance(definition, Behaviour)


def references(definition: ast.Definition) -> Iterator[ast.Call]:
    """The global processes that a definition mentions."""
    if isinstance(definition, ast.ProcessDef):
        for local in definition.locals:
            yield from _calls(local.body)
    elif isinstance(definition, ast.CompositeDef):
        yield from _instances(definition.body)


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


class Buildable:
    """Tells the definitions of a file that can be built from those that cannot."""

    def __init__(self, definitions: Sequence[ast.Definition]) -> None:
        self._behaviours = [d for d in definitions if is_behaviour(d)]
        self._composites = [d for d in self._behaviours if isinstance(d, ast.CompositeDef)]

    def default(self) -> ast.CompositeDef | None:
        """The last composite that can be built; the last one if none can be, None if there are none."""
        return next((d for d in reversed(self._composites) if self.missing(d) is None), self.last())

    def last(self) -> ast.CompositeDef | None:
        """The last composite of the text."""
        return self._composites[-1] if self._composites else None

    def missing(self, definition: ast.Definition) -> str | None:
        """A missing name that a definition needs."""
        return self._missing.get(definition.offset)

    def hint(self) -> str:
        """The systems that can be checked instead: composites, or processes where there are none."""
        names = self._names(self._composites) or self._names(self._behaviours)
        more = "…, " if len(names) > _MAX_LISTED else ""
        listed = more + ", ".join(map(shorten, names[-_MAX_LISTED:]))
        return f"check one that can be built (--system NAME): {listed}" if names else ""

    def _names(self, definitions: Sequence[ast.Definition]) -> list[str]:
        return [d.name for d in definitions if self.missing(d) is None]

    @cached_property
    def _missing(self) -> dict[int, str]:
        """The definitions that cannot be built, by their offset, each with a missing name."""
        users, targets = self._users(), self._targets()
        pending = [(name, name) for name in users if name not in targets]
        found: dict[int, str] = {}
        while pending:
            name, cause = pending.pop()
            for user in users.get(name, ()):
                if user.offset not in found:
                    found[user.offset] = cause
                    if targets[user.name] is user:
                        pending.append((user.name, cause))
        return found

    def _targets(self) -> dict[str, ast.Definition]:
        """What a reference by each name means: a process goes before a composite of the same name."""
        return {d.name: d for d in sorted(self._behaviours, key=lambda d: not isinstance(d, ast.CompositeDef))}

    def _users(self) -> dict[str, list[ast.Definition]]:
        """For each name the definitions that mention it."""
        users: dict[str, list[ast.Definition]] = {}
        for definition in self._behaviours:
            for call in references(definition):
                users.setdefault(call.name, []).append(definition)
        return users


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
