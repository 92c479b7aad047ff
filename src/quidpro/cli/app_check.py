"""The options of ``quidpro check`` and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.choices import (
    BY_PARTS,
    OUTPUT,
    PRISM,
    SMV,
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
    method_names,
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
        typer.Option(metavar="NAME", help="The composite to check (by default the last one in the file)."),
    ] = None,
    property: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Check this property; repeatable (by default all inside the system)."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=method_names,
            help="How to decide it: auto (a race of all methods), monolithic, minimise, lstar, agar or circular; "
            "for SMV models auto, monolithic or symbolic; for PRISM models auto, monolithic or agar.",
        ),
    ] = "auto",
    deadlock: Annotated[
        bool | None,
        typer.Option(
            "--deadlock/--no-deadlock",
            help="Check that no deadlock is reachable; by default if no property is named.",
            show_default=False,
        ),
    ] = None,
    progress: Annotated[
        bool,
        typer.Option("--progress", help="Also check the progress properties (all actions if there are none)."),
    ] = False,
    fair_choice: Annotated[
        bool,
        typer.Option(
            "--fair-choice/--no-fair-choice",
            help="For assert: consider only runs that take every recurring choice again and again, or all runs.",
        ),
    ] = True,
    const: Const = None,
    timeout: Timeout = None,
    memory: Memory = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="For auto: the number of workers (by default one for each core); with 1 every run goes the same way.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="For auto: run the race on the Ray cluster at this address."),
    ] = None,
    format: Annotated[
        ReportFormat,
        typer.Option(
            rich_help_panel=OUTPUT,
            help="How to write the verdict; trace: only the steps of counterexamples (not for PRISM models).",
        ),
    ] = ReportFormat.text,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            rich_help_panel=OUTPUT,
            help="For auto: also show how far each method got, and how large the whole system is.",
        ),
    ] = False,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="OUT", rich_help_panel=OUTPUT, help="Write the certificate of what holds to this file."),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(
            metavar='"A,B | C"',
            rich_help_panel=BY_PARTS,
            help="Groups of components: names, sub-composites or patterns, and 'rest' for all others; "
            "or auto, balanced, interface or chain.",
        ),
    ] = None,
    learner: Annotated[
        Learner,
        typer.Option(
            rich_help_panel=BY_PARTS, help="For lstar: learn with a discrimination tree (kv) or with the table of L*."
        ),
    ] = Learner.kv,
    alphabet: Annotated[
        Alphabet,
        typer.Option(
            rich_help_panel=BY_PARTS,
            help="Assumptions over the whole interface (full), or over those actions that are needed (refine).",
        ),
    ] = Alphabet.full,
    orientation: Annotated[
        Orientation,
        typer.Option(
            rich_help_panel=BY_PARTS,
            help="Try the groups in both orders, or only in the order in which they are given.",
        ),
    ] = Orientation.both,
    reduce: Annotated[
        bool,
        typer.Option(
            "--reduce/--no-reduce",
            rich_help_panel=BY_PARTS,
            help="Make the parts smaller before reasoning about them.",
        ),
    ] = True,
    candidates: Annotated[
        bool,
        typer.Option(
            "--candidates/--no-candidates",
            rich_help_panel=BY_PARTS,
            help="First look for a violation nearby, and try assumptions that cost little.",
        ),
    ] = True,
    counterexample: Annotated[
        Counterexample,
        typer.Option(
            rich_help_panel=BY_PARTS, help="For agar: refine by a shortest counterexample, or by the first one found."
        ),
    ] = Counterexample.shortest,
    counterexamples: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            rich_help_panel=BY_PARTS,
            help="For agar: the number of counterexamples that refine an abstraction at once.",
        ),
    ] = 1,
    encoding: Annotated[
        SatEncoding,
        typer.Option(
            rich_help_panel=BY_PARTS,
            help="For circular: how the states of assumptions are encoded for the SAT solver.",
        ),
    ] = SatEncoding.onehot,
    trace_iterations: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", rich_help_panel=BY_PARTS, help="Write every assumption that is tried into this folder."
        ),
    ] = None,
    order: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=SMV,
            help="Take the order of the variables from this file, as NuSMV writes it.",
        ),
    ] = None,
    save_order: Annotated[
        Path | None,
        typer.Option(metavar="OUT", rich_help_panel=SMV, help="Write the order of the variables to this file."),
    ] = None,
    reorder: Annotated[
        bool,
        typer.Option("--reorder", rich_help_panel=SMV, help="First search for a better order of the variables."),
    ] = False,
    spec: Spec = None,
    pctl: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FORMULA",
            rich_help_panel=PRISM,
            help="Check this formula of safe-pCTL, such as 'P<=0.1 [ F \"bad\" ]'; repeatable.",
        ),
    ] = None,
    props: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel=PRISM,
            help="Check the properties in this file, or those that --property names (or numbers).",
        ),
    ] = None,
    smt: Annotated[
        bool, typer.Option("--smt", rich_help_panel=PRISM, help="Decide simulation with an SMT solver (slower).")
    ] = False,
    together: Together = False,
    tree: Annotated[
        Path | None,
        typer.Option(metavar="OUT", rich_help_panel=PRISM, help="Draw the tree of a violation (.svg or .dot)."),
    ] = None,
) -> None:
    """Check a system against its properties.

    A violation comes with a trace, replayed on every component; a proof with a certificate, checked by independent
    code. Exit codes: 0 holds, 1 violated, 2 bad usage or input, 3 undecided.
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
