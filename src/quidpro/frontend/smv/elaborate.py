"""Gives meanings to expressions of the text, in the scope of an instance.

Every expression is walked in postorder with a stack of meanings; a definition or a parameter that has no meaning yet
puts a frame of its own on top. So neither long expressions nor long chains of definitions need a deep Python stack.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quidpro.flat.build import TRUE, equal
from quidpro.flat.expr import Expr, const
from quidpro.flat.types import SYMBOL
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.meaning import Cell, Family, Meaning, Scope, Symbol, Untyped, describe
from quidpro.frontend.smv.operators import Operators
from quidpro.frontend.smv.typed import Typist, mistake
from quidpro.frontend.text.problems import ModelError, ReportedError, did_you_mean

RUNNING = "running"
MAIN = "main"
"""The name under which main stands among the processes."""


@dataclass
class _Frame:
    """An expression on its way: the nodes in postorder, how far it is, and the meanings that wait."""

    nodes: list[Node]
    scope: Scope
    cell: Cell | None = None
    at: int = 0
    stack: list[Meaning] = field(default_factory=list)


class Elaborator:
    """Resolves names and combines meanings."""

    def __init__(self, typist: Typist) -> None:
        self.typist = typist
        self._constants = typist.constants
        self._operators = Operators(typist)
        self._orders: dict[Node, list[Node]] = {}
        self.selector: Expr | None = None
        """The input that says which process runs, in a model with processes."""

    def meaning(self, node: Node, scope: Scope) -> Meaning:
        """The meaning of an expression; raises ModelError."""
        return self._run(_Frame(self._postorder(node), scope))

    def of_cell(self, cell: Cell) -> Meaning:
        """The meaning of a definition or parameter; raises ModelError."""
        if cell.state == "done" and cell.meaning is not None:
            return cell.meaning
        return self._run(self._open(cell, cell.node))

    def _run(self, first: _Frame) -> Meaning:
        frames = [first]
        try:
            while True:
                frame = frames[-1]
                if frame.at < len(frame.nodes):
                    waiting = self._step(frame)
                    if waiting is not None:
                        frames.append(self._open(waiting, frame.nodes[frame.at]))
                    continue
                (meaning,) = frame.stack
                if frame.cell is not None:
                    frame.cell.meaning, frame.cell.state = meaning, "done"
                frames.pop()
                if not frames:
                    return meaning
        except ModelError:
            for frame in frames:
                if frame.cell is not None:
                    frame.cell.state = "bad"
            raise

    def _open(self, cell: Cell, user: Node) -> _Frame:
        if cell.state == "bad":
            raise ReportedError(user.offset)
        if cell.state == "busy":
            raise mistake(user, f"the {cell.what} {cell.name} is defined in terms of itself")
        cell.state = "busy"
        return _Frame(self._postorder(cell.node), cell.scope, cell)

    def _step(self, frame: _Frame) -> Cell | None:
        """Do one node, or say which cell must have its meaning first."""
        node = frame.nodes[frame.at]
        arity = len(node.args)
        args = frame.stack[len(frame.stack) - arity :] if arity else []
        found = self._find(node, args, frame.scope)
        if isinstance(found, Cell):
            if found.meaning is None:
                return found
            found = found.meaning
        if arity:
            del frame.stack[-arity:]
        frame.stack.append(found)
        frame.at += 1
        return None

    def _find(self, node: Node, args: list[Meaning], scope: Scope) -> Meaning | Cell:
        if node.op in ("name", "dot", "self"):
            return self._resolve(node, args, scope)
        if node.op == "index" and isinstance(args[0], Family):
            return self._member(node, args[0], args[1])
        return self._operators.combine(node, args)

    def _member(self, node: Node, family: Family, index: Meaning) -> Meaning | Cell:
        number = self.typist.constant(index, node.args[1], f"the number of {family.name}[…]")
        found = family.member(number)
        if found is None:
            raise mistake(node, f"there is no {family.name}[{number}]")
        return self._usable(node, found)

    def _resolve(self, node: Node, args: list[Meaning], scope: Scope) -> Meaning | Cell:
        if node.op == "self":
            return scope
        name = str(node.value)
        if node.op == "dot":
            owner = self.instance(node.args[0], args[0], scope)
            if owner is None:
                raise mistake(node, f"'.{name}' of something that is no instance: {describe(args[0])}")
            scope = owner
        symbol = scope.symbols.get(name)
        if symbol is None:
            return self._find_undeclared(node, name, scope)
        if node.op == "name" and name in self._constants and not isinstance(symbol, Scope):
            self._warn_of_two(node, name, symbol)
        return self._usable(node, symbol)

    def _warn_of_two(self, node: Node, name: str, symbol: Symbol) -> None:
        """A name that is also a symbol's; a parameter hides it, all else NuSMV finds ambiguous."""
        if not isinstance(symbol, Cell) or symbol.what == "definition":
            message = f"'{name}' is declared in this module and is a symbol too; what is declared is meant here"
            self.typist.problems.warn(message, node.offset, node.length, "NuSMV 2.6 refuses this: rename one of them")

    def instance(self, node: Node, meaning: Meaning, scope: Scope) -> Scope | None:
        """The instance that an expression names, also where its name is declared as something else."""
        if isinstance(meaning, Scope):
            return meaning
        path: list[str] = []
        while node.op != "self":
            name = str(node.value)
            if node.op == "name" and isinstance(cell := scope.symbols.get(name), Cell) and cell.what == "parameter":
                node, scope = cell.node, cell.scope
                continue
            if node.op not in ("name", "dot"):
                return None
            path.append(name)
            if node.op == "name":
                break
            node = node.args[0]
        found: Scope | None = scope
        for name in reversed(path):
            found = None if found is None else found.instance(name)
        return found

    def _usable(self, node: Node, symbol: Symbol) -> Meaning | Cell:
        if isinstance(symbol, Untyped):
            raise mistake(node, f"the variable {symbol.name} has no type yet", "bounds must be constants")
        return symbol

    def _find_undeclared(self, node: Node, name: str, scope: Scope) -> Meaning:
        """A symbol of an enumeration, ``running``, or nothing known; without processes that may be a symbol too."""
        symbol = node.op == "name" and name in self._constants
        if name == RUNNING and (self.selector is not None or not symbol):
            return self.running(scope)
        if symbol:
            return const(name, SYMBOL)
        where = f"module {scope.module}" if node.op == "name" else f"{scope.path} (module {scope.module})"
        raise mistake(node, f"'{name}' is not declared in {where}", self._guess(name, scope))

    def _guess(self, name: str, scope: Scope) -> str:
        left, hyphen, right = name.partition("-")
        if hyphen and left in scope.symbols:
            return f"a hyphen is part of a name: for a difference write {left} - {right}"
        if name.upper() in ("TRUE", "FALSE"):
            return f"did you mean '{name.upper()}'?"
        return did_you_mean(name, (*scope.symbols, *self._constants))

    def running(self, scope: Scope) -> Expr:
        """Whether the process of an instance takes the step."""
        if self.selector is None:
            return TRUE
        return equal(self.selector, const(scope.process or MAIN, SYMBOL))

    def _postorder(self, root: Node) -> list[Node]:
        found = self._orders.get(root)
        if found is None:
            found = self._orders[root] = _postorder(root)
        return found


def _postorder(root: Node) -> list[Node]:
    """The nodes of a tree, arguments first, from left to right."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(node.args)
    found.reverse()
    return found
