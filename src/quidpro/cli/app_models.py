"""Commands that look at models and certificates: their options and help; the work is done elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.choices import (
    Const,
    Equivalence,
    InfoFormat,
    LtsFormat,
    Memory,
    ModelFile,
    Out,
    Props,
    SchemaName,
    ShownFile,
    Spec,
    SplitFile,
    Timeout,
    Together,
    example_names,
    to_file,
)
from quidpro.cli.exits import Exit
from quidpro.cli.options import format_for
from quidpro.cli.output import emit, text_width
from quidpro.core.errors import UsageError
from quidpro.core.words import printable
from quidpro.core.writing import reject_unwritable, write_file


def show(
    context: typer.Context,
    file: ShownFile,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A process, composite or module; the name of the file stands for all modules. Of an SMV model the "
            "states of an instance, or of main; without a name its instances.",
        ),
    ] = None,
    format: Annotated[LtsFormat, typer.Option(help="The format to write.")] = "text",
    reduce: Annotated[
        Equivalence | None, typer.Option(help="First make it as small as this equivalence allows.")
    ] = None,
    output: Out = None,
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """Show a process, composite or module as text, picture or file."""
    from quidpro.cli.models import reading, request_for
    from quidpro.report.graphviz import reject_undrawable

    written = format_for(context, format, output)
    reject_unwritable(output, file)
    reject_undrawable(written)
    request = request_for(file, const, together)
    with reading(request, (timeout, memory)) as (model, budget, live):
        text = request.world.show(model, name, written, reduce, budget, live)
    emit(text, output)
    return Exit.HOLDS


def info(
    file: ModelFile,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Describe only this one, with its size.")] = None,
    format: Annotated[InfoFormat, typer.Option(help="The format to write.")] = "text",
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """List what a model defines: processes, composites and properties.

    With sizes, alphabets and components.
    """
    from quidpro.cli.models import reading, request_for

    request = request_for(file, const, together)
    with reading(request, (timeout, memory)) as (model, budget, live):
        text = request.world.info(model, name, format, budget, live)
    emit(text)
    return Exit.HOLDS


def convert(
    file: Annotated[Path, typer.Argument(metavar="IN", help="The model to read.")],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="The file to write. Its suffix is the format: .aut .json .dot .svg .lts .fsp .txt; "
            "for a probabilistic model .lpts.json .dot .svg .txt; for an SMV model .aag .aig.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The process or composite to convert (by default the system of the file); the invariant of an SMV "
            "model.",
        ),
    ] = None,
    const: Const = None,
    together: Together = False,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """Convert a model to another format, as one LTS.

    Of a probabilistic model, a file .lpts.json keeps the modules apart; an SMV model becomes an AIGER file for one of
    its invariants.
    """
    from quidpro.cli.models import reading, request_for
    from quidpro.report.graphviz import reject_undrawable

    request = request_for(file, const, together)
    reject_undrawable(request.world.renderer.format_of(target))
    reject_unwritable(target, file)
    with reading(request, (timeout, memory)) as (model, budget, live):
        content, losses = request.world.convert(model, name, target, budget, live)
    if isinstance(content, bytes):
        write_file(target, content)
    else:
        emit(content, target)
    for warning in model.warnings:
        print(warning.render())
    for loss in losses:
        print(printable(f"note: {loss}"))
    return Exit.HOLDS


def certify(
    certificate: Annotated[Path, typer.Argument(metavar="CERT", help="A certificate that check --certificate wrote.")],
    file: ModelFile,
    format: Annotated[InfoFormat, typer.Option(help="The format of the answer.")] = "text",
    const: Const = None,
    props: Props = None,
    spec: Spec = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """Check a certificate again, with independent code.

    That code shares nothing with the methods that find proofs. Exit codes: 0 the certificate proves its claim, 1 it
    does not, 2 bad usage or input, 3 undecided.
    """
    from quidpro.cli import certify as command
    from quidpro.cli.models import request_for

    request = request_for(file, const, spec=spec, props=props)
    return command.certify(certificate, request, format, (timeout, memory))


def decompose(
    file: SplitFile,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The composite to split (by default the last one in the file).")
    ] = None,
    property: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The property to prove (by default those inside the system; of an SMV model the first invariant).",
        ),
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="The number of splits to list.")] = 10,
    format: Annotated[InfoFormat, typer.Option(help="The format of the list.")] = "text",
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> int:
    """List ways to split a system, the most promising first.

    A split is what the methods that prove by parts need; each is written as check --split takes it.
    """
    from quidpro.cli.models import reading, request_for
    from quidpro.core.words import as_json
    from quidpro.report.splits import MIN_WIDTH

    request = request_for(file, const, system=system, property=property)
    with reading(request, (timeout, memory)) as (model, budget, live):
        splits = request.world.decompose(model, request.question, most, budget, live)
    warnings = [warning.render() for warning in model.warnings]
    if format == "json":
        emit(as_json({**splits.view(splits.found), "warnings": warnings}, 2))
    else:
        emit("\n".join([*splits.text(splits.found, max(text_width(), MIN_WIDTH)), *warnings]))
    return Exit.HOLDS


def examples(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", autocompletion=example_names, help="One of them; without, all.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Write its files into this folder.")
    ] = None,
) -> int:
    """List the models that come with quidpro, or write one to try it."""
    from quidpro.cli.examples import contents, example_named, listing, write
    from quidpro.cli.output import make_folder

    if name is None:
        if output is not None:
            raise UsageError("say which example is to be written: quidpro examples NAME -o DIR")
        emit(listing(text_width()))
    elif output is None:
        emit(contents(example_named(name)))
    else:
        emit(write(example_named(name), make_folder(output)))
    return Exit.HOLDS


def schema(
    name: Annotated[SchemaName, typer.Argument(metavar="NAME", help="Of what: verdict, certificate or bench.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", callback=to_file, help="Write to this file (- is stdout)."),
    ] = None,
) -> int:
    """Print the JSON Schema of what check, check --certificate or bench writes.

    A reader of results is to pass over fields that it does not know: later versions may have more.
    """
    if name == "bench":
        from quidpro.benchmarks.schema import schema_text as bench_text

        text = bench_text()
    else:
        from quidpro.verdict.schema import schema_text

        text = schema_text(name)
    emit(text, output)
    return Exit.HOLDS
