"""What a proof by saturation leaves behind: the set that it found, for a certificate."""

from __future__ import annotations

from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.solvers.mdd.forest import Diagram
from quidpro.verdict.explicit.evidence import StateSet


def state_set(encoding: Encoding, diagram: Diagram) -> StateSet:
    """A set of states of a system, for those who know its components by their names.

    A component is one level that is no block, or several that are.
    """
    names = [component.name for component in encoding.system.components]
    levels = tuple((names[level.component], level.states) for level in encoding.levels)
    return StateSet(levels, diagram.levels)
