"""The quotient of an LTS modulo a partition of its states."""

from __future__ import annotations

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, Ints
from quidpro.lts.ops import reachable_numbered, sort_alphabet
from quidpro.lts.partition import Bisimulation, Quotient, quotient


def bisimulation_quotient(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> LTS:
    """The blocks of bisimilar states as states."""
    budget = budget or Budget()
    return numbered_quotient(lts, equivalence, budget)[0]


def numbered_quotient(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> tuple[LTS, Ints]:
    """The blocks of bisimilar states as states, and for each state its block; -1 for blocks that are not reachable."""
    budget = budget or Budget()
    lts = sort_alphabet(lts)
    return _merged(lts, quotient(lts, equivalence, budget))


def merge(lts: LTS, found: Quotient) -> LTS:
    """The LTS of the reachable blocks; ERROR, the last state of the quotient, must be alone in its block."""
    return _merged(lts, found)[0]


def _merged(lts: LTS, found: Quotient) -> tuple[LTS, Ints]:
    error = found.block[-1]
    number = np.arange(found.moves.states, dtype=np.int32)
    number[error:] -= 1
    number[error] = ERROR
    merged = LTS.from_arrays(
        lts.alphabet,
        found.moves.states - 1,
        number[found.moves.source],
        found.moves.label,
        number[found.moves.target],
        initial=int(number[found.block[lts.initial]]),
        end=int(number[found.block[lts.end]]) if lts.end >= 0 else -1,
        name=lts.name,
    )
    part, reached = reachable_numbered(merged)
    return part, reached[number[found.block[: lts.states]]]
