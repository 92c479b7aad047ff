"""``quidpro assumption``: its options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.choices import Const, LtsFile, LtsFormat, Memory, Out, Timeout
from quidpro.cli.options import format_for


def assumption(
    context: typer.Context,
    file: LtsFile,
    component: Annotated[
        str,
        typer.Option(
            metavar="NAMES", help="The part that assumes: components, sub-composites or patterns, separated by commas."
        ),
    ],
    property: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The property that it must guarantee (by default the only one of the system)."
        ),
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The composite (by default the last one in the file).")
    ] = None,
    format: Annotated[LtsFormat, typer.Option(help="The format to write.")] = "text",
    output: Out = None,
    lower: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write what is known to be strong enough to this file."),
    ] = None,
    upper: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write what is known to be needed to this file."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="If the work ends early, write what is known to this file, to resume from."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on from what --save wrote to this file.")
    ] = None,
    trace_iterations: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write every bound that is found into this folder.")
    ] = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """Find the weakest assumption that a part needs.

    It says what the other components must not do, so that the part guarantees a property. Exit codes: 0 found, 1 no
    assumption helps, 2 bad usage or input, 3 a limit was reached: then there are two bounds on it, one that is strong
    enough and one that is needed.
    """
    from quidpro.cli.assumption import Files, run

    files = Files(file, output, lower, upper, save, resume, trace_iterations)
    asked = component, property, system
    return run(files, asked, const, format_for(context, format, output), (timeout, memory))
