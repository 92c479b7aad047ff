"""What one side contributed to a tree of a composition (pAGAR, section 5).

Alphabets do not suffice for that, as composition changes probabilities: the contributions were recorded when the
composition was made. A step of the other side alone does not move this side, so what follows it belongs to the same
node; a step together leads to one child for each state of this side's own distribution.
"""

from __future__ import annotations

from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import Composition
from quidpro.lpts.tree import Branch, Node, Tree


def projected(tree: Tree, composition: Composition, side: int, part: LPTS) -> Tree:
    """The tree as seen by one side (0 or 1), which is ``part``, with an execution mapping into it."""
    root = Node(int(composition.sides[side][tree.root.state]))
    waiting: list[tuple[Node, list[Node]]] = [(root, [tree.root])]
    for node, whole in waiting:
        for branch in _moving(whole, composition, side):
            number = int(composition.contributions[side][branch.distribution])
            probabilities = part.distributions.probabilities(number)
            children = {state: Node(state) for state in probabilities}
            node.branches.append(Branch(branch.action, number, [*children.values()], [*probabilities.values()]))
            behind: dict[int, list[Node]] = {}
            for child in branch.children:
                behind.setdefault(int(composition.sides[side][child.state]), []).append(child)
            waiting.extend((children[state], nodes) for state, nodes in behind.items())
    return Tree(root)


def _moving(whole: list[Node], composition: Composition, side: int) -> list[Branch]:
    """The branches in which this side moves, those behind steps of the other side included."""
    found = []
    waiting = list(whole)
    for node in waiting:
        for branch in node.branches:
            if composition.contributions[side][branch.distribution] < 0:
                waiting.extend(branch.children)
            else:
                found.append(branch)
    return found
