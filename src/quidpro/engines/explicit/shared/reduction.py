"""Making the parts smaller before a rule looks at them. For safety only traces matter.

Actions private to one component, and in no property, are hidden; then the component is reduced modulo weak traces
when that does not make it larger, else modulo weak bisimulation. The rule's words speak of the actions that stay, so
its assumptions and counterexamples are about the original components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.ops import hide
from quidpro.lts.quotient import numbered_quotient
from quidpro.lts.reduce import reduce

_WORTH_IT = 20_000
"""Components with more states than this are left as they are: reducing them costs more than exploring them."""


class Reduced(NamedTuple):
    """A component, what it was reduced to, and for each state of the one the state of the other that stands for it.

    Without states, the reduced component is deterministic and stands where the words of the original lead it.
    """

    original: LTS
    lts: LTS
    state_of: Ints | None


Groups = list[list[Reduced]]


def reduced_groups(groups: Sequence[Sequence[LTS]], goals: Sequence[LTS], budget: Budget) -> Groups:
    """The groups with every member hidden and reduced."""
    uses = Counter(action for group in groups for lts in group for action in lts.alphabet)
    kept = {action for goal in goals for action in goal.alphabet} | {a for a, count in uses.items() if count > 1}
    return [[_reduced(lts, kept, budget) for lts in group] for group in groups]


def unreduced_groups(groups: Sequence[Sequence[LTS]]) -> Groups:
    """The groups with every member as it is."""
    return [[_unreduced(lts, lts) for lts in group] for group in groups]


def _unreduced(lts: LTS, inner: LTS) -> Reduced:
    return Reduced(lts, inner, np.arange(lts.states, dtype=np.int32))


def _reduced(lts: LTS, kept: set[str], budget: Budget) -> Reduced:
    private = [action for action in lts.alphabet if action not in kept]
    inner = replace(hide(lts, private), end=-1)
    if inner.states > _WORTH_IT:
        return _unreduced(lts, inner)
    try:
        return Reduced(lts, reduce(inner, "trace", budget, max_states=inner.states), None)
    except TooManyStates:
        return Reduced(lts, *numbered_quotient(inner, "weak", budget))
