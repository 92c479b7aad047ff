"""Strongly connected components of an LTS."""

from __future__ import annotations

from typing import cast

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS, Ints


def strong_components(lts: LTS, budget: Budget) -> Ints:
    """The component of each state; a component's successors have smaller numbers. π belongs to none."""
    from quidpro.lts.kernels import scc

    budget.check()
    every = np.ones(lts.transitions, dtype=np.bool_)
    return cast("Ints", scc.strong_components(lts.row, lts.target, every))
