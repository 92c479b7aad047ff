"""Assumptions worth trying before any is learned: true, the property itself, and the weakest one where it is at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from quidpro.learning.dfa import SINK, Dfa
from quidpro.lts.lts import ERROR, LTS, TAU


def candidates(goal: Sequence[LTS], alphabet: tuple[str, ...], weakest: LTS | None) -> Iterator[Dfa]:
    """The candidates over the alphabet, cheapest first.

    With the weakest assumption at hand no other is needed: it decides.
    """
    if weakest is not None:
        yield as_dfa(weakest, alphabet)
        return
    yield Dfa(np.zeros((1, len(alphabet)), dtype=np.int32))
    for lts in goal:
        if set(lts.alphabet) <= set(alphabet):
            yield as_dfa(lts, alphabet)


def as_dfa(lts: LTS, alphabet: Sequence[str]) -> Dfa:
    """A deterministic LTS over (part of) the alphabet; actions it does not have change nothing, π is the sink."""
    if any(label == TAU and target == ERROR for label, target in lts.successors(lts.initial)):
        return Dfa(np.zeros((0, len(alphabet)), dtype=np.int32))
    table = np.full((lts.states, len(alphabet)), SINK, dtype=np.int32)
    for letter, action in enumerate(alphabet):
        if action not in lts.labels:
            table[:, letter] = np.arange(lts.states)
            continue
        chosen = lts.label == lts.labels[action]
        table[lts.source[chosen], letter] = lts.target[chosen]
    return Dfa(table)
