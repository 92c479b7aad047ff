"""Another program at work for this one: it can be stopped whatever it does, and does not outlive this process.

Linux ends it with its parent (``prctl``, which outlasts the start of a program); elsewhere it must have a limit of its
own. Ctrl-C is this process's business: it decides what ends then.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.isolated import die_with, quiet_fork

_MEGABYTE = 1 << 20
_FIRST_WAIT_SECONDS = 0.001
_LONGEST_WAIT_SECONDS = 0.05


class Program:
    """A program that runs in a folder; what it says goes to a file there."""

    def __init__(self, command: Sequence[str], folder: Path, said: str, megabytes: float | None = None) -> None:
        self._said = folder / said
        with self._said.open("wb") as stream, quiet_fork():
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                env=_environment(folder),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                preexec_fn=partial(_prepare, os.getpid(), megabytes) if os.name == "posix" else None,
            )

    @property
    def signal(self) -> int | None:
        """The signal that ended it, if one did."""
        code = self._process.poll()
        return -code if code is not None and code < 0 else None

    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._process.poll() is not None

    def said(self) -> str:
        """All that it has written."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    def end(self) -> None:
        """End it where it stands."""
        self._process.kill()
        self._process.wait()


def wait(programs: Sequence[Program], budget: Budget) -> list[Program]:
    """Those that have ended, as soon as there is one; polls the budget meanwhile."""
    pause = _FIRST_WAIT_SECONDS
    while True:
        budget.check()
        if found := [program for program in programs if program.ended()]:
            return found
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_WAIT_SECONDS)


def _environment(folder: Path) -> Mapping[str, str]:
    """Without a home: its settings there may be about anything."""
    return {**os.environ, "HOME": str(folder)}


def _prepare(parent: int, megabytes: float | None) -> None:
    """What the new process does before it becomes the program."""
    if sys.platform == "linux":
        die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if megabytes is not None:
        import resource

        most = int(megabytes * _MEGABYTE)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
