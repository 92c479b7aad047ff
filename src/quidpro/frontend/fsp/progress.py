"""Progress definitions: one test for each value of the indices, named ``READ.1``, ``READ.2``."""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import compile_parts, compile_set
from quidpro.frontend.fsp.values import Frame, Scope
from quidpro.lts.system import Progress


def progress_tests(definition: ast.ProgressDef, scope: Scope) -> Iterator[Progress]:
    """The tests of a definition. Their actions are exact names: progress does not match prefixes."""
    indices, inside = compile_parts(definition.indices, scope, definition.offset)
    for text, frame in indices.expand(()):
        name = f"{definition.name}.{text}" if definition.indices else definition.name
        condition = None if definition.condition is None else _actions(definition.condition, inside, frame)
        yield Progress(name, _actions(definition.actions, inside, frame), condition)


def _actions(labels: ast.LabelSet, scope: Scope, frame: Frame) -> frozenset[str]:
    return frozenset(map(str, compile_set(labels, scope).members(frame)))
