"""Which concrete states answer a branch of a tree, once it is known which states simulate its children.

A state answers by a transition with the branch's action to a distribution that has a weight function into the
children's states (pAGAR, Definition 4). That depends on the distribution alone, so that each one is looked at once;
where the branch has one child, all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

import numpy as np

from quidpro.lpts.flow import witness
from quidpro.lpts.lpts import LPTS, Flags, Ints, Longs
from quidpro.lpts.tree import Branch

Network = tuple[list[int], list[int], list[list[int]]]


def flags(lpts: LPTS, states: Longs) -> Flags:
    """A set of states as flags."""
    found = np.zeros(lpts.states, dtype=np.bool_)
    found[states] = True
    return found


def answering(lpts: LPTS, branch: Branch, states: Longs, children: Sequence[Flags]) -> Longs:
    """Those of some states that answer the branch, ascending; ``children`` tell who simulates each child."""
    moves = lpts.transitions_by(branch.action)
    moves = moves[flags(lpts, states)[lpts.source[moves]]]
    numbers, which = np.unique(lpts.target[moves], return_inverse=True)
    fitting = _fitting(lpts, branch, numbers, children)
    return np.unique(lpts.source[moves[fitting[which]]]).astype(np.int64)


def answer(lpts: LPTS, branch: Branch, state: int, children: Sequence[Flags]) -> int | None:
    """The distribution by which one state answers the branch, or None."""
    label = lpts.labels.get(branch.action, -1)
    for action, number in lpts.moves_of(state):
        if action == label and witness(*network(lpts, branch, number, children)) is None:
            return number
    return None


def network(lpts: LPTS, branch: Branch, number: int, children: Sequence[Flags]) -> Network:
    """The weights of a branch and of a distribution on one scale, and who is related to whom."""
    own, right = lpts.distributions, lpts.distributions.cells(number)
    scale = lcm(own.scale, *(p.denominator for p in branch.probabilities))
    left = [p.numerator * (scale // p.denominator) for p in branch.probabilities]
    related = [[j for j, (q, _) in enumerate(right) if child[q]] for child in children]
    return left, [w * (scale // own.scale) for _, w in right], related


def _fitting(lpts: LPTS, branch: Branch, numbers: Ints, children: Sequence[Flags]) -> Flags:
    """Which distributions answer the branch: each of their states has to simulate a child, and the weights must fit."""
    if not len(numbers):
        return np.zeros(0, dtype=np.bool_)
    kept = lpts.distributions
    sizes = kept.row[numbers + 1] - kept.row[numbers]
    starts = np.cumsum(sizes) - sizes
    cells = np.repeat(kept.row[numbers] - starts, sizes) + np.arange(int(sizes.sum()))
    found: Flags = np.logical_and.reduceat(np.logical_or.reduce(children)[kept.state[cells]], starts)
    if len(children) > 1:
        for place in np.flatnonzero(found).tolist():
            found[place] = witness(*network(lpts, branch, int(numbers[place]), children)) is None
    return found
