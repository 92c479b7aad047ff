"""``quidpro check`` for a probabilistic model: ask, answer, report."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quidpro.cli.gallery import Gallery, seconds_left
from quidpro.cli.iterations import both
from quidpro.cli.iterations_prob import ProbRecorder
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, make_folder, refuse_unwritable, write_file
from quidpro.cli.reported import exit_after, noted, report
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Phase
from quidpro.core.source import Diagnostic
from quidpro.frontend.load import read_source
from quidpro.frontend.pctl.props import read_properties
from quidpro.frontend.prism.load import load_probabilistic
from quidpro.run.prob.check import DEFAULT as DEFAULT_METHOD
from quidpro.run.prob.check import check_prob, unread
from quidpro.run.prob.problem import NOTHING_ASKED
from quidpro.verdict.probabilistic.evidence import ProbTree, ProbVerdict
from quidpro.verdict.ranking import decisive

OPTIONS = (
    "file", "spec", "pctl", "props", "property", "method", "split", "smt", "together", "const", "format", "certificate",
    "tree", "timeout", "memory", "jobs", "explain", "trace_iterations", "candidates",
)  # fmt: skip
"""The parameters of ``check`` that say something about a probabilistic model."""
PICTURES = {".svg": "svg", ".dot": "dot"}


@dataclass(frozen=True)
class ProbRequest:
    """What the command line asked for."""

    file: Path
    spec: str | None = None
    formulas: tuple[str, ...] = ()
    props: Path | None = None
    properties: tuple[str, ...] = ()
    method: str = DEFAULT_METHOD
    split: str | None = None
    smt: bool = False
    together: bool = False
    constants: Mapping[str, str] = field(default_factory=dict)
    format: str = "text"
    certificate: Path | None = None
    tree: Path | None = None
    timeout: float | None = None
    memory: float | None = None
    jobs: int | None = None
    explain: bool = False
    trace_iterations: Path | None = None
    candidates: bool = True


def run(request: ProbRequest) -> int:
    """Check, write the report, the certificate and the picture, and answer with the exit code of the worst verdict."""
    _refuse(request)
    started = time.monotonic()
    recorder = None
    if request.trace_iterations is not None:
        folder = make_folder(request.trace_iterations)
        recorder = ProbRecorder(Gallery(folder, request.timeout, request.memory))
    verdicts, warnings = _answers(request, recorder)
    if request.certificate is not None:
        verdicts = _with_certificates(request.certificate, verdicts)
    if request.tree is not None:
        verdicts = _with_picture(request.tree, verdicts, seconds_left(request.timeout, started))
    emit(_report(request, verdicts, warnings))
    return exit_after(recorder, verdicts)


def _refuse(request: ProbRequest) -> None:
    given = [request.file, *([] if request.spec is None else [Path(request.spec)])]
    sources = [*given, *([] if request.props is None else [request.props])]
    refuse_unwritable(request.certificate, *sources)
    refuse_unwritable(request.tree, *sources)
    if request.format == "trace":
        raise UsageError(
            "--format trace writes runs, and a counterexample of a probabilistic model is a tree: "
            "--format text draws it, --format json writes it down, --tree OUT.svg makes a picture of it"
        )
    if request.tree is not None and request.tree.suffix.lower() not in PICTURES:
        raise UsageError(f"cannot tell the format of {request.tree} from its suffix (known: {' '.join(PICTURES)})")
    for formula in request.formulas:
        if Path(formula).suffix and Path(formula).is_file():
            raise UsageError(f"--pctl takes a formula; a file of them, such as {formula}, is given with --props")
    if request.properties and request.props is None:
        raise UsageError("--property chooses from a file of properties; give it with --props")
    if request.spec is None and not request.formulas and request.props is None:
        read_source(request.file)  # of a file that is not there nothing can be asked
        raise UsageError(NOTHING_ASKED)
    if request.trace_iterations is not None and request.method != "agar":
        raise UsageError("--trace-iterations follows the method that refines assumptions: --method agar")
    if request.explain and request.method != DEFAULT_METHOD:
        raise UsageError(f"--explain is for --method auto; {request.method} runs alone")


def _answers(request: ProbRequest, recorder: ProbRecorder | None) -> tuple[list[ProbVerdict], tuple[Diagnostic, ...]]:
    """The answers, and what was odd about the model; where a budget ends all work the last answer is ``unknown``."""
    verdicts: list[ProbVerdict] = []
    warnings: tuple[Diagnostic, ...] = ()
    try:
        with limited(request.timeout, request.memory) as budget, LiveLine() as live:
            budget.phase = "reading the model"
            live(Phase(budget.phase))
            props = None if request.props is None else read_properties(read_source(request.props))
            model = load_probabilistic(request.file, request.constants, budget, together=request.together)
            warnings = model.warnings
            check_prob(
                model,
                budget,
                both(live, recorder),
                spec=request.spec,
                pctl=request.formulas,
                props=props,
                names=request.properties,
                method=request.method,
                split=request.split,
                smt=request.smt,
                candidates=request.candidates,
                constants=request.constants,
                jobs=request.jobs,
                done=lambda result: verdicts.append(result.verdict),
            )
    except BudgetExceeded as ran_out:
        asked = request.formulas or ((str(request.props),) if request.props is not None else ())
        result = unread(str(request.file), request.spec, asked, request.method, ran_out)
        verdicts.append(result.verdict)
    return verdicts, warnings


def _with_certificates(path: Path, verdicts: list[ProbVerdict]) -> list[ProbVerdict]:
    """Write the certificates of what was decided; when nothing was, leave the file alone and say so in a note."""
    from quidpro.verdict.probabilistic.certificate import write_lpts_certificate

    found = [verdict.certificate for verdict in verdicts if verdict.certificate is not None]
    if found:
        texts = [write_lpts_certificate(certificate) for certificate in found]
        write_file(path, texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n")
        return verdicts
    note = f"nothing was decided, so no certificate was written to {path}"
    return [noted(verdict, note) for verdict in verdicts]


def _with_picture(path: Path, verdicts: list[ProbVerdict], seconds: float) -> list[ProbVerdict]:
    """Draw the tree of the violation; without one, leave the file alone and say so in a note."""
    tree = verdicts[decisive(verdicts)].trace
    if tree is None:
        note = f"there is no violation, so no tree was drawn to {path}"
    else:
        note = _drawn(path, tree, seconds)
    return [noted(verdict, note) for verdict in verdicts] if note else verdicts


def _drawn(path: Path, tree: ProbTree, seconds: float) -> str:
    """Write the tree; one that is too large to draw, or for which there is no time, into a DOT file, as it says."""
    from quidpro.report.probabilistic.formats import render_tree

    note = ""
    try:
        with limited(seconds, None) as budget:
            text = render_tree(tree, PICTURES[path.suffix.lower()], budget)
    except (UsageError, BudgetExceeded) as failed:
        path, text = path.with_suffix(".dot"), render_tree(tree, "dot")
        note = f"the tree was written to {path}, not drawn: {failed}"
    write_file(path, text)
    return note


def _report(request: ProbRequest, verdicts: list[ProbVerdict], warnings: tuple[Diagnostic, ...]) -> str:
    from quidpro.report.probabilistic.text import render
    from quidpro.report.probabilistic.view import to_json

    return report(
        request.format,
        verdicts,
        lambda: to_json(verdicts, warnings),
        lambda *look: [render(verdict, *look) for verdict in verdicts],
        warnings,
        explain=request.explain,
    )
