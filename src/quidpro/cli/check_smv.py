"""``quidpro check`` for an SMV model: ask, answer, report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from quidpro.cli.gallery import Gallery
from quidpro.cli.iterations import both
from quidpro.cli.iterations_smv import SmvRecorder
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, make_folder, refuse_unwritable, write_file
from quidpro.cli.reported import exit_after, noted, report
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener
from quidpro.core.parts import MissingPart
from quidpro.core.source import Diagnostic
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.shared.order import parsed_order, static_order, written_order
from quidpro.flat.model import FlatModel
from quidpro.frontend.load import read_source
from quidpro.frontend.smv.model import load_smv
from quidpro.run.auto.where import Where
from quidpro.run.smv.check import DEFAULT as DEFAULT_METHOD
from quidpro.run.smv.check import SmvResult, check_smv, refuse_alone, unread
from quidpro.run.smv.order import found_order
from quidpro.run.smv.questions import chosen
from quidpro.run.smv.solve import undecided

OPTIONS = (
    "file", "property", "method", "split", "orientation", "format", "certificate", "timeout", "memory",
    "trace_iterations", "order", "save_order", "reorder", "jobs", "explain", "candidates",
)  # fmt: skip
"""The parameters of ``check`` that say something about an SMV model."""


@dataclass(frozen=True)
class SmvRequest:
    """What the command line asked for."""

    file: Path
    properties: tuple[str, ...] = ()
    method: str = DEFAULT_METHOD
    split: str | None = None
    orientation: str = "both"
    format: str = "text"
    certificate: Path | None = None
    timeout: float | None = None
    memory: float | None = None
    trace_iterations: Path | None = None
    order: Path | None = None
    save_order: Path | None = None
    reorder: bool = False
    jobs: int | None = None
    explain: bool = False
    candidates: bool = True


def run(request: SmvRequest) -> int:
    """Check, write the report and the certificate, and answer with the exit code of the worst verdict."""
    refuse_alone(request.method, {"--jobs": request.jobs, "--explain": request.explain or None})
    refuse_unwritable(request.certificate, request.file)
    refuse_unwritable(request.save_order, request.file)
    recorder = None
    if request.trace_iterations is not None:
        folder = make_folder(request.trace_iterations)
        recorder = SmvRecorder(Gallery(folder, request.timeout, request.memory, keep_dot=True))
    results, warnings = _answers(request, recorder)
    if request.certificate is not None:
        results = _with_certificates(request.certificate, results)
    emit(_report(request, results, warnings))
    verdicts = [result.verdict for result in results]
    return exit_after(recorder, verdicts)


def _answers(request: SmvRequest, recorder: SmvRecorder | None) -> tuple[list[SmvResult], list[Diagnostic]]:
    """The answers, and what was odd about the model; what a budget left open is answered ``unknown``."""
    heard: list[SmvResult] = []
    warnings: list[Diagnostic] = []
    flat: FlatModel | None = None
    try:
        with limited(request.timeout, request.memory) as budget, LiveLine() as live:
            budget.phase = "reading the model"
            model = load_smv(read_source(request.file))
            flat = model.flat()
            warnings += model.warnings
            settings, notes = _settings(request, flat, budget, live)
            warnings += notes
            results = check_smv(
                model,
                budget,
                both(live, recorder),
                properties=request.properties,
                method=request.method,
                split=request.split,
                orientation=request.orientation,
                settings=settings,
                where=Where(request.jobs),
                done=heard.append,
            )
    except BudgetExceeded as ran_out:
        if flat is None:
            return [unread(str(request.file), request.properties, request.method, ran_out)], []
        results = _with_open(request, flat, heard, str(ran_out))
    return results, warnings


def _with_open(request: SmvRequest, flat: FlatModel, heard: list[SmvResult], reason: str) -> list[SmvResult]:
    """What was heard of in time, and ``unknown`` for the rest, in the order of the specifications."""
    answers = {id(result.spec): result for result in heard}
    return [
        answers.get(id(spec), SmvResult(flat, spec, undecided(flat, spec, request.method, reason)))
        for spec in chosen(flat, request.properties)
    ]


def _settings(
    request: SmvRequest, model: FlatModel, budget: Budget, events: Listener
) -> tuple[Settings, list[Diagnostic]]:
    """The order of the bits: of a file, or the one that the engine finds, which can be saved."""
    domains = {name: variable.domain for name, variable in model.variables.items()}
    notes: list[Diagnostic] = []
    order = None
    if request.order is not None:
        order, unknown = parsed_order(read_source(request.order).text, domains)
        if unknown:
            listed = ", ".join(unknown[:5]) + (", …" if len(unknown) > 5 else "")
            notes.append(
                Diagnostic(f"{request.order} names what the model does not have: {listed}", severity="warning")
            )
    if request.reorder:
        try:
            order = found_order(model, budget, order, events)
        except MissingPart as missing:
            notes.append(Diagnostic(f"--reorder was left out: {missing}", severity="note"))
    if request.save_order is not None:
        write_file(request.save_order, written_order(order or static_order(model), domains))
    return Settings(order=order, candidates=request.candidates), notes


def _with_certificates(path: Path, results: list[SmvResult]) -> list[SmvResult]:
    """Write the certificates of what holds; when there is none, leave the file alone and say so in a note."""
    from quidpro.verdict.symbolic.certificate_json import write_symbolic

    found = [r.verdict.certificate for r in results if r.verdict.certificate is not None]
    if found:
        write_file(path, write_symbolic(found))
        return results
    note = f"no certificate was written to {path}: there is none for what was found"
    return [replace(r, verdict=noted(r.verdict, note)) for r in results]


def _report(request: SmvRequest, results: list[SmvResult], warnings: list[Diagnostic]) -> str:
    from quidpro.report.symbolic.text import render
    from quidpro.report.symbolic.view import to_json

    verdicts = [result.verdict for result in results]
    return report(
        request.format,
        verdicts,
        lambda: to_json(verdicts, warnings),
        lambda *look: [render(r.verdict, r.model, *look) for r in results],
        warnings,
        explain=request.explain,
        steps=lambda i: _steps(results[i]),
    )


def _steps(result: SmvResult) -> list[str] | None:
    from quidpro.report.symbolic.text import run_lines

    trace = result.verdict.trace
    return None if trace is None or result.model is None else run_lines(trace, result.model)
