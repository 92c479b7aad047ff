"""From transitions to arrows: what leads from one state to another in the same look is one arrow, its labels stacked.

What every state does without leaving is no arrow: the caption says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quidpro.core.words import printable
from quidpro.report.automata.automaton import Automaton, Edge, EdgeKind, Look, Marks
from quidpro.report.graphviz import shortened

MAX_LABELS = 6
MAX_LETTERS = 30


@dataclass(frozen=True)
class Arrow:
    """Transitions that are drawn as one: ends as positions of states, the lines of its label, and their numbers."""

    source: int
    target: int
    look: Look
    kind: EdgeKind
    lines: tuple[str, ...]
    words: str
    """All labels, for whoever asks."""
    transitions: tuple[int, ...]


def everywhere(automaton: Automaton) -> list[str]:
    """The labels of self-loops that every state has, in their order; none where some state has stopped or ended.

    Labels of several lines stay where they are.
    """
    at: dict[str, set[int]] = {}
    for edge in automaton.edges:
        if edge.source == edge.target and not edge.kind and not edge.lines:
            at.setdefault(edge.label, set()).add(edge.source)
    states = {i for i, state in enumerate(automaton.states) if state.kind not in ("error", "chance")}
    return [label for label, where in at.items() if where == states]


def arrows(automaton: Automaton, marks: Marks, hoisted: Sequence[str] = ()) -> list[Arrow]:
    """What is drawn; of the hoisted loops only those on the path."""
    groups: dict[tuple[int, int, EdgeKind, Look], list[Edge]] = {}
    common = set(hoisted)
    for edge in automaton.edges:
        look = marks.look(edge.transition)
        if edge.source == edge.target and edge.label in common and look != "path":
            continue
        groups.setdefault((edge.source, edge.target, edge.kind, look), []).append(edge)
    return [_arrow(edges, look) for (_, _, _, look), edges in groups.items()]


def _arrow(edges: Sequence[Edge], look: Look) -> Arrow:
    first, labels = edges[0], [printable(edge.label) for edge in edges]
    wrapped = [printable(line) for edge in edges for line in edge.lines]
    return Arrow(
        first.source,
        first.target,
        look,
        first.kind,
        _cut(wrapped) if wrapped else stacked(labels),
        ", ".join(labels),
        tuple(edge.transition for edge in edges),
    )


def stacked(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels as lines: alike ones together, long ones cut; of many the first few and how many more there are."""
    return _cut(folded(labels))


def _cut(lines: Sequence[str]) -> tuple[str, ...]:
    if len(lines) > MAX_LABELS:
        lines = [*lines[: MAX_LABELS - 1], f"… {len(lines) - MAX_LABELS + 1} more"]
    return tuple(shortened(line, MAX_LETTERS) for line in lines)


def folded(labels: Iterable[str]) -> list[str]:
    """``c.1.go`` and ``c.3.go`` as ``c.{1,3}.go``: labels that differ in one part between dots are one."""
    groups = [(label.split("."), [label]) for label in dict.fromkeys(labels)]
    found: list[tuple[list[str], int | None, list[str]]] = []
    for parts, _ in groups:
        for known, at, values in found:
            where = _differing(known, parts)
            if len(where) == 1 and (at is None or at == where[0]) and len(parts) > 1:
                values.append(parts[where[0]])
                found[found.index((known, at, values))] = (known, where[0], values)
                break
        else:
            found.append((parts, None, []))
    return [_text(parts, at, values) for parts, at, values in found]


def _differing(left: Sequence[str], right: Sequence[str]) -> list[int]:
    if len(left) != len(right):
        return []
    return [i for i, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]


def _text(parts: Sequence[str], at: int | None, values: Sequence[str]) -> str:
    if at is None:
        return ".".join(parts)
    return ".".join((*parts[:at], f"{{{','.join((parts[at], *values))}}}", *parts[at + 1 :]))
