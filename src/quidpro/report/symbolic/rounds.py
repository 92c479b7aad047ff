"""The rounds of a method that learns, for SMV models: every conjecture as a picture with predicates on its edges."""

from __future__ import annotations

from quidpro.report.folder import Folder, readable
from quidpro.report.graphviz import WRONG, drawing, quoted
from quidpro.report.symbolic.text import wrap_predicate
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import Edge, SymbolicAssumption

_LINE_WIDTH = 44
_MAX_LINES = 6
"""A predicate on an edge is cut after this many lines."""


def record_round(folder: Folder, event: Round, asked: str) -> None:
    """``001.dot`` and ``001.svg`` are the assumption of round 1, ``001.txt`` has its edges in full and the word that
    refuted it. Of several, in a circle, the files have their names, too: ``001.g1.dot``.
    """
    assert event.evidence is not None
    assumptions: tuple[SymbolicAssumption, ...] = event.evidence.assumptions
    number, several = folder.next, len(assumptions) > 1
    for assumption in assumptions:
        name = f"{number}.{assumption.name}" if several else number
        folder.write(f"{name}.txt", _text(event, assumption, event.evidence.counterexample))
        _draw(folder, name, assumption)
    word = "; ".join(event.evidence.counterexample or ())
    size = sum(one.states for one in assumptions), sum(len(one.edges) for one in assumptions)
    names = ", ".join(one.name for one in assumptions)
    folder.add(event.run, *size, event.outcome, word, event.level, names, asked)


def _draw(folder: Folder, number: str, assumption: SymbolicAssumption) -> None:
    """A picture, unless it would be too large to be read; then DOT alone."""
    dot = to_dot(assumption)
    if readable(assumption.states, lambda: len(assumption.edges)):
        folder.draw(number, dot, keep=True)
    else:
        folder.write(f"{number}.dot", dot)


def _text(event: Round, assumption: SymbolicAssumption, word: tuple[str, ...] | None) -> str:
    lines = [f"{assumption.states} states over {', '.join(assumption.variables) or 'nothing'}"]
    named = {state: "REJECT" if state == assumption.rejecting else state for state in range(assumption.states)}
    lines += [f"{named[edge.source]} -> {named[edge.target]}: {edge.words}" for edge in assumption.edges]
    if word is not None:
        lines += [f"{event.outcome}, because of:", *(f"  {letter}" for letter in word or ("the empty word",))]
    return "\n".join(lines) + "\n"


def to_dot(assumption: SymbolicAssumption) -> str:
    """The DOT text; the rejecting state is red and drawn without the edge that never leaves it."""
    looks = [f'label="{state}"' for state in range(assumption.states)]
    if assumption.rejecting is not None:
        looks[assumption.rejecting] = f'label="REJECT", {WRONG}'
    nodes = [f"  {state} [{look}];" for state, look in enumerate(looks)]
    edges = [_edge(edge) for edge in assumption.edges if edge.source != assumption.rejecting]
    return drawing("assumption", [*nodes, *edges], 0, "nodesep=0.45; ranksep=0.7", nodes="")


def _edge(edge: Edge) -> str:
    label = "\n".join(wrap_predicate(edge.words, _LINE_WIDTH, _MAX_LINES))
    return f"  {edge.source} -> {edge.target} [label={quoted(label)}, tooltip={quoted(edge.words)}];"
