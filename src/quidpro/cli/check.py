"""``quidpro check``: ask, answer, report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quidpro.cli.gallery import Gallery
from quidpro.cli.iterations import IterationRecorder, both
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, make_folder, refuse_unwritable, write_file
from quidpro.cli.reported import exit_after, noted, report
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener
from quidpro.core.source import Diagnostic
from quidpro.engines.explicit.registry import AUTO
from quidpro.frontend.load import load
from quidpro.frontend.model import Model
from quidpro.run.auto.where import Where
from quidpro.run.check import DEFAULT_METHOD, Result, check_model, undecided


@dataclass(frozen=True)
class Request:
    """What the command line asked for."""

    file: Path
    system: str | None = None
    properties: tuple[str, ...] = ()
    method: str = DEFAULT_METHOD
    split: str | None = None
    deadlock: bool | None = None
    progress: bool = False
    fair_choice: bool = True
    format: str = "text"
    certificate: Path | None = None
    timeout: float | None = None
    memory: float | None = None
    trace_iterations: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)
    jobs: int | None = None
    cluster: str | None = None
    explain: bool = False


def run(request: Request) -> int:
    """Check, write the report and the certificate, and answer with the exit code of the worst verdict."""
    _refuse_mismatch(request)
    refuse_unwritable(request.certificate, request.file)
    recorder = None
    if request.trace_iterations is not None:
        recorder = IterationRecorder(Gallery(make_folder(request.trace_iterations), request.timeout, request.memory))
    results, warnings = _answers(request, recorder)
    if request.certificate is not None:
        results = _with_certificates(request.certificate, results)
    emit(_report(request, results, warnings))
    verdicts = [result.verdict for result in results]
    return exit_after(recorder, verdicts)


def _refuse_mismatch(request: Request) -> None:
    """Complain about options that say nothing about this method."""
    if request.method != AUTO:
        asked = {"--jobs": request.jobs, "--cluster": request.cluster, "--explain": request.explain or None}
        idle = [name for name, value in asked.items() if value is not None]
        if idle:
            raise UsageError(f"{idle[0]} is for --method auto; {request.method} runs alone, in this process")
    elif request.trace_iterations is not None:
        raise UsageError("--trace-iterations follows one method; choose it, for example with --method lstar")


def _answers(request: Request, recorder: IterationRecorder | None) -> tuple[list[Result], tuple[Diagnostic, ...]]:
    """The answers, and what was odd about the model; where a budget ends all work the last answer is ``unknown``."""
    results: list[Result] = []
    model: Model | None = None
    try:
        with limited(request.timeout, request.memory) as budget, LiveLine() as live:
            budget.phase = "reading the model"
            model = load(request.file, request.constants)
            _ask(request, model, budget, both(live, recorder), results)
    except BudgetExceeded as ran_out:
        name = request.system or (model.default_system() if model else request.file.stem)
        results.append(undecided(name, request.method, ran_out))
    return results, model.warnings if model else ()


def _ask(request: Request, model: Model, budget: Budget, events: Listener, results: list[Result]) -> None:
    """Put every question of the request, and each answer into ``results`` as it comes."""
    check_model(
        model,
        budget,
        events,
        system=request.system,
        properties=request.properties,
        method=request.method,
        split=request.split,
        deadlock=request.deadlock,
        progress=request.progress,
        fair_choice=request.fair_choice,
        options=request.options,
        where=Where(request.jobs, request.cluster),
        done=results.append,
    )


def _with_certificates(path: Path, results: list[Result]) -> list[Result]:
    """Write the certificates of what holds; when nothing does, leave the file alone and say so in a note."""
    from quidpro.verdict.explicit.certificate_json import write_certificates

    found = [r.verdict.certificate for r in results if r.verdict.certificate is not None]
    if found:
        write_file(path, write_certificates(found))
        return results
    note = f"nothing holds, so no certificate was written to {path}"
    return [replace(r, verdict=noted(r.verdict, note)) for r in results]


def _report(request: Request, results: list[Result], warnings: tuple[Diagnostic, ...]) -> str:
    from quidpro.report.explicit.text import render
    from quidpro.report.explicit.view import to_json
    from quidpro.report.trace_text import run_lines

    verdicts = [result.verdict for result in results]
    systems = [result.system for result in results]
    return report(
        request.format,
        verdicts,
        lambda: to_json(verdicts, systems, warnings),
        lambda *look: [render(r.verdict, r.system, *look) for r in results],
        warnings,
        explain=request.explain,
        steps=lambda i: None if (trace := verdicts[i].trace) is None else run_lines(trace, systems[i]),
    )
