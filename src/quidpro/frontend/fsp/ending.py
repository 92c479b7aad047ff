"""The composition of a group with one END, as in LTSA.

Processes without END may be anywhere when the others have ended, so a product can terminate in many states. LTSA makes
them one: what follows in a sequence then follows all of them, and none of them is a deadlock.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.ops import reachable
from quidpro.lts.product import Product, compose
from quidpro.lts.system import Priority

_ENDED = "\N{END OF TEXT}"
"""An action that no text can spell: those that can end repeat it together once they have ended."""


def composed(parts: Sequence[LTS], priority: Priority | None, budget: Budget) -> LTS:
    """The parts composed, all their terminated states merged."""
    if not _may_end_in_many_ways(parts):
        return compose(parts, priority, budget)
    return _merged(compose([_marked(part) for part in parts], priority, budget))


def _may_end_in_many_ways(parts: Sequence[LTS]) -> bool:
    return any(part.end < 0 for part in parts) and Product(parts).may_end


def _marked(lts: LTS) -> LTS:
    """An LTS that repeats the mark in its END."""
    if lts.end < 0:
        return lts
    return LTS.from_arrays(
        (*lts.alphabet, _ENDED),
        lts.states,
        np.append(lts.source, lts.end),
        np.append(lts.label, len(lts.alphabet) + 1),
        np.append(lts.target, lts.end),
        initial=lts.initial,
        end=lts.end,
        name=lts.name,
    )


def _merged(lts: LTS) -> LTS:
    """The LTS without the mark; the states that had nothing else become one, which is END."""
    mark = lts.labels[_ENDED]
    marked = lts.label == mark
    ended = np.setdiff1d(lts.source[marked], lts.source[~marked])
    final = np.arange(lts.states + 1, dtype=np.int32)
    final[-1] = ERROR
    final[ended] = ended[:1]
    label = lts.label[~marked]
    return reachable(
        LTS.from_arrays(
            [action for action in lts.alphabet if action != _ENDED],
            lts.states,
            lts.source[~marked],
            label - (label > mark),
            final[lts.target[~marked]],
            initial=int(final[lts.initial]),
            end=int(ended[0]) if len(ended) else -1,
            name=lts.name,
        )
    )
