"""Options that several commands have, and what can be chosen."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quidpro.engines.options import PRISM


class LtsFormat(StrEnum):
    """How an LTS is written."""

    text = "text"
    aut = "aut"
    dot = "dot"
    svg = "svg"
    json = "json"
    fsp = "fsp"


class InfoFormat(StrEnum):
    """How a listing is written."""

    text = "text"
    json = "json"


class Equivalence(StrEnum):
    """What a reduction preserves."""

    strong = "strong"
    branching = "branching"
    weak = "weak"
    trace = "trace"


def method_names(incomplete: str) -> list[str]:
    """The methods whose names begin so, for the completion of a command line."""
    from quidpro.run.registry import AUTO, WORLDS, engines_of, world_named

    names = dict.fromkeys([AUTO, *(name for world in WORLDS for name in engines_of(world_named(world)))])
    return [name for name in names if name.startswith(incomplete)]


def to_file(path: Path | None) -> Path | None:
    """The file to write to; ``-`` is none, as everywhere: what goes to no file goes to stdout."""
    return None if path == Path("-") else path


ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), SMV (.smv), PRISM (.prism) or JANI (.jani).",
    ),
]
ShownFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), PRISM (.prism) or JANI (.jani).",
    ),
]
LtsFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The model: FSP (.lts, .fsp), AUT (.aut) or JSON (.json).")
]
Const = Annotated[
    list[str] | None,
    typer.Option(
        "--const",
        metavar="NAME=VALUE",
        help="Set a constant of an FSP, PRISM or JANI file; repeatable, or several at once: N=3,K=4.",
    ),
]
Timeout = Annotated[float | None, typer.Option(min=0, metavar="S", help="Stop after this many seconds (exit code 3).")]
Memory = Annotated[float | None, typer.Option(min=0, metavar="MB", help="Stop at this many megabytes (exit code 3).")]
Spec = Annotated[
    str | None,
    typer.Option(
        "--spec",
        metavar="SPEC",
        rich_help_panel=PRISM,
        help="The specification: a module of the file, or another file.",
    ),
]
Together = Annotated[
    bool,
    typer.Option(
        "--together",
        rich_help_panel=PRISM,
        help="Take modules that use each other's variables as one component, instead of refusing them.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        callback=to_file,
        help="Write to this file (- is stdout); its suffix says how, unless --format does.",
    ),
]
