"""Drawings of all worlds: DOT with labels that fit, laid out by Graphviz.

Graphviz works in a process of its own that ends with the time it has, or when the user says so.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.isolated import Crashed, Tell, isolated
from quidpro.core.parts import require
from quidpro.core.words import counted

_MAX_LABELS = 5
_MAX_LETTERS = 28
STOPPED = 'shape=box, style=filled, penwidth=2.2, fillcolor="#ffc9a3", color="#a33c00"'
"""How a state without steps looks."""
WRONG = 'shape=octagon, fillcolor="#c62828", color="#8e1c1c", fontcolor=white'
"""How a state looks that must not be reached."""
SIZED = ', margin="0.04,0.02", height=0.42, penwidth=1.2'
"""Of nodes with short names."""
_FONT = 'fontname="Helvetica,Arial,sans-serif"'
_BLUE = 'color="#35618e"'
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "&": "&amp;"})


def drawing(
    name: str, body: Iterable[str], initial: int | None, spacing: str, nodes: str = SIZED, direction: str = "LR"
) -> str:
    """The DOT text of a graph, with an arrow to the initial state if there is one; ``body`` has its nodes and edges."""
    start = [
        f'  start [shape=point, width=0.09, {_BLUE}, fillcolor="#35618e"];',
        f"  start -> {initial} [{_BLUE}, penwidth=1.6];",
    ]
    lines = [
        f"digraph {name} {{",
        f"  rankdir={direction}; bgcolor=white; {spacing};",
        f'  node [shape=circle, style=filled, fillcolor="#eef4fb", {_BLUE}, {_FONT}, fontsize=12{nodes}];',
        f'  edge [color="#444444", {_FONT}, fontsize=11, arrowsize=0.7];',
        *([] if initial is None else start),
        *body,
        "}",
    ]
    return "\n".join(lines) + "\n"


def fit(labels: Sequence[str]) -> bool:
    """Whether labels below each other are shown as they are, all of them."""
    return len(labels) <= _MAX_LABELS and all(len(label) <= _MAX_LETTERS for label in labels)


def stacked(labels: Sequence[str]) -> str:
    """The labels below each other; of many, the first few and how many more there are."""
    shown = [shortened(label, _MAX_LETTERS) for label in labels]
    if len(shown) > _MAX_LABELS:
        shown = [*shown[: _MAX_LABELS - 1], f"… {len(shown) - _MAX_LABELS + 1} more"]
    return "\n".join(f" {label} " for label in shown)


def shortened(text: str, most: int) -> str:
    """The text, cut in the middle when it is longer than ``most`` letters."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return f"{text[:head]}…{text[len(text) - (most - 1 - head) :]}"


def quoted(text: str) -> str:
    """The text as DOT takes it, which reads HTML entities in labels."""
    return f'"{text.translate(_ESCAPES)}"'


MAX_STATES = 200
MAX_ARROWS = 600
"""The largest picture that can still be read."""
LAYOUT_SECONDS = 60.0
"""A layout may take this long, however much time the whole work has."""
_TURNED = re.compile(r'(class="edge turned">\s*<title>)(.*?)(&#45;&gt;)(.*?)(</title>)')


def reject_undrawable(format: str) -> None:
    """Complain about a picture that nothing here can draw, before any work for it begins."""
    if format == "svg":
        require("pygraphviz")


def drawn(dot: str, budget: Budget | None = None) -> str:
    """The picture of a DOT text as SVG; the same text gives the same picture."""
    budget = budget or Budget()
    require("pygraphviz")  # before the process is made, so that a missing library is reported in words
    limits = budget.within(LAYOUT_SECONDS)
    limits.phase = "laying out the picture"
    try:
        return str(isolated(_picture, dot, budget=limits))
    except BudgetExceeded as ran_out:
        if ran_out.resource != "time":
            raise
        limit = LAYOUT_SECONDS if budget.seconds is None else min(LAYOUT_SECONDS, budget.seconds)
        raise BudgetExceeded("time", limits.phase, f"limit {limit:g} s; the format dot needs none") from ran_out
    except Crashed as crash:
        raise UsageError("Graphviz fails to lay this out; the format dot leaves it to another tool") from crash


def parsed(dot: str) -> Any:
    """The graph of a DOT text, which goes through memory where the system has that: there may be no place for files."""
    graphs = require("pygraphviz")
    if not hasattr(os, "memfd_create"):
        return graphs.AGraph(string=dot)
    with os.fdopen(os.memfd_create("dot"), "w+b") as file:
        file.write(dot.encode("utf-8"))
        file.seek(0)
        graph = graphs.AGraph()
        graph.read(file)
    return graph


def _picture(_tell: Tell, dot: str) -> str:
    graph = parsed(dot)
    _turn(graph)
    text: str = graph.draw(format="svg", prog="dot").decode("utf-8")
    # Graphviz names itself and its version in a comment: without it the picture does not depend on the version.
    text = re.sub(r"<!-- Generated by.*?-->\s*", "", text, flags=re.DOTALL)
    return _TURNED.sub(r"\1\4\3\2\5", text)


def _turn(graph: Any) -> None:
    """Give Graphviz the arrows that lead back towards the first node the other way round, heads at their tails.

    It places nodes along the arrows, and where these go in circles it would choose by itself which of them lead back:
    slowly, when there are many, and so that nodes near the first end up far away from it.
    """
    distance = _distances(graph)
    left = {node for node in graph.nodes() if set(graph.successors(node)) - {node}}  # no arrow to another leads back
    for source, target in graph.edges():
        if distance[source] > distance[target] and target in left:
            settings = dict(graph.get_edge(source, target).attr)
            graph.delete_edge(source, target)
            head = settings.pop("arrowhead", None) or "normal"
            graph.add_edge(target, source, **{**settings, "dir": "back", "arrowtail": head, "class": "turned"})


def _distances(graph: Any) -> dict[str, int]:
    """The nodes numbered by their distance from the first of them, then from the first that is not reached, …"""
    numbers: dict[str, int] = {}
    for first in graph.nodes():
        waiting = deque([first])
        while waiting:
            node = waiting.popleft()
            if node not in numbers:
                numbers[node] = len(numbers)
                waiting.extend(graph.successors(node))
    return numbers


class Unreadable(UsageError):
    """A picture that is too large to be read."""


def reject_unreadable(states: int, arrows: Callable[[], int], advice: str) -> None:
    """Complain about a picture that could not be read; arrows are counted only where there are not too many states."""
    if states > MAX_STATES:
        what = f"{states:,} states make no readable picture (at most {MAX_STATES})"
    elif (count := arrows()) > MAX_ARROWS:
        what = f"{counted(states, 'state')} with {count:,} arrows make no readable picture (at most {MAX_ARROWS})"
    else:
        return
    raise Unreadable(f"{what}: {advice}, or write DOT for a tool that can zoom and filter")


FORMAT_OF_SUFFIX = {
    ".aut": "aut",
    ".json": "json",
    ".dot": "dot",
    ".svg": "svg",
    ".lts": "fsp",
    ".fsp": "fsp",
    ".txt": "text",
}
"""How an LTS is written to a file, by the file's suffix."""
_MAX_PARTS = 8


def smaller(refusal: Unreadable, kind: str, parts: Sequence[str]) -> UsageError:
    """The refusal of a picture, with the parts of the model that could be drawn instead."""
    more = ", …" if len(parts) > _MAX_PARTS else ""
    return UsageError(f"{refusal}; {kind}: {', '.join(parts[:_MAX_PARTS])}{more}") if parts else refusal
