"""FSP text to syntax tree: all errors at once.

The parser is written by hand, in the order of LTSA's grammar, so that a mistake in one definition is reported
and the next definition is read all the same: after an error it looks for the ``.`` that ends a definition or
for a word that starts one. Constants may be given another value from outside: what is computed from them follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import check, dangling
from quidpro.frontend.fsp.lexer import ASSERTIONS, FLAGS, LOWER, MAX_INT, STARTERS, STRING, UPPER, tokenize
from quidpro.frontend.fsp.parse_composite import MtsaParser, starts_mtsa
from quidpro.frontend.fsp.parse_labels import NO_FULL_STOP, LabelParser
from quidpro.frontend.fsp.parse_ltl import FormulaParser
from quidpro.frontend.fsp.parse_process import COMPOSITE
from quidpro.frontend.text.cursor import BAD, EOF, Tokens, UnreadableError, cap, shorten
from quidpro.frontend.text.problems import did_you_mean


class PlainParser(LabelParser):
    """Reads the definitions that end without a mark: const, range, set, progress, menu, import, animation.

    Each method starts after the keyword.
    """

    def const_definition(self) -> ast.ConstDef:
        """``const N = e``."""
        name, offset = self._head("a constant")
        return ast.ConstDef(name, self.simple_expression(), offset=offset)

    def range_definition(self) -> ast.RangeDef:
        """``range R = low..high``."""
        name, offset = self._head("a range")
        low = self.simple_expression()
        dots = self.expect("..", "in a range")
        return ast.RangeDef(name, ast.Range(low, self.simple_expression(), offset=dots), offset=offset)

    def set_definition(self) -> ast.SetDef:
        """``set S = {…}``; from its end on the name is a label."""
        name, offset = self._head("a set")
        try:
            return ast.SetDef(name, self.set_literal(), offset=offset)
        finally:
            self.sets.add(name)

    def progress_definition(self) -> ast.ProgressDef:
        """``progress P[i:R] = {…}`` or ``progress P = if {…} then {…}``."""
        name, offset = self.upper_name("a progress property")
        indices = self.indices()
        self.expect("=", f"in the definition of '{shorten(name)}'")
        condition = None
        if self.skip("if"):
            condition = self.label_set()
            self.expect("then", "after the condition of a progress property")
        return ast.ProgressDef(name, indices, condition, self.label_set(), offset=offset)

    def menu_definition(self) -> ast.MenuDef:
        """``menu M = {…}``."""
        name, offset = self._head("a menu")
        return ast.MenuDef(name, self.label_set(), offset=offset)

    def import_definition(self) -> ast.ImportDef:
        """``import P = "file.aut"``."""
        name, offset = self._head("an imported process")
        return ast.ImportDef(name, self._file_name(), offset=offset)

    def animation_definition(self) -> None:
        """``animation A = "f.xml" target T compose {…} actions {…} controls {…}``: pictures, left out."""
        name, offset = self._head("an animation")
        self._file_name()
        if self.skip("target"):
            self.upper_name("the target of an animation")
        if self.skip("compose"):
            self._animation_parts()
        if self.skip("actions"):
            self.relabel_set()
        if self.skip("controls"):
            self.relabel_set()
        message = f"animation '{shorten(name)}' is left out: animations do not change the model"
        self.warn(message, offset, len(name))

    def _animation_parts(self) -> None:
        opened = self.expect("{", "to start the parts of an animation")
        self.nest()
        while True:
            self.upper_name("an animation")
            self.relabels()
            if not self.skip("||"):
                break
        self.close("}", opened, "the parts of an animation")

    def _head(self, what: str) -> tuple[str, int]:
        name, offset = self.upper_name(what)
        self.expect("=", f"in the definition of '{shorten(name)}'")
        return name, offset

    def _file_name(self) -> str:
        if self.kind is not STRING:
            raise self.fault(f"expected a file name in double quotes, found {self.found()}")
        name = self.text[1:-1]
        self.take()
        return name


_KEYWORDS = frozenset((*FLAGS, *STARTERS, *ASSERTIONS))


@collector_off()
def parse(source: Source) -> tuple[ast.Spec, list[Diagnostic]]:
    """The syntax tree of a text, and warnings; raises InputError with everything that is wrong."""
    tokens, unreadable = tokenize(source)
    if tokens.kinds == [EOF]:
        raise InputError([Diagnostic("there is nothing in this file: no definition at all", source)])
    parser = Parser(source, tokens)
    spec = parser.spec()
    errors = unreadable + parser.errors + check(spec, source)
    nowhere = dangling(spec, source, frozenset(parser.unread))
    if errors:
        raise InputError(cap(errors + nowhere))
    return spec, parser.warnings + [replace(found, severity="warning") for found in nowhere]


class Parser(MtsaParser, FormulaParser, PlainParser):
    """Reads a whole file, definition by definition."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        super().__init__(source, tokens)
        self.unread: set[str] = set()
        """Names in definitions that could not be read: nothing can be said about them."""

    def spec(self) -> ast.Spec:
        """All definitions that can be read; the errors are kept in ``errors``."""
        definitions = []
        while self.kind is not EOF:
            start = self.at
            try:
                definition = self._definition()
            except UnreadableError as fault:
                self._recover(start, fault)
            except RecursionError:
                self._recover(start, self.too_deep())
            else:
                if definition is not None:
                    definitions.append(definition)
        return ast.Spec(tuple(definitions))

    def _definition(self) -> ast.Definition | None:
        """One definition; None for those that leave nothing behind."""
        readers: dict[str, Callable[[], ast.Definition | None]] = {
            "const": self.const_definition,
            "range": self.range_definition,
            "set": self.set_definition,
            "progress": self.progress_definition,
            "menu": self.menu_definition,
            "animation": self.animation_definition,
            "import": self.import_definition,
            "fluent": self.fluent_definition,
            "assert": lambda: self.assert_definition("assert"),
            "constraint": lambda: self.assert_definition("constraint"),
            "ltl_property": lambda: self.assert_definition("ltl_property"),
        }
        if reader := readers.get(self.kind):
            self.take()
            return reader()
        return self._behaviour()

    def _behaviour(self) -> ast.ProcessDef | ast.CompositeDef | ast.LeftOutDef | None:
        flags = self._flags()
        if self.at_mtsa():
            return self.mtsa_definition()
        if self.kind == "||":
            return self.composite_definition(flags)
        if self.kind is not UPPER:
            raise self._no_definition()
        return self.process_definition(flags)

    def _flags(self) -> ast.Flags:
        seen: list[str] = []
        while self.kind in FLAGS:
            if seen and FLAGS.index(seen[-1]) >= FLAGS.index(self.kind):
                hint = f"the order is {' '.join(FLAGS)}"
                self.warn(f"'{self.kind}' is out of place", self.offset, len(self.text), hint)
            seen.append(self.kind)
            self.take()
        return ast.Flags(**dict.fromkeys(seen, True))

    def _no_definition(self) -> UnreadableError:
        if self.kind == ".":
            return self.fault("this '.' ends nothing", NO_FULL_STOP)
        if self.kind is LOWER and self.text == "include" and self.ahead() is STRING:
            return self.fault("'include' is not supported", "put the definitions into this file")
        if self.kind is LOWER and self.ahead() in ("=", "("):
            return self._no_upper_name("a process")
        return self.fault(f"expected a definition, found {self.found()}", self._instead())

    def _instead(self) -> str:
        """What stands in FSP for signs that other languages use."""
        if self.kind == "-" and self.ahead() == "-":
            return "a comment starts with //, or stands between /* and */"
        return {"|": COMPOSITE, ";": "processes end with '.', the other definitions with nothing"}.get(self.kind, "")

    def _recover(self, start: int, fault: UnreadableError) -> None:
        """Note the fault and go to the next definition."""
        if fault.diagnostic is not None:
            self.errors.append(fault.diagnostic)
        self.depth = 0
        at = max(self.at, start)
        while not self._starts_definition(at, start):
            at += 1
        self.unread.update(self.texts[i] for i in range(start, at) if self.kinds[i] is UPPER)
        self.move(at)

    def _starts_definition(self, at: int, start: int) -> bool:
        """Whether reading can go on at a token, beyond where the faulty definition started."""
        kind = self.kinds[at]
        if kind is EOF:
            return True
        if at == start:
            return False
        before, after, later = self.kinds[at - 1], self.kinds[at + 1], self.kinds[at + 2 : at + 3]
        if kind is LOWER and starts_mtsa(self.texts[at], after):
            return True
        if kind in _KEYWORDS:
            follows = after is UPPER or after == "||" or after in FLAGS or (after is LOWER and later == ["="])
            return follows and before not in FLAGS
        if kind == "||":
            return after is UPPER and (later == ["="] or (before == "." and later == ["("]))
        if kind is UPPER and before == ".":
            return after in ("=", "(")
        if kind is UPPER and before not in FLAGS:
            return after == "=" and before not in (",", "(", "|", "||")
        return before == "." and kind is BAD


