"""Components that only meet in another one, as one group.

Where the others share no action with each other, the *hub* is all that they have in common: clients of a server. Rule
ASYM-N puts one assumption into the next, each about the hub and some of the others. Where the specification tells much
of all of them apart, so must these assumptions, and it is less work to take the others together as they are, with one
assumption about the hub alone (rule ASYM). Where it tells little apart, assumptions leave out the rest, and a group
would be of no use.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod

from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS

Groups = tuple[tuple[int, ...], ...]

MAX_STATES = 1_000
"""The product of the sizes of the others may be this large: 20,000 states take longer than ASYM-N does."""

MAX_TIMES_SPEC = 8
"""It may be this many times larger than a specification: with 7 times a group was quicker, with 10 slower."""


def star_groups(components: Sequence[LPTS], spec: LPTS | Formula) -> Groups | None:
    """The others, then the hub, by their numbers; None where there is no hub, or the others are one or too large."""
    numbers = range(len(components))
    alphabets = [frozenset(component.alphabet) for component in components]
    most = min(MAX_STATES, MAX_TIMES_SPEC * spec.states) if isinstance(spec, LPTS) else MAX_STATES
    for hub in numbers if len(components) > 2 else ():
        others = tuple(i for i in numbers if i != hub)
        meet_hub = all(alphabets[i] & alphabets[hub] for i in others)
        apart = all(alphabets[i].isdisjoint(alphabets[j]) for i, j in combinations(others, 2))
        if meet_hub and apart:
            return (others, (hub,)) if prod(components[i].states for i in others) <= most else None
    return None
