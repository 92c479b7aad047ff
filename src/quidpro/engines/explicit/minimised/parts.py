"""The parts of a stepwise composition: components, and what was made of several parts by composing and reducing them.

A step composes parts, hides the actions that no other part has, and reduces the result modulo an equivalence that
preserves safety (Graf, Steffen, Lüttgen 1996; Cheung and Kramer 1999 for LTSs with π). Two reductions are made for
safety's sake alone:

* a state that reaches π silently is π, since nothing can prevent it;
* when no other part has π, states from which this part cannot reach it are cut off: whatever happens there is safe.

Then traces are all that matters: the result is made deterministic and minimal, unless it gets more than about twice as
large on the way; then it is minimal modulo branching bisimulation. Deterministic parts make small products.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import ignore
from quidpro.engines.explicit.shared.weakest import trimmed
from quidpro.lts.determinise import silently_wrong, subsets
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import hide, is_deterministic, reachable, repetitions
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.search import build
from quidpro.lts.system import Component

_EXTRA_STATES = 16
"""The subset construction may have twice as many states as the quotient, and this many more."""


@dataclass(frozen=True, eq=False)
class Part:
    """A component, or a step: parts composed and reduced. ``members`` are the components in it."""

    lts: LTS
    members: frozenset[str]
    parts: tuple[Part, ...] = ()
    product_states: int = 0
    product_transitions: int = 0
    product_way: float = 0
    """How many steps the product of the parts needs to go wrong; infinite if it cannot."""
    cut: bool = False
    """Whether states that cannot go wrong any more were cut off."""

    @cached_property
    def way(self) -> float:
        """How many steps it needs to go wrong; infinite if it cannot."""
        return _way_to_error(self.lts)

    @classmethod
    def of(cls, component: Component) -> Part:
        """A component by itself."""
        return cls(component.lts, frozenset({component.name}))

    @property
    def component(self) -> str:
        """The name of the one component that it is."""
        (name,) = self.members
        return name

    @property
    def is_wrong(self) -> bool:
        """Whether it reaches π by itself, at once and silently."""
        labels = self.lts.successors(self.lts.initial)
        return any(label == TAU and target == ERROR for label, target in labels)

    @property
    def size(self) -> int:
        """States and transitions."""
        return self.lts.states + self.lts.transitions


def compose_parts(
    parts: Sequence[Part], outside: Collection[str], *, only_error: bool, budget: Budget, max_states: int | None = None
) -> Part:
    """One part of several. ``outside`` are the actions of all others; ``only_error`` says that none of them has π.

    Raises TooManyStates past ``max_states`` states of the product.
    """
    whole = build(Product([part.lts for part in parts]), budget, ignore, max_states=max_states)
    inner = _sharpen(hide(whole, set(whole.alphabet) - set(outside)))
    lts = _reduce(reachable(trimmed(inner)) if only_error else inner, budget)
    members = frozenset().union(*(part.members for part in parts))
    return Part(lts, members, tuple(parts), whole.states, whole.transitions, _way_to_error(whole), only_error)


def _sharpen(lts: LTS) -> LTS:
    """The states that reach π silently become π; an initial state of that kind has a silent step to it and no other."""
    wrong = silently_wrong(lts)
    if wrong[lts.initial]:
        return LTS.from_arrays(lts.alphabet, 1, [0], [TAU], [ERROR], name=lts.name)
    kept = ~wrong[lts.source]
    target = np.where(np.append(wrong, True)[lts.target], ERROR, lts.target)
    columns = lts.source[kept], lts.label[kept], target[kept]
    return reachable(LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial, name=lts.name))


def _way_to_error(lts: LTS) -> float:
    """The length of a shortest path to π, breadth first over whole levels."""
    seen = np.zeros(lts.states, dtype=bool)
    level, length = np.array([lts.initial]), 1
    while len(level):
        seen[level] = True
        _, offset = repetitions(lts.row[level + 1] - lts.row[level])
        targets = lts.target[np.repeat(lts.row[level], lts.row[level + 1] - lts.row[level]) + offset]
        if (targets == ERROR).any():
            return length
        level, length = np.unique(targets[~seen[targets]]), length + 1
    return inf


def _reduce(lts: LTS, budget: Budget) -> LTS:
    found = bisimulation_quotient(lts, "branching", budget)
    if is_deterministic(found) or silently_wrong(found)[found.initial]:
        return found
    try:
        sets = subsets(found, budget, max_states=2 * found.states + _EXTRA_STATES)
    except TooManyStates:
        return found
    return bisimulation_quotient(sets.lts, "strong", budget)
