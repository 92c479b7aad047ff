"""An assumption of the symbolic world as a Graphviz drawing: edges are labelled with predicates.

Predicates are in lines of some width, a comparison always on one, so that it can be read at a glance.
"""

from __future__ import annotations

import re
from textwrap import wrap

from quidpro.report.dot import quoted
from quidpro.verdict.symbolic.evidence import SymbolicAssumption

_AROUND_A_COMPARISON = re.compile(r" (=|!=|<|<=|>|>=) ")
_UNBROKEN = "\N{NO-BREAK SPACE}"


def wrapped(words: str, width: int, most_lines: int, *, indent: str = "") -> list[str]:
    """The lines, all but the first indented; what is past the last of them is left out."""
    held = _AROUND_A_COMPARISON.sub(rf"{_UNBROKEN}\1{_UNBROKEN}", words)
    lines = wrap(held, width, subsequent_indent=indent, max_lines=most_lines, placeholder=" …", break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in lines]


_FONT = 'fontname="Helvetica,Arial,sans-serif"'
_LINE = 44
_MOST_LINES = 6


def to_dot(assumption: SymbolicAssumption) -> str:
    """The DOT text; the rejecting state is red and drawn without the edge that never leaves it."""
    lines = [
        "digraph assumption {",
        "  rankdir=LR; bgcolor=white; nodesep=0.45; ranksep=0.7;",
        f'  node [shape=circle, style=filled, fillcolor="#eef4fb", color="#35618e", {_FONT}, fontsize=12];',
        f'  edge [color="#444444", {_FONT}, fontsize=11, arrowsize=0.7];',
        '  start [shape=point, width=0.09, color="#35618e", fillcolor="#35618e"];',
        '  start -> 0 [color="#35618e", penwidth=1.6];',
        *(_node(assumption, state) for state in range(assumption.states)),
        *(
            f"  {edge.source} -> {edge.target} [label={quoted(_label(edge.words))}, tooltip={quoted(edge.words)}];"
            for edge in assumption.edges
            if edge.source != assumption.rejecting
        ),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _node(assumption: SymbolicAssumption, state: int) -> str:
    if state == assumption.rejecting:
        colours = 'fillcolor="#c62828", color="#8e1c1c", fontcolor=white'
        return f'  {state} [label="REJECT", shape=octagon, {colours}];'
    return f'  {state} [label="{state}"];'


def _label(words: str) -> str:
    return "\n".join(wrapped(words, _LINE, _MOST_LINES))
