"""Small models to begin with, which the package brings along; the first line of each says what it is."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from quidpro.core.errors import UsageError

_ORDER = ("client_server.lts", "philosophers.lts", "lossy_channel.lts", "traffic_lights.smv", "retry.prism")


def listed() -> list[dict[str, str]]:
    """Each with its title."""
    return [{"name": name, "title": _title(_text(name))} for name in _ORDER]


def example(name: str) -> dict[str, Any]:
    """The text of one."""
    if name not in _ORDER:
        raise UsageError(f"there is no example of that name; there are {', '.join(_ORDER)}")
    return {"name": name, "text": _text(name)}


def _text(name: str) -> str:
    return (files("quidpro.studio") / "examples" / name).read_text(encoding="utf-8")


def _title(text: str) -> str:
    return text.splitlines()[0].lstrip("/- ").rstrip(".")
