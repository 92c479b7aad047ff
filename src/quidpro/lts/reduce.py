"""Reduction of an LTS: its smallest equivalent modulo strong, branching or weak bisimulation or weak traces.

ERROR and END are observables in the bisimulations. Traces know ERROR only: a trace that may lead to it
leads to it. The results are reachable and numbered breadth-first.

Beside them stand minimisation and determinisation as LTSA does them, flaws included, so that sizes agree with its own:
weak bisimulation, with END told apart by an action of its own rather than by its place, so that a state that leads to
END silently may merge with it. Before a composite is minimised, states with nothing but silent steps are bypassed,
which is coarser than weak bisimulation. Determinising forgets that the initial state may lead to ERROR silently.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Phase, ignore
from quidpro.lts.determinise import silently_wrong, subsets
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import is_deterministic, reachable, repetitions, sort_alphabet
from quidpro.lts.partition import bisimulation_quotient, merge, quotient
from quidpro.lts.strong import silent_components

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

    ``max_states`` bounds the deterministic LTS that ``trace`` goes through; past it, TooManyStates is raised.
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
    sets = subsets(lts, budget, events, max_states)
    found = quotient(sets.lts, "strong", budget)
    end = sets.number_of(lts.end) if lts.end >= 0 else -1
    alone = end >= 0 and np.count_nonzero(found.block == found.block[end]) == 1
    return merge(replace(sets.lts, end=end if alone else -1), found)


def determinise(lts: LTS, budget: Budget | None = None) -> LTS:
    """A deterministic LTS with the same traces, minimised; one that is deterministic already stays as it is.

    A trace that may lead to ERROR leads there, except by silent steps of the initial state.
    """
    budget = budget or Budget()
    lts = sort_alphabet(lts)
    if is_deterministic(lts):
        return lts
    sets = subsets(lts, budget)
    end = sets.number_of(lts.end) if lts.end >= 0 else -1
    return bisimulation_quotient(replace(sets.lts, end=end), "strong", budget)


def minimise_ltsa(lts: LTS, composite: bool, budget: Budget | None = None) -> LTS:
    """LTSA's minimal LTS: ``composite`` bypasses silent states first, as LTSA does for composites only."""
    budget = budget or Budget()
    lts = sort_alphabet(lts)
    if composite:
        lts = _bypass(lts, budget)
    found = quotient(_with_end_action(lts), "weak", budget)
    return merge(lts, found._replace(moves=found.moves.without(len(lts.alphabet) + 1)))


def _with_end_action(lts: LTS) -> LTS:
    """END as a state that repeats an action of its own, its label the one after the alphabet's."""
    if lts.end < 0:
        return lts
    return LTS.from_arrays(
        (*lts.alphabet, "END"),
        lts.states,
        np.append(lts.source, lts.end),
        np.append(lts.label, len(lts.alphabet) + 1),
        np.append(lts.target, lts.end),
        initial=lts.initial,
    )


def _bypass(lts: LTS, budget: Budget) -> LTS:
    """Lead every transition into a state with silent steps only to where those steps lead, and so on.

    LTSA replaces the transitions of the other states, round by round, until no more states disappear; so it
    may stop at a silent cycle. Where there is none the silent states are bypassed among themselves too,
    which ends in the same LTS after a logarithm of the rounds.
    """
    lts = _without_idle_steps(lts)
    acyclic = not _has_silent_cycle(lts, _silent_only(lts))
    while (silent := _silent_only(lts)).any():
        budget.check()
        before = lts.states
        changing = np.ones_like(silent) if acyclic else ~silent
        lts = _without_idle_steps(reachable(_step_over(lts, silent, changing)))
        if lts.states == before:
            break
    return lts


def _without_idle_steps(lts: LTS) -> LTS:
    """Drop silent steps from a state to itself."""
    kept = (lts.label != TAU) | (lts.source != lts.target)
    return _with_transitions(lts, lts.source[kept], lts.label[kept], lts.target[kept])


def _silent_only(lts: LTS) -> npt.NDArray[np.bool_]:
    """The states, initial one excepted, that have silent steps and nothing else."""
    only = np.diff(lts.row) > 0
    only[lts.source[lts.label != TAU]] = False
    only[lts.initial] = False
    return only


def _has_silent_cycle(lts: LTS, states: npt.NDArray[np.bool_]) -> bool:
    """Whether these states form a cycle of silent steps."""
    inner = lts.target != ERROR
    columns = lts.source[inner], lts.label[inner], lts.target[inner]
    return silent_components(lts.states, *columns, apart=(~states).astype(np.int32))[1] < lts.states


def _step_over(lts: LTS, silent: npt.NDArray[np.bool_], changing: npt.NDArray[np.bool_]) -> LTS:
    """Lead each transition of a ``changing`` state into a ``silent`` one to its successors instead."""
    over = changing[lts.source] & (lts.target != ERROR) & silent[lts.target]
    replaced = np.flatnonzero(over)
    via = lts.target[replaced]
    index, offset = repetitions(np.diff(lts.row)[via])
    return _with_transitions(
        lts,
        np.concatenate([lts.source[~over], lts.source[replaced[index]]]),
        np.concatenate([lts.label[~over], lts.label[replaced[index]]]),
        np.concatenate([lts.target[~over], lts.target[lts.row[via[index]] + offset]]),
    )


def _with_transitions(lts: LTS, source: npt.ArrayLike, label: npt.ArrayLike, target: npt.ArrayLike) -> LTS:
    return LTS.from_arrays(
        lts.alphabet, lts.states, source, label, target, initial=lts.initial, end=lts.end, name=lts.name
    )
