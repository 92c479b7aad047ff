"""Assertions expanded to negation normal form over actions and fluents; safety formulas that stand in a composition.

As in LTSA a ``constraint`` or ``ltl_property`` speaks only of what it mentions, so that ``X`` is the next of these
actions. A constraint is the process that does nothing that would breach the formula; it can prevent steps, not that a
run stops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Actuals, Compiler, instance_name, values_of
from quidpro.frontend.fsp.labels import compile_label, compile_parts, labels_of
from quidpro.frontend.fsp.values import Frame, Scope, compile_expr
from quidpro.frontend.text.problems import ModelError, did_you_mean
from quidpro.logic.ltl import Assertion, Fluent, Junction, Literal, Next, Normal, Release, Truth, Until, actions_of
from quidpro.lts.lts import LTS
from quidpro.lts.ops import reachable, strip_error
from quidpro.lts.safety import safety_automaton


class Expander:
    """Expands the assertions of a file; with ``safety_only``, what is not a safety formula by its form is refused."""

    def __init__(self, compiler: Compiler, *, safety_only: bool = True) -> None:
        self.compiler = compiler
        self.safety_only = safety_only
        self._fluents = {d.name: d for d in compiler.spec.definitions if isinstance(d, ast.FluentDef)}
        formulas = [d for d in compiler.spec.definitions if isinstance(d, ast.AssertDef)]
        self._asserts = {d.name: d for d in sorted(formulas, key=lambda d: d.kind == "assert")}
        self._known: dict[str, dict[str, Fluent]] = {}
        self._busy: list[str] = []

    def expand(self, definition: ast.AssertDef, actuals: Actuals, offset: int, positive: bool = True) -> Normal:
        """The normal form of an assertion under its parameters, or of its negation."""
        if definition.name in self._busy:
            raise ModelError(f"assertion '{definition.name}' depends on itself", offset, len(definition.name))
        self._busy.append(definition.name)
        try:
            scope = self.compiler.scope(definition, actuals, offset)
            return self._formula(definition.formula, scope, (), positive)
        finally:
            self._busy.pop()

    def _formula(self, formula: ast.Formula, scope: Scope, frame: Frame, positive: bool) -> Normal:
        """The normal form of a formula, or of its negation."""
        match formula:
            case ast.Atom(label):
                actions = frozenset(name for name, _ in compile_label(label, scope)[0].expand(frame))
                return Literal(actions, positive)
            case ast.Rigid(value):
                number = compile_expr(value, scope).run(frame)
                return Truth((isinstance(number, int) and number > 0) == positive)
            case ast.FluentRef():
                return self._reference(formula, scope, frame, positive)
            case ast.Quantified(op, binders, body, offset=offset):
                code, inside = compile_parts(binders, scope, offset)
                parts = [self._formula(body, inside, bound, positive) for _, bound in code.expand(frame)]
                return _join((op == "forall") == positive, parts)
            case ast.Temporal(op, operands, offset=offset):
                return self._temporal(op, operands, offset, lambda f, p: self._formula(f, scope, frame, p), positive)

    def _temporal(
        self,
        op: str,
        operands: tuple[ast.Formula, ...],
        offset: int,
        normal: Callable[[ast.Formula, bool], Normal],
        positive: bool,
    ) -> Normal:
        first, last = operands[0], operands[-1]
        match op:
            case "!":
                return normal(first, not positive)
            case "X":
                return Next(normal(first, positive))
            case "&&" | "||":
                return Junction((op == "&&") == positive, normal(first, positive), normal(last, positive))
            case "->":
                return Junction(not positive, normal(first, not positive), normal(last, positive))
            case "<->":
                same = Junction(True, normal(first, True), normal(last, positive))
                return Junction(False, same, Junction(True, normal(first, False), normal(last, not positive)))
            case "[]" if positive:
                return Release(Truth(False), normal(first, True))
            case "<>" if not positive:
                return Release(Truth(False), normal(first, False))
            case "W" if positive:
                left, right = normal(first, True), normal(last, True)
                return Release(right, Junction(False, left, right))
            case "U" if not positive:
                return Release(normal(first, False), normal(last, False))
        if self.safety_only:
            raise _not_safety(op, positive, offset)
        if op in ("<>", "[]"):
            return Until(Truth(True), normal(first, positive))
        left, right = normal(first, positive), normal(last, positive)
        return Until(left, right) if op == "U" else Until(right, Junction(True, left, right))

    def _reference(self, ref: ast.FluentRef, scope: Scope, frame: Frame, positive: bool) -> Normal:
        if (fluent := self._fluents.get(ref.name)) is not None:
            code, _ = compile_parts(ref.indices, scope, ref.offset)
            names = [f"{ref.name}.{text}" if ref.indices else ref.name for text, _ in code.expand(frame)]
            return _join(not positive, [Literal(self._fluent(fluent, n, ref), positive) for n in names])
        if (labels := scope.definitions.set(ref.name)) is not None:
            return Literal(frozenset(labels), positive)
        if (definition := self._asserts.get(ref.name)) is None:
            hint = did_you_mean(ref.name, [*self._fluents, *self._asserts])
            raise ModelError(f"'{ref.name}' is neither a fluent nor an assertion", ref.offset, len(ref.name), hint)
        return self.expand(definition, values_of(ref.arguments, scope, frame), ref.offset, positive)

    def _fluent(self, definition: ast.FluentDef, name: str, ref: ast.FluentRef) -> Fluent:
        instances = self._known.get(definition.name)
        if instances is None:
            self._known[definition.name] = instances = {f.name: f for f in self._instances(definition)}
        if name not in instances:
            raise ModelError(f"there is no fluent '{name}'", ref.offset, len(ref.name), "check its indices")
        return instances[name]

    def _instances(self, definition: ast.FluentDef) -> Iterable[Fluent]:
        scope = Scope(self.compiler.definitions, self.compiler.problems, {})
        code, inside = compile_parts(definition.indices, scope, definition.offset)
        for text, frame in code.expand(()):
            on = labels_of(definition.initiating, inside, frame)
            off = labels_of(definition.terminating, inside, frame)
            if both := on & off:
                message = f"'{min(both)}' both initiates and terminates fluent '{definition.name}'"
                raise ModelError(message, definition.offset, len(definition.name))
            first = 0 if definition.initially is None else compile_expr(definition.initially, inside).run(frame)
            name = f"{definition.name}.{text}" if definition.indices else definition.name
            yield Fluent(name, on, off, isinstance(first, int) and first > 0)


def _not_safety(op: str, positive: bool, offset: int) -> ModelError:
    """The complaint about an operator that promises something for the future."""
    what = f"'{op}'" if positive else f"a negated '{op}'"
    return ModelError(
        f"this is not a safety formula: {what} says that something must happen",
        offset,
        len(op),
        "a safety formula has only [], W, X and boolean operators",
    )


def _join(is_and: bool, parts: list[Normal]) -> Normal:
    """All of the parts, or one of them; as a tree that is not deep."""
    if len(parts) < 2:
        return parts[0] if parts else Truth(is_and)
    half = len(parts) // 2
    return Junction(is_and, _join(is_and, parts[:half]), _join(is_and, parts[half:]))


def build_constraint(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget) -> LTS:
    """An ``ltl_property`` as its error LTS; a ``constraint`` as the process that never does anything else."""
    assertion = safety_assertion(compiler, definition, actuals)
    assert assertion.observed is not None
    name = definition.name
    try:
        lts = safety_automaton(assertion.formula, sorted(assertion.observed), budget).lts
    except TooManyStates:
        raise ModelError(f"the automaton of '{name}' is too big", definition.offset, len(name)) from None
    return reachable(strip_error(lts)) if definition.kind == "constraint" else lts


def safety_assertion(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals) -> Assertion:
    """A safety formula as an assertion about the actions that it mentions."""
    formula = Expander(compiler).expand(definition, actuals, definition.offset)
    actions = set(actions_of(formula))
    if definition.extension is not None:
        actions |= labels_of(definition.extension, compiler.scope(definition, actuals, definition.offset))
    return Assertion(instance_name(definition.name, actuals), formula, observed=frozenset(actions))


def error_lts_suffices(assertion: Assertion, known: Collection[str], budget: Budget) -> bool:
    """Whether the error LTS of a safety formula says the same as the formula, among processes with these actions.

    It does not where a run that stops breaches the formula, or where the LTS does what no process has.
    """
    observed = assertion.observed or frozenset()
    found = safety_automaton(assertion.formula, sorted(observed), budget)
    return observed.issubset(known) and not (found.breached_by_stopping or found.breached_by_idling)
