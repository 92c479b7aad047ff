"""The tree of module instances: every instance gets a scope with the names that its text declares.

ISA includes the text of another module. Parameters are handed over as text with the scope of the caller, so that they
may name instances and things declared later. A module may declare or define one of its parameters: that makes it an
output, and what is declared is the name that the caller gave. Models that a tool has flattened declare ``a.b`` in main;
the instance ``a`` is implied then, also beside a variable or a definition that is called ``a``.
"""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.words import split_unquoted
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.meaning import Cell, Scope, Untyped, bad_cell, dotted_parts
from quidpro.frontend.smv.typed import mistake
from quidpro.frontend.text.problems import ModelError, Problems, did_you_mean

MAX_INSTANCES = 100_000
MAX_DEPTH = 300


class Hierarchy:
    """Builds the scopes of a list of modules."""

    def __init__(self, modules: Iterable[ast.Module], problems: Problems) -> None:
        self._problems = problems
        self._modules: dict[str, ast.Module] = {}
        for module in modules:
            if module.name in self._modules:
                problems.add(ModelError(f"the module {module.name} is defined twice", module.offset, len(module.name)))
            self._modules.setdefault(module.name, module)
        self._items: dict[str, list[ast.Item]] = {}
        self._count = 0

    def build(self) -> Scope | None:
        """The scope of main with all scopes below it; None when there is no main."""
        main = self._modules.get("main")
        if main is None:
            known = ", ".join(self._modules) or "no module at all"
            self._problems.add(ModelError("there is no module main", 0, 1, f"the file has {known}"))
            return None
        for name, offset in main.parameters[:1]:
            self._problems.add(ModelError("the module main has no parameters", offset, len(name)))
        root = Scope("", "main", self.items(main), main.offset, "")
        waiting: list[tuple[Scope, tuple[str, ...]]] = [(root, ("main",))]
        while waiting:
            scope, chain = waiting.pop()
            self._declare(scope)
            waiting += [(child, (*chain, child.module)) for child in self._instances(scope, chain)]
        return root

    def constants(self) -> set[str]:
        """The symbols of all CONSTANTS and enumerations, whatever module they stand in."""
        found: set[str] = set()
        for module in self._modules.values():
            found.update(module.constants)
            for item in module.items:
                if isinstance(item, ast.Declaration):
                    found.update(_symbols(item.type))
        return found

    def items(self, module: ast.Module) -> list[ast.Item]:
        """The items of a module, those that it includes by ISA first."""
        if module.name not in self._items:
            self._items[module.name] = self._inherit(module, (module.name,)) if module.isa else module.items
        return self._items[module.name]

    def _inherit(self, module: ast.Module, chain: tuple[str, ...]) -> list[ast.Item]:
        found: list[ast.Item] = []
        for name, offset in module.isa:
            base = self._modules.get(name)
            if base is None:
                self._unknown(name, offset)
            elif name in chain:
                self._problems.add(ModelError(f"the module {name} includes itself", offset, len(name)))
            elif len(chain) < MAX_DEPTH:
                found += self._inherit(base, (*chain, name))
        return found + module.items

    def _declare(self, scope: Scope) -> None:
        for item in scope.items:
            with self._problems.catch():
                if isinstance(item, ast.Declaration):
                    self._add_implied(scope, item.name, item.offset)
                    if not isinstance(item.type, ast.ModuleType):
                        home, name = scope.home(item.name)
                        self._add(home, name, Untyped(home.qualified(name), item.offset), item.offset)
                elif isinstance(item, ast.Define):
                    self._declare_definition(scope, item)

    def _declare_definition(self, scope: Scope, item: ast.Define) -> None:
        owner, name = split_target(item.target)
        if owner is None:
            home, name = scope.home(name)
            self._add(home, name, Cell(item.body, scope, "definition", home.qualified(name)), item.offset)
        elif len(self._modules) == 1 and (path := dotted_name(owner)):
            self._add_implied(scope, f"{path}.{name}", item.offset)

    def _add_implied(self, scope: Scope, name: str, offset: int) -> None:
        """Make the instances in front of a name that has dots, where there are none."""
        path = dotted_parts(name)[:-1]
        if len(path) > MAX_DEPTH:
            raise ModelError(f"names are nested more than {MAX_DEPTH} deep", offset)
        for part in path:
            inner = scope.instance(part)
            if inner is None:
                inner = Scope(scope.qualified(part), scope.module, [], offset, scope.process, scope, implied=True)
                if part in scope.symbols:
                    scope.shadowed[part] = inner
                else:
                    self._add(scope, part, inner, offset)
                scope.children.append(inner)
            scope = inner

    def _add(self, scope: Scope, name: str, symbol: Cell | Scope | Untyped, offset: int) -> None:
        if isinstance(found := scope.symbols.get(name), Scope) and found.implied and not isinstance(symbol, Scope):
            scope.shadowed[name] = found
        elif found is not None:
            message = f"'{name}' is declared twice in module {scope.module}"
            line, _ = self._problems.source.position(scope.offsets.get(name, offset))
            self._problems.add(ModelError(message, offset, len(name), f"the first time is in line {line}"))
            return
        scope.symbols[name] = symbol
        scope.offsets[name] = offset
        bare = split_unquoted(name, r"\[")[0]
        if not scope.add_families(name):
            self._problems.add(ModelError(f"'{bare}' is declared with and without a number", offset, len(name)))
        scope.offsets.setdefault(bare, offset)

    def _instances(self, scope: Scope, chain: tuple[str, ...]) -> list[Scope]:
        for item in scope.items:
            if isinstance(item, ast.Declaration) and isinstance(item.type, ast.ModuleType):
                child = self._instance(scope, item.name, item.type, chain)
                with self._problems.catch():
                    home, name = scope.home(item.name)
                    if child is not None:
                        self._absorb(home, name, child)
                    self._add(home, name, child or bad_cell(scope, item.name), item.offset)
                if child is not None:
                    scope.children.append(child)
        return scope.children

    def _absorb(self, home: Scope, name: str, child: Scope) -> None:
        """Take what was declared inside an implied instance into the real one: ``VAR y.z : boolean; y : cell;``."""
        implied = home.symbols.get(name)
        if not isinstance(implied, Scope) or not implied.implied:
            return
        for inner, symbol in implied.symbols.items():
            if isinstance(symbol, Cell | Scope | Untyped):
                self._add(child, inner, symbol, implied.offsets[inner])
        child.shadowed |= implied.shadowed
        child.children += implied.children
        home.children.remove(implied)
        del home.symbols[name]

    def _instance(self, scope: Scope, name: str, type_: ast.ModuleType, chain: tuple[str, ...]) -> Scope | None:
        module = self._modules.get(type_.module)
        if module is None:
            self._unknown(type_.module, type_.offset)
            return None
        if module.name in chain:
            circle = " -> ".join((*chain[chain.index(module.name) :], module.name))
            self._problems.add(ModelError(f"a module contains itself: {circle}", type_.offset, len(type_.module)))
            return None
        if len(chain) >= MAX_DEPTH:
            raise ModelError(f"modules are nested more than {MAX_DEPTH} deep", type_.offset, len(type_.module))
        self._count += 1
        if self._count > MAX_INSTANCES:
            raise ModelError(f"there are more than {MAX_INSTANCES} instances of modules", type_.offset)
        path = scope.qualified(name)
        process = path if type_.process else scope.process
        child = Scope(path, module.name, self.items(module), type_.offset, process, scope, type_.process)
        self._bind_parameters(child, module, type_)
        return child

    def _bind_parameters(self, child: Scope, module: ast.Module, type_: ast.ModuleType) -> None:
        """Bind the parameters of an instance to the arguments, in the scope of the caller."""
        wanted, actual = len(module.parameters), len(type_.arguments)
        if wanted != actual:
            message = f"module {module.name} takes {wanted} parameter{'' if wanted == 1 else 's'}, not {actual}"
            self._problems.add(ModelError(message, type_.offset, len(type_.module)))
        assert child.parent is not None
        for (name, offset), argument in zip(module.parameters, type_.arguments, strict=False):
            self._add(child, name, Cell(argument, child.parent, "parameter", child.qualified(name)), offset)
        for name, offset in module.parameters[actual:]:
            self._add(child, name, bad_cell(child, name), offset)

    def _unknown(self, name: str, offset: int) -> None:
        hint = did_you_mean(name, ["boolean", *self._modules])
        hint = "integers need a range, such as 0..15" if name in ("int", "Integer") else hint
        self._problems.add(ModelError(f"there is no module '{name}'", offset, len(name), hint))


