"""The options of the command line and their help; the work is done elsewhere, and imported only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.app_bench import bench
from quidpro.cli.constants import read_constants, read_settings
from quidpro.cli.exits import guarded
from quidpro.cli.given import given, is_probabilistic, refuse_others, refuse_these
from quidpro.core import __version__

app = typer.Typer(
    name="quidpro",
    help="Proves concurrent systems by their parts, and hands back a verdict that anyone can check again.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class ReportFormat(StrEnum):
    """How a verdict is written."""

    text = "text"
    json = "json"
    junit = "junit"


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


ModelFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="The model: FSP (.lts, .fsp), AUT (.aut), JSON (.json), SMV (.smv), PRISM (.prism) or JANI (.jani).",
    ),
]
Const = Annotated[
    list[str] | None,
    typer.Option(
        "--const", metavar="NAME=VALUE", help="A value for a constant of an FSP, PRISM or JANI file (repeatable)."
    ),
]
Timeout = Annotated[float | None, typer.Option(min=0, metavar="S", help="Stop after so many seconds (exit 3).")]
Memory = Annotated[float | None, typer.Option(min=0, metavar="MB", help="Stop beyond so many megabytes (exit 3).")]
Spec = Annotated[
    str | None,
    typer.Option("--spec", metavar="SPEC", help="PRISM: the specification, a module of the file or another file."),
]
Out = Annotated[Path | None, typer.Option("--output", "-o", metavar="OUT", help="Write to this file.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"quidpro {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Exit codes: 0 holds, 1 violated, 2 bad usage or input, 3 undecided."""


