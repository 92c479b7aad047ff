"""What a piece of SMV can stand for once names are resolved: an expression, a formula, an instance or an array."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from quidpro.core.words import split_unquoted
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Atom, Temporal
from quidpro.frontend.smv.ast import Item, Node
from quidpro.frontend.text.problems import ReportedError


def dotted_parts(name: str) -> list[str]:
    """What stands between the dots of a name; those inside quotes belong to a part."""
    return split_unquoted(name, r"\.") if '"' in name else name.split(".")


@dataclass(frozen=True, eq=False)
class Array:
    """An array of a declaration, a definition or a literal; indices start at ``low``.

    They are words of a ``width``, or integers where it is 0.
    """

    low: int
    items: tuple[Meaning, ...]
    width: int = 0

    @property
    def high(self) -> int:
        """The last index."""
        return self.low + len(self.items) - 1


@dataclass(frozen=True, eq=False)
class Negated:
    """``!x`` of an x that is not boolean: nothing by itself, but the left side of an old ``!x = 2``."""

    expr: Expr
    node: Node


@dataclass(frozen=True, eq=False)
class Family:
    """Instances, variables or definitions made one by one under names with a number: ``e[1]``, ``e[2]``."""

    scope: Scope
    name: str

    def member(self, index: int) -> Symbol | None:
        """The one with a number, None when it was not declared."""
        return self.scope.symbols.get(f"{self.name}[{index}]")


@dataclass(eq=False)
class Scope:
    """An instance of a module: the names in it, and the items of its text.

    ``process`` is the path of the process that carries out its assignments, "" for main. An instance is ``implied``
    where only names with dots say that there is one.
    """

    path: str
    module: str
    items: list[Item]
    offset: int
    process: str
    parent: Scope | None = None
    is_process: bool = False
    implied: bool = False
    symbols: dict[str, Symbol] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)
    """Where each name was declared."""
    children: list[Scope] = field(default_factory=list)
    shadowed: dict[str, Scope] = field(default_factory=dict)
    """Implied instances whose name is declared as something else: ``y`` where ``y`` and ``y.1`` are variables."""

    def qualified(self, name: str) -> str:
        """The full name of something in this instance."""
        return f"{self.path}.{name}" if self.path else name

    def home(self, name: str) -> tuple[Scope, str]:
        """Where a name that this instance declares belongs: for a parameter, the name that the caller gave.

        ``a.b`` belongs to the instance ``a``.
        """
        scope = self
        *path, name = dotted_parts(name)
        for part in path:
            inner = scope.instance(part)
            if inner is None:
                raise ReportedError(self.offset)
            scope = inner
        while isinstance(cell := scope.symbols.get(name), Cell) and cell.what == "parameter" and cell.node.op == "name":
            scope, name = cell.scope, str(cell.node.value)
        return scope, name

    def instance(self, name: str) -> Scope | None:
        """The instance of a name, also where something else is declared under the same name."""
        found = self.symbols.get(name)
        return found if isinstance(found, Scope) else self.shadowed.get(name)

    def add_families(self, name: str) -> bool:
        """Make ``e`` known when ``e[1]`` is; False when it is known as something else."""
        while name.endswith("]"):
            name = name[: name.rindex("[")]
            if not isinstance(self.symbols.setdefault(name, Family(self, name)), Family):
                return False
        return True

    def walk(self) -> Iterator[Scope]:
        """This instance and all below it, parents first."""
        stack = [self]
        while stack:
            scope = stack.pop()
            yield scope
            stack.extend(reversed(scope.children))


@dataclass(eq=False)
class Cell:
    """A definition or an actual parameter: text in a scope, given a meaning when it is first needed."""

    node: Node
    scope: Scope
    what: Literal["definition", "parameter"]
    name: str
    meaning: Meaning | None = None
    state: Literal["new", "busy", "done", "bad"] = "new"


def bad_cell(scope: Scope, name: str) -> Cell:
    """What stands for a name whose declaration is wrong, so that its uses are not reported as well."""
    return Cell(Node("self", [], 0), scope, "definition", name, state="bad")


@dataclass(eq=False)
class Untyped:
    """A variable whose type is not known yet."""

    name: str
    offset: int


Meaning = Expr | Atom | Temporal | Scope | Array | Family | Negated
Symbol = Meaning | Cell | Untyped


def describe(meaning: Meaning) -> str:
    """A meaning in words, for messages."""
    if isinstance(meaning, Expr):
        return str(meaning.type)
    if isinstance(meaning, Scope):
        return f"an instance of module {meaning.module}"
    if isinstance(meaning, Negated):
        return f"'!' of {meaning.expr.type}"
    return "an array" if isinstance(meaning, Array | Family) else "a temporal formula"