def with_constants(spec: ast.Spec, values: Mapping[str, int], source: Source) -> ast.Spec:
    """The same definitions, with other values for some of the constants."""
    known = [d.name for d in spec.definitions if isinstance(d, ast.ConstDef)]
    for name, value in values.items():
        _reject_unknown(name, known, source)
        _reject_non_number(name, value)
    return replace(spec, definitions=tuple(_redefine(d, values) for d in spec.definitions))


def _redefine(definition: ast.Definition, values: Mapping[str, int]) -> ast.Definition:
    if not isinstance(definition, ast.ConstDef) or definition.name not in values:
        return definition
    return replace(definition, value=ast.Int(values[definition.name], offset=definition.offset))


def _reject_unknown(name: str, known: list[str], source: Source) -> None:
    if name not in known:
        hint = did_you_mean(name, known).replace("'", "")
        there = f"its constants are {', '.join(known)}" if known else "it defines no constant"
        raise UsageError(f"there is no constant {name!r} in {source.name}; {hint or there}")


def _reject_non_number(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"the constant {name} cannot be {value!r}; it is a whole number")
    least = -MAX_INT - 1
    if not least <= value <= MAX_INT:
        raise UsageError(f"the constant {name} cannot be {value}; numbers of FSP go from {least} to {MAX_INT}")