@app.command()
def check(
    context: typer.Context,
    file: ModelFile,
    system: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The composite to check; by default the last one of the file."),
    ] = None,
    property: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Check this property (repeatable); by default all inside the system."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How to decide it: auto (a race of all), monolithic, minimise, lstar, agar, circular; "
            "for SMV models auto, monolithic, symbolic; for PRISM models auto, monolithic, agar.",
        ),
    ] = "auto",
    split: Annotated[
        str | None,
        typer.Option(
            metavar='"A,B | C"',
            help="Groups of components, by name, sub-composite or glob, one may be 'rest'; "
            "or auto, balanced, interface, chain.",
        ),
    ] = None,
    deadlock: Annotated[bool, typer.Option("--deadlock", help="Also check that no deadlock is reachable.")] = False,
    progress: Annotated[
        bool,
        typer.Option("--progress", help="Also check the progress properties (all actions if there are none)."),
    ] = False,
    format: Annotated[ReportFormat, typer.Option(help="How the verdict is written to stdout.")] = ReportFormat.text,
    certificate: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the certificate of what holds to this file.")
    ] = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
    learner: Annotated[
        Learner, typer.Option(help="lstar: a discrimination tree (kv) or the table of L*.")
    ] = Learner.kv,
    alphabet: Annotated[
        Alphabet, typer.Option(help="Assumptions over the whole interface, or over what turns out to be needed.")
    ] = Alphabet.full,
    orientation: Annotated[
        Orientation, typer.Option(help="The groups in the given order only, or also the other way round.")
    ] = Orientation.both,
    reduce: Annotated[
        bool, typer.Option("--reduce/--no-reduce", help="Make the parts smaller before reasoning about them.")
    ] = True,
    candidates: Annotated[
        bool,
        typer.Option(
            "--candidates/--no-candidates", help="First glance at the whole for a violation, and try cheap assumptions."
        ),
    ] = True,
    counterexample: Annotated[
        Counterexample, typer.Option(help="agar: refine by a shortest counterexample, or by the first that comes.")
    ] = Counterexample.shortest,
    counterexamples: Annotated[
        int, typer.Option(min=1, metavar="N", help="agar: how many counterexamples refine an abstraction at once.")
    ] = 1,
    encoding: Annotated[
        SatEncoding, typer.Option(help="circular: how the states of assumptions are encoded for the SAT solver.")
    ] = SatEncoding.onehot,
    trace_iterations: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write every assumption that was tried into this folder.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="auto: so many workers, by default one for each core; 1 is the same every time."
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="auto: tell how far every method came, and how big the whole system is.")
    ] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="auto: run the race on the Ray cluster at this address."),
    ] = None,
    order: Annotated[
        Path | None, typer.Option(metavar="FILE", help="SMV: the order of the variables, as NuSMV writes it.")
    ] = None,
    save_order: Annotated[
        Path | None, typer.Option(metavar="OUT", help="SMV: write the order of the variables to this file.")
    ] = None,
    reorder: Annotated[
        bool, typer.Option("--reorder", help="SMV: search for a better order of the variables first.")
    ] = False,
    spec: Spec = None,
    pctl: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FORMULA", help="PRISM: a formula of safe-pCTL, such as 'P<=0.1 [ F \"bad\" ]' (repeatable)."
        ),
    ] = None,
    smt: Annotated[bool, typer.Option("--smt", help="PRISM: decide simulation by an SMT solver (slower).")] = False,
    tree: Annotated[
        Path | None, typer.Option(metavar="OUT", help="PRISM: draw the tree of a violation (.svg, .dot).")
    ] = None,
) -> None:
    """Check a system against its properties.

    A violation comes with a trace, replayed on every component; a proof with a certificate, checked by independent
    code. Exit code: 0 holds, 1 violated, 2 bad usage or input, 3 undecided.
    """

    def smv() -> int:
        from quidpro.cli import check_smv as command

        refuse_others(context, command.OPTIONS, f"{file}, an SMV model")
        return command.run(
            command.SmvRequest(
                file=file,
                properties=tuple(property or ()),
                method=method if "method" in given(context) else command.SmvRequest.method,
                split=split,
                orientation=orientation.value,
                format=format.value,
                certificate=certificate,
                timeout=timeout,
                memory=memory,
                trace_iterations=trace_iterations,
                order=order,
                save_order=save_order,
                reorder=reorder,
                jobs=jobs,
                explain=explain,
                candidates=candidates,
            )
        )

    def prism() -> int:
        from quidpro.cli import check_prob as command

        refuse_others(context, command.OPTIONS, f"{file}, a probabilistic model")
        return command.run(
            command.ProbRequest(
                file=file,
                spec=spec,
                formulas=tuple(pctl or ()),
                method=method,
                split=split,
                smt=smt,
                constants=read_settings(const),
                format=format.value,
                certificate=certificate,
                tree=tree,
                timeout=timeout,
                memory=memory,
                jobs=jobs,
                explain=explain,
            )
        )

    def action() -> int:
        if is_probabilistic(file):
            return prism()
        refuse_these(context, ("spec", "pctl", "smt", "tree"), f"{file}, which is not a probabilistic model")
        if file.suffix.lower() == ".smv":
            return smv()
        refuse_these(context, ("order", "save_order", "reorder"), f"{file}, which is not an SMV model")
        from quidpro.cli import check as command

        request = command.Request(
            file=file,
            system=system,
            properties=tuple(property or ()),
            method=method,
            split=split,
            deadlock=deadlock,
            progress=progress,
            format=format.value,
            certificate=certificate,
            timeout=timeout,
            memory=memory,
            trace_iterations=trace_iterations,
            jobs=jobs,
            explain=explain,
            cluster=cluster,
            constants=read_constants(const),
            options={
                "learner": learner.value,
                "alphabet": alphabet.value,
                "orientation": orientation.value,
                "reduce": reduce,
                "candidates": candidates,
                "counterexample": counterexample.value,
                "counterexamples": counterexamples,
                "encoding": encoding.value,
            },
        )
        return command.run(request)

    _leave(action)


