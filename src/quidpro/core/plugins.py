"""Plug-ins of other packages, declared as entry points and read only when they are needed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from typing import Any

from quidpro.core.errors import UsageError

ENGINES = "quidpro.engines"
"""Each an EngineInfo."""
LEARNERS = "quidpro.learners"
"""Each makes a learner of a membership oracle."""
FRONTENDS = "quidpro.frontends"
"""Each a Frontend: the suffixes of its files, the world of its models, and how one is read."""
CHECKERS = "quidpro.checkers"
"""Each a function that checks the certificates of the rule that it is called by."""


@cache
def names(group: str) -> tuple[str, ...]:
    """The names of the plug-ins of a group."""
    return tuple(sorted({entry.name for entry in _entries(group)}))


@cache
def load(group: str, name: str) -> Any | None:
    """The plug-in of that name, loaded; None when there is none."""
    entry = next((entry for entry in _entries(group) if entry.name == name), None)
    if entry is None:
        return None
    try:
        return entry.load()
    except Exception as error:
        where = entry.dist.name if entry.dist is not None else entry.value
        raise UsageError(f"{name} of {where} cannot be loaded: {type(error).__name__}: {error}") from error


def load_all(group: str) -> list[Any]:
    """All plug-ins of a group that can be loaded; one that cannot is an error only when it is asked for by name."""
    loaded = []
    for name in names(group):
        with suppress(UsageError):
            loaded.append(load(group, name))
    return loaded


def _entries(group: str) -> Any:
    if not _may_have(group):
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=group)


def _may_have(group: str) -> bool:
    """Whether a package that is installed may have plug-ins of a group: looking for the word is quick.

    Where packages are found in another way than in folders, as in a zip file, only Python can tell.
    """
    for entry in dict.fromkeys(sys.path):
        try:
            found = sorted(os.listdir(entry or "."))
        except NotADirectoryError:
            return True
        except OSError:
            continue
        for name in found:
            if name.endswith((".dist-info", ".egg-info")) and _speaks_of(group, entry, name):
                return True
    return False


def _speaks_of(group: str, *folder: str) -> bool:
    try:
        with open(os.path.join(*folder, "entry_points.txt"), "rb") as file:
            return f"[{group}]".encode() in file.read().replace(b" ", b"")
    except OSError:
        return False
