"""Options that several commands have, what can be chosen, and how constants are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from quidpro.core.errors import UsageError
from quidpro.core.options import settable
from quidpro.engines.options import PRISM, ExplicitQuestion, ProbabilisticQuestion

LtsFormat = Literal["text", "aut", "dot", "svg", "json", "fsp"]
"""How an LTS is written."""
InfoFormat = Literal["text", "json"]
"""How a listing is written."""
SchemaName = Literal["verdict", "certificate", "bench"]
"""What has a published shape."""
Equivalence = Literal["strong", "branching", "weak", "trace"]
"""What a reduction preserves."""


def method_names(incomplete: str) -> list[str]:
    """The methods whose names begin so, for the completion of a command line."""
    from quidpro.run.registry import AUTO, WORLDS, engines_of, world_named

    names = dict.fromkeys([AUTO, *(name for world in WORLDS for name in engines_of(world_named(world)))])
    return [name for name in names if name.startswith(incomplete)]


def example_names(incomplete: str) -> list[str]:
    """The examples whose names begin so, for the completion of a command line."""
    from quidpro.cli.examples import all_examples

    return [example.name for example in all_examples() if example.name.startswith(incomplete)]


def to_file(path: Path | None) -> Path | None:
    """The file to write to; None for ``-``, which stands for stdout."""
    return None if path == Path("-") else path


_HELP = {
    name: one.metadata["help"]
    for question in (ExplicitQuestion, ProbabilisticQuestion)
    for name, one in settable(question).items()
}
"""Of options that ``check`` has too."""
ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), PNML (.pnml), SMV (.smv), AIGER (.aag, .aig), "
        "BTOR2 (.btor2), PRISM (.prism) or JANI (.jani).",
    ),
]
ShownFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), PNML (.pnml), SMV (.smv), PRISM (.prism) or JANI "
        "(.jani).",
    ),
]
LtsFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json) or PNML (.pnml).")
]
SplitFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), PNML (.pnml) or SMV (.smv)."
    ),
]
Const = Annotated[list[str] | None, typer.Option("--const", metavar="NAME=VALUE", help=_HELP["const"])]
Timeout = Annotated[float | None, typer.Option(min=0, metavar="S", help="Stop after this many seconds (exit code 3).")]
Memory = Annotated[float | None, typer.Option(min=0, metavar="MB", help="Stop at this many megabytes (exit code 3).")]
Props = Annotated[str | None, typer.Option("--props", metavar="FILE", help=_HELP["props"])]
Spec = Annotated[str | None, typer.Option("--spec", metavar="SPEC", rich_help_panel=PRISM, help=_HELP["spec"])]
Together = Annotated[bool, typer.Option("--together", rich_help_panel=PRISM, help=_HELP["together"])]
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

_NAME = re.compile(r"[A-Za-z_]\w*")
_WHOLE = re.compile(r"[+-]?[0-9]+")


def read_constants(texts: Sequence[str] | None, *, whole: bool = False) -> dict[str, Any]:
    """The values of ``--const`` by name; one option may hold several, as PRISM writes them: ``--const N=5,p=1/10``.

    They are whole numbers, and unless all must be ``whole``, decimals, fractions, true or false as they are written.
    """
    form = " with a whole number; write it as --const N=5" if whole else "; write it as --const N=5 or --const p=1/10"
    values: dict[str, Any] = {}
    for text in (text for several in texts or () for text in several.split(",")):
        name, _, value = (part.strip() for part in text.partition("="))
        number = _WHOLE.fullmatch(value)
        if not value or not _NAME.fullmatch(name) or (whole and not number):
            raise UsageError(f"--const {text!r} is not NAME=VALUE{form}")
        if name in values:
            raise UsageError(f"--const {name} is given twice")
        values[name] = int(value) if number else value
    return values
