"""Modules to a flat model: the hierarchy is spread out, every expression is given its meaning, all errors are kept.

Errors in one item do not hide those in another; what depends on something that is wrong is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.flat.expr import Expr
from quidpro.flat.model import SELECTOR, Compassion, Constraint, FlatModel, Instance, Span, Spec, Variable
from quidpro.flat.types import Enumeration, Value
from quidpro.flat.walk import variables
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.assign import Assignments
from quidpro.frontend.smv.declare import Declarations
from quidpro.frontend.smv.elaborate import MAIN, Elaborator
from quidpro.frontend.smv.hierarchy import Hierarchy, split_target
from quidpro.frontend.smv.meaning import Cell, Scope
from quidpro.frontend.smv.ranges import CircularError, assignment_order, check_values
from quidpro.frontend.smv.specs import Specifications
from quidpro.frontend.smv.typed import Typist, mistake
from quidpro.frontend.text.problems import ModelError, Problems, merge_repeats


@collector_off()
def flatten(modules: Sequence[ast.Module], source: Source, name: str) -> Flattened:
    """The flat model of the module main; raises InputError with everything that is wrong."""
    problems = Problems(source)
    flattened = None
    with problems.catch():
        hierarchy = Hierarchy(modules, problems)
        root = hierarchy.build()
        if root is not None:
            flattened = Flattened(source, name, root, hierarchy.constants(), problems)
    problems.check()
    assert flattened is not None
    check_values(flattened.model, problems)
    problems.check()
    flattened.model.warnings.extend(merge_repeats(problems.warnings))
    return flattened


class Flattened:
    """A flat model, and what its names mean, so that more can be asked about it.

    Goes through the instances and their items, in the order of the text.
    """

    def __init__(self, source: Source, name: str, root: Scope, constants: set[str], problems: Problems) -> None:
        self._root = root
        self._problems = problems
        variables: dict[str, Variable] = {}
        self.model = self._model = FlatModel(name, source, variables, _instance(root, source))
        self._typist = Typist(problems, variables, constants)
        self._elaborator = Elaborator(self._typist)
        self._assignments = Assignments(self._model, self._elaborator)
        self._specs = Specifications(self._model, self._elaborator)
        self._fill()

    def question(self, item: ast.Specification, source: Source) -> Spec:
        """What a specification of another text means inside main; raises InputError about that text."""
        problems = Problems(source)
        found: list[Spec] = []
        with self._typist.blaming(problems), problems.catch():
            found.append(self._specs.read(item, self._root, source))
        problems.check()
        if not found:
            message = "this speaks of something in the model that has no meaning"
            raise InputError([Diagnostic(message, source, item.start, item.end - item.start)])
        return replace(found[0], notes=tuple(odd.message for odd in merge_repeats(problems.warnings)))

    def _fill(self) -> None:
        """Make the flat model, as far as that is possible."""
        self._add_selector()
        Declarations(self._model.source, self._elaborator, self._problems, self._model.variables).declare(self._root)
        for scope in self._root.walk():
            self._for_each(scope, self._outside_definition)
        for scope in self._root.walk():
            self._define(scope)
            self._for_each(scope, self._item)
        self._assignments.write()
        self._typist.note_leniencies()
        self._check_circles()

    def _add_selector(self) -> None:
        """The input that chooses the process of a step, if there are processes."""
        processes = [scope for scope in self._root.walk() if scope.is_process]
        if not processes:
            return
        names: tuple[Value, ...] = (*(scope.path for scope in processes), MAIN)
        span = Span(self._model.source, processes[0].offset)
        selector = Variable(SELECTOR, Enumeration(names), "input", "", span)
        self._model.variables[SELECTOR] = selector
        self._elaborator.selector = selector.now()

    def _for_each(self, scope: Scope, action: Callable[[ast.Item, Scope], None]) -> None:
        for item in scope.items:
            with self._problems.catch():
                action(item, scope)

    def _outside_definition(self, item: ast.Item, scope: Scope) -> None:
        """``DEFINE left.ack := …`` defines a name in another instance."""
        if not isinstance(item, ast.Define):
            return
        instance, name = split_target(item.target)
        if instance is None:
            return
        owner = self._elaborator.instance(instance, self._elaborator.meaning(instance, scope), scope)
        if owner is None:
            raise mistake(item.target, f"'.{name}' of something that is no instance")
        if name in owner.symbols:
            raise mistake(item.target, f"'{name}' is declared already in {owner.path} (module {owner.module})")
        owner.symbols[name] = Cell(item.body, scope, "definition", owner.qualified(name))
        owner.add_families(name)

    def _define(self, scope: Scope) -> None:
        for symbol in scope.symbols.values():
            if isinstance(symbol, Cell) and symbol.what == "definition":
                with self._problems.catch():
                    meaning = self._elaborator.of_cell(symbol)
                    if isinstance(meaning, Expr):
                        self._model.defines[symbol.name] = meaning

    def _item(self, item: ast.Item, scope: Scope) -> None:
        match item:
            case ast.Assign():
                self._assignments.add(item, scope)
            case ast.Constraint():
                self._constraint(item, scope)
            case ast.Compassion(often, then, offset=offset):
                span = Span(self._model.source, offset, len("COMPASSION"))
                pair = Compassion(self._condition(often, scope), self._condition(then, scope), span)
                self._model.compassion.append(pair)
            case ast.Specification():
                self._specs.add(item, scope)
            case ast.Hint(section, offset=offset):
                self._problems.warn(f"{section} guides an abstraction and has no effect here", offset, len(section))

    def _constraint(self, item: ast.Constraint, scope: Scope) -> None:
        model = self._model
        span = Span(model.source, item.offset, len(item.section))
        if item.section == "TRANS":
            expr = self._typist.boolean(self._elaborator.meaning(item.body, scope), item.body)
            model.trans.append(Constraint(expr, span, scope.path))
            return
        expr = self._condition(item.body, scope)
        if item.section in ("INIT", "INVAR"):
            self._reject_inputs(expr, item)
        chosen = {"INIT": model.init, "INVAR": model.invar}.get(item.section, model.justice)
        chosen.append(Constraint(expr, span, scope.path))

    def _condition(self, node: ast.Node, scope: Scope) -> Expr:
        """A boolean about one state."""
        expr = self._typist.boolean(self._elaborator.meaning(node, scope), node)
        for found in variables(expr):
            if found.next:
                raise mistake(node, f"next({found.name}) cannot stand here: this is about one state")
        return expr

    def _reject_inputs(self, expr: Expr, item: ast.Constraint) -> None:
        for found in variables(expr):
            if self._model.variables[found.name].kind == "input":
                raise mistake(item.body, f"the input {found.name} cannot stand in {item.section}", "use TRANS")

    def _check_circles(self) -> None:
        for moment in ("init", "next"):
            try:
                assignment_order(self._model, "init" if moment == "init" else "next")
            except CircularError as error:
                assigned = self._model.assignments[error.circle[0]]
                chosen = assigned.current or (assigned.init if moment == "init" else assigned.next)
                assert chosen is not None
                circle = " -> ".join(error.circle)
                message = f"these assignments depend on each other in a circle: {circle}"
                self._problems.add(ModelError(message, chosen.span.offset, chosen.span.length))
                return


def _instance(root: Scope, source: Source) -> Instance:
    """The tree of instances, children before parents so that depth costs nothing."""
    instances: dict[Scope, Instance] = {}
    for scope in reversed(list(root.walk())):
        children = tuple(instances[child] for child in scope.children)
        span = Span(source, scope.offset, len(scope.module))
        instances[scope] = Instance(scope.path, scope.module, scope.is_process, span, children)
    return instances[root]
