"""What a probabilistic model defines, and its modules in any format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted
from quidpro.frontend.files import LPTS_JSON
from quidpro.frontend.lpts_json import write_lpts_system_json
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.report.graphviz import FORMAT_OF_SUFFIX, Unreadable, smaller
from quidpro.report.paint import listing
from quidpro.report.probabilistic.formats import render_lpts

_FORMATS = {".dot": "dot", ".svg": "svg", ".txt": "text"}


def info(model: PrismModel, name: str | None, format: str, budget: Budget, events: Listener) -> str:
    """The modules of a file with their sizes, or one of them, or the whole system, by its name."""
    if name is None:
        rows = [_row(part, lpts, _kind(model, part)) for part, lpts in model.components.items()]
    else:
        rows = [_row(name, find(model, name, budget, events), _kind(model, name))]
    return as_json(rows, 2) if format == "json" else _text(model, rows, detailed=name is not None)


def show(model: PrismModel, name: str, format: str, reduction: str | None, budget: Budget, events: Listener) -> str:
    """A module, or the whole system by the name of the model."""
    if reduction is not None:
        raise UsageError(f"--reduce does not apply to {model.source.name}, a probabilistic model")
    lpts = find(model, name, budget, events)
    try:
        return render_lpts(lpts, format, budget)
    except Unreadable as refusal:
        raise smaller(refusal, "modules", [part for part in model.components if part != name]) from None


def convert(
    model: PrismModel, name: str | None, target: Path, budget: Budget, events: Listener
) -> tuple[str, list[str]]:
    """All modules as JSON, or one LPTS as JSON, a picture or text."""
    format = format_of(target)
    if format == "json" and name is None and len(model.components) > 1:
        return write_lpts_system_json(model.name, model.components), []
    return show(model, name or model.name, format, None, budget, events), []


def format_of(target: Path) -> str:
    """The format of a file, by its name; some are of LTSs only."""
    if str(target).lower().endswith(LPTS_JSON):
        return "json"
    suffix, known = target.suffix.lower(), " ".join((LPTS_JSON, *_FORMATS))
    if (format := FORMAT_OF_SUFFIX.get(suffix)) in ("aut", "fsp"):
        raise UsageError(f"cannot write {target}: the format {format} has no place for probabilities (known: {known})")
    if suffix not in _FORMATS:
        raise UsageError(f"cannot tell a format for LPTSs from the name of {target} (known: {known})")
    return _FORMATS[suffix]


def find(model: PrismModel, name: str, budget: Budget, events: Listener) -> LPTS:
    """A module, or the whole system by the name of the model."""
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
    lines = listing([(row["kind"], row["name"], _facts(row)) for row in rows])
    if detailed:
        lines.append("  alphabet: " + ", ".join(rows[0]["alphabet"]))
    else:
        lines += [f'{"label":<10} "{label}": {why}; a formula takes it apart' for label, why in _apart(model).items()]
    return "\n".join([*lines, *(warning.render() for warning in model.warnings)])


def _facts(row: dict[str, Any]) -> str:
    sizes = [counted(row["states"], "state"), counted(row["transitions"], "transition")]
    marks = [f'"{mark}" in {count:,}' for mark, count in row["marks"].items()]
    return ", ".join([*sizes, counted(len(row["alphabet"]), "action"), *marks])


def _apart(model: PrismModel) -> dict[str, str]:
    """The labels that are no marks of components, but that a formula may speak of all the same."""
    known = {} if model.expressions is None else model.expressions.labels
    return {label: why for label, why in model.labels.items() if label in known}
