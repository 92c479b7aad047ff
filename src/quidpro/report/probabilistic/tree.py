"""A tree counterexample, for the terminal and drawn: steps and what they lead to, each branch with its probability.

The root tells the state of every component, every other node what has changed. A step names the components that move;
where several of them toss a coin the probabilities are products, and it says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.report.chart.names import changed
from quidpro.report.graphviz import drawing, drawn, quoted, shortened
from quidpro.report.paint import WIDTH, Painter
from quidpro.report.probabilistic.formats import MARKED, SPACING, likely
from quidpro.verdict.probabilistic.evidence import ProbTree, TreeNode, TreeStep

_MAX_STATE = 48
"""In characters; longer states are shortened in a picture."""


def root_words(tree: ProbTree) -> list[str]:
    """``Sink: k=0`` for each component."""
    named = zip(tree.components, tree.nodes[0].states, strict=True)
    return [f"{name}: {shortened(state, _MAX_STATE)}" for name, state in named]


def changed_words(tree: ProbTree, above: int, child: int, longest: int = _MAX_STATE) -> list[str]:
    """The same for the components whose state has changed; of a valuation the variables that have."""
    before, after = tree.nodes[above].states, tree.nodes[child].states
    pairs = zip(tree.components, before, after, strict=True)
    news = [f"{name}: {shortened(changed(old, new), longest)}" for name, old, new in pairs if old != new]
    return news or ["nothing changes"]


T = TypeVar("T")

MAX_LINES = 60
MAX_NODES = 500
_STEP = 'shape=box, style=filled, fillcolor="#fff8e1", color="#b26a00", fontsize=11, margin="0.1,0.04"'


def draw_tree(tree: ProbTree, painter: Painter, width: int = WIDTH, max_lines: int = MAX_LINES) -> list[str]:
    """The tree, line by line; of a large one the beginning, and how much is left out."""
    lines = [f"A tree of {counted(tree.depth, 'step')} at most, {counted(len(tree.nodes), 'node')}:", ""]
    drawn = list(_root(tree, painter, width * 3 // 5))  # the rest is for the step and the indentation
    lines += drawn[:max_lines]
    left = len(drawn) - max_lines
    return [*lines, f"… and {counted(left, 'line')} more; --tree OUT.svg draws it whole"] if left > 0 else lines


def _root(tree: ProbTree, painter: Painter, longest: int) -> Iterator[str]:
    root = tree.nodes[0]
    width = max(map(len, tree.components))
    for name, state in zip(tree.components, root.states, strict=True):
        yield f"{name:<{width}}  {state}"
    if root.marks:
        yield _marks(root)
    yield ""
    waiting = _lines_below(tree, 0, "", painter, longest)
    while waiting:
        text, number, indent = waiting.pop()
        yield text
        if number is not None:
            waiting += _lines_below(tree, number, indent, painter, longest)


Line = tuple[str, int | None, str]
"""A line, the node whose steps follow it, if any, and how far those are indented."""


def _lines_below(tree: ProbTree, number: int, indent: str, painter: Painter, longest: int) -> list[Line]:
    """The steps of a node with their branches, the last line first; what is below the branches comes later.

    A step that is the only one and sure stands in one line with what it leads to, and what follows it below.
    """
    steps = tree.nodes[number].steps
    lines: list[Line] = []
    for step, corner, stem in [(steps[0], "", "")] if len(steps) == 1 else _with_corners(steps):
        head = indent + corner + _step(tree, step, painter)
        if len(step.branches) == 1:
            [(_, child)] = step.branches
            lines.append((f"{head} → {_changes(tree, number, child, longest)}", child, indent + stem))
        else:
            lines += [(head, None, ""), *_branches(tree, number, step, indent + stem, painter, longest)]
    return lines[::-1]


def _branches(
    tree: ProbTree, number: int, step: TreeStep, indent: str, painter: Painter, longest: int
) -> Iterator[Line]:
    """The branches of a step, those that end here first."""
    width = max(len(str(probability)) for probability, _ in step.branches)
    ordered = sorted(step.branches, key=lambda branch: bool(tree.nodes[branch[1]].steps))
    for (probability, child), corner, stem in _with_corners(ordered):
        text = f"{painter.bold(f'{probability!s:<{width}}')}  {_changes(tree, number, child, longest)}"
        yield indent + corner + text, child, indent + stem


def _step(tree: ProbTree, step: TreeStep, painter: Painter) -> str:
    movers = " × ".join(tree.components[i] for i in step.movers)
    return f"{painter.bold(step.action)} ({movers}{', product' if step.product else ''})"


def _changes(tree: ProbTree, above: int, child: int, longest: int) -> str:
    """What a node differs in from the one before, and its marks."""
    node = tree.nodes[child]
    return "; ".join([*changed_words(tree, above, child, longest), *([_marks(node)] if node.marks else [])])


def _marks(node: TreeNode) -> str:
    return ", ".join(f'"{mark}"' for mark in node.marks)


def _with_corners(items: Sequence[T]) -> list[tuple[T, str, str]]:
    """The items, each with what stands before its line, and before those below it."""
    return [(item, "├─ ", "│  ") for item in items[:-1]] + [(item, "└─ ", "   ") for item in items[-1:]]


def tree_dot(tree: ProbTree) -> str:
    """The DOT text of a tree: the root tells every component's state, other nodes what has changed."""
    tree = shown(tree)
    body = [f"  0 [{_box(root_words(tree), tree.nodes[0])}, penwidth=2.2];"]
    for number, node in enumerate(tree.nodes):
        for index, step in enumerate(node.steps):
            body += _step_dot(tree, number, index, step)
    return drawing(quoted("counterexample"), body, None, SPACING, direction="TB")


def _step_dot(tree: ProbTree, number: int, index: int, step: TreeStep) -> Iterator[str]:
    movers = " × ".join(tree.components[i] for i in step.movers)
    words = f"{step.action}\n{movers}" + ("\nproduct" if step.product else "")
    name = f"s{number}_{index}"
    yield f"  {name} [label={quoted(words)}, {_STEP}];"
    yield f"  {number} -> {name} [arrowhead=none];"
    for probability, child in step.branches:
        node = tree.nodes[child]
        mark = f", {MARKED}" if node.marks else ""
        yield f"  {child} [{_box(changed_words(tree, number, child), node)}{mark}];"
        yield f"  {name} -> {child}" + ("" if probability == 1 else f" [{likely(probability)}]") + ";"


def _box(words: Sequence[str], node: TreeNode) -> str:
    label = "\n".join([*words, *(f"“{mark}”" for mark in node.marks)])
    return f'label={quoted(label)}, shape=box, style="filled,rounded", margin="0.1,0.05"'


def render_tree(tree: ProbTree, format: str, budget: Budget | None = None) -> str:
    """The tree as a picture, or as DOT."""
    if format == "dot":
        return tree_dot(tree)
    if len(tree.nodes) > MAX_NODES:
        raise UsageError(f"{len(tree.nodes)} nodes make no readable picture (at most {MAX_NODES}); write a .dot file")
    return drawn(tree_dot(tree), budget)
