"""Specifications of the text to those of the flat model."""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.core.source import Source
from quidpro.flat.expr import Expr
from quidpro.flat.formula import BRANCHING, LINEAR, Atom, Formula, Temporal, invariant_of
from quidpro.flat.model import FlatModel, Span, Spec, SpecKind
from quidpro.flat.walk import has_next, variables
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.elaborate import Elaborator
from quidpro.frontend.smv.lexer import without_comments
from quidpro.frontend.smv.meaning import Scope
from quidpro.frontend.smv.typed import mistake

MAX_DEPTH = 200
_KINDS: dict[str, SpecKind] = {"LTLSPEC": "ltl", "INVARSPEC": "invariant", "COMPUTE": "compute", "PSLSPEC": "psl"}


class Specifications:
    """Translates specifications and numbers those without a name."""

    def __init__(self, model: FlatModel, elaborator: Elaborator) -> None:
        self._model = model
        self._elaborator = elaborator
        self._names: set[str] = set()

    def add(self, item: ast.Specification, scope: Scope) -> None:
        """One specification, as it reads in an instance."""
        if item.context is not None:
            scope = self._context(item.context, scope)
        self._model.specs.append(self.read(item, scope, self._model.source))

    def _context(self, node: ast.Node, scope: Scope) -> Scope:
        """The instance after IN; ``main`` is the whole model unless something else is called so."""
        if node.op == "name" and node.value == "main" and "main" not in scope.symbols:
            while scope.parent is not None:
                scope = scope.parent
            return scope
        found = self._elaborator.meaning(node, scope)
        if not isinstance(found, Scope):
            raise mistake(node, "IN must be followed by the name of an instance")
        return found

    def read(self, item: ast.Specification, scope: Scope, source: Source) -> Spec:
        """What a specification of a text means, which may be another one than that of the model."""
        formula = None if item.body is None else self._formula(item.body, scope)
        kind = _KINDS.get(item.section, "ctl")
        refusal = "only the parts of PSL that are LTL or CTL are understood" if formula is None else ""
        if formula is not None:
            kind = self._check_kind(item, kind, formula)
        invariant, text = _invariant(kind, formula), _text(source, item)
        if item.asked:
            text = f"{item.section} {text}"
        return Spec(
            "invariant" if invariant is not None else kind,
            item.section,
            text if item.asked else self._name(item, scope),
            text,
            Span(source, item.start, min(item.end - item.start, 80)),
            formula,
            invariant,
            scope.path,
            refusal,
            item.asked,
        )

    def _formula(self, body: ast.Node, scope: Scope) -> Formula:
        return self._elaborator.typist.formula(self._elaborator.meaning(body, scope), body)

    def _name(self, item: ast.Specification, scope: Scope) -> str:
        """The name given, or spec1, spec2, …; unique among all."""
        number = len(self._model.specs) + 1
        name = scope.qualified(item.name) if item.name else f"spec{number}"
        while name in self._names:
            name = f"{name}#{number}"
        self._names.add(name)
        return name

    def _check_kind(self, item: ast.Specification, kind: SpecKind, formula: Formula) -> SpecKind:
        """The logic of a formula: its operators must be of one, and of the one that the section wants."""
        used = {part.op for part in _parts(formula) if isinstance(part, Temporal)}
        branching, linear = bool(used & BRANCHING), bool(used & LINEAR)
        assert item.body is not None
        if _is_deep(formula):
            raise mistake(item.body, f"temporal operators are nested more than {MAX_DEPTH} deep")
        if kind == "psl":
            kind = "ctl" if branching else "ltl"
        if branching and linear:
            raise mistake(item.body, "operators of CTL (AG, EF, …) and LTL (G, F, …) cannot be mixed")
        if branching and kind != "ctl":
            message = f"operators of CTL (AG, EF, …) cannot stand in {item.section}"
            raise mistake(item.body, message, _use(item, "CTLSPEC"))
        if linear and kind != "ltl":
            message = f"operators of LTL (G, F, …) cannot stand in {item.section}"
            raise mistake(item.body, message, _use(item, "LTLSPEC"))
        if kind not in ("invariant", "ltl"):
            self._check_moments(item.body, formula)
        return kind

    def _check_moments(self, body: ast.Node, formula: Formula) -> None:
        """Only INVARSPEC and, as in nuXmv, LTLSPEC may look at a step with next."""
        for part in _parts(formula):
            for found in variables(part.expr) if isinstance(part, Atom) else ():
                if found.next:
                    hint = "use INVARSPEC or LTLSPEC"
                    raise mistake(body, f"next({found.name}) cannot stand in this specification", hint)


def _use(item: ast.Specification, section: str) -> str:
    """What to use instead; beside a file there are options for it."""
    return f"use {section} (--{section.removesuffix('SPEC').lower()})" if item.asked else f"use {section}"


def _invariant(kind: SpecKind, formula: Formula | None) -> Expr | None:
    if formula is None or kind == "compute":
        return None
    if kind == "invariant" and isinstance(formula, Atom):
        return formula.expr
    found = invariant_of(formula)
    return None if found is not None and has_next(found) else found


def _parts(formula: Formula) -> Iterator[Formula]:
    stack: list[Formula] = [formula]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, Temporal):
            stack.extend(part.args)


def _is_deep(formula: Formula) -> bool:
    """Whether a formula nests too deep to be walked by recursion."""
    level: list[Formula] = [formula]
    for _ in range(MAX_DEPTH):
        level = [arg for part in level if isinstance(part, Temporal) for arg in part.args]
        if not level:
            return False
    return True


def _text(source: Source, item: ast.Specification) -> str:
    """The formula as it was written, on one line, without comments."""
    return without_comments(source.text[item.start : item.end]).removesuffix(";")
