"""Our answers as the types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from quidpro.frontend.text.names import Names, Symbol
from quidpro.lsp.answers import Completion, inside
from quidpro.lsp.fixes import Fix, Problem
from quidpro.lsp.positions import Lines

CHECK = "quidpro.check"
STOP = "quidpro.stop"
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_SYMBOLS = {
    **dict.fromkeys(("process", "module", "composite", "local process"), types.SymbolKind.Class),
    **dict.fromkeys(("constant", "parameter"), types.SymbolKind.Constant),
    **dict.fromkeys(("function", "definition", "formula"), types.SymbolKind.Function),
    **dict.fromkeys(("range", "set"), types.SymbolKind.Enum),
    **dict.fromkeys(("property", "assert", "ltl_property", "specification"), types.SymbolKind.Property),
    **dict.fromkeys(("instance", "menu"), types.SymbolKind.Object),
}
_COMPLETIONS = {
    "keyword": types.CompletionItemKind.Keyword,
    **dict.fromkeys(("process", "module", "composite", "local process"), types.CompletionItemKind.Class),
    **dict.fromkeys(("constant", "parameter"), types.CompletionItemKind.Constant),
    **dict.fromkeys(("function", "definition", "formula"), types.CompletionItemKind.Function),
    **dict.fromkeys(("range", "set"), types.CompletionItemKind.Enum),
}


def a_range(lines: Lines, start: int, end: int) -> types.Range:
    """From an offset to another."""
    return types.Range(types.Position(*lines.position(start)), types.Position(*lines.position(end)))


def name_range(lines: Lines, place: int, symbol: Symbol) -> types.Range:
    """A place where a symbol is named."""
    return a_range(lines, place, place + len(symbol.name))


def diagnostic(problem: Problem, lines: Lines) -> types.Diagnostic:
    """A problem; the hint is told with it."""
    return types.Diagnostic(
        a_range(lines, problem.start, problem.end),
        "\n".join(filter(None, (problem.message, problem.hint))),
        severity=_SEVERITIES[problem.severity],
        source="quidpro",
    )


def code_action(uri: str, problem: Problem, fix: Fix, lines: Lines) -> types.CodeAction:
    """A quick fix."""
    edit = types.TextEdit(a_range(lines, fix.start, fix.end), fix.new)
    return types.CodeAction(
        fix.title,
        types.CodeActionKind.QuickFix,
        [diagnostic(problem, lines)],
        edit=types.WorkspaceEdit({uri: [edit]}),
        is_preferred=True,
    )


def code_lens(uri: str, symbol: Symbol, lines: Lines) -> types.CodeLens:
    """``check`` over what can be asked."""
    command = types.Command(f"check {symbol.name}", CHECK, arguments=[uri, *(symbol.ask or ())])
    return types.CodeLens(name_range(lines, symbol.offset, symbol), command)


def document_symbols(names: Names, lines: Lines, home: Symbol | None = None) -> list[types.DocumentSymbol]:
    """The definitions of a text, those inside others below them."""
    return [
        types.DocumentSymbol(
            symbol.name,
            _SYMBOLS.get(symbol.kind, types.SymbolKind.Variable),
            a_range(lines, min(symbol.span[0], symbol.offset), symbol.span[1]),
            a_range(lines, symbol.offset, min(symbol.offset + len(symbol.name), symbol.span[1])),
            symbol.kind,
            children=document_symbols(names, lines, symbol) or None,
        )
        for symbol in inside(names, home)
    ]


def completion_items(found: Iterable[Completion]) -> list[types.CompletionItem]:
    """What can be written; names stand before keywords."""
    return [
        types.CompletionItem(
            one.text,
            kind=_COMPLETIONS.get(one.kind, types.CompletionItemKind.Variable),
            detail=one.detail or one.kind,
            sort_text=f"{int(one.kind == 'keyword')}{one.text}",
        )
        for one in found
    ]
