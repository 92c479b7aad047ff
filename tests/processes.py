"""The processes below this one."""

from __future__ import annotations

from contextlib import suppress

import psutil


def family() -> set[int]:
    """The processes below this one, but for multiprocessing's own helper and the server of the golden outputs."""
    return {p.pid for p in psutil.Process().children(recursive=True) if _lives(p) and not _tracks(p)}


def _lives(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def _tracks(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):  # which a zombie is, too
        command = " ".join(process.cmdline())
        return "resource_tracker" in command or "tests.golden.running" in command
    return True
