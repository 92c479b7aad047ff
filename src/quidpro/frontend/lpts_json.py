"""LPTSs, and systems of them, as JSON: exact, whatever an LPTS holds is read back as it was written.

An LPTS is ``{"format": "quidpro-lpts", "version": 1, "name", "alphabet", "states", "initial", "state_names", "marks",
"transitions"}``; a transition is ``[from, action, [[state, probability], …]]`` with the probability a text such as
``"1/10"`` or ``"0.1"``, or the whole number 1. A system has ``components``, a list of such objects, each with a name of
its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from quidpro.core.source import Source
from quidpro.core.words import as_json
from quidpro.frontend import files
from quidpro.lpts.lpts import LPTS

LPTS_FORMAT = "quidpro-lpts"
SYSTEM_FORMAT = "quidpro-lpts-system"
VERSION = 1
_PROBABILITY = re.compile(r"[0-9]{1,400}(?:/[0-9]{1,400}|\.[0-9]{1,400})?")


def write_lpts_json(lpts: LPTS) -> str:
    """The JSON text of an LPTS, one transition a line."""
    return files.write_json({"format": LPTS_FORMAT, "version": VERSION, **lpts_fields(lpts)}) + "\n"


def write_lpts_system_json(name: str, components: Mapping[str, LPTS]) -> str:
    """The JSON text of a system."""
    head = {"format": SYSTEM_FORMAT, "version": VERSION, "name": name}
    lines = [f"  {as_json(key)}: {as_json(value)}," for key, value in head.items()]
    parts = ",\n".join(
        "    " + files.write_json(lpts_fields(lpts.named(part)), "    ") for part, lpts in components.items()
    )
    return "\n".join(["{", *lines, '  "components": [', parts, "  ]", "}"]) + "\n"


def lpts_fields(lpts: LPTS) -> dict[str, Any]:
    """What an LPTS holds, as plain lists, strings and numbers."""
    return {
        "name": lpts.name,
        "alphabet": list(lpts.alphabet),
        "states": lpts.states,
        "initial": lpts.initial,
        "state_names": None if lpts.state_names is None else list(lpts.state_names),
        "marks": {mark: sorted(states) for mark, states in sorted(lpts.marks.items())},
        "transitions": [[p, a, [[q, str(x)] for q, x in d.items()]] for p, a, d in lpts.triples()],
    }


def read_lpts_json(source: Source) -> LPTS:
    """The LPTS of a JSON text; its name is the file's unless the text gives one."""
    data = files.parse_json(source)
    files.reject_text(source, lpts_complaints(data, ""))
    lpts = lpts_of_fields(data)
    return lpts if lpts.name else lpts.named(PurePath(source.name).name.split(".")[0])


def read_lpts_system_json(source: Source) -> dict[str, LPTS]:
    """The LPTSs of a text with ``components``, or the one LPTS of any other, by name."""
    data = files.parse_json(source)
    if not isinstance(data, dict) or "components" not in data:
        lpts = read_lpts_json(source)
        return {lpts.name: lpts}
    files.reject_text(source, _system_complaints(data))
    parts = [lpts_of_fields(item) for item in data["components"]]
    return {part.name: part for part in parts}


def lpts_of_fields(data: dict[str, Any]) -> LPTS:
    """The LPTS of fields about which :func:`lpts_complaints` has nothing to say."""
    names = data.get("state_names")
    return LPTS.from_rows(
        data["states"],
        ((p, a, tuple(sorted((q, Fraction(x)) for q, x in d if Fraction(x)))) for p, a, d in data["transitions"]),
        alphabet=data["alphabet"],
        initial=data.get("initial", 0),
        name=data.get("name") or "",
        state_names=None if names is None else tuple(names),
        marks={mark: frozenset(states) for mark, states in (data.get("marks") or {}).items()},
    )


def lpts_complaints(data: Any, path: str) -> Iterator[str]:
    """Everything wrong with the fields of an LPTS, each with its path in the JSON text."""
    if not isinstance(data, dict):
        yield f"{path or 'the text'}: an LPTS is a JSON object"
        return
    dot = f"{path}." if path else ""
    yield from files.head_complaints(data, LPTS_FORMAT, VERSION, dot)
    shape = list(_shape_complaints(data, dot))
    yield from shape
    if not shape:
        for i, row in enumerate(data["transitions"]):
            yield from _transition_complaints(row, data, f"{dot}transitions[{i}]")


def _shape_complaints(data: dict[str, Any], dot: str) -> Iterator[str]:
    yield from files.shape_complaints(data, dot, "[from, action, [[state, probability], …]]")
    if states := files.state_count(data):
        yield from files.names_complaints(data, dot)
        marks = data.get("marks")
        if marks is not None and not (isinstance(marks, dict) and all(_is_states(s, states) for s in marks.values())):
            yield f'{dot}marks: must be {{"mark": [states from 0 to {states - 1}], …}}'


def _transition_complaints(row: Any, data: dict[str, Any], path: str) -> Iterator[str]:
    states = data["states"]
    if not isinstance(row, list) or len(row) != 3 or not isinstance(row[1], str) or not isinstance(row[2], list):
        yield f"{path}: must be [from, action, [[state, probability], …]]"
        return
    if row[1] not in data["alphabet"]:
        yield f"{path}: the action {row[1]!r} is not in the alphabet"
    if not files.is_state(row[0], states):
        yield f"{path}: there is no state {row[0]!r}"
    yield from _distribution_complaints(row[2], states, path)


def _distribution_complaints(pairs: list[Any], states: int, path: str) -> Iterator[str]:
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        yield f"{path}: a distribution is a list of [state, probability]"
        return
    for state, probability in pairs:
        if not files.is_state(state, states):
            yield f"{path}: there is no state {state!r}"
        if not _is_probability(probability):
            yield f'{path}: {probability!r} is no probability; write it exactly, as the text "1/10" or "0.1"'
            return
    reached = [state for state, _ in pairs]
    if len(set(map(str, reached))) < len(reached):
        yield f"{path}: a state appears twice in one distribution"
    total = sum(Fraction(probability) for _, probability in pairs)
    if total != 1:
        yield f"{path}: the probabilities sum to {total}, not to 1"


def _is_probability(value: Any) -> bool:
    if isinstance(value, str) and _PROBABILITY.fullmatch(value):
        return not re.search(r"/0+$", value)
    return type(value) is int and value in (0, 1)


def _system_complaints(data: dict[str, Any]) -> Iterator[str]:
    if head := list(files.head_complaints(data, SYSTEM_FORMAT, VERSION)):
        yield from head
        return
    items = data["components"]
    if not isinstance(items, list) or not items:
        yield "components: must be a list of LPTSs, not empty"
        return
    for i, item in enumerate(items):
        yield from lpts_complaints(item, f"components[{i}]")
    names = [item.get("name") if isinstance(item, dict) else None for item in items]
    if not all(names) or len(set(map(str, names))) < len(names):
        yield "components: each needs a name of its own"


def _is_states(value: Any, states: int) -> bool:
    return isinstance(value, list) and all(files.is_state(item, states) for item in value)
