"""A loaded SMV file."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from quidpro.core.displayed import Displayed
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.flat.expr import Expr
from quidpro.flat.formula import BRANCHING, LINEAR
from quidpro.flat.model import FlatModel
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.flatten import flatten
from quidpro.frontend.smv.parser import parse, parse_expression


class SmvModel(Displayed, world="symbolic"):
    """A model of the symbolic world; its flat form is made when it is asked for first, and kept."""

    world: Literal["symbolic"] = "symbolic"

    def __init__(self, source: Source) -> None:
        self.source = source
        self._modules = parse(source)

    def flat(self) -> FlatModel:
        """The flattened model; raises InputError with everything that is wrong."""
        return self._flat

    @cached_property
    def _flat(self) -> FlatModel:
        return flatten(self._modules, self.source, self.name)

    def condition(self, source: Source) -> Expr:
        """What a boolean expression of another text means inside main; raises InputError about that text.

        It is read as the only specification of the model, which is known to be right otherwise.
        """
        body = parse_expression(source)
        _reject_temporal(body, source)
        asked = ast.Specification("INVARSPEC", "", body, None, 0, len(source.text), offset=0)
        modules = []
        for module in self._modules:
            items = [item for item in module.items if not isinstance(item, ast.Specification)]
            modules.append(replace(module, items=[*items, *([asked] if module.name == "main" else [])]))
        (spec,) = flatten(modules, source, self.name).specs
        assert spec.invariant is not None
        return spec.invariant

    @property
    def name(self) -> str:
        """What the model is called: its file's name without the suffix."""
        return Path(self.source.name).stem

    @property
    def components(self) -> tuple[str, ...]:
        """The instances inside main, as a split names them; like all that follows, read off the flat form."""
        return tuple(instance.path for instance in self._flat.instances() if instance.path)

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the specifications."""
        return tuple(spec.name for spec in self._flat.specs)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted."""
        return tuple(self._flat.warnings)

    def __repr__(self) -> str:
        return sized("SmvModel", self.name, counted(len(self._modules), "module"))


def _reject_temporal(body: ast.Node, source: Source) -> None:
    stack = [body]
    while stack:
        node = stack.pop()
        if node.op in BRANCHING or node.op in LINEAR:
            message = "this is about one state, so that temporal operators cannot stand in it"
            raise InputError([Diagnostic(message, source, node.offset, node.length, "leave out AG, or G")])
        stack.extend(node.args)


def load_smv(source: Source) -> SmvModel:
    """Parse a text; raises InputError with everything that cannot be read."""
    return SmvModel(source)
