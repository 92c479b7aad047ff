"""Parts that other packages bring: what they declare as entry points, read only when somebody needs it."""

from __future__ import annotations

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
    """What other packages offer of a group."""
    return tuple(sorted({entry.name for entry in _entries(group)}))


@cache
def found(group: str, name: str) -> Any | None:
    """The part of that name, loaded; None when nobody offers one."""
    entry = next((entry for entry in _entries(group) if entry.name == name), None)
    if entry is None:
        return None
    try:
        return entry.load()
    except Exception as error:
        where = entry.dist.name if entry.dist is not None else entry.value
        raise UsageError(f"{name} of {where} cannot be loaded: {type(error).__name__}: {error}") from error


def every(group: str) -> list[Any]:
    """All parts of a group that can be loaded; one that cannot is told of when it is asked for by its name."""
    loaded = []
    for name in names(group):
        with suppress(UsageError):
            loaded.append(found(group, name))
    return loaded


def _entries(group: str) -> Any:
    from importlib.metadata import entry_points

    return entry_points(group=group)
