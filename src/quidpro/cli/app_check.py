"""The options of ``quidpro check`` and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.choices import (
    Alphabet,
    Const,
    Counterexample,
    Learner,
    Memory,
    ModelFile,
    Orientation,
    ReportFormat,
    SatEncoding,
    Spec,
    Timeout,
    Together,
)
from quidpro.cli.constants import read_constants, read_settings
from quidpro.cli.exits import guarded
from quidpro.cli.given import given, is_probabilistic, is_symbolic, refuse_more, refuse_others, refuse_these
from quidpro.cli.unanswered import no_verdict

PROBABILISTIC_ONLY = ("spec", "pctl", "props", "smt", "together", "tree")


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
    fair_choice: Annotated[
        bool,
        typer.Option(
            "--fair-choice/--no-fair-choice",
            help="assert: of runs that take every way that they can take again and again, or of all runs.",
        ),
    ] = True,
    format: Annotated[
        ReportFormat, typer.Option(help="How the verdict is written; trace is the steps of counterexamples alone.")
    ] = ReportFormat.text,
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
            "--candidates/--no-candidates",
            help="First glance at the whole for a violation, and try cheap assumptions, such as the specification.",
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
    props: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="PRISM: a file of properties; --property chooses some by name or number."),
    ] = None,
    smt: Annotated[bool, typer.Option("--smt", help="PRISM: decide simulation by an SMT solver (slower).")] = False,
    together: Together = False,
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
                props=props,
                properties=tuple(property or ()),
                method=method,
                split=split,
                smt=smt,
                together=together,
                constants=read_settings(const),
                format=format.value,
                certificate=certificate,
                tree=tree,
                timeout=timeout,
                memory=memory,
                jobs=jobs,
                explain=explain,
                trace_iterations=trace_iterations,
                candidates=candidates,
            )
        )

    def action() -> int:
        refuse_more(context)
        if is_probabilistic(file):
            return prism()
        refuse_these(context, PROBABILISTIC_ONLY, f"{file}, which is not a probabilistic model")
        if is_symbolic(file):
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
            fair_choice=fair_choice,
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

    raise typer.Exit(guarded(action, no_verdict(format.value, file, method)))
