"""The options of the command line and their help; the work is done elsewhere, and imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from quidpro.cli.app_bench import bench
from quidpro.cli.check import check
from quidpro.cli.choices import (
    Const,
    Equivalence,
    InfoFormat,
    LtsFile,
    LtsFormat,
    Memory,
    ModelFile,
    Out,
    ShownFile,
    Spec,
    Timeout,
    Together,
)
from quidpro.cli.constants import read_constants, read_settings
from quidpro.cli.exits import Document, guarded, no_certification
from quidpro.cli.help import Command, Group, version_lines
from quidpro.cli.options import format_for

app = typer.Typer(
    name="quidpro",
    cls=Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    verbose: Annotated[
        bool, typer.Option("-v", help="With --version: also the versions of Python and of the libraries in use.")
    ] = False,
) -> None:
    """Check concurrent systems, whole or by their parts, with verdicts that anyone can check again.

    Exit codes: 0 holds, 1 violated, 2 bad usage or input, 3 undecided.
    """
    if version:
        print("\n".join(version_lines(verbose)))
        raise typer.Exit
    if verbose or context.invoked_subcommand is None:
        context.fail("-v goes with --version" if verbose else "a command is missing")


app.command(cls=Command, context_settings={"allow_extra_args": True})(check)


@app.command(cls=Command)
def show(
    context: typer.Context,
    file: ShownFile,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A process, composite or module; the name of the file stands for all modules."
        ),
    ],
    format: Annotated[LtsFormat, typer.Option(help="The format to write.")] = LtsFormat.text,
    reduce: Annotated[
        Equivalence | None, typer.Option(help="First make it as small as this equivalence allows.")
    ] = None,
    output: Out = None,
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Show a process or composite as text, picture or file."""

    written = format_for(context, format.value, output)

    def action() -> int:
        from quidpro.cli import models as command

        reduction = reduce.value if reduce else None
        return command.show(file, _given(const, together), name, written, reduction, output, (timeout, memory))

    _leave(action)


@app.command(cls=Command)
def info(
    file: ModelFile,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Describe only this one, with its size.")] = None,
    format: Annotated[InfoFormat, typer.Option(help="The format to write.")] = InfoFormat.text,
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """List what a model defines: processes, composites and properties.

    With sizes, alphabets and components.
    """

    def action() -> int:
        from quidpro.cli import models as command

        return command.info(file, _given(const, together), name, format.value, (timeout, memory))

    _leave(action)


@app.command(cls=Command)
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The model to read.")],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="The file to write. Its suffix is the format: .aut .json .dot .svg .lts .fsp .txt; "
            "for a probabilistic model .lpts.json .dot .svg .txt.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The process or composite to convert (by default the system of the file)."),
    ] = None,
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Convert a model to another format, as one LTS.

    Of a probabilistic model, a file .lpts.json keeps the modules apart.
    """

    def action() -> int:
        from quidpro.cli import models as command

        return command.convert(source, _given(const, together), target, name, (timeout, memory))

    _leave(action)


@app.command(cls=Command)
def certify(
    certificate: Annotated[Path, typer.Argument(metavar="CERT", help="A certificate that check --certificate wrote.")],
    file: ModelFile,
    format: Annotated[InfoFormat, typer.Option(help="The format of the answer.")] = InfoFormat.text,
    const: Const = None,
    spec: Spec = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Check a certificate again, with independent code.

    That code shares nothing with the methods that find proofs. Exit codes: 0 the certificate proves its claim, 1 it
    does not, 2 bad usage or input, 3 undecided.
    """

    def action() -> int:
        from quidpro.cli import certify as command

        given = _given(const) | ({} if spec is None else {"spec": spec})
        return command.run(certificate, file, given, format.value, timeout, memory)

    _leave(action, no_certification(format.value))


@app.command(cls=Command)
def decompose(
    file: LtsFile,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The composite to split (by default the last one in the file).")
    ] = None,
    property: Annotated[
        str | None, typer.Option(metavar="NAME", help="The property to prove (by default those inside the system).")
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="The number of splits to list.")] = 10,
    format: Annotated[InfoFormat, typer.Option(help="The format of the list.")] = InfoFormat.text,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """List ways to split a system, the most promising first.

    A split is what the methods that prove by parts need; each is written as check --split takes it.
    """

    def action() -> int:
        from quidpro.cli import decompose as command

        return command.run(file, read_constants(const), system, property, most, format.value, timeout, memory)

    _leave(action)


@app.command(cls=Command)
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
    format: Annotated[LtsFormat, typer.Option(help="The format to write.")] = LtsFormat.text,
    output: Out = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Find the weakest assumption that a part needs.

    It says what the other components must not do, so that the part guarantees a property. Exit codes: 0 found, 1 no
    assumption helps, 2 bad usage or input, 3 a limit was reached (what is known so far is written).
    """

    def action() -> int:
        from quidpro.cli import assumption as command

        written = format_for(context, format.value, output)
        return command.run(file, read_constants(const), component, property, system, written, output, timeout, memory)

    _leave(action)


app.command(cls=Command)(bench)


def _given(const: Sequence[str] | None, together: bool = False) -> dict[str, Any]:
    """What was said about the reading of a file."""
    return ({"const": read_settings(const)} if const else {}) | ({"together": True} if together else {})


def _leave(action: Callable[[], int], document: Document | None = None) -> None:
    raise typer.Exit(guarded(action, document))
