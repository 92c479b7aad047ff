"""``quidpro assumption``: what a part needs of its environment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quidpro.cli.exits import Exit, complain, warn
from quidpro.cli.limits import Limits
from quidpro.cli.models import reading_explicit
from quidpro.cli.output import emit
from quidpro.cli.recorder import Gallery, Recorder, reject_folder
from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError
from quidpro.core.events import both
from quidpro.core.source import Diagnostic
from quidpro.core.words import as_json, counted, printable
from quidpro.core.writing import reject_same, reject_unwritable, write_file
from quidpro.engines.explicit.assumption import Assumed, Bound, find_assumption
from quidpro.frontend.lts_json import lts_fields
from quidpro.lts.lts import LTS
from quidpro.report.explicit.formats import losses, render_lts
from quidpro.report.graphviz import FORMAT_OF_SUFFIX, reject_undrawable

_LOWER = "Strong enough: an environment that keeps to this does no harm. It may forbid more than is needed."
_UPPER = "Needed: what this forbids can lead into the error. Keeping to it may not be enough."
_NO_LOWER = "nothing that is strong enough is known yet"
_STOP = "what is known to be strong enough allows no action yet"


@dataclass(frozen=True)
class Files:
    """What is read and what is written."""

    model: Path
    output: Path | None = None
    lower: Path | None = None
    upper: Path | None = None
    save: Path | None = None
    resume: Path | None = None
    trace_iterations: Path | None = None

    def reject(self, format: str) -> None:
        """Complain about what cannot be written; only the file to resume from may be written over."""
        for one in (format, _format_of(self.lower), _format_of(self.upper)):
            reject_undrawable(one)
        outputs = {"--output": self.output, "--lower": self.lower, "--upper": self.upper, "--save": self.save}
        resumed = [] if self.resume is None else [self.resume]
        for flag, path in outputs.items():
            reject_unwritable(path, self.model, *([] if flag == "--save" else resumed))
        reject_same(outputs)
        if self.trace_iterations is not None:
            written = [path for path in outputs.values() if path is not None]
            reject_folder(self.trace_iterations, [self.model, *resumed, *written])


def _format_of(path: Path | None) -> str:
    """The format that the suffix tells."""
    return "text" if path is None else FORMAT_OF_SUFFIX.get(path.suffix.lower(), "text")


def run(
    files: Files, asked: tuple[str, str | None, str | None], const: Sequence[str] | None, format: str, limits: Limits
) -> Exit:
    """Find what is asked for: the assumption of some components for a property of a system; write it."""
    files.reject(format)
    recorder = _recorder(files.trace_iterations, limits)
    with reading_explicit(files.model, const, limits) as (model, budget, live):
        found = find_assumption(model, *asked, budget, both(live, recorder), files.resume)
    code = tell(found, model.warnings, format, files, budget)
    return code if recorder is None else _finish(recorder, found, code)


def _recorder(folder: Path | None, limits: Limits) -> Recorder | None:
    if folder is None:
        return None
    from quidpro.report.explicit import renderer

    return Recorder(renderer, Gallery(folder, *limits))


def _finish(recorder: Recorder, found: Assumed, code: Exit) -> Exit:
    """Draw the pictures and write the page; the answer has been reported, and what goes wrong now is told beside it."""
    answer = _headline(found) if found.exists else _no_help(found)
    try:
        recorder.finish_with(answer)
    except QuidproError as error:
        complain(f"error: {error}")
        return Exit.BAD_INPUT
    return code


def tell(found: Assumed, warnings: Sequence[Diagnostic], format: str, files: Files, budget: Budget) -> Exit:
    """Write it; what a budget left unfinished is written too, and said so."""
    if format != "json" or not found.exists:
        warn(warnings)
    if not found.exists:
        complain(_no_help(found))
        return Exit.VIOLATED
    if files.save is not None and not found.exact:
        write_file(files.save, found.progress())
    emit(_render(found, format, warnings, budget), files.output)
    _tell_losses(found.lts, format)
    _write_bound(found.lower, files.lower, budget)
    _write_bound(found.upper, files.upper, budget)
    if found.ran_out is None:
        return Exit.HOLDS
    complain(f"undecided: {found.ran_out}; what was written is {_what_it_is(found)}")
    return Exit.UNDECIDED


def _what_it_is(found: Assumed) -> str:
    """The label of what was written; if it is the upper bound, also why."""
    if found.lower is None:
        return f"{found.label} ({_NO_LOWER})"
    return found.label if found.label == found.lower.label else f"{found.label} ({_STOP})"


def _write_bound(bound: Bound | None, path: Path | None, budget: Budget) -> None:
    """Write a bound to its file."""
    if path is None:
        return
    if bound is None:
        complain(f"nothing was written to {path}: {_NO_LOWER}")
        return
    emit(render_lts(bound.lts, _format_of(path), "A", budget), path)
    _tell_losses(bound.lts, _format_of(path))


def _tell_losses(lts: LTS, format: str) -> None:
    """What the file does not say: an action that is left out is one that an assumption does not restrict."""
    for loss in losses(lts, format):
        complain(f"note: {loss}")


def _render(found: Assumed, format: str, warnings: Sequence[Diagnostic], budget: Budget) -> str:
    if format == "json":
        about = {
            "system": found.system,
            "property": found.goal,
            "components": list(found.part),
            "environment": list(found.environment),
            "label": found.label,
            "exact": found.exact,
            "warnings": [warning.render() for warning in warnings],
            "lower": None if found.exact else _bound_fields(found.lower),
            "upper": None if found.exact else _bound_fields(found.upper),
        }
        return as_json({**about, "assumption": lts_fields(found.lts)}, 2)
    if format == "text":
        return f"{printable(_headline(found))}\n\n{_text(found)}"
    return render_lts(found.lts, format, "A", budget)


def _bound_fields(bound: Bound | None) -> dict[str, Any] | None:
    return None if bound is None else {"label": bound.label, "assumption": lts_fields(bound.lts)}


def _text(found: Assumed) -> str:
    """The assumption, or both bounds, each with a line that says what it is good for."""
    if found.exact:
        return render_lts(found.lts, "text", "A")
    lower = f"{_NO_LOWER.capitalize()}.\n"
    if found.lower is not None:
        lower = f"{_LOWER}\n\n{render_lts(found.lower.lts, 'text', 'A')}"
    return f"{lower}\n{_UPPER}\n\n{render_lts(found.upper.lts, 'text', 'A')}"


def _headline(found: Assumed) -> str:
    whose = f" of {', '.join(found.environment)}" if found.environment else " of its environment"
    goal = f"to guarantee {found.goal}" if found.goal else "to stay clear of ERROR"
    sizes = [counted(bound.lts.states, "state") for bound in (found.lower, found.upper) if bound is not None]
    label = found.label if found.exact else f"bounds on the weakest assumption: {' and '.join(sizes)}"
    return f"What {_part(found)} needs{whose} {goal} ({label}):"


def _no_help(found: Assumed) -> str:
    what = f"the error state of {found.goal}" if found.goal else "ERROR"
    return f"no assumption helps: whatever the others do, {_part(found)} can come to {what}"


def _part(found: Assumed) -> str:
    return " ∥ ".join(found.part)
