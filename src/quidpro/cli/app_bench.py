"""The options of ``quidpro bench`` and their help."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from quidpro.cli.choices import to_file
from quidpro.cli.exits import guarded


class TableFormat(StrEnum):
    """How tables are written."""

    text = "text"
    markdown = "markdown"
    json = "json"


def bench(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE", help="The tables to measure: agar-1, agar-2, acr, cgp03, scv, pagar, growth, faults."
        ),
    ] = None,
    methods: Annotated[str | None, typer.Option(metavar="A,B", help="Only these methods (by default all).")] = None,
    cases: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these case studies, by their names in cases.toml.")
    ] = None,
    k: Annotated[str | None, typer.Option("--k", metavar="3..5", help="Only rows of these sizes.")] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="As in the papers: without reduction and candidates, groups in the given order."),
    ] = False,
    timeout: Annotated[float, typer.Option(min=0, metavar="S", help="Seconds for each run.")] = 60.0,
    memory: Annotated[float, typer.Option(min=0, metavar="MB", help="Megabytes for each run.")] = 2000.0,
    repeat: Annotated[
        int, typer.Option(min=1, metavar="N", help="Run everything this many times, and show medians.")
    ] = 1,
    jobs: Annotated[
        int, typer.Option(min=1, metavar="N", help="The number of runs at a time; they disturb each other.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Run on a Ray cluster, on as many of its cores as --jobs says."),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every result in this file, and do not measure again what is there."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start the file of results anew.")] = False,
    models: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the case studies, with their cases.toml.")
    ] = None,
    rover: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The real model of the K9 rover, for two more rows.")
    ] = None,
    format: Annotated[TableFormat, typer.Option(help="The format of the tables.")] = TableFormat.text,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", callback=to_file, help="Write to this file (- is stdout)."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw time against k (.svg, .png or .pdf).")
    ] = None,
) -> None:
    """Measure the case studies of the papers.

    The tables compare with what was published. Each run has a process of its own, with limits of time and memory.
    Without a table, the tables are listed. After Ctrl-C, the tables show what is known so far. Exit codes: 0 done,
    2 bad usage or input, 3 interrupted.
    """

    def action() -> int:
        from quidpro.bench.campaign import Settings
        from quidpro.cli import bench as command

        request = command.Request(
            tables=tuple(tables or ()),
            methods=_listed(methods),
            cases=_listed(cases),
            k=k,
            settings=Settings(timeout, memory, repeat, plain),
            jobs=jobs,
            results=results,
            fresh=fresh,
            models=models,
            rover=rover,
            format=format.value,
            output=output,
            plot=plot,
            cluster=cluster,
        )
        return command.run(request)

    raise typer.Exit(guarded(action))


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())
