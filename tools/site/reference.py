"""The page of the Python interface, from the docstrings and types of the public names."""

from __future__ import annotations

import inspect
from typing import Any

import quidpro
from tools.site.pages import Site

_INTRO = """# Python interface

Every public name of `quidpro`, as its docstring has it. [Python](python.md) is the same in order and with examples."""


def add_reference(site: Site) -> None:
    """One page; the builder puts docstrings and signatures in the place of the names."""
    public = {name: getattr(quidpro, name) for name in quidpro.__all__ if not name.startswith("_")}
    functions = {name: one for name, one in public.items() if inspect.isfunction(one)}
    errors = {name: one for name, one in public.items() if inspect.isclass(one) and issubclass(one, Exception)}
    types = {name: one for name, one in public.items() if name not in functions | errors}
    groups = {"Functions": functions, "Types": types, "Errors": errors}
    parts = [f"## {title}\n\n{_entries(group)}" for title, group in groups.items()]
    site.write("reference/api.md", "\n\n".join([_INTRO, *parts]) + "\n")


def _entries(group: dict[str, Any]) -> str:
    return "\n\n".join(f"::: {_path(name, one)}\n    options:\n      heading: {name}" for name, one in group.items())


def _path(name: str, one: Any) -> str:
    """Where it is defined: ``quidpro.check`` may be read as the module of that name."""
    defined = getattr(one, "__name__", "") == name
    return f"{one.__module__}.{name}" if defined else f"quidpro.{name}"
