"""Making the parts smaller before a rule looks at them. For safety only traces matter.

Actions private to one component, and in no property, are hidden; then the component is reduced modulo weak traces
when that does not make it larger, else modulo weak bisimulation. The rule's words speak of the actions that stay, so
its assumptions and counterexamples are about the original components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.lts.lts import LTS
from quidpro.lts.ops import hide
from quidpro.lts.reduce import reduce

Groups = list[list[LTS]]

_WORTH_IT = 20_000
"""Components with more states than this are left as they are: reducing them costs more than exploring them."""


def reduced_groups(groups: Sequence[Sequence[LTS]], goals: Sequence[LTS], budget: Budget) -> Groups:
    """The groups with every member hidden and reduced."""
    uses = Counter(action for group in groups for lts in group for action in lts.alphabet)
    kept = {action for goal in goals for action in goal.alphabet} | {a for a, count in uses.items() if count > 1}
    return [[_reduced(lts, kept, budget) for lts in group] for group in groups]


def _reduced(lts: LTS, kept: set[str], budget: Budget) -> LTS:
    private = [action for action in lts.alphabet if action not in kept]
    inner = replace(hide(lts, private), end=-1)
    if inner.states > _WORTH_IT:
        return inner
    try:
        return reduce(inner, "trace", budget, max_states=inner.states)
    except TooManyStates:
        return reduce(inner, "weak", budget)
