"""LTSs and systems as JSON, complete and exact: whatever an LTS holds is read back as it was written.

An LTS is ``{"format": "quidpro-lts", "version": 1, "name", "alphabet", "states", "initial", "end",
"state_names", "transitions"}``; a transition is ``[from, action, to]`` with the action ``"tau"`` silent and
the target -1 (or ``"ERROR"``) the error state. What ``quidpro assumption`` writes holds such an object under
``assumption``, and is read as that. A system has ``components`` and ``properties``, lists of such
objects. A property is written as the behaviour that it allows: as in FSP, what a state leaves out is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import as_json
from quidpro.frontend import files
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.lts.ops import complete_property, strip_error
from quidpro.lts.system import Component, Priority, Progress, System

LTS_FORMAT = "quidpro-lts"
SYSTEM_FORMAT = "quidpro-system"
VERSION = 1
_ASSUMPTION = "assumption"
"""Where the LTS is in what ``quidpro assumption`` writes."""


def write_lts_json(lts: LTS) -> str:
    """The JSON text of an LTS, one transition a line."""
    return files.write_json({"format": LTS_FORMAT, "version": VERSION, **lts_fields(lts)}) + "\n"


def lts_fields(lts: LTS) -> dict[str, Any]:
    """What an LTS holds, as plain lists, strings and numbers."""
    return {
        "name": lts.name,
        "alphabet": list(lts.alphabet),
        "states": lts.states,
        "initial": lts.initial,
        "end": None if lts.end < 0 else lts.end,
        "state_names": None if lts.state_names is None else list(lts.state_names),
        "transitions": [list(triple) for triple in lts.triples()],
    }


def read_lts_json(source: Source) -> LTS:
    """The LTS of a JSON text; its name is the file's unless the text gives one."""
    data, path = files.parse_json(source), ""
    if isinstance(data, dict) and _ASSUMPTION in data:
        data, path = data[_ASSUMPTION], _ASSUMPTION
    files.reject_text(source, lts_complaints(data, path))
    lts = lts_of_fields(data)
    return lts if lts.name else lts.named(PurePath(source.name).stem)


def is_system(data: object) -> bool:
    """Whether parsed JSON describes a system rather than one LTS."""
    return isinstance(data, dict) and "components" in data and _ASSUMPTION not in data


def read_system_json(source: Source) -> System:
    """The system of a JSON text with ``components`` and ``properties``."""
    data = files.parse_json(source)
    files.reject_text(source, _system_complaints(data))
    parts = [_component(item, is_property=False) for item in data["components"]]
    try:
        parts += [_component(item, is_property=True) for item in data.get("properties", [])]
    except UsageError as error:
        raise InputError([Diagnostic(str(error), source)]) from error
    return System(
        name=data.get("name") or PurePath(source.name).stem,
        components=tuple(parts),
        priority=_priority(data.get("priority")),
        progress=tuple(_progress(item) for item in data.get("progress", [])),
        source=source,
    )


def write_system_json(system: System) -> str:
    """The JSON text of a system, its components one after the other."""
    fields = {
        "format": SYSTEM_FORMAT,
        "version": VERSION,
        "name": system.name,
        "priority": _priority_fields(system.priority),
        "progress": [_progress_fields(test) for test in system.progress],
    }
    lines = [f"  {as_json(key)}: {as_json(value)}," for key, value in fields.items()]
    properties = [part for part in system.properties if part.assertion is None]
    allowed = _listing("properties", [strip_error(part.lts.named(part.name)) for part in properties])
    processes = _listing("components", [part.lts.named(part.name) for part in system.processes])
    return "\n".join(["{", *lines, f"{processes},", allowed, "}"]) + "\n"


def system_losses(system: System) -> list[str]:
    """What the format cannot hold of a system, in words."""
    formulas = {*(found.name for found in system.assertions), *(c.name for c in system.properties if c.assertion)}
    lost = [f"the assertion {name} is left out: the format has no formulas" for name in sorted(formulas)]
    return [*lost, "hidden actions are visible"] if system.hidden else lost


def _listing(key: str, ltss: list[LTS]) -> str:
    texts = ",\n".join("    " + files.write_json(lts_fields(lts), "    ") for lts in ltss)
    return f"  {as_json(key)}: [\n{texts}\n  ]" if texts else f"  {as_json(key)}: []"


def _priority_fields(priority: Priority | None) -> dict[str, Any] | None:
    return None if priority is None else {"actions": sorted(priority.actions), "high": priority.high}


def _progress_fields(test: Progress) -> dict[str, Any]:
    condition = None if test.condition is None else sorted(test.condition)
    return {"name": test.name, "actions": sorted(test.actions), "condition": condition}


