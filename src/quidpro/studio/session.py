"""What the page asks first: the models there are, what can be done with them, and the limits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from quidpro.core import __version__
from quidpro.frontend.files import SUFFIXES
from quidpro.run.registry import AUTO, WORLDS, engines_of, world_named
from quidpro.run.request import Workers
from quidpro.studio import examples
from quidpro.studio.folder import Folder


@dataclass(frozen=True)
class Limits:
    """Of a job, unless it asks for less: seconds and megabytes; and how many run at a time."""

    timeout: float = 600.0
    memory: float = 4000.0
    cores: int = 0

    @property
    def at_once(self) -> int:
        """How many jobs run at a time."""
        return self.cores or Workers().count


def session(folder: Folder, file: str | None, limits: Limits, jobs: list[dict[str, Any]]) -> dict[str, Any]:
    """Everything that the page needs to begin."""
    return {
        "version": __version__,
        "root": folder.root.name or str(folder.root),
        "file": file,
        "files": folder.models(),
        "examples": examples.listed(),
        "worlds": worlds(),
        "limits": {"timeout": limits.timeout, "memory": limits.memory, "cores": limits.at_once},
        "jobs": jobs,
    }


@cache
def worlds() -> list[dict[str, Any]]:
    """The worlds with their methods."""
    return [
        {"name": name, "what": world_named(name).what, "suffixes": list(SUFFIXES[name]), "methods": methods(name)}
        for name in WORLDS
    ]


@cache
def methods(world: str) -> list[dict[str, Any]]:
    """The methods of a world; the race of all comes first."""
    race = {"name": AUTO, "summary": "a race of all methods", "paper": "", "rounds": True, "split": True}
    found = engines_of(world_named(world)).values()
    return [race] + [
        {"name": m.name, "summary": m.summary, "paper": m.paper, "rounds": m.rounds, "split": m.takes_split}
        for m in found
    ]
