"""The worlds by name and by the suffixes of their files, and the engines by name. Importing it loads none of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.core.words import did_you_mean
from quidpro.frontend.files import SUFFIXES, world_of_file
from quidpro.run.world import World
from quidpro.verdict.engine import EngineInfo

AUTO = "auto"
"""The name of the race of all methods."""
WORLDS = tuple(SUFFIXES)
DEFAULT_WORLD = WORLDS[0]


class Frontend(Protocol):
    """A reader from another package."""

    suffixes: tuple[str, ...]
    world: str

    def read(self, source: Source, constants: Mapping[str, Any]) -> Any:
        """The model of a text, as its world has models."""


@cache
def world_named(name: str) -> World:
    """The record of a world."""
    world: World = import_module(f"quidpro.worlds.{name}").WORLD
    return world


def world_of(path: Path) -> World:
    """The world of a file, by its suffix; a file with an unknown one is left to the first world to refuse."""
    name = world_of_file(path)
    if name is None and (reader := frontend_of(path)) is not None:
        name = reader.world
    return world_named(name or DEFAULT_WORLD)


def frontend_of(path: Path) -> Frontend | None:
    """The plug-in that reads such a file; None where quidpro reads it itself, or no plug-in does."""
    if world_of_file(path) is not None:
        return None
    readers: list[Frontend] = plugins.load_all(plugins.FRONTENDS)
    return next((reader for reader in readers if path.suffix.lower() in reader.suffixes), None)


def engines_of(world: World) -> dict[str, EngineInfo]:
    """All engines of a world, those of other packages included."""
    return {**world.plugin_engines, **world.engines}


def engine_named(world: World, name: str) -> EngineInfo:
    """The engine of that name, or a UsageError that lists the names there are."""
    if name in world.engines:
        return world.engines[name]
    known = engines_of(world)
    if name not in known:
        plugins.load(plugins.ENGINES, name)  # there may be one that cannot be loaded, and why
        names = sorted([AUTO, *known])
        hint = did_you_mean(name, names)
        raise UsageError(f"there is no method {name!r} for {world.what}{hint} (methods: {', '.join(names)})")
    return known[name]
