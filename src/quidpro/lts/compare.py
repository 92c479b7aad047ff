"""Two LTSs side by side: whether they are equivalent, and the question whether one refines the other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU, Ints
from quidpro.lts.ops import complete_property, extend, hide, sort_alphabet
from quidpro.lts.partition import Moves, observed, quotient_of, with_error
from quidpro.lts.reduce import Equivalence, reduce
from quidpro.lts.system import Component, System

_ERROR_NAME = "ERROR"


def equivalent(first: LTS, second: LTS, equivalence: Equivalence, budget: Budget | None = None) -> bool:
    """Whether one can stand for the other in any composition; so their alphabets must be the same.

    ERROR and END are observed by the bisimulations, ERROR alone by ``trace``, as when an LTS is reduced.
    """
    first, second = sort_alphabet(first), sort_alphabet(second)
    if first.alphabet != second.alphabet:
        return False
    if equivalence == "trace":
        return _normal(first, budget) == _normal(second, budget)
    block = quotient_of(*_beside(first, second), equivalence, budget or Budget()).block
    return bool(block[first.initial] == block[first.states + 1 + second.initial])


def _normal(lts: LTS, budget: Budget | None) -> LTS:
    """The deterministic LTS that all with the same traces share: smallest, numbered breadth first."""
    return replace(reduce(lts, "trace", budget), end=-1)


def _beside(first: LTS, second: LTS) -> tuple[Moves, Ints]:
    """The moves of both, the states of the second after those of the first; and what is seen of each state."""
    one, two = with_error(first), with_error(second)
    columns = (
        np.concatenate([one.source, two.source + np.int32(one.states)]),
        np.concatenate([one.label, two.label]),
        np.concatenate([one.target, two.target + np.int32(one.states)]),
    )
    return Moves(one.states + two.states, *columns), np.concatenate([observed(first), observed(second)])


def refinement(implementation: LTS, specification: LTS, budget: Budget | None = None) -> System:
    """The system in which ``implementation`` breaks a property exactly if it has a trace that ``specification`` lacks.

    Only actions of the specification count. That a trace leads to ERROR is seen as an action of its own: where
    the implementation goes wrong, so does the specification.
    """
    error = _fresh(_ERROR_NAME, implementation, specification)
    made = _normal(_seen(implementation, specification), budget) if implementation.has_error else implementation
    allowed = _with_visible_error(reduce(specification, "trace", budget), error)
    process, watched = _names(implementation, specification)
    part = extend(_with_visible_error(made, error), allowed.alphabet)
    seen = complete_property(allowed.named(watched))
    return System(
        f"{process} refines {watched}", (Component(process, part), Component(watched, seen, is_property=True))
    )


def _seen(lts: LTS, specification: LTS) -> LTS:
    """With what the specification does not know silent: going wrong then counts from where nothing more is seen."""
    return hide(lts, set(lts.alphabet) - set(specification.alphabet))


def _fresh(name: str, *ltss: LTS) -> str:
    """The name, or a longer one that no action has."""
    while any(name in lts.alphabet for lts in ltss):
        name += "_"
    return name


def _with_visible_error(lts: LTS, action: str) -> LTS:
    """ERROR as a state from which the action leads to a last one; a silent step into it is that action itself."""
    wrong, last = lts.states, lts.states + 1
    lts = extend(lts, [action])
    into, silent = lts.target == ERROR, lts.label == TAU
    label, here = np.int32(lts.labels[action]), np.int32(wrong)
    return LTS.from_arrays(
        lts.alphabet,
        lts.states + 2,
        np.append(lts.source, here),
        np.append(np.where(into & silent, label, lts.label), label),
        np.append(np.where(into, np.where(silent, last, wrong), lts.target), last),
        initial=lts.initial,
        name=lts.name,
    )


def _names(implementation: LTS, specification: LTS) -> tuple[str, str]:
    """What they are called in reports: two names, whatever they are called."""
    made, asked = implementation.name or "implementation", specification.name or "specification"
    return (made, asked) if made != asked else ("implementation", "specification")