def lts_of_fields(data: dict[str, Any]) -> LTS:
    """The LTS of fields about which :func:`lts_complaints` has nothing to say."""
    labels = {TAU_NAME: TAU} | {action: i + 1 for i, action in enumerate(data["alphabet"])}
    rows = [(p, labels[a], ERROR if q == "ERROR" else q) for p, a, q in data["transitions"]]
    end, names = data.get("end"), data.get("state_names")
    return LTS.from_arrays(
        data["alphabet"],
        data["states"],
        *(zip(*rows, strict=True) if rows else ((), (), ())),
        initial=data.get("initial", 0),
        end=-1 if end is None else end,
        name=data.get("name") or "",
        state_names=names,
    )


def lts_complaints(data: Any, path: str) -> Iterator[str]:
    """Everything wrong with the fields of an LTS, each with its path in the JSON text."""
    if not isinstance(data, dict):
        yield f"{path or 'the text'}: an LTS is a JSON object"
        return
    dot = f"{path}." if path else ""
    yield from files.head_complaints(data, LTS_FORMAT, VERSION, dot)
    shape = list(_shape_complaints(data, dot))
    yield from shape
    if not shape:
        yield from _transition_complaints(data, dot)


def _shape_complaints(data: dict[str, Any], dot: str) -> Iterator[str]:
    yield from files.shape_complaints(data, dot, "[from, action, to]", [TAU_NAME])
    if states := files.state_count(data):
        if data.get("end") is not None and not files.is_state(data["end"], states):
            yield f"{dot}end: must be null or a state from 0 to {states - 1}"
        yield from files.names_complaints(data, dot)


def _transition_complaints(data: dict[str, Any], dot: str) -> Iterator[str]:
    states, actions = data["states"], {TAU_NAME, *data["alphabet"]}
    for i, row in enumerate(data["transitions"]):
        path = f"{dot}transitions[{i}]"
        if not isinstance(row, list) or len(row) != 3 or not isinstance(row[1], str):
            yield f"{path}: must be [from, action, to]"
            continue
        if row[1] not in actions:
            yield f"{path}: the action {row[1]!r} is not in the alphabet"
        if not files.is_state(row[0], states):
            yield f"{path}: there is no state {row[0]!r}"
        if not files.is_state(row[2], states) and row[2] not in (ERROR, "ERROR"):
            yield f"{path}: there is no state {row[2]!r}"


def _system_complaints(data: Any) -> Iterator[str]:
    if not isinstance(data, dict) or data.get("format", SYSTEM_FORMAT) != SYSTEM_FORMAT:
        yield f"format: this is not version {VERSION} of {SYSTEM_FORMAT}"
        return
    names = []
    for key in ("components", "properties"):
        items = data.get(key, [])
        if not isinstance(items, list) or (key == "components" and not items):
            yield f"{key}: must be a list of LTSs" + (", not empty" if key == "components" else "")
            continue
        for i, item in enumerate(items):
            yield from lts_complaints(item, f"{key}[{i}]")
            names.append(item.get("name") if isinstance(item, dict) else None)
    if not all(names) or len(set(map(str, names))) < len(names):
        yield "components and properties: each needs a name of its own"
    yield from _extra_complaints(data)


def _extra_complaints(data: dict[str, Any]) -> Iterator[str]:
    priority, progress = data.get("priority"), data.get("progress", [])
    if not isinstance(data.get("name") or "", str):
        yield "name: must be a string"
    if priority is not None and not (
        isinstance(priority, dict)
        and files.is_strings(priority.get("actions"))
        and isinstance(priority.get("high"), bool)
    ):
        yield 'priority: must be {"actions": [...], "high": true or false}'
    if not isinstance(progress, list) or not all(map(_is_progress, progress)):
        yield 'progress: must be a list of {"name", "actions", "condition" (null or a list)}'


def _is_progress(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("name"), str)
        and files.is_strings(item.get("actions"))
        and (item.get("condition") is None or files.is_strings(item["condition"]))
    )


def _component(data: dict[str, Any], *, is_property: bool) -> Component:
    lts = lts_of_fields(data)
    return Component(lts.name, complete_property(lts) if is_property else lts, is_property=is_property)


def _priority(data: dict[str, Any] | None) -> Priority | None:
    return None if data is None else Priority(frozenset(data["actions"]), data["high"])


def _progress(data: dict[str, Any]) -> Progress:
    condition = data.get("condition")
    return Progress(data["name"], frozenset(data["actions"]), None if condition is None else frozenset(condition))
