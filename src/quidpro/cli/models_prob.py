"""``quidpro info``, ``show`` and ``convert`` for probabilistic models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quidpro.cli.choices import FORMAT_OF_SUFFIX
from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.cli.show import smaller
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted
from quidpro.frontend.load import LPTS_JSON
from quidpro.frontend.lpts_json import write_lpts_system_json
from quidpro.frontend.prism.load import load_probabilistic, refuse_unknown_constants
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.report.probabilistic.formats import render_lpts
from quidpro.report.svg import Unreadable

_FORMATS = {".dot": "dot", ".svg": "svg", ".txt": "text"}


@dataclass(frozen=True)
class Reading:
    """How a file is read: values for its constants, and whether modules that cannot be taken apart are one."""

    constants: Mapping[str, str]
    together: bool


def info(
    file: Path,
    reading: Reading,
    name: str | None,
    format: str,
    timeout: float | None,
    memory: float | None,
) -> int:
    """The modules of a file with their sizes, or one of them, or the whole system, by its name."""
    with limited(timeout, memory) as budget, LiveLine() as live:
        model = _loaded(file, reading, budget)
        if name is None:
            rows = [_row(part, lpts, _kind(model, part)) for part, lpts in model.components.items()]
        else:
            rows = [_row(name, _named(model, name, budget, live), _kind(model, name))]
    emit(as_json(rows, 2) if format == "json" else _text(model, rows, detailed=name is not None))
    return Exit.HOLDS


def show(
    file: Path,
    reading: Reading,
    name: str,
    format: str,
    output: Path | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """A module, or the whole system by the name of the model."""
    refuse_unwritable(output, file)
    with limited(timeout, memory) as budget, LiveLine() as live:
        model = _loaded(file, reading, budget)
        text = _written(model, name, format, budget, live)
    emit(text, output)
    return Exit.HOLDS


def convert(
    source: Path,
    reading: Reading,
    target: Path,
    name: str | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """All modules as JSON, or one LPTS as JSON, a picture or text."""
    as_json = str(target).lower().endswith(LPTS_JSON)
    if not as_json:
        _refuse_formless(target)
    refuse_unwritable(target, source)
    with limited(timeout, memory) as budget, LiveLine() as live:
        model = _loaded(source, reading, budget)
        if as_json and name is None and len(model.components) > 1:
            text = write_lpts_system_json(model.name, model.components)
        else:
            format = "json" if as_json else _FORMATS[target.suffix.lower()]
            text = _written(model, name or model.name, format, budget, live)
    emit(text, target)
    return Exit.HOLDS


def _refuse_formless(target: Path) -> None:
    """Complain about a file whose suffix stands for no format, or for one of LTSs only."""
    suffix, known = target.suffix.lower(), " ".join((LPTS_JSON, *_FORMATS))
    if (format := FORMAT_OF_SUFFIX.get(suffix)) in ("aut", "fsp"):
        raise UsageError(f"cannot write {target}: the format {format} has no place for probabilities (known: {known})")
    if suffix not in _FORMATS:
        raise UsageError(f"cannot tell a format for LPTSs from the name of {target} (known: {known})")


def _loaded(file: Path, reading: Reading, budget: Budget) -> PrismModel:
    budget.phase = "reading the model"
    model = load_probabilistic(file, reading.constants, budget, together=reading.together)
    refuse_unknown_constants(reading.constants, model)
    return model


def _named(model: PrismModel, name: str, budget: Budget, events: Listener) -> LPTS:
    if name in model.components:
        return model.components[name]
    if name != model.name:
        for component, modules in model.members.items():
            if name in modules:
                raise UsageError(f"{name} of {model.source.name} does not stand alone: it is a part of {component}")
        known = ", ".join((*model.components, f"{model.name} for all of them"))
        raise UsageError(f"there is nothing named {name!r} in {model.source.name} (it has {known})")
    budget.phase = "composing the modules"
    return composition(list(model.components.values()), budget, events).named(name)


def _written(model: PrismModel, name: str, format: str, budget: Budget, events: Listener) -> str:
    lpts = _named(model, name, budget, events)
    try:
        return render_lpts(lpts, format, budget)
    except Unreadable as refusal:
        raise smaller(refusal, "modules", [part for part in model.components if part != name]) from None


def _kind(model: PrismModel, name: str) -> str:
    if name not in model.components:
        return "system"
    return "modules" if name in model.members else "module"


def _row(name: str, lpts: LPTS, kind: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "states": lpts.states,
        "transitions": lpts.transitions,
        "alphabet": list(lpts.alphabet),
        "marks": {mark: len(states) for mark, states in sorted(lpts.marks.items())},
    }


def _text(model: PrismModel, rows: list[dict[str, Any]], *, detailed: bool) -> str:
    rows = shown(rows)
    width = max(len(row["name"]) for row in rows)
    lines = []
    for row in rows:
        sizes = [counted(row["states"], "state"), counted(row["transitions"], "transition")]
        marks = [f'"{mark}" in {count:,}' for mark, count in row["marks"].items()]
        facts = ", ".join([*sizes, counted(len(row["alphabet"]), "action"), *marks])
        lines.append(f"{row['kind']:<10} {row['name']:<{width}}  {facts}")
        if detailed:
            lines.append("  alphabet: " + ", ".join(row["alphabet"]))
    if not detailed:
        lines += [f'{"label":<10} "{label}": {why}; a formula takes it apart' for label, why in _apart(model).items()]
    return "\n".join([*lines, *(warning.render() for warning in model.warnings)])


def _apart(model: PrismModel) -> dict[str, str]:
    """The labels that are no marks of components, but that a formula may speak of all the same."""
    known = {} if model.speech is None else model.speech.labels
    return {label: why for label, why in model.labels.items() if label in known}
