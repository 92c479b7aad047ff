"""Options as fields of dataclasses: the type says what a field may be, its metadata describes it to people.

A field with a help text is an option of the command line and of the Python interface; one without is for code alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field, fields
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean, one_line


def option(
    default: Any,
    help: str,
    *,
    panel: str = "",
    metavar: str = "",
    least: int | None = None,
    flag: str = "",
    open: str = "",
    writes: bool = False,
    reads: bool = False,
    alone: bool = False,
    needs: str = "",
    limit: bool = False,
    published: Any = ...,
) -> Any:
    """A field that people can set.

    ``panel`` is where its help stands; ``least`` the smallest number; ``flag`` how a switch is written where that does
    not follow from its name; ``open`` is the group of plug-ins that may know more values than its type lists;
    ``writes`` and ``reads`` say that it is a file to be written or read; ``alone`` that it is for one method, not for
    a race; ``needs`` names the option without which it makes no sense; ``limit`` says that it is how far to look, so
    that with a small number there may be no answer; ``published`` is its value in the paper that the method is from,
    where the paper has one.
    """
    metadata = {"help": help, "panel": panel, "metavar": metavar, "least": least, "flag": flag}
    metadata |= {"open": open, "writes": writes, "reads": reads, "alone": alone, "needs": needs, "limit": limit}
    return field(default=default, metadata=metadata if published is ... else {**metadata, "published": published})


def settable(kind: type) -> dict[str, Field[Any]]:
    """The fields of a dataclass that people can set, by their names."""
    return {one.name: one for one in fields(kind) if one.metadata.get("help")}


def published_values(kind: type) -> dict[str, Any]:
    """The values with which a method is the algorithm of its paper, and nothing more."""
    return {one.name: one.metadata["published"] for one in fields(kind) if "published" in one.metadata}


def choices(kind: type, name: str) -> tuple[Any, ...]:
    """What a field may be, where its type lists it."""
    hint = get_type_hints(kind)[name]
    if hint is bool:
        return (True, False)
    listed = next((part for part in (hint, *get_args(hint)) if get_origin(part) is Literal), None)
    return get_args(listed)


def build_options(kind: type, values: Mapping[str, Any]) -> Any:
    """The dataclass with these values; UsageError about one that it cannot have. Other names are ignored."""
    known = {one.name: one for one in fields(kind)}
    chosen = {name: as_typed(kind, name, value) for name, value in values.items() if name in known}
    for name, value in chosen.items():
        _reject_value(kind, known[name], value)
    return kind(**chosen)


def as_typed(kind: type, name: str, value: Any) -> Any:
    """A text that stands for a file as a path; what may be repeated as a tuple, also where it is only one."""
    hint = get_type_hints(kind)[name]
    if get_origin(hint) is tuple:
        return tuple(value) if isinstance(value, list | tuple) else (value,)
    return Path(value) if isinstance(value, str) and Path in get_args(hint) else value


def _reject_value(kind: type, one: Field[Any], value: Any) -> None:
    allowed = choices(kind, one.name)
    if Path in get_args(get_type_hints(kind)[one.name]) and not isinstance(value, Path | None):
        raise UsageError(f"the option {one.name} cannot be {one_line(repr(value))}; it is a file")
    least, group = one.metadata.get("least"), one.metadata.get("open", "")
    if least is not None:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise UsageError(f"the option {one.name} cannot be {value!r}; it is a whole number, at least {least}")
    elif (allowed or group) and value not in allowed and not _is_plugin(value, group):
        known = ", ".join(map(repr, (*allowed, *(plugins.names(group) if group else ()))))
        raise UsageError(f"the option {one.name} cannot be {one_line(repr(value))}; it is one of {known}")


def _is_plugin(value: Any, group: str) -> bool:
    """Whether a value names a plug-in of the group, or is a callable in its place."""
    return bool(group) and (callable(value) or value in plugins.names(group))


def reject_unknown(values: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Complain about a name that no option has, rather than silently ignore it."""
    for name in values:
        if name not in known:
            hint = did_you_mean(name, known)
            raise UsageError(f"there is no option {name!r}{hint} (options: {', '.join(known)})")


def is_optional(kind: type, name: str) -> bool:
    """Whether a field may be None."""
    return NoneType in get_args(get_type_hints(kind)[name])
