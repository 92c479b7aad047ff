"""Strongly connected components: of an LTS, and of its silent steps."""

from __future__ import annotations

from typing import cast

import numpy as np

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.lts import plain_components
from quidpro.lts.lts import ERROR, LTS, TAU, Ints


def strong_components(lts: LTS, budget: Budget) -> Ints:
    """The component of each state; a component's successors have smaller numbers. π belongs to none."""
    budget.check()
    if small.is_small(lts.states + lts.transitions):
        inner = lts.target != ERROR
        return _plain(lts.states, lts.source[inner], lts.target[inner])[0]
    from quidpro.lts.kernels import scc

    every = np.ones(lts.transitions, dtype=np.bool_)
    row, _, target = lts.rows
    return cast("Ints", scc.strong_components(row, target, every))


def silent_components(states: int, source: Ints, label: Ints, target: Ints, apart: Ints) -> tuple[Ints, int]:
    """The component of each state modulo silent steps, and their number; silent steps lead to smaller numbers.

    Steps from and to states ``apart`` do not count. Every target must be a state.
    """
    if small.is_small(states + len(source)):
        kept = (label == TAU) & (apart[source] == 0) & (apart[target] == 0)
        return _plain(states, source[kept], target[kept])
    from quidpro.lts.kernels import graph

    row, order = graph.group_by(source, states)
    component, count = graph.silent_components(row, label[order], target[order], TAU, apart)
    return component, int(count)


def _plain(states: int, source: Ints, target: Ints) -> tuple[Ints, int]:
    rows: list[list[int]] = [[] for _ in range(states)]
    for p, q in zip(source.tolist(), target.tolist(), strict=True):
        rows[p].append(q)
    component, count = plain_components.components(rows)
    return np.array(component, dtype=np.int32), count
