"""A group composed into one LTS, with the local states behind each of its states."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product, Vector
from quidpro.lts.search import record


def joined(components: Sequence[LTS], budget: Budget) -> tuple[LTS, list[Vector]]:
    """The reachable product and the vector of each of its states; one component is itself."""
    if len(components) == 1:
        return components[0], [(state,) for state in range(components[0].states)]
    recorded = record(Product(components), budget, ignore)
    lts = recorded.graph()
    return lts, [recorded.vector(state) for state in range(lts.states)]
