"""The names of an FSP text: what each stands for, by the rules by which the compiler looks it up.

Processes, constants, ranges, sets, fluents, assertions, parameters, local processes and variables are told apart. The
names of actions are not: two processes that have an action in common both have it, and none of them defines it. Where
a definition cannot be read, a capitalised name in it is taken for the only thing that is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import check, is_behaviour
from quidpro.frontend.fsp.compiler import FileDefinitions
from quidpro.frontend.fsp.lexer import ASSERTIONS, KEYWORDS, TERMINALS, UPPER, tokenize
from quidpro.frontend.fsp.lookup import Lookup, Scope
from quidpro.frontend.fsp.parser import Parser
from quidpro.frontend.text.cursor import Tokens, UnreadableError
from quidpro.frontend.text.names import Names, Symbol
from quidpro.frontend.text.problems import ModelError, Problems

Span = tuple[int, int]


class _Reader(Parser):
    """Reads definitions, and notes where each begins and ends."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        super().__init__(source, tokens)
        self.spans: dict[int, Span] = {}
        """By the offset of the name that is defined."""
        self.broken: list[tuple[int, Span]] = []
        """Of definitions that cannot be read: where they begin, by the number of a token, and where."""

    def _definition(self) -> ast.Definition | None:
        start = self.at
        definition = super()._definition()
        named = self.offsets[start + 1] if definition is None else definition.offset
        self.spans[named] = (self.offsets[start], self.offsets[self.at - 1] + len(self.texts[self.at - 1]))
        return definition

    def _recover(self, start: int, fault: UnreadableError) -> None:
        super()._recover(start, fault)
        self.broken.append((start, (self.offsets[start], self.offsets[self.at - 1] + len(self.texts[self.at - 1]))))


@collector_off()
def names(source: Source) -> Names:
    """The names of a text, as far as it can be read."""
    tokens, unreadable = tokenize(source)
    reader = _Reader(source, tokens)
    spec = reader.spec()
    found = Names(source, errors=unreadable + reader.errors + check(spec, source))
    resolver = _Resolver(found, tokens, reader.spans)
    with suppress(RecursionError):
        resolver.file(spec, reader.functions)
    resolver.guess(reader.broken)
    return found


def value(source: Source, symbol: Symbol) -> str:
    """What a constant, a range or a set stands for, as far as it can be computed."""
    tokens, _ = tokenize(source)
    problems = Problems(source)
    definitions = FileDefinitions(Parser(source, tokens).spec(), problems)
    try:
        if symbol.kind == "constant":
            return str(definitions.constant(symbol.name))
        if symbol.kind == "range" and (members := definitions.range(symbol.name)) is not None:
            return f"{members[0]}..{members[-1]}"
        if symbol.kind == "set" and (labels := definitions.set(symbol.name)) is not None:
            return "{" + ", ".join(labels[:_MOST_LABELS]) + (", …}" if len(labels) > _MOST_LABELS else "}")
    except (ModelError, InputError, RecursionError):
        pass
    return ""


_MOST_LABELS = 30


def _kind(definition: ast.Definition) -> str:
    match definition:
        case ast.ProcessDef(flags=ast.Flags(property=True)) | ast.CompositeDef(flags=ast.Flags(property=True)):
            return "property"
        case ast.AssertDef(kind=kind):
            return kind
        case ast.LeftOutDef(word=word):
            return word
    return _KINDS[type(definition)]


_KINDS: dict[type[object], str] = {
    ast.ConstDef: "constant",
    ast.RangeDef: "range",
    ast.SetDef: "set",
    ast.ProcessDef: "process",
    ast.ImportDef: "process",
    ast.CompositeDef: "composite",
    ast.ProgressDef: "progress",
    ast.MenuDef: "menu",
    ast.FluentDef: "fluent",
}
_STARTS = {
    **{word: word for word in (*ASSERTIONS, "range", "set", "progress", "menu", "fluent", "property")},
    "const": "constant",
    "||": "composite",
}
"""What a definition is of that begins so; else it is a process."""
_ASKED = {"composite": "system", **dict.fromkeys(("property", "assert", "ltl_property", "progress"), "property")}
"""What can be asked of a definition, as a setting of a check."""


