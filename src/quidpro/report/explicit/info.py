"""What a model of labelled transition systems defines, and any process or composite of it, in any format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError, UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted, magnitude, rounded_down
from quidpro.frontend.files import LPTS_JSON
from quidpro.frontend.model import Entry, Model
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.report.explicit.formats import losses, render_lts
from quidpro.report.graphviz import FORMAT_OF_SUFFIX, Unreadable, smaller
from quidpro.report.paint import cut, listing
from quidpro.verdict.explicit.reachable import MoreThan, Reachable

Count = Callable[[System], Reachable | MoreThan | None]
"""How many states a system has, as far as that can be told."""


def show(model: Model, name: str, format: str, reduction: str | None, budget: Budget, events: Listener) -> str:
    """The LTS of a name, reduced if asked."""
    budget.phase = f"building {name}"
    lts = model.lts(name, budget)
    if reduction is not None:
        from quidpro.lts.reduce import reduce

        budget.phase = f"reducing {name}"
        lts = reduce(lts, reduction, budget, events)  # type: ignore[arg-type]
    return _write(lts, format, lts.name or name, model, budget)


def convert(model: Model, name: str | None, target: Path, budget: Budget, _events: Listener) -> tuple[str, list[str]]:
    """The model as one LTS in the format of a file, and what that cannot hold."""
    format = format_of(target)
    budget.phase = "building the LTS"
    lts = model.lts(name or model.default_system(), budget)
    text = _write(lts, format, lts.name or Path(model.source.name).stem, model, budget)
    return text, losses(lts, format)


def _write(lts: LTS, format: str, name: str, model: Model, budget: Budget) -> str:
    """The LTS in a format; where it is too large for a picture, with the names of what may be smaller."""
    try:
        return render_lts(lts, format, name, budget)
    except Unreadable as refusal:
        raise smaller(refusal, "processes", [part for part in model.components if part != name]) from None


def format_of(target: Path) -> str:
    """The format of a file, by its suffix."""
    if target.name.lower().endswith(LPTS_JSON):
        raise UsageError(
            f"cannot write {target}: {LPTS_JSON} is for probabilistic models; an LTS goes into a .json file"
        )
    if target.suffix.lower() not in FORMAT_OF_SUFFIX:
        known = " ".join(FORMAT_OF_SUFFIX)
        raise UsageError(f"cannot tell the format of {target} from its suffix (known: {known})")
    return FORMAT_OF_SUFFIX[target.suffix.lower()]


_ENTRY_SECONDS = 10.0
_MOST_BITS = 13_000
"""Of a number that is written digit by digit."""
_COMPOSED_STATES = 1_000_000
"""What is known to have more states is not composed to tell its size."""


def info(
    model: Model,
    name: str | None,
    format: str,
    budget: Budget,
    _events: Listener,
    count: Count = lambda system: None,
) -> str:
    """The whole model, or one name of it with its size."""
    if name is None:
        described = [_list_entry(entry, model, budget, count) for entry in model.entries()]
    else:
        described = [_measure(_entry(name, model), model, budget, count)]
    return (
        as_json([_short(row) for row in described], 2)
        if format == "json"
        else _text(model, described, detailed=name is not None)
    )


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """What JSON can hold: a number of thousands of digits becomes a text, rounded."""
    sizes = {key: row[key] for key in ("reachable", "more_than") if row.get(key)}
    return {**row, **{key: {name: _rounded(number) for name, number in whole.items()} for key, whole in sizes.items()}}


def _rounded(number: int) -> int | str:
    return magnitude(number) if number.bit_length() > _MOST_BITS else number


def _entry(name: str, model: Model) -> Entry:
    for entry in model.entries():
        if entry.name == name:
            return entry
    if name == model.default_system():
        return Entry(name, "composite")
    if name in model.components:
        return Entry(name, "process")
    known = ", ".join(entry.name for entry in model.entries())
    raise UsageError(f"there is nothing named {name!r} in {model.source.name} (it defines {known})")


def _list_entry(entry: Entry, model: Model, budget: Budget, count: Count) -> dict[str, Any]:
    """An entry of the listing; one that does not compile says why and does not spoil the others."""
    try:
        return _describe(entry, model, budget.within(_ENTRY_SECONDS), count)
    except BudgetExceeded:
        budget.check()
        return _row(entry, error=f"takes more than {_ENTRY_SECONDS:g} s; ask for it by name")
    except QuidproError as error:
        return _row(entry, error=str(error))


def _describe(entry: Entry, model: Model, budget: Budget, count: Count) -> dict[str, Any]:
    if entry.kind in ("assert", "progress"):
        return _row(entry)
    if entry.kind == "composite":
        system = model.system(entry.name, budget)
        names = [component.name for component in system.components]
        visible = [action for action in system.alphabet if action not in system.hidden]
        return _row(entry, alphabet=visible, components=names, **_size_of_whole(count(system)))
    lts = model.lts(entry.name, budget)
    return _row(
        entry,
        states=lts.states,
        transitions=lts.transitions,
        alphabet=list(lts.alphabet),
        components=[entry.name],
    )


def _measure(entry: Entry, model: Model, budget: Budget, count: Count) -> dict[str, Any]:
    """One entry with the size of its composition, counted as LTSA counts: with the composite's own hiding applied.

    One that is known to be too large, or for which a second was not enough, is not composed.
    """
    row = _describe(entry, model, budget, count)
    if entry.kind == "composite":
        row["sizes"] = [_size(part) for part in model.system(entry.name, budget).components]
        if row["more_than"] is None and (row["reachable"] or {"states": 0})["states"] < _COMPOSED_STATES:
            whole = model.lts(entry.name, budget)
            row.update(states=whole.states, transitions=whole.transitions)
    return row


def _size_of_whole(whole: Reachable | MoreThan | None) -> dict[str, dict[str, int] | None]:
    return {
        "reachable": asdict(whole) if isinstance(whole, Reachable) else None,
        "more_than": asdict(whole) if isinstance(whole, MoreThan) else None,
    }


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
    lines = listing([(row["kind"], row["name"], _facts(row)) for row in rows])
    details = _details(rows[0]) if detailed else []
    return "\n".join([*lines, *details, *(warning.render() for warning in model.warnings)])


def _facts(row: dict[str, Any]) -> str:
    if "error" in row:
        return str(row["error"]).splitlines()[0]
    facts = []
    if row["states"] is not None:
        facts.append(f"{counted(row['states'], 'state')}, {counted(row['transitions'], 'transition')}")
    whole = row.get("reachable")
    if whole is not None and whole["states"] != row["states"]:
        facts += _about_whole(whole["states"], whole["transitions"], whole["nodes"])
    elif row.get("more_than") is not None:
        facts.append(f"more than {magnitude(rounded_down(row['more_than']['states']))} reachable states")
    if row["alphabet"]:
        facts.append(counted(len(row["alphabet"]), "action"))
    if row["kind"] == "composite":
        facts.append(cut(" || ".join(row["components"])))
    return ", ".join(facts)


def _about_whole(states: int, transitions: int, nodes: int) -> list[str]:
    """The size of a whole; the nodes that it takes where nobody would go through its states."""
    words = [(states, "reachable state"), (transitions, "transition")]
    sizes = [f"{magnitude(number)} {noun}{'' if number == 1 else 's'}" for number, noun in words]
    return sizes if states < _COMPOSED_STATES else [*sizes, counted(nodes, "node")]


def _details(row: dict[str, Any]) -> list[str]:
    lines = [
        f"  {part['name']}: {counted(part['states'], 'state')}, {counted(part['transitions'], 'transition')}"
        + (" (property)" if part["property"] else "")
        for part in row.get("sizes", ())
    ]
    return [*lines, "  alphabet: " + ", ".join(row["alphabet"])]
