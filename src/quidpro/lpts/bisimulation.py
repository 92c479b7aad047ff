"""The quotient by strong probabilistic bisimulation: the smallest LPTS that simulates and is simulated both ways.

Partition refinement by signatures: two states stay in one block while they have the same marks and, by the same
actions, the same distributions over blocks. Bisimilar states can stand for each other in every composition, so that
a verdict about the quotient is one about the LPTS (pAGAR's rules see no difference).
"""

from __future__ import annotations

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import distinct, lifted, quotient


def reduced(lpts: LPTS, block: Ints | None = None) -> LPTS:
    """The quotient, or the LPTS itself when no two of its states are bisimilar; ``block`` says which are, if known."""
    block = bisimilar(lpts) if block is None else block
    return lpts if block.max() + 1 == lpts.states else quotient(lpts, block)


def bisimilar(lpts: LPTS, budget: Budget | None = None) -> Ints:
    """The coarsest partition into bisimilar states."""
    budget = budget or Budget()
    block, count = by_marks(lpts), 0
    while count < block.max() + 1 < lpts.states:
        budget.check()
        count = int(block.max()) + 1
        block = _split(lpts, block)
    return block


def by_marks(lpts: LPTS, known: dict[frozenset[str], int] | None = None) -> Ints:
    """States with the same marks in one block; ``known`` has the blocks of the sets of marks that were met before."""
    known = {} if known is None else known
    if not any(lpts.marks.values()):
        return np.full(lpts.states, known.setdefault(frozenset(), len(known)), dtype=np.int32)
    kinds = (known.setdefault(lpts.marks_of(state), len(known)) for state in range(lpts.states))
    return np.fromiter(kinds, dtype=np.int32, count=lpts.states)


def _split(lpts: LPTS, block: Ints) -> Ints:
    """States with the same block and the same transitions to blocks."""
    number = distinct(lifted(lpts.distributions, block))[1]
    width = len(lpts.distributions) + 1
    codes = (lpts.label.astype(np.int64) * width + number[lpts.target]).tolist()
    known: dict[tuple[int, frozenset[int]], int] = {}
    row = lpts.row.tolist()
    signs = (
        known.setdefault((own, frozenset(codes[row[state] : row[state + 1]])), len(known))
        for state, own in enumerate(block.tolist())
    )
    return np.fromiter(signs, dtype=np.int32, count=lpts.states)
