"""Composites taken apart into component machines, as LTSA does before it composes anything.

A sub-composite is flattened into its components unless it hides, has priority, or is minimal,
deterministic, a property or ``compose``: then it is composed to one machine. A flat one is composed too if a
relabelling would give two of its actions one name, since its components must not synchronise through that.
Prefixes apply before sharing, and both before relabelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from quidpro.core.budget import Budget
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Actuals, Compiler, Key, Process, instance_name, values_of
from quidpro.frontend.fsp.formulas import error_lts_suffices, safety_assertion
from quidpro.frontend.fsp.labels import compile_label, compile_parts
from quidpro.frontend.fsp.primitive import compose_parts, determinise_as_ltsa, hidden_actions, minimise_as_ltsa
from quidpro.frontend.fsp.renaming import Relation, covered_actions, images, merges, relation_of
from quidpro.frontend.fsp.trampoline import Steps, TooDeepError, run
from quidpro.frontend.fsp.values import Frame, Scope, compile_expr, is_true
from quidpro.frontend.text.problems import ModelError
from quidpro.logic.ltl import rename_actions
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property, hide, relabel
from quidpro.lts.system import Component, Priority

MAX_COMPONENTS = 10_000


@dataclass(frozen=True)
class Group:
    """A composite instance: its name, its components, and the clauses that act on their composition."""

    name: str
    components: tuple[Component, ...]
    flags: ast.Flags = field(default_factory=ast.Flags)
    priority: Priority | None = None
    hidden: frozenset[str] | None = None
    offset: int = 0
    """Where it is defined."""

    @property
    def alphabet(self) -> tuple[str, ...]:
        """All actions of all components, sorted."""
        return tuple(sorted(set().union(*(c.lts.alphabet for c in self.components))))

    @property
    def is_flat(self) -> bool:
        """Whether it may stay a list of components inside another composite."""
        flags = self.flags
        marked = flags.deterministic or flags.minimal or flags.compose or flags.property
        return not marked and self.priority is None and self.hidden is None

    def map(self, name: str, change: Callable[[Component], Component]) -> Group:
        """The same group with its components changed."""
        return replace(self, name=name, components=tuple(change(c) for c in self.components))


Item = Component | Group


class Composer:
    """Instantiates the composites of a file."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.problems = compiler.problems
        self._busy: set[Key] = set()
        self._composed: dict[Key, LTS] = {}

    def group(self, definition: ast.CompositeDef, actuals: Actuals, offset: int, budget: Budget) -> Group:
        """A composite with its components; raises ModelError or InputError."""
        try:
            found = run(self._composite(definition, actuals, offset, budget))
        except TooDeepError:
            raise self._endless(definition, offset) from None
        self.problems.check()
        group = cast(Group, found)
        if not group.components:
            raise ModelError(f"'{definition.name}' has no components", offset, len(definition.name))
        return group

    def build(self, definition: ast.CompositeDef, actuals: Actuals, budget: Budget) -> LTS:
        """A composite as one LTS."""
        return self.compose(self.group(definition, actuals, definition.offset, budget), budget)

    def compose(self, group: Group, budget: Budget) -> LTS:
        """A group as one machine: composed, hidden, determinised or minimised, made a property."""
        lts = compose_parts([c.lts for c in group.components], group.priority, budget)
        if group.hidden is not None:
            lts = hide(lts, group.hidden)
        if group.flags.deterministic or group.flags.property:
            lts = determinise_as_ltsa(lts, group.offset, self.problems, budget)
        elif group.flags.minimal:
            lts = minimise_as_ltsa(lts, True, budget)
        if group.flags.property:
            lts = complete_property(lts)
        return lts.named(group.name)

    def _composite(self, definition: ast.CompositeDef, actuals: Actuals, offset: int, budget: Budget) -> Steps:
        key = (definition.name, actuals)
        if key in self._busy:
            raise self._endless(definition, offset)
        self._busy.add(key)
        try:
            scope = self.compiler.scope(definition, actuals, offset)
            items: list[Item] = yield self._body(definition.body, scope, (), budget)
            return self._finish(definition, actuals, scope, tuple(_flatten(items)))
        finally:
            self._busy.discard(key)

    def _finish(
        self, definition: ast.CompositeDef, actuals: Actuals, scope: Scope, components: tuple[Component, ...]
    ) -> Group:
        group = Group(instance_name(definition.name, actuals), components, definition.flags, offset=definition.offset)
        alphabet = group.alphabet
        if (clause := definition.priority) is not None:
            actions = covered_actions(clause.set, alphabet, scope, "gives priority to")
            group = replace(group, priority=Priority(actions, clause.high))
        if definition.hiding is not None:
            group = replace(group, hidden=hidden_actions(alphabet, definition.hiding, scope))
        return group

    def _endless(self, definition: ast.CompositeDef, offset: int) -> ModelError:
        return ModelError(
            f"'{definition.name}' contains itself without end",
            offset,
            len(definition.name),
            "let a parameter count down and stop with 'if'",
        )

    def _body(self, body: ast.CBody, scope: Scope, frame: Frame, budget: Budget) -> Steps:
        """The items of a body, in order."""
        match body:
            case ast.Parallel(parts):
                found: list[Item] = []
                for part in parts:
                    found += yield self._body(part, scope, frame, budget)
                    self._check_count(len(found), body.offset)
                return found
            case ast.CompositeIf(condition, then, otherwise, offset=offset):
                chosen = then if is_true(compile_expr(condition, scope).run(frame), offset) else otherwise
                return [] if chosen is None else (yield self._body(chosen, scope, frame, budget))
            case ast.CompositeForall(binders, inner, offset=offset):
                code, inside = compile_parts(binders, scope, offset)
                found = []
                for _, bound in code.expand(frame):
                    budget.check()
                    found += yield self._body(inner, inside, bound, budget)
                    self._check_count(len(found), offset)
                return found
            case ast.Instance():
                try:
                    return (yield self._instance(body, scope, frame, budget))
                except ModelError as fault:
                    self.problems.add(fault)
                    return []

    def _check_count(self, count: int, offset: int) -> None:
        if count > MAX_COMPONENTS:
            raise ModelError(
                f"more than {MAX_COMPONENTS:,} components in one composite",
                offset,
                hint="use smaller ranges or sets; a few copies often show the same behaviour",
            )

    def _instance(self, body: ast.Instance, scope: Scope, frame: Frame, budget: Budget) -> Steps:
        """``share::prefix:P/{…}``."""
        budget.check()
        shares: list[str] = []
        if body.share is not None:
            shares = [name for name, _ in compile_label(body.share, scope)[0].expand(frame)]
        items: list[Item] = yield self._prefix(body, scope, frame, budget)
        if shares:
            items = [_add_prefixes(item, f"{{{','.join(shares)}}}::", shares) for item in items]
        if body.relabels:
            relation = relation_of(body.relabels, _alphabet(items), scope, frame)
            items = [self._relabel(item, relation, budget) for item in items]
        return items

    def _relabel(self, item: Item, relation: Relation, budget: Budget) -> Item:
        def change(component: Component) -> Component:
            return _with_images(component, images(component.lts.alphabet, relation))

        if isinstance(item, Component):
            return change(item)
        alphabet = item.alphabet
        if len(item.components) > 1 and merges(alphabet, images(alphabet, relation)):
            return change(Component(item.name, self._one_machine(item, budget)))
        return item.map(item.name, change)

    def _prefix(self, body: ast.Instance, scope: Scope, frame: Frame, budget: Budget) -> Steps:
        if body.prefix is None:
            return (yield self._target(body.target, scope, frame, budget))
        found: list[Item] = []
        code, inside = compile_label(body.prefix, scope)
        self._check_count(code.count(frame), body.offset)
        for name, bound in code.expand(frame):
            items: list[Item] = yield self._target(body.target, inside, bound, budget)
            found += [_add_prefixes(item, f"{name}:", [name]) for item in items]
            self._check_count(len(found), body.offset)
        return found

    def _target(self, target: ast.Call | ast.Parallel, scope: Scope, frame: Frame, budget: Budget) -> Steps:
        if isinstance(target, ast.Parallel):
            return (yield self._body(target, scope, frame, budget))
        definition = self.compiler.lookup(target.name, target.offset)
        actuals = values_of(target.arguments, scope, frame)
        if isinstance(definition, ast.CompositeDef):
            return [(yield self._sub_composite(definition, actuals, target.offset, budget))]
        return [self.component(definition, actuals, target.offset, budget)]

    def component(self, definition: Process, actuals: Actuals, offset: int, budget: Budget) -> Component:
        """A process, import, constraint or property as a component."""
        lts = self.compiler.machine(definition.name, actuals, offset, budget)
        if isinstance(definition, ast.AssertDef) and definition.kind == "ltl_property":
            assertion = safety_assertion(self.compiler, definition, actuals)
            return Component(lts.name, lts, is_property=True, assertion=assertion)
        return Component(
            lts.name, lts, is_property=isinstance(definition, ast.ProcessDef) and definition.flags.property
        )

    def _sub_composite(self, definition: ast.CompositeDef, actuals: Actuals, offset: int, budget: Budget) -> Steps:
        key = (definition.name, actuals)
        if (known := self._composed.get(key)) is None:
            group: Group = yield self._composite(definition, actuals, offset, budget)
            if group.is_flat or not group.components:
                return group
            self._composed[key] = known = self._one_machine(group, budget)
        return Component(known.name, known, is_property=definition.flags.property)

    def _one_machine(self, group: Group, budget: Budget) -> LTS:
        """A group as one component of another; a warning tells of the formulas for which that makes a difference."""
        known = {action for c in group.components if not c.is_property for action in c.lts.alphabet}
        for component in group.components:
            formula = component.assertion
            if formula is not None and not error_lts_suffices(formula, known, budget):
                self._warn_of_lost_formula(component, group)
        return self.compose(group, budget)

    def _warn_of_lost_formula(self, component: Component, group: Group) -> None:
        self.problems.warn(
            f"in '{group.name}', which becomes one process, '{component.name}' is no formula but a property process",
            group.offset,
            len(group.name),
            "only outside of it a run that stops can breach it, and what no process has never happens",
        )


