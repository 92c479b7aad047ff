"""SMV text to syntax tree: all errors at once.

The parser is written by hand, in the order of NuSMV's grammar. After a mistake it goes on behind the next ``;`` or at
the next word that starts a section, so that one run reports every item that cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import (
    CALL,
    CONSTRAINTS,
    DECLARATIONS,
    HINTS,
    NAME,
    SECTIONS,
    SPECS,
    UNSUPPORTED,
    tokenize,
)
from quidpro.frontend.smv.parse_specs import SpecParser
from quidpro.frontend.smv.parse_types import TypeParser
from quidpro.frontend.text.cursor import BAD, EOF, INT, UnreadableError, cap

_MAX_ERRORS_FOUND = 1000
"""After this many errors the rest of the text is not read."""


@collector_off()
def parse(source: Source) -> list[ast.Module]:
    """The modules of a text; raises InputError with everything that is wrong."""
    tokens, unreadable = tokenize(source)
    parser = Parser(source, tokens)
    modules = parser.modules()
    errors = unreadable + parser.errors
    if errors:
        raise InputError(cap(errors))
    return modules


def parse_expression(source: Source) -> ast.Node:
    """The expression that a text is; raises InputError with everything that is wrong."""
    tokens, unreadable = tokenize(source)
    parser = Parser(source, tokens)
    found = parser.only_expression()
    errors = unreadable + parser.errors
    if errors or found is None:
        raise InputError(cap(errors))
    return found


class Parser(TypeParser, SpecParser):
    """Reads modules and their sections."""

    def modules(self) -> list[ast.Module]:
        """The whole text."""
        found: list[ast.Module] = []
        while self.kind is not EOF:
            if self.kind != "MODULE":
                self._report(self.fault(f"expected MODULE, found {self.found()}"))
                self._recover(frozenset(("MODULE",)))
                continue
            with self._recovering():
                found.append(self._header())
            if found:
                self._sections(found[-1])
        return found

    def only_expression(self) -> ast.Node | None:
        """An expression that is the whole text; None where it cannot be read."""
        found = None
        with self._recovering():
            found = self.expression()
            self.skip(";")
            if self.kind is not EOF:
                raise self.fault(f"expected the end of the expression, found {self.found()}")
        return found

    def _header(self) -> ast.Module:
        self.take()
        name, offset = self._module_name()
        parameters: list[tuple[str, int]] = []
        if self.kind == "(":
            opened = self.take()
            self.depth += 1
            while self.kind != ")":
                parameters.append(self.name("a parameter"))
                if not self.skip(","):
                    break
            self.close(")", opened, f"the parameters of {name}")
        self.skip(";")
        return ast.Module(name, parameters, offset)

    def _module_name(self) -> tuple[str, int]:
        """The name of a module, which may be that of a function: ``MODULE floor(x)``."""
        if self.kind is CALL:
            return self.text, self.take()
        return self.name("a module")

    def _sections(self, module: ast.Module) -> None:
        while self.kind not in ("MODULE", EOF):
            with self._recovering():
                self._section(module)

    def _section(self, module: ast.Module) -> None:
        kind = self.kind
        if kind in DECLARATIONS:
            self._entries(lambda: self._declaration(module, kind))
        elif kind in ("DEFINE", "MDEFINE"):
            self._entries(lambda: self._define(module))
        elif kind == "ASSIGN":
            self._entries(lambda: self._assign(module))
        elif kind in CONSTRAINTS:
            offset = self.take()
            module.items.append(ast.Constraint(kind, self.expression(), offset=offset))
            self.skip(";")
        elif kind in SPECS:
            module.items.append(self.specification())
        elif kind == "COMPASSION":
            module.items.append(self._compassion())
        elif kind == "CONSTANTS":
            self._constants(module)
        elif kind in HINTS:
            self._hint(module)
        elif kind == "ISA":
            self.take()
            module.isa.append(self._module_name())
            self.skip(";")
        else:
            raise self._no_section(kind)

    def _hint(self, module: ast.Module) -> None:
        """``PRED p`` or ``MIRROR x``, maybe with a name in front."""
        section, offset = self.kind, self.take()
        self.expression()
        if self.skip(":="):
            self.expression()
        module.items.append(ast.Hint(section, offset=offset))
        self.skip(";")

    def _no_section(self, kind: str) -> UnreadableError:
        if kind in UNSUPPORTED:
            return self.fault(f"{kind} is not supported", UNSUPPORTED[kind])
        if kind == ";":
            return self.fault("there is a ';' too many")
        return self.fault(f"expected a section (VAR, ASSIGN, SPEC, …), found {self.found()}")

    def _entries(self, read: Callable[[], None]) -> None:
        """The entries of a section until the next one starts."""
        self.take()
        while self.kind not in SECTIONS and self.kind is not EOF and self.kind not in UNSUPPORTED:
            with self._recovering():
                read()

    def _declaration(self, module: ast.Module, section: str) -> None:
        name, offset = self._variable_name()
        self.expect(":", f"between '{name}' and its type")
        module.items.append(ast.Declaration(name, self.type(), section, offset=offset))
        self._semicolon(f"the declaration of '{name}'")

    def _variable_name(self, what: str = "a variable") -> tuple[str, int]:
        """The name of a variable or constant; in older and in flattened files with dots: ``e[1]``, ``p.state``."""
        name, offset = self.name(what)
        while self.kind in (".", "["):
            if self.skip("["):
                name += f"[{self._signed_integer()}]"
                self.expect("]", "after the number in a name")
                continue
            self.take()
            if self.kind not in (NAME, INT):
                raise self.fault(f"expected a name after '.', found {self.found()}")
            name += f".{self.text}"
            self.take()
        return name, offset

    def _define(self, module: ast.Module) -> None:
        target = self.target("a definition")
        self.expect(":=", "after the name of a definition")
        module.items.append(ast.Define(target, self.expression(), offset=target.offset))
        self._semicolon("this definition")

    def _assign(self, module: ast.Module) -> None:
        offset = self.offset
        kind: str = self.kind
        if kind not in ("init", "next"):
            target = self.target("a variable")
            self.expect(":=", "after the variable of an assignment")
            module.items.append(ast.Assign("current", target, self.expression(), offset=offset))
        else:
            self.take()
            opened = self.expect("(", f"after '{kind}'")
            self.depth += 1
            target = self.target("a variable")
            self.close(")", opened, f"'{kind}'")
            self.expect(":=", f"after '{kind}(…)'")
            body = self.expression()
            module.items.append(ast.Assign("init" if kind == "init" else "next", target, body, offset=offset))
        self._semicolon("this assignment")

    def _compassion(self) -> ast.Compassion:
        offset = self.take()
        opened = self.expect("(", "after COMPASSION")
        self.depth += 1
        often = self.expression()
        self.expect(",", "between the two conditions of COMPASSION")
        then = self.expression()
        self.close(")", opened, "COMPASSION")
        self.skip(";")
        return ast.Compassion(often, then, offset=offset)

    def _constants(self, module: ast.Module) -> None:
        self.take()
        while self.kind is NAME:
            module.constants.append(self._variable_name("a constant")[0])
            if not self.skip(","):
                break
        self._semicolon("the constants")

    def target(self, what: str) -> ast.Node:
        """The left-hand side of a definition or an assignment."""
        if self.kind is NAME:
            node = ast.Node("name", [], self.offset, len(self.text), self.text)
        elif self.kind == "self":
            node = ast.Node("self", [], self.offset, 4)
        else:
            raise self._no_name(what)
        self.take()
        return self._postfix(node)

    def name(self, what: str) -> tuple[str, int]:
        """A plain name, and where it is."""
        if self.kind is not NAME:
            raise self._no_name(what)
        return self.text, self.take()

    def _no_name(self, what: str) -> UnreadableError:
        return self.fault(f"expected the name of {what}, found {self.found()}", self._reserved_hint())

    def _semicolon(self, what: str) -> None:
        if self.skip(";"):
            return
        missing = self.missing(f"expected ';' after {what}, found {self.found()}")
        if not self._starts_entry():
            raise missing
        self._report(missing)

    def _starts_entry(self) -> bool:
        """Whether the next entry or section starts here, so that only a ``;`` is missing."""
        if self.kind in SECTIONS or self.kind in ("init", "next", EOF):
            return True
        return self.kind is NAME and self.ahead() in (":", ":=")

    @contextmanager
    def _recovering(self) -> Iterator[None]:
        """Report what cannot be read and go on behind the next ``;`` or at the next section."""
        start = self.at
        try:
            yield
        except UnreadableError as error:
            self._report(error)
            self.depth = 0
            self._recover(SECTIONS)
            if self.at == start:
                self.take()

    def _report(self, error: UnreadableError) -> None:
        if error.diagnostic is not None:
            self.errors.append(error.diagnostic)
        if len(self.errors) > _MAX_ERRORS_FOUND:
            self.move(len(self.kinds) - 1)

    def _recover(self, ends: frozenset[str]) -> None:
        """Go to a word that starts something, or behind the next ``;`` that is not one of a case."""
        inside = 0
        while self.kind is not EOF and self.kind not in ends:
            inside += (self.kind == "case") - (self.kind == "esac")
            if self.kind == ";" and inside <= 0 and self.ahead() != "esac":
                self.take()
                return
            if self.kind is BAD and not self.texts[self.at]:
                return
            self.take()