@app.command()
def show(
    context: typer.Context,
    file: ModelFile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A process or composite of the model.")],
    format: Annotated[LtsFormat, typer.Option(help="How it is written.")] = LtsFormat.text,
    reduce: Annotated[
        Equivalence | None, typer.Option(help="First make it as small as this equivalence allows.")
    ] = None,
    output: Out = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Show the LTS of a process or composite: as text, a picture, or a file for another tool."""

    def action() -> int:
        if is_probabilistic(file):
            from quidpro.cli.models_prob import show as show_prob

            refuse_these(context, ("reduce",), f"{file}, a probabilistic model")
            return show_prob(file, read_settings(const), name, format.value, output, timeout, memory)
        from quidpro.cli import show as command

        return command.run(
            file, read_constants(const), name, format.value, reduce.value if reduce else None, output, timeout, memory
        )

    _leave(action)


@app.command()
def info(
    file: ModelFile,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Tell of this one alone, with its size.")] = None,
    format: Annotated[InfoFormat, typer.Option(help="How it is written.")] = InfoFormat.text,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """List what a model defines: processes, composites and properties, with alphabets, sizes and components."""

    def action() -> int:
        if is_probabilistic(file):
            from quidpro.cli.models_prob import info as info_prob

            return info_prob(file, read_settings(const), name, format.value, timeout, memory)
        from quidpro.cli import info as command

        return command.run(file, read_constants(const), name, format.value, timeout, memory)

    _leave(action)


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The model to read.")],
    target: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="The file to write; its suffix says how: .aut .json .dot .svg .lts .fsp .txt, .lpts.json",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The process or composite; by default the system of the file."),
    ] = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Convert a model to another format, as one LTS."""

    def action() -> int:
        if is_probabilistic(source):
            from quidpro.cli.models_prob import convert as convert_prob

            return convert_prob(source, read_settings(const), target, name, timeout, memory)
        from quidpro.cli import convert as command

        return command.run(source, read_constants(const), target, name, timeout, memory)

    _leave(action)


@app.command()
def certify(
    context: typer.Context,
    certificate: Annotated[Path, typer.Argument(metavar="CERT", help="A certificate written by check --certificate.")],
    file: ModelFile,
    format: Annotated[InfoFormat, typer.Option(help="How the answer is written.")] = InfoFormat.text,
    const: Const = None,
    spec: Spec = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Check a certificate again, with code that shares nothing with the methods.

    Exit code: 0 the certificate proves its claim, 1 it does not, 2 bad usage or input, 3 undecided.
    """

    def action() -> int:
        if is_probabilistic(file):
            from quidpro.cli.certify_prob import run as certify_prob
            from quidpro.cli.limits import limited

            with limited(timeout, memory) as budget:
                budget.phase = "reading the model"
                return certify_prob(certificate, file, spec, read_settings(const), format.value, budget)
        refuse_these(context, ("spec",), f"{file}, which is not a probabilistic model")
        from quidpro.cli import certify as command

        return command.run(certificate, file, read_constants(const), format.value, timeout, memory)

    _leave(action)


@app.command()
def decompose(
    file: ModelFile,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The composite; by default the last one of the file.")
    ] = None,
    property: Annotated[
        str | None, typer.Option(metavar="NAME", help="The property to be proved; by default those inside the system.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="How many splits to list.")] = 10,
    format: Annotated[InfoFormat, typer.Option(help="How the list is written.")] = InfoFormat.text,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """List ways to take a system apart for the methods that reason by parts, the most promising first."""

    def action() -> int:
        from quidpro.cli import decompose as command

        return command.run(file, read_constants(const), system, property, most, format.value, timeout, memory)

    _leave(action)


@app.command()
def assumption(
    file: ModelFile,
    component: Annotated[
        str, typer.Option(metavar="NAMES", help="The part that assumes: components, sub-composites, globs, by commas.")
    ],
    property: Annotated[
        str | None, typer.Option(metavar="NAME", help="What it must guarantee; by default the system's one property.")
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The composite; by default the last one of the file.")
    ] = None,
    format: Annotated[LtsFormat, typer.Option(help="How it is written.")] = LtsFormat.text,
    output: Out = None,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
) -> None:
    """Find the weakest assumption: what the others must not do, so that a part guarantees a property.

    Exit code: 0 found, 1 no assumption helps, 2 bad usage or input, 3 the budget ended it (what is known is written).
    """

    def action() -> int:
        from quidpro.cli import assumption as command

        return command.run(
            file, read_constants(const), component, property, system, format.value, output, timeout, memory
        )

    _leave(action)


app.command()(bench)


def _leave(action: Callable[[], int]) -> None:
    raise typer.Exit(guarded(action))
