"""Processes of a server, seen from both sides: each is the head of a group of its own that can be killed as one.

They talk in lines of JSON. A child ends with the server, however that ends, and so does all that it has started. It
never runs a file of the user's folder: that folder is not on the path of its imports.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

MAX_LINE_BYTES = 64 << 20
Put = Callable[[dict[str, Any]], None]


async def start(module: str, root: Path) -> Process:
    """A child that runs a module; it works in the folder of the models."""
    command = (sys.executable, "-P", "-m", module, str(os.getpid()), str(root))
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True, limit=MAX_LINE_BYTES
    )


async def put(child: Process, message: dict[str, Any]) -> None:
    """Send a line to a child; one that has gone does not matter here."""
    assert child.stdin is not None
    with suppress(ConnectionError):
        child.stdin.write(json.dumps(message).encode() + b"\n")
        await child.stdin.drain()


async def get(child: Process) -> dict[str, Any] | None:
    """The next line of a child; None when there will be no more."""
    assert child.stdout is not None
    try:
        line = await child.stdout.readline()
    except ValueError:  # a line beyond all measure
        return None
    return json.loads(line) if line.endswith(b"\n") else None


async def end(child: Process) -> None:
    """Kill a child with all its own, whatever they are doing."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    await child.wait()


def megabytes(pid: int) -> float:
    """The memory of a child and all its own."""
    import psutil

    try:
        head = psutil.Process(pid)
        return sum(_resident(one) for one in (head, *head.children(recursive=True))) / (1 << 20)
    except psutil.Error:
        return 0.0


def _resident(process: Any) -> int:
    import psutil

    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def begin() -> Put:
    """In a child: tie it to the server, go to the folder of the models, and keep the line to the server to ourselves.

    What libraries print goes nowhere.
    """
    from quidpro.core.isolated import die_with

    parent, root = sys.argv[1:]
    die_with(int(parent))
    line = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.chdir(root)

    def tell(message: dict[str, Any]) -> None:
        line.write(json.dumps(message) + "\n")
        line.flush()

    return tell


def requests() -> Iterator[dict[str, Any]]:
    """In a child: what the server asks, line by line, until it has nothing more to ask."""
    for line in sys.stdin:
        yield json.loads(line)
