"""A group composed into one LTS, with the local states behind each of its states."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.product import Product
from quidpro.lts.search import record


def joined(components: Sequence[LTS], budget: Budget, max_states: int | None = None) -> tuple[LTS, Ints]:
    """The reachable product and the local states of each of its states, row by row; one component is itself."""
    if len(components) == 1:
        return components[0], np.arange(components[0].states, dtype=np.int32)[:, None]
    recorded = record(Product(components), budget, ignore, max_states)
    return recorded.graph(), recorded.vectors()
