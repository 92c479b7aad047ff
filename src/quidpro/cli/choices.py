"""Options that several commands have, and what can be chosen."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ReportFormat(StrEnum):
    """How a verdict is written."""

    text = "text"
    json = "json"
    junit = "junit"
    trace = "trace"


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


class Learner(StrEnum):
    """Who learns the assumptions."""

    kv = "kv"
    lstar = "lstar"


class Alphabet(StrEnum):
    """Over which actions assumptions speak."""

    full = "full"
    refine = "refine"


class Orientation(StrEnum):
    """Which group is the one that assumes."""

    both = "both"
    given = "given"


class Counterexample(StrEnum):
    """Which abstract counterexample refines an abstraction."""

    first = "first"
    shortest = "shortest"


class SatEncoding(StrEnum):
    """How states are said to the SAT solver."""

    onehot = "onehot"
    binary = "binary"


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
        help="A value for a constant of an FSP, PRISM or JANI file (repeatable, or N=3,K=4).",
    ),
]
Timeout = Annotated[float | None, typer.Option(min=0, metavar="S", help="Stop after so many seconds (exit 3).")]
Memory = Annotated[float | None, typer.Option(min=0, metavar="MB", help="Stop beyond so many megabytes (exit 3).")]
Spec = Annotated[
    str | None,
    typer.Option("--spec", metavar="SPEC", help="PRISM: the specification, a module of the file or another file."),
]
Together = Annotated[
    bool,
    typer.Option("--together", help="PRISM: modules that use each other's variables are one component, not refused."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        callback=to_file,
        help="Write to this file (- is stdout); without --format its suffix says how.",
    ),
]
FORMAT_OF_SUFFIX = {
    ".aut": "aut",
    ".json": "json",
    ".dot": "dot",
    ".svg": "svg",
    ".lts": "fsp",
    ".fsp": "fsp",
    ".txt": "text",
}
"""How an LTS is written to a file, by the file's suffix."""
