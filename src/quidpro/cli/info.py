"""``quidpro info``: what a model defines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quidpro.cli.exits import Exit
from quidpro.cli.info_smv import describe
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError, UsageError
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted
from quidpro.frontend.load import load_any
from quidpro.frontend.model import Entry, Model
from quidpro.lts.system import Component

_SECONDS_AN_ENTRY = 10.0
_LINE = 100


def run(
    file: Path,
    constants: Mapping[str, int],
    name: str | None,
    format: str,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Describe the whole model, or one name of it with its size."""
    with limited(timeout, memory) as budget, LiveLine():
        budget.phase = "reading the model"
        model = load_any(file, constants)
        if model.world == "symbolic":
            emit(describe(model.flat(), name, format))
            return Exit.HOLDS
        if name is None:
            described = [_listed(entry, model, budget) for entry in model.entries()]
        else:
            described = [_sized(_entry(name, model), model, budget)]
    emit(as_json(described, 2) if format == "json" else _text(model, described, detailed=name is not None))
    return Exit.HOLDS


def _entry(name: str, model: Model) -> Entry:
    for entry in model.entries():
        if entry.name == name:
            return entry
    if name == model.default_system():
        return Entry(name, "composite")
    known = ", ".join(entry.name for entry in model.entries())
    raise UsageError(f"there is nothing named {name!r} in {model.source.name} (it defines {known})")


def _listed(entry: Entry, model: Model, budget: Budget) -> dict[str, Any]:
    """An entry of the listing; one that does not compile says why and does not spoil the others."""
    try:
        return _described(entry, model, budget.within(_SECONDS_AN_ENTRY))
    except BudgetExceeded:
        budget.check()
        return _row(entry, error=f"takes more than {_SECONDS_AN_ENTRY:g} s; ask for it by name")
    except QuidproError as error:
        return _row(entry, error=str(error))


def _described(entry: Entry, model: Model, budget: Budget) -> dict[str, Any]:
    if entry.kind in ("assert", "progress"):
        return _row(entry)
    if entry.kind == "composite":
        system = model.system(entry.name, budget)
        names = [component.name for component in system.components]
        visible = [action for action in system.alphabet if action not in system.hidden]
        return _row(entry, alphabet=visible, components=names)
    lts = model.lts(entry.name, budget)
    return _row(
        entry,
        states=lts.states,
        transitions=lts.transitions,
        alphabet=list(lts.alphabet),
        components=[entry.name],
    )


def _sized(entry: Entry, model: Model, budget: Budget) -> dict[str, Any]:
    """One entry with the size of its composition, counted as LTSA counts: with the composite's own hiding applied."""
    row = _described(entry, model, budget)
    if entry.kind == "composite":
        whole = model.lts(entry.name, budget)
        parts = model.system(entry.name, budget).components
        row.update(states=whole.states, transitions=whole.transitions, sizes=[_size(part) for part in parts])
    return row


def _size(part: Component) -> dict[str, Any]:
    lts = part.lts
    return {"name": part.name, "states": lts.states, "transitions": lts.transitions, "property": part.is_property}


def _row(entry: Entry, **facts: Any) -> dict[str, Any]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "states": None,
        "transitions": None,
        "alphabet": [],
        "components": [],
        **facts,
    }


def _text(model: Model, rows: list[dict[str, Any]], *, detailed: bool) -> str:
    rows = shown(rows)
    width = max((len(row["name"]) for row in rows), default=0)
    lines = []
    for row in rows:
        lines.append(f"{row['kind']:<10} {row['name']:<{width}}  {_facts(row)}".rstrip())
        if detailed:
            lines.extend(_details(row))
    lines.extend(warning.render() for warning in model.warnings)
    return "\n".join(lines)


def _facts(row: dict[str, Any]) -> str:
    if "error" in row:
        return str(row["error"]).splitlines()[0]
    facts = []
    if row["states"] is not None:
        facts.append(f"{counted(row['states'], 'state')}, {counted(row['transitions'], 'transition')}")
    if row["alphabet"]:
        facts.append(counted(len(row["alphabet"]), "action"))
    if row["kind"] == "composite":
        facts.append(_cut(" || ".join(row["components"])))
    return ", ".join(facts)


def _details(row: dict[str, Any]) -> list[str]:
    lines = [
        f"  {part['name']}: {counted(part['states'], 'state')}, {counted(part['transitions'], 'transition')}"
        + (" (property)" if part["property"] else "")
        for part in row.get("sizes", ())
    ]
    return [*lines, "  alphabet: " + ", ".join(row["alphabet"])]


def _cut(text: str) -> str:
    return text if len(text) <= _LINE else text[: _LINE - 1] + "…"
