"""Jobs for the tests of executors: at the top level of a module, so that any process can find them."""

from __future__ import annotations

import os
import signal
import subprocess
import time

from quidpro.run.executors.protocol import Tell


def double(tell: Tell, number: int) -> int:
    tell(f"doubling {number}")
    return 2 * number


def fail(tell: Tell) -> None:
    raise ValueError("this job cannot succeed")


def spin(tell: Tell) -> None:
    """Never comes back to Python once the kernel runs: only a kill ends it."""
    import numpy as np
    from numba import njit

    @njit
    def forever(cells):
        while cells[0] != 1:
            for i in range(len(cells)):
                cells[i] = (cells[i] + 2) % 64

    cells = np.zeros(16, dtype=np.int64)
    tell(os.getpid())
    forever(cells)


def sleep(tell: Tell, seconds: float, value: object = None) -> object:
    tell(os.getpid())
    time.sleep(seconds)
    return value


def count(tell: Tell, until: int) -> int:
    """Busy in Python; the same process from the start to the end."""
    number = 0
    for _ in range(until):
        number += 1
    tell(os.getpid())
    return number


def talk(tell: Tell, messages: int, size: int) -> bytes:
    """Long messages, and a long answer: neither fits into a pipe."""
    for _ in range(messages):
        tell(bytes(size))
    return bytes(size)


def die(tell: Tell) -> None:
    tell(os.getpid())
    os.kill(os.getpid(), signal.SIGKILL)


def start(tell: Tell, *command: str) -> int:
    """A program of its own, which it waits for."""
    with subprocess.Popen(command) as program:
        tell(program.pid)
        return program.wait()


def start_without_end(tell: Tell) -> None:
    """One program after the other, none of which ends by itself; tells how many there are."""
    programs = []
    while True:
        programs.append(subprocess.Popen(["sleep", "60"]))
        tell(len(programs))


def hoard(tell: Tell, megabytes: int) -> None:
    tell(os.getpid())
    kept = bytearray(b"x" * (megabytes << 20))
    time.sleep(60)
    del kept
