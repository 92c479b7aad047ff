"""Reduction of an LTS: its smallest equivalent modulo strong, branching or weak bisimulation or weak traces.

ERROR and END are observables in the bisimulations. Traces know ERROR only: a trace that may lead to it
leads to it. The results are reachable and numbered breadth-first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Listener, Phase, ignore
from quidpro.lts.determinise import silently_wrong, subsets
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ltsa import determinise, minimise_ltsa
from quidpro.lts.partition import Bisimulation, partition, quotient
from quidpro.lts.quotient import bisimulation_quotient, merge

__all__ = [
    "Bisimulation",
    "Equivalence",
    "TooManyStates",
    "determinise",
    "minimise_ltsa",
    "partition",
    "reduce",
]

Equivalence = Literal["strong", "branching", "weak", "trace"]

_WORDS = {
    "strong": "strong bisimulation",
    "branching": "branching bisimulation",
    "weak": "weak bisimulation",
    "trace": "traces",
}


def reduce(
    lts: LTS,
    equivalence: Equivalence,
    budget: Budget | None = None,
    events: Listener = ignore,
    max_states: int | None = None,
) -> LTS:
    """The smallest LTS equivalent to this one, over the same alphabet.

    ``max_states`` bounds the deterministic LTS that ``trace`` goes through; past it, :class:`TooManyStates`.
    """
    budget = budget or Budget()
    events(Phase(f"reducing modulo {_WORDS[equivalence]}"))
    if equivalence != "trace":
        return bisimulation_quotient(lts, equivalence, budget)
    return _reduce_traces(bisimulation_quotient(lts, "branching", budget), budget, events, max_states)


def _reduce_traces(lts: LTS, budget: Budget, events: Listener, max_states: int | None) -> LTS:
    """Determinise and minimise. END stays if the state that stands for it, and it alone, stays by itself."""
    if silently_wrong(lts)[lts.initial]:
        return LTS.from_arrays(lts.alphabet, 1, [0], [TAU], [ERROR], name=lts.name)
    made = subsets(lts, budget, events, max_states)
    found = quotient(made.lts, "strong", budget)
    end = made.number_of(lts.end) if lts.end >= 0 else -1
    alone = end >= 0 and np.count_nonzero(found.block == found.block[end]) == 1
    return merge(replace(made.lts, end=end if alone else -1), found)
