"""What only pictures need is loaded when the first picture is drawn: plain commands start without it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(module: str, name: str) -> Callable[..., Any]:
    """A function of a module, which is loaded when it is called."""

    def call(*arguments: Any, **options: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **options)

    call.__name__ = name
    return call
