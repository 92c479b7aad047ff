"""The garbage collector: switched off while big trees grow, and kept from what a forked process has inherited."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


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
