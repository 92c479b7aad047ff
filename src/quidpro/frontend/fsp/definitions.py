"""The constants, ranges and sets of a file, evaluated when they are first used."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import bounds, compile_set
from quidpro.frontend.fsp.values import Scope, Value, compile_expr
from quidpro.frontend.text.problems import ModelError, Problems


class FileDefinitions:
    """Looks up constants, ranges and sets; a definition may come after its use but not depend on itself."""

    def __init__(self, spec: ast.Spec, problems: Problems) -> None:
        self._constants = {d.name: d for d in spec.definitions if isinstance(d, ast.ConstDef)}
        self._ranges = {d.name: d for d in spec.definitions if isinstance(d, ast.RangeDef)}
        self._sets = {d.name: d for d in spec.definitions if isinstance(d, ast.SetDef)}
        self._scope = Scope(self, problems, {})
        self._values: dict[str, Value] = {}
        self._members: dict[str, range] = {}
        self._labels: dict[str, tuple[str, ...]] = {}
        self._busy: set[str] = set()

    def known(self) -> Iterable[str]:
        """All names of constants, ranges and sets."""
        return [*self._constants, *self._ranges, *self._sets]

    def domain_above(self, name: str, offset: int) -> bool:
        """Whether a set or range of this name is defined above a place of the text."""
        found = (self._sets.get(name), self._ranges.get(name))
        return any(d is not None and d.offset < offset for d in found)

    def constant(self, name: str) -> Value | None:
        """The value of a constant, None when there is no such constant."""
        if name not in self._values and (found := self._constants.get(name)) is not None:
            with _Busy(self._busy, found):
                self._values[name] = compile_expr(found.value, self._scope).run(())
        return self._values.get(name)

    def range(self, name: str) -> range | None:
        """The members of a named range."""
        if name not in self._members and (found := self._ranges.get(name)) is not None:
            with _Busy(self._busy, found):
                low = compile_expr(found.range.low, self._scope).run(())
                high = compile_expr(found.range.high, self._scope).run(())
                self._members[name] = bounds(low, high, found.range.offset)
        return self._members.get(name)

    def set(self, name: str) -> tuple[str, ...] | None:
        """The labels of a named set."""
        if name not in self._labels and (found := self._sets.get(name)) is not None:
            with _Busy(self._busy, found):
                members = compile_set(found.set, self._scope).members(())
                self._labels[name] = tuple(map(str, members))
        return self._labels.get(name)


class _Busy:
    """Marks a definition as being evaluated, so that one that needs itself is found out."""

    def __init__(self, busy: set[str], definition: ast.ConstDef | ast.RangeDef | ast.SetDef) -> None:
        self._busy, self._name, self._offset = busy, definition.name, definition.offset

    def __enter__(self) -> None:
        if self._name in self._busy:
            raise ModelError(f"the definition of '{self._name}' depends on itself", self._offset, len(self._name))
        self._busy.add(self._name)

    def __exit__(self, *_: object) -> None:
        self._busy.discard(self._name)
