"""``quidpro check``: ask, answer, report."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quidpro.cli.exits import EXIT_OF
from quidpro.cli.iterations import IterationRecorder, both
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, make_folder, refuse_unwritable, write_file
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener
from quidpro.core.source import Diagnostic
from quidpro.frontend.load import load
from quidpro.frontend.model import Model
from quidpro.run.check import Result, check_model, undecided
from quidpro.verdict.ranking import decisive


@dataclass(frozen=True)
class Request:
    """What the command line asked for."""

    file: Path
    system: str | None = None
    properties: tuple[str, ...] = ()
    method: str = "monolithic"
    split: str | None = None
    deadlock: bool = False
    progress: bool = False
    format: str = "text"
    certificate: Path | None = None
    timeout: float | None = None
    memory: float | None = None
    trace_iterations: Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def run(request: Request) -> int:
    """Check, write the report and the certificate, and answer with the exit code of the worst verdict."""
    refuse_unwritable(request.certificate)
    recorder = None if request.trace_iterations is None else IterationRecorder(make_folder(request.trace_iterations))
    results, warnings = _answers(request, recorder)
    if recorder is not None:
        recorder.finish([result.verdict for result in results])
    if request.certificate is not None:
        results = _with_certificates(request.certificate, results)
    emit(_report(request.format, results, warnings))
    verdicts = [result.verdict for result in results]
    return EXIT_OF[verdicts[decisive(verdicts)].outcome]


def _answers(request: Request, recorder: IterationRecorder | None) -> tuple[list[Result], tuple[Diagnostic, ...]]:
    """The answers, and what was odd about the model; where a budget ends all work the last answer is ``unknown``."""
    results: list[Result] = []
    model: Model | None = None
    with limited(request.timeout, request.memory) as budget, LiveLine() as live:
        budget.phase = "reading the model"
        try:
            model = load(request.file)
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
        options=request.options,
        done=results.append,
    )


def _with_certificates(path: Path, results: list[Result]) -> list[Result]:
    """Write the certificates of what holds; when nothing does, leave the file alone and say so in a note."""
    from quidpro.verdict.certificate_json import write_certificates

    found = [r.verdict.certificate for r in results if r.verdict.certificate is not None]
    if found:
        write_file(path, write_certificates(found))
        return results
    note = f"nothing holds, so no certificate was written to {path}"
    return [replace(r, verdict=replace(r.verdict, notes=(*r.verdict.notes, note))) for r in results]


def _report(format: str, results: list[Result], warnings: tuple[Diagnostic, ...]) -> str:
    verdicts = [result.verdict for result in results]
    systems = [result.system for result in results]
    if format == "json":
        from quidpro.report.verdict_json import to_json

        return json.dumps(to_json(verdicts, systems, warnings), indent=2, ensure_ascii=False)
    if format == "junit":
        from quidpro.report.junit import to_junit

        return to_junit(verdicts, systems)
    from quidpro.report.verdict_text import render

    parts = [render(v, s, color=_color()) for v, s in zip(verdicts, systems, strict=True)]
    return "\n".join([*parts, *(warning.render() for warning in warnings)])


def _color() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
