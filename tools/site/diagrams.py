"""Diagrams that a forge draws from their text (``mermaid``), drawn by Graphviz: the site loads no script for them."""

from __future__ import annotations

import re

from pygraphviz import AGraph

_NODE = r"(\w+)(?:\(\((.*?)\)\)|\[(.*?)\])?"
_ARROW = re.compile(rf"{_NODE} -->\|(.*?)\| {_NODE}")


def draw(text: str) -> str:
    """The picture of a graph: nodes ``a((circle))`` and ``b[box]``, arrows ``a -->|label| b``."""
    graph = AGraph(directed=True)
    graph.node_attr.update(shape="ellipse", fontname="Helvetica", fontsize=12, width=0.3, height=0.3)
    graph.edge_attr.update(fontname="Helvetica", fontsize=11)
    for start, circle, box, label, end, other, square in _ARROW.findall(text):
        for name, round_text, flat_text in ((start, circle, box), (end, other, square)):
            if round_text or flat_text:
                graph.add_node(name, label=round_text or flat_text, shape="ellipse" if round_text else "box")
        graph.add_edge(start, end, label=f" {label} ")
    picture: bytes = graph.draw(format="svg", prog="dot")
    return picture.decode()