def _flatten(items: Sequence[Item]) -> Iterator[Component]:
    """The components, each with the sub-composites it came through."""
    for item in items:
        if isinstance(item, Component):
            yield item
        else:
            for component in item.components:
                yield replace(component, path=(item.name, *component.path))


def _alphabet(items: Sequence[Item]) -> frozenset[str]:
    return frozenset().union(*(component.lts.alphabet for component in _flatten(items)))


def _add_prefixes(item: Item, mark: str, prefixes: Sequence[str]) -> Item:
    """An item marked with what stands before it; every action comes under each of the prefixes."""

    def change(component: Component) -> Component:
        new = {action: [f"{name}.{action}" for name in prefixes] for action in component.lts.alphabet}
        return replace(_with_images(component, new), name=mark + component.name)

    return change(item) if isinstance(item, Component) else item.map(mark + item.name, change)


def _with_images(component: Component, new: Relation) -> Component:
    """A component with other names for its actions; a formula cannot follow where two get the same one."""
    lts, assertion = component.lts, component.assertion
    if assertion is not None:
        kept = not merges(lts.alphabet, new)
        assertion = rename_actions(assertion, lambda old: _images(old, new)) if kept else None
    return replace(component, lts=relabel(lts, new), assertion=assertion)


def _images(actions: frozenset[str], new: Relation) -> frozenset[str]:
    return frozenset(name for action in actions for name in new.get(action, (action,)))
