"""Each line of the security model, at the door: who is refused, and what every answer carries."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quidpro.studio.guard import Guard, new_token

TOKEN = "sesame"
GOOD = {"host": "127.0.0.1:8000", "x-quidpro-token": TOKEN}


async def _page(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-security-policy", b"default-src *")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"hello"})


def asked(path: str, headers: list[tuple[str, str]] | dict[str, str], kind: str = "http") -> list[dict[str, Any]]:
    """What is sent in answer to a request."""
    pairs = headers.items() if isinstance(headers, dict) else headers
    raw = [(name.encode(), value.encode("latin-1")) for name, value in pairs]
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    scope = {"type": kind, "path": path, "method": "GET", "headers": raw}
    asyncio.run(Guard(_page, TOKEN)(scope, receive, send))  # type: ignore[arg-type]
    return sent


def status(path: str, headers: list[tuple[str, str]] | dict[str, str]) -> int:
    return int(asked(path, headers)[0]["status"])


def test_the_page_with_its_token_is_answered():
    assert status("/api/session", GOOD) == 200
    assert status("/api/session", {**GOOD, "origin": "http://127.0.0.1:8000"}) == 200
    assert status("/api/session", {**GOOD, "host": "localhost:8000", "origin": "http://localhost:8000"}) == 200


@pytest.mark.parametrize("path", ["/", "/assets/bundle.js"])
def test_the_shell_needs_no_token(path):
    assert status(path, {"host": "localhost"}) == 200


@pytest.mark.parametrize("path", ["/api/session", "/api/jobs/1/events", "/assets", "//", "/other", "/assetsx"])
@pytest.mark.parametrize("token", [None, "", "sesam", "sesame ", "Sesame", "s\xe9same", TOKEN * 2])
def test_anything_else_needs_the_token(path, token):
    headers = {"host": "127.0.0.1:8000"} | ({} if token is None else {"x-quidpro-token": token})
    assert status(path, headers) == 403


def test_two_tokens_are_none():
    twice = [("host", "127.0.0.1"), ("x-quidpro-token", TOKEN), ("x-quidpro-token", TOKEN)]
    assert status("/api/session", twice) == 403


@pytest.mark.parametrize("path", ["/", "/api/session"])
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil:80",
        "127.0.0.1:80:80",
        "127.0.0.1:x",
        "",
        "[::1]",
        "0.0.0.0",
    ],
)
def test_a_foreign_host_is_refused_everywhere(path, host):
    assert status(path, {**GOOD, "host": host}) == 400


def test_no_host_and_two_hosts_are_refused():
    assert status("/", {}) == 400
    assert status("/", [("host", "127.0.0.1"), ("host", "localhost")]) == 400


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:9000",
        "http://localhost:8000",
        "http://127.0.0.1",
    ],
)
def test_a_foreign_origin_is_refused(origin):
    assert status("/api/session", {**GOOD, "origin": origin}) == 403
    assert status("/", {**GOOD, "origin": origin}) == 403


@pytest.mark.parametrize("headers", [GOOD, {}, {"host": "127.0.0.1"}])
def test_every_answer_carries_the_policy_and_allows_no_other_origin(headers):
    found = {name.decode(): value.decode() for name, value in asked("/api/session", headers)[0]["headers"]}
    assert found["content-security-policy"] == "default-src 'self'; frame-ancestors 'none'"
    assert found["x-content-type-options"] == "nosniff"
    assert found["referrer-policy"] == "no-referrer"
    assert found["cache-control"] == "no-store"
    assert not [name for name in found if name.startswith("access-control") or name == "set-cookie"]


def test_there_is_no_other_protocol():
    assert asked("/", GOOD, "websocket") == [{"type": "websocket.close", "code": 1008}]


def test_a_token_has_256_bits():
    assert len(new_token()) == 43
    assert new_token() != new_token()
