"""``quidpro check``: ask, answer, report; the same for every world."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quidpro.cli.choices import Memory, ModelFile, Timeout, method_names, read_constants
from quidpro.cli.exits import EXIT_OF, Exit, complain, warn
from quidpro.cli.options import OUTPUT, flag_of, names_set_by_user, reject_more, with_options
from quidpro.cli.output import emit, shows_colour, text_width
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError, UsageError
from quidpro.core.writing import reject_same, reject_unwritable, write_file
from quidpro.engines.options import BY_PARTS, PRISM

if TYPE_CHECKING:
    from quidpro.cli.recorder import Recorder
    from quidpro.cli.report import KeptRounds
    from quidpro.run.check import AnyResult, Checked
    from quidpro.run.request import CheckRequest
    from quidpro.verdict.verdict import AnyVerdict

PICTURES = {".svg": "svg", ".dot": "dot"}
Format = Literal["text", "json", "jsonl", "junit", "trace"]


@dataclass(frozen=True)
class Output:
    """What is written, and where."""

    format: str = "text"
    explain: bool = False
    certificate: Path | None = None
    trace_iterations: Path | None = None
    tree: Path | None = None
    chart: Path | None = None
    report: Path | None = None


def check(
    context: typer.Context,
    file: ModelFile,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=method_names,
            help="How to decide it: auto (a race of all methods), monolithic, saturation, pdr, minimise, lstar, agar "
            "or circular; for SMV models auto, monolithic, bmc, induction, pdr, abc, contract, symbolic or circular; "
            "for PRISM models auto, monolithic, agar or cegar.",
        ),
    ] = "auto",
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
        Format,
        typer.Option(
            rich_help_panel=OUTPUT,
            help="How to write the verdict; jsonl: each answer on a line of its own, as it comes; trace: only the "
            "steps of counterexamples (not for PRISM models).",
        ),
    ] = "text",
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
    chart: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            rich_help_panel=OUTPUT,
            help="Draw the first counterexample: lanes, a waveform (SMV) or a tree (PRISM), as .svg, .html, .mmd "
            "(Mermaid), .puml (PlantUML), .vcd (SMV) or .json.",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT.html",
            rich_help_panel=OUTPUT,
            help="Write a report with pictures, rounds and the model text, one file to share.",
        ),
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
    as_published: Annotated[
        bool,
        typer.Option(
            "--as-published",
            rich_help_panel=BY_PARTS,
            help="Exactly the algorithm of the method's paper, without anything that makes it faster.",
        ),
    ] = False,
    trace_iterations: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", rich_help_panel=BY_PARTS, help="Write every assumption that is tried into this folder."
        ),
    ] = None,
    tree: Annotated[
        Path | None,
        typer.Option(metavar="OUT", rich_help_panel=PRISM, help="Draw the tree of a violation (.svg or .dot)."),
    ] = None,
    **values: Any,
) -> int:
    """Check a system against its properties.

    A violation comes with a trace, replayed on every component; a proof with a certificate, checked by independent
    code. Exit codes: 0 holds, 1 violated, 2 bad usage or input, 3 undecided.
    """
    from quidpro.run.request import Workers, make_request

    reject_more(context)
    written = names_set_by_user(context)
    settings = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items() if name in written}
    if "const" in settings:
        settings["const"] = read_constants(settings["const"])

    def as_written(name: str) -> str:
        return flag_of(f"no_{name}" if settings.get(name) is False else name)

    request = make_request(
        file,
        settings,
        method=method,
        split=split,
        workers=Workers(jobs, cluster),
        as_published=as_published,
        race_only=[name for name in ("jobs", "cluster", "explain") if name in written],
        format_name=as_written,
    )
    output = Output(format, explain, certificate, trace_iterations, tree, chart, report)
    return run(request, output, timeout, memory)


check = with_options(check, sys.argv[1:])


def run(request: CheckRequest, output: Output, timeout: float | None, memory: float | None) -> int:
    """Check, write the report and the files, and answer with the exit code of the worst verdict."""
    from quidpro.cli.limits import limited, seconds_left
    from quidpro.cli.live import LiveLine
    from quidpro.core.events import both
    from quidpro.run.check import check as ask

    started = time.monotonic()
    _reject(request, output)
    recorder = _recorder(request, output, timeout, memory)
    kept = _kept_rounds(request, output)
    with limited(timeout, memory) as budget, LiveLine() as live:
        told = partial(_tell, request) if output.format == "jsonl" else None
        checked = ask(request, budget, both(both(live, recorder), kept), told)
    for path, text in checked.files.items():
        write_file(path, text)
    if output.certificate is not None:
        checked.results = _with_certificates(request, output.certificate, checked.results)
    if output.tree is not None:
        checked.results = _with_picture(request, output.tree, checked.results, seconds_left(timeout, started))
    if output.chart is not None:
        checked.results = _with_chart(request, output.chart, checked.results)
    emit(_report(request, output, checked))

    def finish() -> None:
        interrupted = budget.interrupts > 0
        note = "" if recorder is None else recorder.finish(interrupted=interrupted)
        page = None if recorder is None else recorder.page
        paths = [path for path in (output.report, page) if path is not None]
        if paths:
            from quidpro.cli.report import write_report

            rounds = kept if recorder is None else recorder.kept
            left = 0.0 if interrupted else seconds_left(timeout, started), memory
            write_report(paths, request, checked, rounds, output.certificate, left, note)

    return _exit_after(finish, [result.verdict for result in checked.results])


def _reject(request: CheckRequest, output: Output) -> None:
    """Complain about what cannot be written, or makes no sense with the method, before any work begins."""
    from quidpro.frontend.files import read_source

    assert isinstance(request.model, Path)
    _reject_lost(request, output)
    if output.report is not None:
        from quidpro.cli.report import reject_report

        reject_report(output.report)
    if output.tree is not None:
        _reject_tree(request, output.tree)
    if output.chart is not None:
        from quidpro.report.chart.write import reject_suffix

        reject_suffix(output.chart, request.world.renderer.chart_kind)
    if output.format == "trace" and request.world.renderer.no_runs:
        raise UsageError(request.world.renderer.no_runs)
    engine = request.engine
    if output.trace_iterations is not None and engine is not None and not engine.rounds:
        raise UsageError(f"--trace-iterations follows a method that works in rounds; {engine.name} does not")
    if not request.model.exists():
        read_source(request.model)


def _reject_lost(request: CheckRequest, output: Output) -> None:
    """Complain about a file that is written over: one that is read, or that is written twice."""
    from quidpro.run.request import files_to_read, files_to_write

    read = files_to_read(request)
    named = {name: getattr(output, name) for name in ("certificate", "tree", "chart", "report")}
    written = {name: path for name, path in {**named, **files_to_write(request)}.items() if path is not None}
    for path in written.values():
        reject_unwritable(path, *read)
    reject_same({flag_of(name): path for name, path in written.items()})
    if output.trace_iterations is not None:
        from quidpro.cli.recorder import reject_folder

        reject_folder(output.trace_iterations, [*read, *written.values()])


def _reject_tree(request: CheckRequest, path: Path) -> None:
    if request.world.renderer.draw is None:
        raise UsageError(f"--tree does not apply to {request.model}, {request.world.what}")
    if path.suffix.lower() not in PICTURES:
        raise UsageError(f"cannot tell the format of {path} from its suffix (known: {' '.join(PICTURES)})")
    from quidpro.report.graphviz import reject_undrawable

    reject_undrawable(PICTURES[path.suffix.lower()])


def _recorder(request: CheckRequest, output: Output, timeout: float | None, memory: float | None) -> Recorder | None:
    if output.trace_iterations is None:
        return None
    from quidpro.cli.recorder import Gallery, Recorder

    return Recorder(request.world.renderer, Gallery(output.trace_iterations, timeout, memory))


def _kept_rounds(request: CheckRequest, output: Output) -> KeptRounds | None:
    """What keeps the rounds of a method that works in rounds, or of a race."""
    watched = output.report is not None and output.trace_iterations is None
    if not watched or (request.engine is not None and not request.engine.rounds):
        return None
    from quidpro.cli.report import KeptRounds

    return KeptRounds()


def _with_certificates(request: CheckRequest, path: Path, results: list[AnyResult]) -> list[AnyResult]:
    """Write the certificates that there are; when there is none, leave the file alone and say so in a note."""
    found = [certificate for result in results if (certificate := result.verdict.certificate) is not None]
    if found:
        write_file(path, request.world.write_certificates(found))
        return results
    return _add_note(results, f"no certificate was written to {path}: there is none for what was found")


def _add_note(results: list[AnyResult], note: str) -> list[AnyResult]:
    return [replace(r, verdict=replace(r.verdict, notes=(*r.verdict.notes, note))) for r in results]


def _with_picture(request: CheckRequest, path: Path, results: list[AnyResult], seconds: float) -> list[AnyResult]:
    """Draw the tree of the first violation that has one; without one, leave the file alone and say so in a note."""
    trees = (result.verdict.trace for result in results if result.outcome == "violated")
    if (tree := next((tree for tree in trees if tree is not None), None)) is None:
        return _add_note(results, f"{_why_undrawn(results)}, so no tree was drawn to {path}")
    note = _draw_tree(request, path, tree, seconds)
    return _add_note(results, note) if note else results


def _draw_tree(request: CheckRequest, path: Path, tree: Any, seconds: float) -> str:
    """Write the tree; one that is too large to draw, or for which there is no time, into a DOT file, as it says."""
    from quidpro.cli.limits import limited

    note, draw = "", request.world.renderer.draw
    assert draw is not None
    try:
        with limited(seconds, None) as budget:
            text = draw(tree, PICTURES[path.suffix.lower()], budget)
    except (UsageError, BudgetExceeded) as failed:
        path, text = path.with_suffix(".dot"), draw(tree, "dot", Budget())
        note = f"the tree was written to {path}, not drawn: {failed}"
    write_file(path, text)
    return note


def _with_chart(request: CheckRequest, path: Path, results: list[AnyResult]) -> list[AnyResult]:
    """Write the chart of the first violation that has one; without one, leave the file alone and say so in a note."""
    from quidpro.report.chart.write import chart_text

    violated = (result for result in results if result.outcome == "violated")
    charts = (request.world.renderer.chart(result.verdict, result.problem) for result in violated)
    if (chart := next((chart for chart in charts if chart is not None), None)) is not None:
        write_file(path, chart_text(chart, path.suffix))
        return results
    return _add_note(results, f"{_why_undrawn(results)}, so no chart was written to {path}")


def _why_undrawn(results: list[AnyResult]) -> str:
    """Why there is nothing to draw: a violation that only a limit shows has no counterexample."""
    violated = any(result.outcome == "violated" for result in results)
    return "there is no counterexample to draw" if violated else "there is no violation"


def _tell(request: CheckRequest, result: AnyResult) -> None:
    """One answer, on a line of its own."""
    from quidpro.core.words import as_json
    from quidpro.report.json import to_json

    emit(as_json(to_json([(result.verdict, result.problem)], request.world.renderer)))


def _report(request: CheckRequest, output: Output, checked: Checked) -> str:
    """The verdicts in the format that was asked for."""
    from quidpro.report.paint import WIDTH
    from quidpro.report.text import render

    renderer, answers = request.world.renderer, [(r.verdict, r.problem) for r in checked.results]
    if output.format == "trace":
        return _traces(request, checked)
    if output.format == "jsonl":
        warn(checked.warnings)
        return ""
    if output.format == "json":
        from quidpro.report.json import to_json
        from quidpro.verdict.documents import indented

        return indented(to_json(answers, renderer, checked.warnings))
    if output.format == "junit":
        from quidpro.report.junit import to_junit

        return to_junit([verdict for verdict, _ in answers], [render(*one, renderer, width=WIDTH) for one in answers])
    look = {"color": shows_colour(sys.stdout), "explain": output.explain, "width": text_width()}
    texts = [render(*one, renderer, **look) for one in answers]  # type: ignore[arg-type]
    return "\n".join([*texts, *(warning.render() for warning in checked.warnings)])


def _traces(request: CheckRequest, checked: Checked) -> str:
    """The runs alone; what else there is to know goes to stderr."""
    from quidpro.report.text import traces_text

    for result in checked.results:
        verdict = result.verdict
        if verdict.outcome == "unknown":
            complain(f"undecided: {verdict.property or verdict.kind}: {verdict.reason}")
    warn(checked.warnings)
    violated = [result for result in checked.results if result.outcome == "violated"]
    steps = request.world.renderer.steps
    return traces_text([(r.verdict.property or r.verdict.kind, steps(r.verdict, r.problem)) for r in violated])


def _exit_after(finish: Callable[[], None], verdicts: Sequence[AnyVerdict]) -> int:
    """The exit code of the worst verdict, which has been reported: what goes wrong now makes no second report."""
    from quidpro.verdict.verdict import decisive

    try:
        finish()
    except QuidproError as error:
        complain(f"error: {error}")
        return Exit.BAD_INPUT
    return EXIT_OF[verdicts[decisive(verdicts)].outcome]
