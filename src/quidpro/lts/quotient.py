"""The quotient of an LTS modulo a partition of its states."""

from __future__ import annotations

import numpy as np

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.ops import reachable, sort_alphabet
from quidpro.lts.partition import Bisimulation, Quotient, quotient


def bisimulation_quotient(lts: LTS, equivalence: Bisimulation, budget: Budget = UNLIMITED) -> LTS:
    """The blocks of bisimilar states as states."""
    lts = sort_alphabet(lts)
    return merge(lts, quotient(lts, equivalence, budget))


def merge(lts: LTS, found: Quotient) -> LTS:
    """The LTS of the reachable blocks; ERROR, the last state of the quotient, must be alone in its block."""
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
    return reachable(merged)
