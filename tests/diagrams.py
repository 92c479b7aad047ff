"""Systems as levels of diagrams, in ways that a certificate may have them."""

from __future__ import annotations

import random

from quidpro.engines.explicit.saturated.encoding import Encoding, Level
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import Forest, Node
from quidpro.solvers.mdd.saturation import Saturation
from quidpro.verdict.explicit.evidence import StateSet


def split_first(system: System, rng: random.Random) -> Encoding:
    """The states of the first component in two blocks, the others whole, in any order."""
    states = list(range(system.components[0].lts.states))
    rng.shuffle(states)
    blocks = [states[:1], states[1:]] if len(states) > 1 else [states]
    levels = [Level(0, tuple(block), len(blocks) > 1) for block in blocks]
    levels += [Level(n, tuple(range(c.lts.states))) for n, c in enumerate(system.components) if n]
    rng.shuffle(levels)
    return Encoding(system, tuple(levels))


def reached(encoding: Encoding) -> tuple[Forest, Node]:
    """All states that are reached."""
    forest = Forest(encoding.sizes)
    return forest, Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))


def state_set(encoding: Encoding, forest: Forest, node: Node) -> StateSet:
    """A set as it stands in a certificate."""
    names = [component.name for component in encoding.system.components]
    levels = tuple((names[level.component], level.states) for level in encoding.levels)
    return StateSet(levels, forest.diagram(node).levels)
