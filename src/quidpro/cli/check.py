"""``quidpro check``: ask, answer, report."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from quidpro.cli.exits import EXIT_OF, Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, write_file
from quidpro.core.errors import BudgetExceeded, UsageError
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


def run(request: Request) -> int:
    """Check, write the report and the certificate, and answer with the exit code of the worst verdict."""
    model = load(request.file)
    results = _results(request, model)
    if request.certificate is not None:
        _write_certificates(request.certificate, results)
    emit(_report(request.format, results, model.warnings))
    verdicts = [result.verdict for result in results]
    return EXIT_OF[verdicts[decisive(verdicts)].outcome] if verdicts else Exit.HOLDS


def _results(request: Request, model: Model) -> list[Result]:
    """The answers; a budget that ends before the questions are known gives one ``unknown``."""
    with limited(request.timeout, request.memory) as budget, LiveLine() as live:
        try:
            return check_model(
                model,
                budget,
                live,
                system=request.system,
                properties=request.properties,
                method=request.method,
                split=request.split,
                deadlock=request.deadlock,
                progress=request.progress,
            )
        except BudgetExceeded as ran_out:
            return [undecided(request.system or model.default_system(), request.method, ran_out)]


def _write_certificates(path: Path, results: list[Result]) -> None:
    from quidpro.verdict.certificate_json import write_certificates

    found = [r.verdict.certificate for r in results if r.verdict.certificate is not None]
    if found:
        write_file(path, write_certificates(found))
    elif path.exists():
        raise UsageError(f"nothing holds, so there is no certificate; {path} is left as it was")


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
    return "\n\n".join([*parts, *(warning.render() for warning in warnings)])


def _color() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
