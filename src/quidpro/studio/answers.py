"""JSON in and out: bodies of a limited size, and everything that goes wrong as one shape of answer."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from quidpro.core.errors import InputError, QuidproError
from quidpro.core.words import printable
from quidpro.run.job import BUG
from quidpro.studio.folder import Changed, Forbidden
from quidpro.studio.jobs import Busy, Unknown

MAX_BODY_BYTES = 8 << 20
_MAX_DEPTH = 20
"""How deeply lists and objects may be nested in a body."""
Handler = Callable[[Request], Awaitable[Response]]


class BadRequest(Exception):
    """What was sent makes no sense; ``status`` says how."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


async def body_of(request: Request) -> dict[str, Any]:
    """The object that a request carries."""
    try:
        body = json.loads(await _data_of(request))
    except (ValueError, RecursionError):
        raise BadRequest("the body is not JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("the body is not an object")
    if not _is_shallow(body, _MAX_DEPTH):
        raise BadRequest("the body is nested too deeply")
    return body


async def _data_of(request: Request) -> bytes:
    """All that a request carries; what says itself that it is too long is not waited for."""
    told = request.headers.get("content-length", "0")
    if not is_number(told) or int(told) > MAX_BODY_BYTES:
        raise _too_long()
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_BODY_BYTES:
                raise _too_long()
    except ClientDisconnect:
        raise BadRequest("the body ended too early") from None
    return bytes(data)


def _too_long() -> BadRequest:
    return BadRequest(f"this is longer than {MAX_BODY_BYTES >> 20} MB", 413)


def _is_shallow(value: object, depth: int) -> bool:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(_is_shallow(item, depth - 1) for item in items)


def is_number(text: str) -> bool:
    """Whether a text is a whole number, not below 0, of a size that makes sense."""
    return text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS


_MAX_DIGITS = 18


def text_of(body: dict[str, Any], name: str) -> str:
    """A text that must be there, and can be written to a file."""
    value = body.get(name)
    if not isinstance(value, str):
        raise BadRequest(f"{name} must be a text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRequest(f"{name} has letters that are none (halves of surrogate pairs)")
    return value


def check_shapes(body: dict[str, Any]) -> None:
    """Complain about a field that is not what its name stands for; those that are not there, or null, are fine."""
    for name, (kind, words) in _SHAPES.items():
        value = body.get(name)
        wrong_item = isinstance(value, list) and not all(isinstance(item, str) for item in value)
        if value is not None and (not isinstance(value, kind) or wrong_item):
            raise BadRequest(f"{name} must be {words}")


_TEXT, _TEXTS, _OBJECT = (str, "a text"), (list, "a list of texts"), (dict, "an object")
_SHAPES: dict[str, tuple[type, str]] = {
    "system": _TEXT,
    "method": _TEXT,
    "split": _TEXT,
    "constant": _TEXT,
    "properties": _TEXTS,
    "methods": _TEXTS,
    "constants": _OBJECT,
    "options": _OBJECT,
    "deadlock": (bool, "true or false"),
    "watch": (bool, "true or false"),
}


def failure(message: str, status: int, **more: Any) -> JSONResponse:
    """An answer that says what is wrong."""
    return JSONResponse({"error": {"message": printable(message, "\n"), **more}}, status)


_STATUS: dict[type[Exception], int] = {Forbidden: 403, Changed: 409, Unknown: 404, Busy: 503}


async def on_error(_request: Request, error: Exception) -> Response:
    """Whatever was raised, in words."""
    if isinstance(error, BadRequest):
        return failure(str(error), error.status)
    if isinstance(error, HTTPException):
        return failure(error.detail, error.status_code)
    if isinstance(error, InputError):
        return _input_failure(error)
    return failure(str(error), _STATUS.get(type(error), 400))


def _input_failure(error: InputError) -> Response:
    first = error.diagnostics[0]
    if first.source is None:
        return failure(first.message, 404 if "there is no file" in first.message else 400)
    line, column = first.source.position(first.offset)
    return failure(first.message, 400, line=line, column=column)


async def on_bug(_request: Request, error: Exception) -> Response:
    """What must not happen, in words too."""
    return failure(f"internal error: {type(error).__name__}: {error}; {BUG}", 500)


HANDLERS: dict[Any, Any] = {Exception: on_bug} | dict.fromkeys((BadRequest, HTTPException, QuidproError), on_error)