def split_target(target: ast.Node) -> tuple[ast.Node | None, str]:
    """What a definition defines: in which instance, if one is named, and the name, which may have a number."""
    node, numbers = target, ""
    while node.op == "index" and (number := _number(node.args[1])) is not None:
        node, numbers = node.args[0], f"[{number}]{numbers}"
    if node.op not in ("name", "dot"):
        raise mistake(target, "only a name can be defined")
    return (node.args[0] if node.op == "dot" else None), f"{node.value}{numbers}"


def dotted_name(node: ast.Node) -> str:
    """A name with dots and numbers as it is written; "" for anything else."""
    parts: list[str] = []
    while node.op != "name":
        if node.op == "dot":
            parts.append(f".{node.value}")
        elif node.op == "index" and (number := _number(node.args[1])) is not None:
            parts.append(f"[{number}]")
        else:
            return ""
        node = node.args[0]
    return "".join([str(node.value), *reversed(parts)])


def _number(node: ast.Node) -> int | None:
    """An index that is written as a number."""
    sign, node = (-1, node.args[0]) if node.op == "neg" else (1, node)
    return sign * int(node.value or 0) if node.op == "int" else None


def _symbols(type_: ast.TypeSpec) -> list[str]:
    while isinstance(type_, ast.ArrayType):
        type_ = type_.element
    if not isinstance(type_, ast.EnumType):
        return []
    return [name for value in type_.values if (name := dotted_name(value))]
