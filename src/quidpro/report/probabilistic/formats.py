"""The formats in which an LPTS can be written, and a tree drawn, by name."""

from __future__ import annotations

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.lpts_json import write_lpts_json
from quidpro.lpts.lpts import LPTS
from quidpro.report.graphviz import drawn
from quidpro.report.probabilistic.dot import lpts_dot, tree_dot
from quidpro.report.probabilistic.lpts_text import lpts_text
from quidpro.report.svg import refuse_unreadable
from quidpro.verdict.probabilistic.evidence import ProbTree

FORMATS = ("text", "json", "dot", "svg")
MOST_NODES = 500


def render_lpts(lpts: LPTS, format: str, budget: Budget = UNLIMITED) -> str:
    """The LPTS as text in a format."""
    if format == "json":
        return write_lpts_json(lpts)
    if format == "dot":
        return lpts_dot(lpts)
    if format == "svg":
        return _picture(lpts, budget)
    if format == "text":
        return lpts_text(lpts)
    raise UsageError(f"the format {format} has no place for probabilities; known are {', '.join(FORMATS)}")


def _picture(lpts: LPTS, budget: Budget) -> str:
    refuse_unreadable(lpts.states, lambda: lpts.transitions, "show one of its modules")
    return drawn(lpts_dot(lpts), budget)


def render_tree(tree: ProbTree, format: str, budget: Budget = UNLIMITED) -> str:
    """The tree as a picture, or as DOT."""
    if format == "dot":
        return tree_dot(tree)
    if len(tree.nodes) > MOST_NODES:
        raise UsageError(f"{len(tree.nodes)} nodes make no readable picture (at most {MOST_NODES}); write a .dot file")
    return drawn(tree_dot(tree), budget)
