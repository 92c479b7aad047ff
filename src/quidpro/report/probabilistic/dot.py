"""LPTSs and trees as Graphviz drawings: a transition that tosses a coin goes through a small dot to its outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from quidpro.core.shown import shown
from quidpro.lpts.lpts import LPTS
from quidpro.report.dot import STOPPED, quoted, shortened, stacked
from quidpro.report.probabilistic.tree_text import changed_words, root_words
from quidpro.verdict.probabilistic.evidence import ProbTree, TreeNode, TreeStep

_FONT = 'fontname="Helvetica,Arial,sans-serif"'
_MOST_NAME = 24
_MARKED = 'fillcolor="#fde0dc", color="#a32020"'


def lpts_dot(lpts: LPTS, *, stops: bool = True) -> str:
    """The DOT text of an LPTS; states with marks are red, and tell them; those that stop are marked where it matters.

    In a tree it does not: every leaf stops.
    """
    lpts = shown(lpts)
    lines = [
        *_head(lpts.name or "LPTS", "LR"),
        '  start [shape=point, width=0.09, color="#35618e", fillcolor="#35618e"];',
        f'  start -> {lpts.initial} [color="#35618e", penwidth=1.6];',
        *(_state(lpts, state, stops and not lpts.moves_of(state)) for state in range(lpts.states)),
        *_transitions(lpts),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _head(name: str, direction: str) -> list[str]:
    return [
        f"digraph {quoted(name)} {{",
        f"  rankdir={direction}; bgcolor=white; nodesep=0.3; ranksep=0.45;",
        f'  node [shape=circle, style=filled, fillcolor="#eef4fb", color="#35618e", {_FONT}, fontsize=12, '
        'margin="0.04,0.02", height=0.42, penwidth=1.2];',
        f'  edge [color="#444444", {_FONT}, fontsize=11, arrowsize=0.7];',
    ]


def _state(lpts: LPTS, state: int, stopped: bool) -> str:
    name, marks = lpts.state_name(state), sorted(lpts.marks_of(state))
    label = "\n".join([shortened(name, _MOST_NAME), *(f"“{mark}”" for mark in marks), *(["STOP"] if stopped else [])])
    settings = [f"label={quoted(label)}"]
    if len(label) > 3:
        settings.append('shape=box, style="filled,rounded", margin="0.1,0.04"')
    if stopped:
        settings.append(STOPPED)
    if marks:
        settings.append(_MARKED)
    if state == lpts.initial:
        settings.append("penwidth=2.2" + ("" if marks or stopped else ', fillcolor="#d3e5f8"'))
    return f"  {state} [{', '.join(settings)}];"


def _transitions(lpts: LPTS) -> Iterator[str]:
    """Sure steps to the same state are one arrow; others get a dot each."""
    sure: dict[tuple[int, int], list[str]] = {}
    for number, (source, action, outcomes) in enumerate(lpts.triples()):
        if len(outcomes) == 1:
            sure.setdefault((source, next(iter(outcomes))), []).append(action)
        else:
            yield f"  d{number} [{_DOT}];"
            yield f"  {source} -> d{number} [label={quoted(f' {shortened(action, 28)} ')}, arrowhead=none];"
            for target, probability in outcomes.items():
                yield f"  d{number} -> {target} [{_likely(probability)}];"
    for (source, target), actions in sure.items():
        yield f"  {source} -> {target} [label={quoted(stacked(actions))}];"


_STEP = 'shape=box, style=filled, fillcolor="#fff8e1", color="#b26a00", fontsize=11, margin="0.1,0.04"'
_DOT = 'shape=point, width=0.07, color="#444444", fillcolor="#444444"'


def _likely(probability: Fraction) -> str:
    return f'label={quoted(f" {probability} ")}, style=dashed, color="#35618e", fontcolor="#35618e"'


def tree_dot(tree: ProbTree) -> str:
    """The DOT text of a tree: the root tells every component's state, other nodes what has changed."""
    tree = shown(tree)
    lines = [
        *_head("counterexample", "TB"),
        f"  0 [{_settings([*root_words(tree), *_said(tree.nodes[0])])}, penwidth=2.2];",
    ]
    for number, node in enumerate(tree.nodes):
        for place, step in enumerate(node.steps):
            lines += _step(tree, number, place, step)
    return "\n".join([*lines, "}"]) + "\n"


def _step(tree: ProbTree, number: int, place: int, step: TreeStep) -> Iterator[str]:
    movers = " × ".join(tree.components[i] for i in step.movers)
    words = f"{step.action}\n{movers}" + ("\nproduct" if step.product else "")
    name = f"s{number}_{place}"
    yield f"  {name} [label={quoted(words)}, {_STEP}];"
    yield f"  {number} -> {name} [arrowhead=none];"
    for probability, child in step.branches:
        node = tree.nodes[child]
        yield f"  {child} [{_settings([*changed_words(tree, number, child), *_said(node)])}{_mark(node)}];"
        yield f"  {name} -> {child}" + ("" if probability == 1 else f" [{_likely(probability)}]") + ";"


def _mark(node: TreeNode) -> str:
    return f", {_MARKED}" if node.marks else ""


def _settings(words: Sequence[str]) -> str:
    label = "\n".join(words)
    return f'label={quoted(label)}, shape=box, style="filled,rounded", margin="0.1,0.05"'


def _said(node: TreeNode) -> list[str]:
    return [f"“{mark}”" for mark in node.marks]
