"""Run the studio: a server on this machine only, its address with a token, and an end that leaves nothing behind."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from quidpro.core.errors import UsageError
from quidpro.core.parts import require
from quidpro.studio.folder import Folder, is_model
from quidpro.studio.guard import new_token

if TYPE_CHECKING:
    import uvicorn

    from quidpro.studio.app import Studio

LOOPBACK = "127.0.0.1"
_GRACE_SECONDS = 1


def serve(
    file: Path | None, root: Path | None, port: int, *, browser: bool, say: Callable[[str], None] = print
) -> None:
    """Serve until Ctrl-C; ``say`` is told the address once it can be opened."""
    for part in ("starlette", "uvicorn"):
        require(part)
    from quidpro.studio.app import Studio

    folder, name = _folder(file, root)
    studio = Studio(folder, new_token(), name)
    with _listening(port) as listening:
        address = f"http://{LOOPBACK}:{listening.getsockname()[1]}/#t={studio.token}"

        def ready() -> None:
            say(f"The studio is at {address}\nIt shows the models in {folder.root}. Ctrl-C ends it.")
            if browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

        _run(server(studio, ready), listening)


def _folder(file: Path | None, root: Path | None) -> tuple[Folder, str | None]:
    """The folder to show, and the name in it of the file to open; a file that is not there yet may be made."""
    if file is None:
        return Folder.at(root or Path()), None
    if file.is_dir():
        raise UsageError(f"{file} is a folder; show it with --root {file}")
    if not is_model(file):
        raise UsageError(f"{file} is not called like a model")
    folder = Folder.at(root or file.parent)
    if not file.resolve().is_relative_to(folder.root):
        raise UsageError(f"{file} is outside of {folder.root}")
    return folder, folder.name_of(file.resolve())


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket of this machine that no other can reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((LOOPBACK, port))
        except OSError as error:
            raise UsageError(
                f"cannot use port {port}: {error.strerror or error}; choose another with --port"
            ) from error
        yield listening


def server(studio: Studio, ready: Callable[[], None]) -> uvicorn.Server:
    """The server of a studio; ``ready`` is called when it answers."""
    import uvicorn

    class Server(uvicorn.Server):
        """Tells when it is ready, and ends the jobs before it waits for their streams."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await studio.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        studio.app(),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="on",
        ws="none",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Server(config)


def _run(running: uvicorn.Server, listening: socket.socket) -> None:
    """Serve until a signal comes; it has done its work then, and is not raised again."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        running.should_exit = True

    before: dict[int, Any] = {one: signal.signal(one, stop) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        running.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
