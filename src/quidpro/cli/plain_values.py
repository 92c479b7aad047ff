"""Words of the command line as values, where they are plainly right: typer would load pydantic to find that out.

What is not plainly right goes to typer, which says what is wrong with it. Other versions of typer have no such place to
step in, and do all of it by themselves.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

_PREFIX = "Value error, "
"""Of what pydantic says."""
_UNCLEAR = object()
"""Where it takes typer to tell."""


class PlainValues:
    """How one parameter gets its value."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of the words, or typer's complaint about them."""
        descriptor = param.type_descriptor
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        found = _UNCLEAR
        if descriptor.parameter_info.parser is None and descriptor.file_annotation is None:
            found = _all(value, descriptor) if several else _plain(value, descriptor.annotation, descriptor)
        if found is not _UNCLEAR:
            return found
        from typer import BadParameter
        from typer.core import build_runtime_param  # type: ignore[attr-defined]

        try:
            return build_runtime_param(descriptor).coerce(value, param=param, ctx=ctx)
        except BadParameter as wrong:
            wrong.message = wrong.message.removeprefix(_PREFIX)
            raise


def use_plain_values(parameters: list[Any]) -> None:
    """Let these parameters of typer take plain words for what they are."""
    for parameter in parameters:
        if getattr(parameter, "_runtime_param", ...) is None:
            parameter._runtime_param = PlainValues()


def _all(values: Any, descriptor: Any) -> Any:
    """A list of plain values."""
    if get_origin(descriptor.annotation) is not list or not isinstance(values, list | tuple):
        return _UNCLEAR
    (kind,) = get_args(descriptor.annotation)
    found = [_plain(value, kind, descriptor) for value in values]
    return _UNCLEAR if any(value is _UNCLEAR for value in found) else found


def _plain(value: Any, kind: Any, descriptor: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        kinds = [part for part in get_args(kind) if part is not type(None)]
        return _plain(value, kinds[0], descriptor) if len(kinds) == 1 else _UNCLEAR
    if get_origin(kind) is Literal:
        return value if value in get_args(kind) else _UNCLEAR
    if kind is str:
        return value if isinstance(value, str) else _UNCLEAR
    if kind is Path:
        return _path(value, descriptor.parameter_info)
    if kind in (int, float):
        return _number(value, kind, descriptor.parameter_info)
    return value if kind is bool and isinstance(value, bool) else _UNCLEAR


def _path(value: Any, info: Any) -> Any:
    """A path that may be anything, and can be read if it is there."""
    if info.exists or info.resolve_path or info.writable or info.path_type is not None:
        return _UNCLEAR
    if not (info.file_okay and info.dir_okay) or not isinstance(value, str | Path):
        return _UNCLEAR
    path = Path(value)
    return path if "\0" not in str(value) and (not os.path.exists(path) or os.access(path, os.R_OK)) else _UNCLEAR


def _number(value: Any, kind: type, info: Any) -> Any:
    """A number within its bounds, in plain digits."""
    if isinstance(value, str) and value.isascii() and value.replace(".", "", kind is float).isdigit():
        value = kind(value)
    if type(value) is not kind or info.clamp or (info.max is not None and value > info.max):
        return _UNCLEAR
    return _UNCLEAR if info.min is not None and value < info.min else value
