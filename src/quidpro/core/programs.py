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
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO, cast

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.isolated import die_with, quiet_fork

_MEGABYTE = 1 << 20
_FIRST_WAIT_SECONDS = 0.001
_LONGEST_WAIT_SECONDS = 0.05


class Unnamed:
    """A file that no folder has: programs read and write it by its path, and it is gone with the last who has it."""

    def __init__(self, content: bytes = b"") -> None:
        self._file = _unnamed()
        self._file.write(content)
        self._file.flush()

    @property
    def number(self) -> int:
        """Its number in this process, and in programs that are given it."""
        return self._file.fileno()

    @property
    def path(self) -> str:
        """Its path in programs that are given it."""
        return f"/dev/fd/{self.number}"

    def text(self) -> str:
        """What is in it."""
        self._file.seek(0)
        return self._file.read().decode("utf-8", errors="replace")

    def close(self) -> None:
        """Done with it."""
        self._file.close()


def _unnamed() -> BinaryIO:
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("quidpro"), "w+b")
    import tempfile

    try:
        return cast(BinaryIO, tempfile.TemporaryFile())
    except OSError as error:
        raise UsageError(f"there is no folder for temporary files: {error.strerror or error}") from error


class Program:
    """A program that runs, with files that it is given; ``said`` is all that it writes to its streams.

    Its ``seconds`` are of CPU time, so that being paused takes nothing away from it.
    """

    def __init__(
        self,
        command: Sequence[str],
        files: Sequence[Unnamed],
        megabytes: float | None = None,
        seconds: int | None = None,
    ) -> None:
        self._said = Unnamed()
        try:
            with quiet_fork():
                self._process = subprocess.Popen(
                    command,
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=self._said.number,
                    stderr=subprocess.STDOUT,
                    pass_fds=[file.number for file in files],
                    preexec_fn=partial(_prepare, os.getpid(), megabytes, seconds),
                )
        except OSError as error:
            self._said.close()
            raise UsageError(f"cannot run {command[0]}: {error.strerror or error}") from error

    @property
    def code(self) -> int:
        """What it ended with: negative where a signal ended it, 0 also while it runs."""
        return self._process.poll() or 0

    def ended(self) -> bool:
        """Whether it runs no more."""
        return self._process.poll() is not None

    def said(self) -> str:
        """All that it has written, when it has ended."""
        return self._said.text()

    def end(self) -> None:
        """End it where it stands, if it runs, and forget what it said."""
        self._process.kill()
        self._process.wait()
        self._said.close()


def wait(programs: Sequence[Program], budget: Budget) -> list[Program]:
    """Those that have ended, as soon as there is one; polls the budget meanwhile."""
    pause = _FIRST_WAIT_SECONDS
    while True:
        budget.check()
        if found := [program for program in programs if program.ended()]:
            return found
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_WAIT_SECONDS)


def _prepare(parent: int, megabytes: float | None, seconds: int | None) -> None:
    """What the new process does before it becomes the program."""
    if sys.platform == "linux":
        die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import resource

    if megabytes is not None:
        _limit(resource.RLIMIT_AS, int(megabytes * _MEGABYTE))
    if seconds is not None:
        _limit(resource.RLIMIT_CPU, seconds)


def _limit(kind: int, most: int) -> None:
    """No more than this, nor than there was before."""
    import resource

    _, hard = resource.getrlimit(kind)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (most, hard))