class _Resolver(Lookup):
    """Goes through all definitions of a file."""

    def __init__(self, found: Names, tokens: Tokens, spans: Mapping[int, Span]) -> None:
        super().__init__(found, tokens)
        self.spans = spans
        self.locals: dict[str, Symbol] = {}
        """The local processes of the definition that is being looked at."""

    def file(self, spec: ast.Spec, functions: Mapping[str, ast.Function]) -> None:
        """All definitions first, since most may be named above."""
        declared = [self._declare(definition) for definition in spec.definitions]
        self._declare_functions(functions)
        for definition, symbol in zip(spec.definitions, declared, strict=True):
            self.home, self.locals = symbol, {}
            self._definition(definition)

    def guess(self, broken: Iterable[tuple[int, Span]]) -> None:
        """What the names in definitions that cannot be read may mean."""
        for start, span in broken:
            self._declare_broken(start, span)
        tokens = zip(self.tokens.kinds, self.tokens.texts, self.tokens.offsets, strict=True)
        self.found.guess((text, offset) for kind, text, offset in tokens if kind is UPPER and text not in TERMINALS)

    def _declare_broken(self, start: int, span: Span) -> None:
        """What a definition that cannot be read would define, if it begins like one."""
        kinds, at = self.tokens.kinds, start
        while kinds[at] in KEYWORDS or kinds[at] == "||":
            at += 1
        if kinds[at] is UPPER and self.tokens.offsets[at] < span[1]:
            kind = next((_STARTS[kind] for kind in kinds[start:at] if kind in _STARTS), "process")
            self.found.declare(Symbol(self.tokens.texts[at], kind, self.tokens.offsets[at], span))

    # Definitions -------------------------------------------------------------------------------------------

    def _declare(self, definition: ast.Definition) -> Symbol:
        name, kind = definition.name, _kind(definition)
        table = self._table(definition)
        if name in table:
            self.found.use(definition.offset, name, table[name])
            return table[name]
        setting = _ASKED.get(kind)
        symbol = Symbol(
            name,
            kind,
            definition.offset,
            self.spans[definition.offset],
            ask=None if setting is None else (setting, name),
            info=name if kind in ("process", "composite", "property", "constraint", "ltl_property") else "",
        )
        table[name] = self.found.declare(symbol)
        if isinstance(definition, ast.AssertDef) and (definition.kind == "assert" or name not in self.asserts):
            self.asserts[name] = symbol
        return symbol

    def _table(self, definition: ast.Definition) -> dict[str, Symbol]:
        """Names that must differ."""
        match definition:
            case ast.ConstDef():
                return self.constants
            case ast.RangeDef():
                return self.ranges
            case ast.SetDef():
                return self.sets
            case ast.FluentDef():
                return self.fluents
            case ast.CompositeDef() | ast.LeftOutDef():
                return self.composites
        return self.processes if is_behaviour(definition) else {}

    def _declare_functions(self, functions: Mapping[str, ast.Function]) -> None:
        for offset, span in self.spans.items():
            name = self.tokens.texts[self.number[offset]]
            if offset not in self.found.uses and name in functions:
                symbol = self.found.declare(Symbol(name, "function", offset, span))
                self.functions[name] = symbol
        for name, symbol in self.functions.items():
            self.home, first = symbol, self.number[symbol.offset] + 2
            function = functions[name]
            scope = {v: self.bound(v, "variable", first + 2 * i) for i, v in enumerate(function.parameters)}
            self.expression(function.body, scope)

    def _definition(self, definition: ast.Definition) -> None:
        match definition:
            case ast.ConstDef(_, value):
                self.expression(value, {})
            case ast.RangeDef(_, bounds):
                self.domain(bounds, {})
            case ast.SetDef(_, labels) | ast.MenuDef(_, labels):
                self.set(labels, {})
            case ast.ProgressDef(_, indices, condition, actions):
                self.all_sets((condition, actions), self.parts(indices, {}))
            case ast.FluentDef(_, indices, initiating, terminating, initially):
                inside = self.parts(indices, {})
                self.all_sets((initiating, terminating), inside)
                self.expressions([initially], inside)
            case ast.AssertDef(params=params, formula=formula, extension=extension):
                inside = self._params(params)
                self.formula(formula, inside)
                self.all_sets((extension,), inside)
            case ast.ProcessDef():
                self._process(definition)
            case ast.CompositeDef(params=params, body=body, priority=priority, hiding=hiding):
                inside = self._params(params)
                self._composite(body, inside)
                self.all_sets([clause.set for clause in (priority, hiding) if clause is not None], inside)

    def _params(self, params: Sequence[ast.Param]) -> Scope:
        self.expressions([param.default for param in params], {})
        return {param.name: self.bound(param.name, "parameter", self.number[param.offset]) for param in params}

    # Processes ---------------------------------------------------------------------------------------------

    def _process(self, process: ast.ProcessDef) -> None:
        assert self.home is not None
        scope = self._params(process.params)
        self.locals = {process.name: self.home}
        ends = [*(self.end(self.number[local.offset] - 2) for local in process.locals[1:]), self.home.span[1]]
        for local, end in zip(process.locals, ends, strict=True):
            if local.name in self.locals:
                self.found.use(local.offset, local.name, self.locals[local.name])
            else:
                self.locals[local.name] = self.inner(local.name, "local process", local.offset, end)
        for local in process.locals:
            self._body(local.body, self.parts(local.indices, scope))
        hidden = None if process.hiding is None else process.hiding.set
        self.all_sets((process.extension, hidden), scope)
        self._relabels(process.relabels, scope)

    def _body(self, body: ast.Body | None, scope: Scope) -> None:
        match body:
            case ast.Choice(branches, binders):
                inside = self.parts(binders, scope)
                for branch in branches:
                    self._branch(branch, inside)
            case ast.If(condition, then, otherwise):
                self.expression(condition, scope)
                self._body(then, scope)
                self._body(otherwise, scope)
            case ast.Sequence(calls, rest):
                for call in calls:
                    self._call(call, scope)
                self._body(rest, scope)
            case ast.LocalRef(name, indices, offset=offset):
                self.found.use(offset, name, self.locals.get(name))
                self.expressions(indices, scope)

    def _branch(self, branch: ast.Branch, scope: Scope) -> None:
        self.expressions([branch.guard], scope)
        for label in branch.labels:
            scope = self.parts(label.parts, scope)
        self._body(branch.body, scope)

    def _call(self, call: ast.Call, scope: Scope) -> None:
        if call.name not in TERMINALS:
            meant = self.processes.get(call.name) or self.composites.get(call.name)
            self.found.use(call.offset, call.name, meant)
        self.expressions(call.arguments, scope)

    # Composites --------------------------------------------------------------------------------------------

    def _composite(self, body: ast.CBody | ast.Call | None, scope: Scope) -> None:
        match body:
            case ast.Call():
                self._call(body, scope)
            case ast.Parallel(parts):
                for part in parts:
                    self._composite(part, scope)
            case ast.Instance(target, share, prefix, relabels):
                self.parts(() if share is None else share.parts, scope)
                self._composite(target, self.parts(() if prefix is None else prefix.parts, scope))
                self._relabels(relabels, scope)
            case ast.CompositeIf(condition, then, otherwise):
                self.expression(condition, scope)
                self._composite(then, scope)
                self._composite(otherwise, scope)
            case ast.CompositeForall(binders, inner):
                self._composite(inner, self.parts(binders, scope))

    def _relabels(self, relabels: Iterable[ast.Relabel], scope: Scope) -> None:
        for relabel in relabels:
            if isinstance(relabel, ast.RelabelForall):
                self._relabels(relabel.relabels, self.parts(relabel.binders, scope))
            else:
                self.parts(relabel.old.parts, self.parts(relabel.new.parts, scope))
