"""The server: the texts that are open, and the processes that do its work.

Names are looked up here, at once. What takes time (what is wrong with a text, what a process is like, a check) is done
by other processes, with limits, so that no text can hold up the answers about another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from quidpro.core import __version__
from quidpro.core.errors import QuidproError
from quidpro.frontend.languages import Language
from quidpro.frontend.text.names import Symbol
from quidpro.lsp import answers, protocol
from quidpro.lsp.documents import Document, Text
from quidpro.lsp.fixes import Problem
from quidpro.reading.readers import Readers

_READER = "quidpro.lsp.reader"
_SECONDS = {"problems": 3.0, "hover": 2.0}
_PAUSE_SECONDS = 0.2
"""How long nothing is typed before a text is looked at."""
_REFUSED = -32803
"""The code of the protocol for a request that makes no sense for this text."""


class Asked(Protocol):
    """What is asked of a place in a text."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


class Server(LanguageServer):
    """The texts that are open, and the processes that read and check them."""

    def __init__(self, seconds: float, megabytes: float) -> None:
        super().__init__("quidpro", __version__, types.TextDocumentSyncKind.Full)
        self.documents: dict[str, Document] = {}
        self.readers = Readers(Path.cwd(), _READER, seconds=dict(_SECONDS), urgent="problems")
        self.checkers = Readers(Path.cwd(), _READER, count=1, seconds={"check": seconds}, megabytes=megabytes)
        self.has_checked = False
        """Whether the process that checks was started: only then it is needed."""
        self.is_over = False
        """Whether the editor has said that it wants nothing more."""
        self.checking: asyncio.Task[dict[str, Any]] | None = None
        self.token = ""
        """The token of the progress that shows the check."""

    async def open(self) -> None:
        """Start the processes that read."""
        await self.readers.open()

    # Texts -------------------------------------------------------------------------------------------------

    def text(self, uri: str) -> Text | None:
        """A text that is open, as it is now."""
        document = self.documents.get(uri)
        return None if document is None else document.now

    def place(self, asked: Asked) -> tuple[Text, Language, int] | None:
        """A place in a text whose names are known."""
        text = self.text(asked.text_document.uri)
        if text is None or text.language is None:
            return None
        return text, text.language, text.lines.offset(asked.position.line, asked.position.character)

    def named(self, asked: Asked) -> tuple[Text, int, Symbol] | None:
        """What is named at a place, and where that name begins."""
        place = self.place(asked)
        found = None if place is None else place[0].names.at(place[2])
        return None if place is None or found is None else (place[0], *found)

    def look(self, document: Document) -> None:
        """Find out what is wrong with a text, when nothing has been typed for a moment."""
        document.is_changed = True
        if document.looking is None or document.looking.done():
            document.looking = asyncio.create_task(self._look(document))

    async def _look(self, document: Document) -> None:
        while document.is_changed:
            document.is_changed = False
            await asyncio.sleep(_PAUSE_SECONDS)
            if document.is_changed:
                continue
            document.keep()
            text = document.now
            found = await self._problems(text)
            if document.now is text and self.documents.get(document.uri) is document:
                document.seen, document.problems = text, found
                self.publish(document)

    async def _problems(self, text: Text) -> list[Problem]:
        try:
            found = await self.readers.ask("problems", {"name": str(text.path), "text": text.text})
        except QuidproError as error:
            return [Problem("note", str(error), "", 0, 1)]
        return [Problem.of(one) for one in found["problems"]]

    def publish(self, document: Document) -> None:
        """Tell the editor what is wrong with a text, and what a check has found."""
        seen = document.seen or document.now
        every = [protocol.diagnostic(one, seen.lines) for one in document.problems]
        every += [protocol.diagnostic(one, document.now.lines) for one in document.evidence]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, every))

    async def describe(self, document: Document, symbol: Symbol) -> str:
        """What there is to know of a symbol; its size is that in the last text that could be read."""
        text = document.readable
        body = {"name": str(text.path), "text": text.text}
        asked = {"symbol": symbol.name, "kind": symbol.kind, "info": symbol.info}
        try:
            found = await asyncio.shield(self.readers.ask("hover", {**body, **asked}))
        except QuidproError:
            found = {"value": "", "info": ""}
        language = document.now.language
        assert language is not None
        return answers.describe(language, document.now.names, symbol, found["value"], found["info"])

    # Checks ------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the check that is running."""
        if self.checking is not None:
            self.checking.cancel()

    async def check(self, uri: str, setting: str, value: str) -> dict[str, Any]:
        """Check what is asked of a text; one that is running is stopped first."""
        document = self.documents.get(uri)
        if document is None:
            raise refusal(f"{uri} is not open")
        self.stop()
        text = document.now
        body = {"name": str(text.path), "text": text.text, "setting": setting, "value": value}
        self.checking = asyncio.create_task(self._ask(body))
        await self._begin_progress(f"checking {value}")
        found = await self._answer(self.checking)
        if document.now is text and "results" in found:
            self._show(document, setting, value, found["results"])
        self._say(found)
        return found

    async def _ask(self, body: dict[str, Any]) -> dict[str, Any]:
        if not self.has_checked:
            self.has_checked = True
            await self.checkers.open()
        return await self.checkers.ask("check", body)

    async def _answer(self, checking: asyncio.Task[dict[str, Any]]) -> dict[str, Any]:
        """The answers, or why there are none."""
        try:
            await asyncio.wait({checking})
            return checking.result()
        except asyncio.CancelledError:
            return {"stopped": "the check was stopped"}
        except QuidproError as error:
            return {"error": str(error)}
        finally:
            if self.checking is checking:
                self._end_progress()
                self.checking = None

    def _show(self, document: Document, setting: str, value: str, results: Sequence[dict[str, Any]]) -> None:
        """The runs that show a violation, over what was asked."""
        symbol = document.now.asking(setting, value)
        start, end = (0, 1) if symbol is None else (symbol.offset, symbol.offset + len(symbol.name))
        document.evidence = [
            Problem("note", _headline(one), "\n".join(_numbered(one["steps"])), start, end)
            for one in results
            if one["outcome"] == "violated"
        ]
        self.publish(document)

    def _say(self, found: dict[str, Any]) -> None:
        """The verdicts in a message."""
        results = found.get("results", ())
        lines = [_headline(one) for one in results] or [found.get("error") or found.get("stopped") or ""]
        bad = "error" in found or any(one["outcome"] != "holds" for one in results)
        kind = types.MessageType.Warning if bad else types.MessageType.Info
        self.window_show_message(types.ShowMessageParams(kind, "\n".join(lines)))

    async def _begin_progress(self, title: str) -> None:
        window = self.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        self.token = f"quidpro-{id(self.checking)}"
        await self.work_done_progress.create_async(self.token)
        self.work_done_progress.begin(self.token, types.WorkDoneProgressBegin(title, cancellable=True))

    def _end_progress(self) -> None:
        if self.token:
            self.work_done_progress.end(self.token, types.WorkDoneProgressEnd())
            self.token = ""


def refusal(message: str) -> JsonRpcException:
    """Why a request is not fulfilled, as the editor shows it."""
    return JsonRpcException(message, _REFUSED)


def _headline(result: dict[str, Any]) -> str:
    because = f" ({result['reason']})" if result["outcome"] == "unknown" and result["reason"] else ""
    return f"{result['outcome'].upper()}: {result['statement']}{because}"


def _numbered(steps: Sequence[str] | None) -> list[str]:
    if steps is None:
        return ["no single run shows it"]
    return [f"{number}. {step}" for number, step in enumerate(steps, 1)] or ["the initial state violates it"]
