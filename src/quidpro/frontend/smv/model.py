"""A loaded SMV file."""

from __future__ import annotations

from collections.abc import Iterable
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
from quidpro.flat.model import FlatModel, Spec
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.flatten import Flattened, flatten
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
    def _flattened(self) -> Flattened:
        return flatten(self._modules, self.source, self.name)

    @property
    def _flat(self) -> FlatModel:
        return self._flattened.model

    def asking(self, questions: Iterable[tuple[str, Source]]) -> FlatModel:
        """The flat model with more specifications behind its own: sections, such as LTLSPEC, with formulas about main.

        Raises InputError with everything that is wrong with them. A question is there once, however often it is asked.
        """
        found: dict[str, Spec] = {}
        wrong: list[Diagnostic] = []
        for section, source in questions:
            try:
                spec = self._question(section, parse_expression(source), source)
                found.setdefault(spec.name, spec)
            except InputError as error:
                wrong += error.diagnostics
        if wrong:
            raise InputError(wrong)
        return replace(self._flat, specs=[*self._flat.specs, *found.values()]) if found else self._flat

    def condition(self, source: Source) -> Expr:
        """What a boolean expression of another text means inside main; raises InputError about that text."""
        body = parse_expression(source)
        _reject_temporal(body, source)
        invariant = self._question("INVARSPEC", body, source).invariant
        assert invariant is not None
        return invariant

    def _question(self, section: str, body: ast.Node, source: Source) -> Spec:
        item = ast.Specification(section, "", body, None, 0, len(source.text), asked=True, offset=0)
        return self._flattened.question(item, source)

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


ASKED_SECTIONS = ("INVARSPEC", "LTLSPEC", "CTLSPEC")
"""What a question can be that does not stand in the file."""


def asked_formula(name: str) -> tuple[str, str]:
    """The section and the formula of a question that does not stand in the file, by its name; else two empty texts."""
    section, _, formula = name.partition(" ")
    return (section, formula) if section in ASKED_SECTIONS and formula.strip() else ("", "")


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
