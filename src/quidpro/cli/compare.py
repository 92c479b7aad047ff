"""``quidpro compare``: the methods side by side on a model, or over the values of a constant."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quidpro.cli.choices import ModelFile, read_constants
from quidpro.cli.exits import EXIT_OF, Exit, complain
from quidpro.cli.options import OUTPUT, flag_of, names_set_by_user, reject_more, with_options
from quidpro.cli.output import emit
from quidpro.core.errors import UsageError
from quidpro.core.writing import reject_unwritable
from quidpro.engines.options import BY_PARTS

if TYPE_CHECKING:
    from quidpro.benchmarks.compare import Asked
    from quidpro.benchmarks.comparison import Comparison


def compare(
    context: typer.Context,
    file: ModelFile,
    methods: Annotated[
        str | None, typer.Option(metavar="A,B", help="Only these methods (by default all but auto).")
    ] = None,
    timeout: Annotated[float | None, typer.Option(min=0, metavar="S", help="Seconds for each run.")] = None,
    memory: Annotated[float | None, typer.Option(min=0, metavar="MB", help="Megabytes for each run.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, metavar="N", help="For auto: the number of workers.")] = None,
    format: Annotated[
        Literal["text", "markdown", "json"], typer.Option(rich_help_panel=OUTPUT, help="The format of the table.")
    ] = "text",
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=OUTPUT, help="Also draw the seconds (.svg, .png or .pdf)."),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(metavar='"A,B | C"', rich_help_panel=BY_PARTS, help="Groups of components, as for check."),
    ] = None,
    as_published: Annotated[
        bool,
        typer.Option("--as-published", rich_help_panel=BY_PARTS, help="Exactly the algorithms of the methods' papers."),
    ] = False,
    **values: Any,
) -> int:
    """Compare the methods on a model: answers, seconds, states, memory.

    Each run has a process of its own. With --const N=2..6 there is a row for each value of N. Exit codes: those of
    check, for what the methods agree on; 3 also if they contradict each other.
    """
    from quidpro.benchmarks.compare import Asked
    from quidpro.run.request import Workers

    reject_more(context)
    written = names_set_by_user(context)
    settings = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items() if name in written}
    if "const" in settings:
        settings["const"] = {name: _values(name, one) for name, one in read_constants(settings["const"]).items()}
    asked = Asked(file, settings, split, Workers(jobs), as_published, flag_of)
    _reject_plot(plot, file)
    found = _run(asked, [name.strip() for name in (methods or "").split(",") if name.strip()], (timeout, memory))
    if plot is not None:
        found.plot(plot)
    emit(_written(found, format))
    return _exit_code(found)


compare = with_options(compare, sys.argv[1:])


def _values(name: str, value: Any) -> Any:
    """``2..6`` as a range; anything else as it is."""
    from quidpro.benchmarks.plan import span

    found = None if isinstance(value, int) else span(value)
    if found is None:
        return value
    if not found:
        raise UsageError(f"--const {name}={value} has no values: its first is larger than its last; write {name}=2..6")
    return found


def _reject_plot(path: Path | None, file: Path) -> None:
    """Complain before the work, not after it."""
    if path is not None:
        from quidpro.benchmarks.plot import reject_unplottable

        reject_unwritable(path, file)
        reject_unplottable(path)


def _run(asked: Asked, methods: Sequence[str], limits: tuple[float | None, float | None]) -> Comparison:
    from quidpro.benchmarks.compare import compare as run
    from quidpro.cli.limits import limited
    from quidpro.cli.live import LiveLine

    with limited(None, None) as budget, LiveLine() as live:
        return run(asked, methods, limits, budget, live)


def _written(found: Comparison, format: str) -> str:
    if format == "json":
        from quidpro.verdict.documents import indented

        return indented(found.to_json())
    return found.to_markdown() if format == "markdown" else found.to_text()


def _exit_code(found: Comparison) -> int:
    """That of what the methods agree on; where they do not, that is said aloud."""
    for sentence in found.contradictions:
        complain(f"internal error: {sentence}")
    if found.unfinished:
        complain(f"undecided: {found.unfinished}")
        return Exit.UNDECIDED
    return EXIT_OF[found.outcome]
