"""LTSs as Graphviz drawings.

The initial state is marked, END is green with a double line, ERROR a red octagon, states without steps are orange
boxes, silent steps grey and dashed. Shapes and words say it too, for readers who see no colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.shown import shown
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.report.graphviz import STOPPED, WRONG, drawing, drawn, fit, quoted, reject_unreadable, shortened, stacked

_ADVICE = "hide what does not matter (||SMALL = {name} @ {{a, b}}.) and show that with --reduce weak, show a part"


@dataclass(frozen=True)
class Marks:
    """What to point at in a picture: a state, and the steps of a path."""

    state: int | None = None
    steps: frozenset[tuple[int, int]] = frozenset()


NO_MARKS = Marks()
_ENDED = 'peripheries=2, fillcolor="#dcefdc", color="#2f6b35"'
Ends = tuple[int, int, bool]
"""From where to where an arrow leads, and whether it is silent."""


def to_dot(lts: LTS, marks: Marks = NO_MARKS) -> str:
    """The DOT text; edges between the same two states are drawn once, with their labels below each other."""
    lts = shown(lts)
    nodes = [_node(lts, state, marks) for state in range(lts.states)]
    errors = [f'  error [label="ERROR", {WRONG}];'] if lts.has_error else []
    edges = [_edge(*ends, labels, ends[:2] in marks.steps) for ends, labels in arrows(lts).items()]
    return drawing(quoted(lts.name or "LTS"), [*nodes, *errors, *edges], lts.initial, "nodesep=0.35; ranksep=0.55")


def _node(lts: LTS, state: int, marks: Marks) -> str:
    name, stopped = lts.state_name(state), lts.row[state] == lts.row[state + 1]
    word = "END" if state == lts.end else "STOP" if stopped else ""
    label = shortened(name, 14) + (f"\n{word}" if word else "")
    settings = [f"label={quoted(label)}"]
    if name != str(state) or len(name) > 14:
        settings.append(f"tooltip={quoted(f'{state}: {name}')}")
    if len(name) > 3:
        settings.append('shape=box, style="filled,rounded", margin="0.1,0.04"')
    if state == lts.initial:
        settings.append('penwidth=2.2, fillcolor="#d3e5f8"')
    if word:
        settings.append(_ENDED if word == "END" else STOPPED)
    if state == marks.state:
        settings.append('penwidth=2.2, fillcolor="#ffe082", color="#b26a00"')
    return f"  {state} [{', '.join(settings)}];"


def arrows(lts: LTS) -> dict[Ends, list[str]]:
    """What is drawn as one arrow, with its labels."""
    groups: dict[Ends, list[str]] = {}
    columns = zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)
    for source, label, target in columns:
        groups.setdefault((source, target, label == TAU), []).append(lts.action(label))
    return groups


def _edge(source: int, target: int, silent: bool, labels: Sequence[str], marked: bool) -> str:
    settings = [f"label={quoted(stacked(labels))}"]
    if not fit(labels):
        settings.append(f"labeltooltip={quoted(', '.join(labels)[:2000])}")
    if silent:
        settings.append('style=dashed, color="#8a8a8a", fontcolor="#6b6b6b"')
    if target == ERROR or marked:
        settings.append('color="#c62828", fontcolor="#a32020"')
    if marked:
        settings.append("penwidth=2")
    return f"  {source} -> {'error' if target == ERROR else target} [{', '.join(settings)}];"


def to_svg(lts: LTS, budget: Budget | None = None) -> str:
    """The picture; the same LTS gives the same text. One that is too large for the look of pages has a plainer one."""
    from quidpro.report.automata.draw import automaton_svg
    from quidpro.report.explicit.automaton import automaton_of

    found = automaton_svg(automaton_of(shown(lts)), budget or Budget(), standalone=True)
    if found.svg:
        return f"{found.svg}\n"
    reject_unreadable(lts.states, lambda: len(arrows(lts)), _ADVICE.format(name=lts.name or "S"))
    return drawn(to_dot(lts), budget)
