"""What an editor tells and asks, and the answers to it."""

from __future__ import annotations

import io
import logging
import os
import signal
import sys
from typing import Any, NoReturn

from lsprotocol import types

from quidpro.core.errors import UsageError
from quidpro.lsp import answers, protocol
from quidpro.lsp.documents import Document, path_of
from quidpro.lsp.fixes import fix_of
from quidpro.lsp.server import Server, refusal


class _Input(io.BufferedReader):
    """Standard input; when it ends, the editor has gone."""

    def readline(self, size: int | None = -1) -> bytes:
        """The next line."""
        return super().readline(size) or _leave(0)


def _leave(code: int) -> NoReturn:
    """End at once, whatever is going on: the processes that were started end with this one."""
    os._exit(code)


def serve(seconds: float, megabytes: float) -> None:
    """Answer on standard input and output until the editor has enough."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _leave(0))
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what goes wrong is told to the editor
    made(seconds, megabytes).start_io(_Input(io.FileIO(sys.stdin.fileno(), closefd=False)))


def made(seconds: float, megabytes: float) -> Server:
    """A server with all that it can do."""
    server = Server(seconds, megabytes)
    for method, handle in HANDLERS.items():
        server.feature(method, OPTIONS.get(method))(handle)
    server.command(protocol.CHECK)(_check)
    server.command(protocol.STOP)(_stop)
    return server


async def _initialized(server: Server, _params: types.InitializedParams) -> None:
    await server.open()


def _shutdown(server: Server, _params: None) -> None:
    server.stop()
    server.is_over = True


def _exit(server: Server, _params: None) -> None:
    _leave(0 if server.is_over else 1)


async def _opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    path = path_of(item.uri, item.language_id)
    encoding = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
    document = Document.opened(item.uri, path, item.text, encoding)
    server.documents[item.uri] = document
    server.look(document)


async def _changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    document = server.documents.get(params.text_document.uri)
    if document is not None:
        document.change(server.workspace.get_text_document(document.uri).source)
        server.look(document)


def _closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    server.documents.pop(uri, None)
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


async def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    found = server.named(params)
    if found is None:
        return None
    text, place, symbol = found
    words = await server.describe(server.documents[params.text_document.uri], symbol)
    content = types.MarkupContent(types.MarkupKind.Markdown, words)
    return types.Hover(content, protocol.name_range(text.lines, place, symbol))


def _definition(server: Server, params: types.DefinitionParams) -> types.Location | None:
    found = server.named(params)
    if found is None:
        return None
    text, _, symbol = found
    return types.Location(params.text_document.uri, protocol.name_range(text.lines, symbol.offset, symbol))


def _references(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    found = server.named(params)
    if found is None:
        return []
    text, _, symbol = found
    places = text.names.places(symbol)
    if not params.context.include_declaration:
        places = [place for place in places if place != symbol.offset]
    uri = params.text_document.uri
    return [types.Location(uri, protocol.name_range(text.lines, place, symbol)) for place in places]


def _highlight(server: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    found = server.named(params)
    if found is None:
        return []
    text, _, symbol = found
    ranges = [protocol.name_range(text.lines, place, symbol) for place in text.names.places(symbol)]
    return [types.DocumentHighlight(one) for one in ranges]


def _prepare_rename(server: Server, params: types.PrepareRenameParams) -> types.Range | None:
    found, place = server.named(params), server.place(params)
    if found is None or place is None:
        return None
    text, start, symbol = found
    try:
        answers.to_rename(text.names, place[2])
    except UsageError as error:
        raise refusal(str(error)) from error
    return protocol.name_range(text.lines, start, symbol)


def _rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    found, place = server.named(params), server.place(params)
    if found is None or place is None:
        raise refusal("there is no name here that can be changed")
    (text, _, symbol), (_, language, offset) = found, place
    try:
        places = answers.renamed(language, text.names, offset, params.new_name)
    except UsageError as error:
        raise refusal(str(error)) from error
    edits = [types.TextEdit(protocol.name_range(text.lines, at, symbol), params.new_name) for at in places]
    return types.WorkspaceEdit({params.text_document.uri: edits})


def _symbols(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    text = server.text(params.text_document.uri)
    return [] if text is None else protocol.document_symbols(text.names, text.lines)


def _completion(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    place = server.place(params)
    if place is None:
        return []
    text, language, offset = place
    good = server.documents[params.text_document.uri].good
    before = None if good is None else good.names
    return protocol.completion_items(answers.completions(language, text.names, before, offset))


def _code_actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = server.documents.get(params.text_document.uri)
    if document is None or document.seen is not document.now:
        return []
    lines = document.now.lines
    first = lines.offset(params.range.start.line, params.range.start.character)
    last = lines.offset(params.range.end.line, params.range.end.character)
    near = [one for one in document.problems if one.start <= last and first <= one.end]
    fixes = [(one, fix_of(one, document.now.text)) for one in near]
    return [protocol.code_action(document.uri, one, fix, lines) for one, fix in fixes if fix is not None]


def _lenses(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    text = server.text(params.text_document.uri)
    if text is None:
        return []
    asked = [symbol for symbol in text.names.symbols if symbol.ask]
    return [protocol.code_lens(params.text_document.uri, symbol, text.lines) for symbol in asked]


async def _check(server: Server, uri: str, setting: str, value: str) -> dict[str, Any]:
    return await server.check(uri, setting, value)


def _stop(server: Server) -> None:
    server.stop()


def _cancelled(server: Server, params: types.WorkDoneProgressCancelParams) -> None:
    if params.token == server.token:
        server.stop()


HANDLERS: dict[str, Any] = {
    types.INITIALIZED: _initialized,
    types.SHUTDOWN: _shutdown,
    types.EXIT: _exit,
    types.TEXT_DOCUMENT_DID_OPEN: _opened,
    types.TEXT_DOCUMENT_DID_CHANGE: _changed,
    types.TEXT_DOCUMENT_DID_CLOSE: _closed,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_DEFINITION: _definition,
    types.TEXT_DOCUMENT_REFERENCES: _references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: _highlight,
    types.TEXT_DOCUMENT_PREPARE_RENAME: _prepare_rename,
    types.TEXT_DOCUMENT_RENAME: _rename,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: _symbols,
    types.TEXT_DOCUMENT_COMPLETION: _completion,
    types.TEXT_DOCUMENT_CODE_ACTION: _code_actions,
    types.TEXT_DOCUMENT_CODE_LENS: _lenses,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL: _cancelled,
}
OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([types.CodeActionKind.QuickFix]),
}
