"""The set of states of a certificate as plain lists, strings and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from quidpro.verdict.explicit.evidence import StateSet

RULE = "saturation"
"""The rule whose certificates have one."""


def state_set_fields(states: StateSet) -> dict[str, Any]:
    """The set as the published schema has it."""
    return {
        "levels": [{"component": name, "states": list(own)} for name, own in states.levels],
        "nodes": [[[list(pair) for pair in row] for row in rows] for rows in states.nodes],
    }


def state_set_of(fields: dict[str, Any]) -> StateSet:
    """The set of fields that keep to the schema."""
    levels = tuple((level["component"], tuple(level["states"])) for level in fields["levels"])
    nodes = tuple(tuple(tuple((v, child) for v, child in row) for row in rows) for rows in fields["nodes"])
    return StateSet(levels, nodes)


def state_set_complaints(states: StateSet, where: str) -> Iterator[str]:
    """What no system could make right; whether it fits the system that there is, the checker knows."""
    if len(states.nodes) != len(states.levels):
        yield f"{where}.nodes: has {len(states.nodes)} levels where {len(states.levels)} are needed"
    if not states.nodes or len(states.nodes[0]) != 1:
        yield f"{where}.nodes[0]: has one node, the set"
    known = [*map(len, states.nodes[1:]), 1]
    for level, rows in enumerate(states.nodes):
        for at, row in enumerate(rows):
            yield from _row_complaints(row, known[level], f"{where}.nodes[{level}][{at}]")


def _row_complaints(row: Sequence[tuple[int, int]], known: int, where: str) -> Iterator[str]:
    if not row:
        yield f"{where}: leads nowhere"
    if any(value >= after for (value, _), (after, _) in pairwise(row)):
        yield f"{where}: its values are not in order, each once"
    yield from (f"{where}: {child} is not a node of the next level" for _, child in row if child >= known)
