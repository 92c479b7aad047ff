"""The options of ``quidpro bench`` and their help."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quidpro.cli.choices import to_file

if TYPE_CHECKING:
    from quidpro.benchmarks.campaign import Settings


@dataclass(frozen=True)
class Request:
    """What can be asked for on the command line."""

    tables: Annotated[
        list[str],
        typer.Argument(
            metavar="TABLE",
            help="The tables to measure: agar-1, agar-2, acr, cgp03, scv, parts, pagar, growth, faults.",
        ),
    ] = ()  # type: ignore[assignment]
    methods: Annotated[str | None, typer.Option(metavar="A,B", help="Only these methods (by default all).")] = None
    cases: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these case studies, by their names in cases.toml.")
    ] = None
    k: Annotated[str | None, typer.Option("--k", metavar="3..5", help="Only rows of these sizes.")] = None
    as_published: Annotated[
        bool,
        typer.Option(
            "--as-published", "--plain", help="Only the papers' own algorithms, exactly as they are published."
        ),
    ] = False
    ours: Annotated[bool, typer.Option("--ours", help="Only the methods as they run by default.")] = False
    timeout: Annotated[float, typer.Option(min=0, metavar="S", help="Seconds for each run.")] = 60.0
    memory: Annotated[float, typer.Option(min=0, metavar="MB", help="Megabytes for each run.")] = 2000.0
    repeat: Annotated[
        int, typer.Option(min=1, metavar="N", help="Run everything this many times, and show medians.")
    ] = 1
    jobs: Annotated[
        int, typer.Option(min=1, metavar="N", help="The number of runs at a time; they disturb each other.")
    ] = 1
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Run on a Ray cluster, on as many of its cores as --jobs says."),
    ] = None
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every result in this file, and do not measure again what is there."),
    ] = None
    fresh: Annotated[bool, typer.Option("--fresh", help="Start the file of results anew.")] = False
    models: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the case studies, with their cases.toml.")
    ] = None
    rover: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The public model of the K9 rover, for CGP03's Table 3 on it.")
    ] = None
    format: Annotated[Literal["text", "markdown", "json"], typer.Option(help="The format of the tables.")] = "text"
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="OUT", callback=to_file, help="Write to this file (- is stdout)."),
    ] = None
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw time against k (.svg, .png or .pdf).")
    ] = None

    @property
    def settings(self) -> Settings:
        """How everything is run."""
        from quidpro.benchmarks.plan import settings_for
        from quidpro.cli.options import flag_of

        how = {"as_published": self.as_published, "ours": self.ours}
        return settings_for(self.timeout, self.memory, self.repeat, **how, format_name=flag_of)


def bench(**values: Any) -> int:
    """Measure the case studies of the papers.

    The tables compare what was published with runs of the papers' own algorithms, and both with ours. Each run has a
    process of its own, with limits of time and memory. Without a table, the tables are listed. After Ctrl-C, the tables
    show what is known so far. Exit codes: 0 done, 2 bad usage or input, 3 interrupted.
    """
    from quidpro.cli.bench import run

    return run(Request(**values))


bench.__signature__ = signature(Request, eval_str=True)  # type: ignore[attr-defined]
