"""The garbage collector: seldom in processes of our own, off while big trees grow, kept from what a fork inherits."""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

_YOUNG_OBJECTS = 100_000


def collect_seldom() -> None:
    """For a process of our own: what it has by now is never looked at again, and the rest less often than usual.

    Loaded libraries make a heap that takes 0.05 s to look through. Diagrams, tables and trees have few cycles. At the
    end nothing is looked for: all of it goes with the process.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)
    atexit.register(gc.freeze)


@contextmanager
def collector_off() -> Iterator[None]:
    """A syntax tree and what is compiled from it have no cycles: looking for them doubles the time for a big file."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def leave_inherited_alone() -> None:
    """From now on a process that is forked from this one never collects garbage of before the fork.

    For libraries with threads of their own, which a forked process does not have: freeing one of their objects there
    waits for such a thread for ever, or crashes.
    """
    if not hasattr(os, "register_at_fork"):
        return
    enabled = False

    def hold() -> None:
        nonlocal enabled
        enabled = gc.isenabled()
        gc.disable()

    def go_on() -> None:
        if enabled:
            gc.enable()

    def begin_anew() -> None:
        gc.freeze()
        go_on()

    os.register_at_fork(before=hold, after_in_parent=go_on, after_in_child=begin_anew)
