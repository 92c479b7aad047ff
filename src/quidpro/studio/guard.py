"""Who may talk to the studio: this machine's own browser, with the token that was printed.

Every request must name this machine as its ``Host``, so that a name that leads here by a trick (DNS rebinding) is
refused, and an ``Origin``, if there is one, must be the page itself. What is not part of the static shell needs the
token, which other pages cannot know: it is in the fragment of the address, which is never sent. No answer allows
another origin anything, sets a cookie, or may be framed.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

TOKEN_HEADER = "x-quidpro-token"
POLICY = "default-src 'self'; frame-ancestors 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Of every answer."""
_HOSTS = ("127.0.0.1", "localhost")
_TOKEN_BYTES = 32

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def new_token() -> str:
    """A token of 256 bits."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


class Guard:
    """An application behind the checks."""

    def __init__(self, app: App, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or hand it on; every answer gets the headers."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refusal(scope)
        if refused is None:
            await self._app(scope, receive, _with_headers(send))
        else:
            await _refuse(_with_headers(send), *refused)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the reason, if a request is refused."""
        host = _only(scope, "host")
        if host is None or _name(host) not in _HOSTS:
            return 400, "this server answers only to 127.0.0.1 and localhost"
        origins = _all(scope, "origin")
        if origins and origins != [f"http://{host}"]:
            return 403, "this server answers only to its own page"
        if _is_shell(scope["path"]):
            return None
        token = _only(scope, TOKEN_HEADER)
        if token is None or not hmac.compare_digest(token.encode(), self._token.encode()):
            return 403, "the token is missing or wrong; open the address that quidpro studio printed"
        return None


def _is_shell(path: str) -> bool:
    return path == "/" or path.startswith("/assets/")


def _all(scope: Scope, name: str) -> list[str]:
    wanted = name.encode()
    return [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == wanted]


def _only(scope: Scope, name: str) -> str | None:
    """The value of a header that must be there once."""
    values = _all(scope, name)
    return values[0] if len(values) == 1 else None


def _name(host: str) -> str:
    """The host without its port."""
    name, _, port = host.partition(":")
    return name.lower() if port.isdigit() or not port else ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [(key, value) for key, value in message.get("headers", ()) if key.decode().lower() not in HEADERS]
            message = {**message, "headers": [*given, *((k.encode(), v.encode()) for k, v in HEADERS.items())]}
        await send(message)

    return sending


async def _refuse(send: Send, status: int, why: str) -> None:
    body = json.dumps({"error": {"message": why}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
