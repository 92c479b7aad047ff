"""What a proof by saturation leaves behind: the set that it found, for a certificate."""

from __future__ import annotations

from collections import Counter

from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.solvers.mdd.forest import Diagram
from quidpro.verdict.explicit.evidence import Nodes, StateSet


def state_set(encoding: Encoding, diagram: Diagram) -> StateSet:
    """A set of states of a system, for those who know its components by their names.

    There the one level of a component is no block, so that its values count from 0.
    """
    names = [component.name for component in encoding.system.components]
    levels = tuple((names[level.component], level.states) for level in encoding.levels)
    count = Counter(level.component for level in encoding.levels)
    alone = [level.is_block and count[level.component] == 1 for level in encoding.levels]
    nodes = (_shifted(rows) if lone else rows for rows, lone in zip(diagram.levels, alone, strict=True))
    return StateSet(levels, tuple(nodes))


def _shifted(rows: Nodes) -> Nodes:
    return tuple(tuple((value - 1, child) for value, child in row) for row in rows)
