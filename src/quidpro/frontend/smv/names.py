"""The names of an SMV text: modules, and in each of them parameters, variables, instances and definitions.

A name behind a dot is looked up in the module of the instance before it; behind a parameter, in the module of an
instance that is handed over for it. Constants of enumerations are the same in the whole text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.core.words import split_unquoted
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import NAME, tokenize
from quidpro.frontend.smv.meaning import dotted_parts
from quidpro.frontend.smv.parser import Parser
from quidpro.frontend.text.cursor import Tokens
from quidpro.frontend.text.names import Names, Symbol

_KINDS = {"VAR": "variable", "IVAR": "input", "FROZENVAR": "frozen variable"}
Found = tuple[Symbol, ast.Module]
"""A symbol, and the module in which it is declared."""


@collector_off()
def names(source: Source) -> Names:
    """The names of a text, as far as it can be read."""
    try:
        tokens, unreadable = tokenize(source)
    except InputError as error:
        return Names(source, errors=list(error.diagnostics))
    parser = Parser(source, tokens)
    modules = parser.modules()
    found = Names(source, errors=unreadable + parser.errors)
    with suppress(RecursionError):
        _Resolver(found, tokens, modules).file()
    return found


class _Resolver:
    def __init__(self, found: Names, tokens: Tokens, modules: list[ast.Module]) -> None:
        self.found = found
        self.tokens = tokens
        self.number = dict(zip(tokens.offsets, count(), strict=False))
        """The number of the token at an offset."""
        self.modules = modules
        self.named = {module.name: module for module in reversed(modules)}
        self.symbols: dict[str, Symbol] = {}
        """The modules."""
        self.members: dict[str, dict[str, Symbol]] = {module.name: {} for module in modules}
        """What each module declares itself."""
        self.types: dict[Symbol, ast.ModuleType] = {}
        """Of instances."""
        self.homes: dict[Symbol, ast.Module | None] = {}
        """Of parameters for which instances are handed over: the module of one of them."""
        self.constants: dict[str, Symbol] = {}
        self.specs: Counter[str] = Counter()
        """How many specifications each module has so far."""

    def file(self) -> None:
        """All declarations first: they may stand behind their uses."""
        lasts = [*(self.number[module.offset] - 2 for module in self.modules[1:]), len(self.tokens.kinds) - 2]
        for module, last in zip(self.modules, lasts, strict=False):
            self._declare(module, last)
        for module in self.modules:
            for name, offset in module.isa:
                self.found.use(offset, name, self.symbols.get(name))
            for item in module.items:
                self._item(module, item)
        tokens = zip(self.tokens.kinds, self.tokens.texts, self.tokens.offsets, strict=True)
        self.found.guess((text, offset) for kind, text, offset in tokens if kind is NAME)

    # Declarations ------------------------------------------------------------------------------------------

    def _declare(self, module: ast.Module, last: int) -> None:
        start = self.tokens.offsets[self.number[module.offset] - 1]
        symbol = Symbol(module.name, "module", module.offset, (start, self._end(last)))
        if module.name in self.symbols:
            self.found.use(module.offset, module.name, self.symbols[module.name])
        else:
            self.symbols[module.name] = self.found.declare(symbol)
        home = self.symbols[module.name]
        for name, offset in module.parameters:
            self._add(home, name, "parameter", offset, (offset, offset + len(name)))
        for item in module.items:
            if isinstance(item, ast.Declaration):
                self._declaration(home, item)
            elif isinstance(item, ast.Define) and item.target.op == "name":
                self._add(home, str(item.target.value), "definition", item.offset, self._statement(item.offset))
            elif isinstance(item, ast.Specification):
                self._specification(home, item)

    def _add(self, home: Symbol, name: str, kind: str, offset: int, span: tuple[int, int]) -> Symbol:
        """A member of a module; one that is declared again is the same, as a parameter that is an output."""
        members = self.members[home.name]
        if name in members:
            self.found.use(offset, name, members[name])
            return members[name]
        info = name if home.name == "main" and kind == "instance" else ""
        members[name] = self.found.declare(Symbol(name, kind, offset, span, home.span, home, info=info))
        return members[name]

    def _declaration(self, home: Symbol, item: ast.Declaration) -> None:
        name, *others = dotted_parts(item.name)
        name = split_unquoted(name, r"\[")[0]
        if others:  # declares a part of another instance; the names in it stay loose
            return
        kind = "instance" if isinstance(item.type, ast.ModuleType) else _KINDS[item.section]
        symbol = self._add(home, name, kind, item.offset, self._statement(item.offset))
        if isinstance(item.type, ast.ModuleType):
            self.types[symbol] = item.type
        for node in _values(item.type):
            if node.op == "name":
                self._constant(str(node.value), node.offset, home)

    def _constant(self, name: str, offset: int, home: Symbol) -> None:
        if name not in self.constants:
            span = (offset, offset + len(name))
            self.constants[name] = self.found.declare(Symbol(name, "constant", offset, span, inside=home))
        self.found.use(offset, name, self.constants[name])

    def _specification(self, home: Symbol, item: ast.Specification) -> None:
        """A specification; one of main can be asked for, by its name or its number."""
        self.specs[home.name] += 1
        start, is_main = self.number[item.offset], home.name == "main"
        named = self.tokens.kinds[start + 1] == "NAME" and self.tokens.texts[start + 2] == item.name
        name = item.name or (f"spec{self.specs[home.name]}" if is_main else item.section)
        askable = is_main and item.context is None and (item.name or not self.named["main"].isa)
        offset = self.tokens.offsets[start + 2] if named else item.offset
        ask = ("property", name) if askable else None
        symbol = Symbol(name, "specification", offset, (item.offset, item.end), home.span, home, ask)
        if named:
            self.found.declare(symbol)
        else:
            self.found.symbols.append(symbol)

    def _statement(self, offset: int) -> tuple[int, int]:
        """From an offset to the semicolon that ends what begins there, or to where the text ends."""
        at, inside = self.number[offset], 0
        while at < len(self.tokens.kinds) - 1 and (inside or self.tokens.kinds[at] != ";"):
            inside += {"case": 1, "esac": -1}.get(self.tokens.kinds[at], 0)
            at += 1
        return offset, self._end(at)

    def _end(self, token: int) -> int:
        return self.tokens.offsets[token] + len(self.tokens.texts[token])

    # Uses --------------------------------------------------------------------------------------------------

    def _item(self, module: ast.Module, item: ast.Item) -> None:
        if isinstance(item, ast.Declaration) and isinstance(item.type, ast.ModuleType):
            process = self.number[item.type.offset] + item.type.process
            self.found.use(self.tokens.offsets[process], item.type.module, self.symbols.get(item.type.module))
        for node in _expressions(item):
            self._expression(node, module)

    def _expression(self, root: ast.Node, module: ast.Module) -> None:
        pending = [root]
        while pending:
            node = pending.pop()
            if node.op in ("name", "dot"):
                self._lookup(node, module)
            pending += node.args[node.op == "dot" :]

    def _lookup(self, node: ast.Node, module: ast.Module) -> Found | None:
        """What a name means, with the module in which it is declared; all names along its dots are noted."""
        match node.op:
            case "name":
                found = self._member(module, str(node.value))
                constant = self.constants.get(str(node.value))
                self.found.use(node.offset, str(node.value), found[0] if found else constant)
                return found
            case "dot":
                return self._part(node, module)
            case "index":
                self._expression(node.args[1], module)
                return self._lookup(node.args[0], module)
        self._expression(node, module)
        return None

    def _part(self, node: ast.Node, module: ast.Module) -> Found | None:
        """What a name behind a dot means."""
        name, owner = str(node.value), node.args[0]
        dot = self.number[node.offset + node.length - len(name) - 1]
        home = module if owner.op == "self" else self._home(self._lookup(owner, module))
        found = None if home is None else self._member(home, name)
        self.found.use(self.tokens.offsets[dot + 1], name, found[0] if found else None)
        return found

    def _member(self, module: ast.Module, name: str) -> Found | None:
        """A member of a module, or of one that it includes."""
        pending, seen = [module], set[str]()
        while pending:
            home = pending.pop()
            if name in self.members[home.name]:
                return self.members[home.name][name], home
            seen.add(home.name)
            pending += [self.named[base] for base, _ in home.isa if base in self.named and base not in seen]
        return None

    def _home(self, found: Found | None) -> ast.Module | None:
        """The module of an instance, or of one that is handed over for a parameter."""
        if found is None:
            return None
        symbol, module = found
        if symbol in self.types:
            return self.named.get(self.types[symbol].module)
        if symbol.kind == "parameter" and symbol not in self.homes:
            self.homes[symbol] = None  # so that a parameter that is handed around in a circle ends
            place = [name for name, _ in module.parameters].index(symbol.name)
            homes = (self._handed_home(*handed) for handed in self._handed(module, place))
            self.homes[symbol] = next((home for home in homes if home is not None), None)
        return self.homes.get(symbol)

    def _handed_home(self, caller: ast.Module, argument: ast.Node) -> ast.Module | None:
        return caller if argument.op == "self" else self._home(self._lookup(argument, caller))

    def _handed(self, module: ast.Module, place: int) -> Iterator[tuple[ast.Module, ast.Node]]:
        """What is handed over for a parameter, wherever the module is used."""
        for caller in self.modules:
            for item in caller.items:
                type_ = item.type if isinstance(item, ast.Declaration) else None
                if isinstance(type_, ast.ModuleType) and type_.module == module.name:
                    arguments = type_.arguments[place : place + 1]
                    yield from ((caller, node) for node in arguments if node.op in ("name", "dot", "self"))


def _expressions(item: ast.Item) -> Iterable[ast.Node]:
    """The expressions of an item; values of an enumeration are declared elsewhere."""
    match item:
        case ast.Declaration(type=type_):
            return _type_expressions(type_)
        case ast.Define(target, body) | ast.Assign(_, target, body):
            return target, body
        case ast.Constraint(_, body):
            return (body,)
        case ast.Compassion(often, then):
            return often, then
        case ast.Specification(body=body, context=context):
            return [node for node in (body, context) if node is not None]
    return ()


def _type_expressions(type_: ast.TypeSpec) -> list[ast.Node]:
    match type_:
        case ast.RangeType(low, high):
            return [low, high]
        case ast.WordType(width):
            return [width]
        case ast.ArrayType(bounds, width, element):
            return [*(bounds or ()), *([] if width is None else [width]), *_type_expressions(element)]
        case ast.ModuleType(_, arguments):
            return list(arguments)
    return []


def _values(type_: ast.TypeSpec) -> tuple[ast.Node, ...]:
    """The values of an enumeration."""
    while isinstance(type_, ast.ArrayType):
        type_ = type_.element
    return type_.values if isinstance(type_, ast.EnumType) else ()
