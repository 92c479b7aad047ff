"""An editor, as far as the protocol goes: messages to a server over its standard streams, and what comes back."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import Any

TIMEOUT_SECONDS = 60.0


class Failed(Exception):
    """The server has refused a request."""


class Client:
    """A session with a server of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "quidpro", "lsp", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0
        self.told: list[dict[str, Any]] = []
        """Messages that answer nothing."""
        self._incoming: Queue[dict[str, Any] | None] = Queue()
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            assert header.startswith(b"Content-Length: "), header
            while stream.readline().strip():
                pass
            self._incoming.put(json.loads(stream.read(int(header.split(b":")[1]))))
        self._incoming.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any = None) -> None:
        self._send({"method": method, "params": params})

    def begin(self, method: str, params: Any = None) -> int:
        """Ask, and do not wait."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method: str, params: Any = None) -> Any:
        return self.end(self.begin(method, params))

    def end(self, number: int) -> Any:
        """The answer to what was asked."""
        answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer["result"]

    def wait(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that fits, of those that were told already or will be."""
        for number, message in enumerate(self.told):
            if fits(message):
                return self.told.pop(number)
        while True:
            try:
                message = self._incoming.get(timeout=TIMEOUT_SECONDS)
            except Empty:
                raise TimeoutError(self.told) from None
            assert message is not None, "the server has gone"
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": None})
            if fits(message):
                return message
            self.told.append(message)

    def hear(self, method: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """What the server tells by a method."""
        return self.wait(lambda message: message.get("method") == method and fits(message["params"]))["params"]

    def initialize(self, **capabilities: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(
            "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities}
        )
        self.notify("initialized", {})
        return found["capabilities"]

    def open(self, path: Path, text: str, language: str = "fsp") -> str:
        uri = path.as_uri()
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, text: str, version: int = 2) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """What is asked of a place."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{method}", {**place, **more})

    def of(self, method: str, uri: str, **more: Any) -> Any:
        """What is asked of a text."""
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def problems(self, uri: str, fits: Callable[[list[Any]], bool] = lambda _: True) -> list[dict[str, Any]]:
        """What is wrong with a text, when it is told next."""
        heard = self.hear("textDocument/publishDiagnostics", lambda p: p["uri"] == uri and fits(p["diagnostics"]))
        found: list[dict[str, Any]] = heard["diagnostics"]
        return found

    def shutdown(self) -> int:
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(TIMEOUT_SECONDS)

    def end_now(self) -> None:
        """Whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
