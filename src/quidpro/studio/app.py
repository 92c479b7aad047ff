"""The studio as a web application: the page, the models, and the jobs.

Nothing here reads or checks a model: that is done by processes with limits, see ``readers`` and ``jobs``.
"""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from quidpro.reading.readers import Readers, Refused, TooMuch
from quidpro.studio import examples
from quidpro.studio.answers import HANDLERS, BadRequest, body_of, check_shapes, is_number, text_of
from quidpro.studio.folder import Folder
from quidpro.studio.guard import Guard, Receive, Scope, Send
from quidpro.studio.jobs import KINDS, Job, Jobs, Unknown
from quidpro.studio.session import Limits, session

_FILES = {
    "report.html": "text/html",
    "chart.svg": "image/svg+xml",
    "chart.html": "text/html",
    "chart.mmd": "text/plain",
    "chart.puml": "text/plain",
    "chart.vcd": "text/plain",
    "chart.json": "application/json",
    "certificate.json": "application/json",
    "verdict.json": "application/json",
}
"""What a job may have to download."""
_MIN_MEMORY = 100.0


@dataclass
class Studio:
    """The state of a server: the folder, the limits, the processes."""

    folder: Folder
    token: str
    file: str | None = None
    limits: Limits = field(default_factory=Limits)
    alone_seconds: float = 10.0

    def __post_init__(self) -> None:
        self.readers = Readers(self.folder.root, "quidpro.studio.reader")
        self.jobs = Jobs(self.folder.root, self.limits, self.alone_seconds)

    def open(self) -> None:
        """Start what is kept ready, in the background: the page does not have to wait for it."""
        self._opening = asyncio.get_running_loop().create_task(self.readers.open())
        self.jobs.open()

    async def close(self) -> None:
        """End every process."""
        await self._opening
        await asyncio.gather(self.jobs.close(), self.readers.close())

    def app(self) -> Guard:
        """The application, behind its guard."""

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncIterator[None]:
            self.open()
            try:
                yield
            finally:
                await self.close()

        routes = [
            Route("/", self._shell),
            Route("/assets/{name}", self._asset),
            Route("/api/session", self._session),
            Route("/api/file", self._read),
            Route("/api/file", self._save, methods=["PUT"]),
            Route("/api/example", self._example),
            *(Route(f"/api/{kind}", self._ask, methods=["POST"]) for kind in self.readers.seconds),
            Route("/api/jobs", self._add_job, methods=["POST"]),
            Route("/api/jobs/{id}", self._stop_job, methods=["DELETE"]),
            Route("/api/jobs/{id}/events", self._events),
            Route("/api/jobs/{id}/files/{name}", self._file),
        ]
        return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=HANDLERS), self.token)

    async def _shell(self, _request: Request) -> Response:
        return _static("index.html")

    async def _asset(self, request: Request) -> Response:
        return _static(request.path_params["name"])

    async def _session(self, _request: Request) -> Response:
        known = await asyncio.to_thread(session, self.folder, self.file, self.limits, self.jobs.all())
        return JSONResponse(known)

    async def _read(self, request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(self.folder.read, request.query_params.get("path", "")))

    async def _save(self, request: Request) -> Response:
        body = await body_of(request)
        name, text, seen = text_of(body, "path"), text_of(body, "text"), body.get("stamp")
        return JSONResponse(await asyncio.to_thread(self.folder.save, name, text, seen))

    async def _example(self, request: Request) -> Response:
        return JSONResponse(examples.example(request.query_params.get("name", "")))

    async def _ask(self, request: Request) -> Response:
        """Something about a text that a reader knows."""
        kind, body = request.url.path.rsplit("/", 1)[1], await body_of(request)
        self._check_text(body)
        try:
            return JSONResponse(await self.readers.ask(kind, body))
        except Refused as refused:
            return JSONResponse({"error": refused.error}, 400)
        except TooMuch as too_much:
            return JSONResponse({"error": {"message": str(too_much)}}, 503)

    async def _add_job(self, request: Request) -> Response:
        body = await body_of(request)
        self._check_text(body)
        if body.get("kind") not in KINDS:
            raise BadRequest(f"kind must be one of {', '.join(KINDS)}")
        limits = {
            "timeout": _at_most(body, "timeout", self.limits.timeout, 0.0),
            "memory": _at_most(body, "memory", self.limits.memory, _MIN_MEMORY),
        }
        job, place = self.jobs.add({**body, **limits})
        return JSONResponse({"id": job.id, "place": place})

    async def _stop_job(self, request: Request) -> Response:
        job = self._job(request)
        self.jobs.stop(job)
        return JSONResponse(job.summary())

    async def _events(self, request: Request) -> Response:
        first = request.query_params.get("from", "0")
        if not is_number(first):
            raise BadRequest("from must be a number")
        return EventStream(self.jobs.follow(self._job(request), int(first)))

    async def _file(self, request: Request) -> Response:
        job, name = self._job(request), request.path_params["name"]
        if name not in _FILES or name not in job.files:
            raise Unknown("there is no such file of this job")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(job.files[name], media_type=_FILES[name], headers=headers)

    def _job(self, request: Request) -> Job:
        return self.jobs.get(request.path_params["id"])

    def _check_text(self, body: dict[str, Any]) -> None:
        """A body about a model has a text, and a name inside the folder."""
        text_of(body, "text")
        check_shapes(body)
        body["name"] = self.folder.name_of(self.folder.locate(text_of(body, "name")))


def _at_most(body: dict[str, Any], name: str, most: float, least: float) -> float:
    """A limit that was asked for, within those of the server."""
    wanted = body.get(name)
    if wanted is None:
        return most
    if not isinstance(wanted, int | float) or isinstance(wanted, bool) or not wanted >= 0:
        raise BadRequest(f"{name} must be a number from 0")
    return float(min(max(wanted, least), most))


def _static(name: str) -> Response:
    """A file of the page, from the package; names are exact, so that nothing else can be asked for."""
    folder = files("quidpro.studio") / "web"
    known = {entry.name: entry for entry in folder.iterdir() if entry.is_file()} if folder.is_dir() else {}
    if name not in known:
        raise Unknown("there is no such file")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(known[name].read_bytes(), media_type=kind)


class EventStream(Response):
    """Lines as they come, until there are no more or the reader has gone."""

    media_type = "application/x-ndjson"

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send until one side has had enough."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        sending = asyncio.ensure_future(self._send(send))
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, gone):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task
            await self._lines.aclose()  # type: ignore[attr-defined]

    async def _send(self, send: Send) -> None:
        async for line in self._lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
