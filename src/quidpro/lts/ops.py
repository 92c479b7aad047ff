"""Operations on one LTS: hide, expose, relabel, restrict, extend, reach, complete a property, strip its errors.

They work on whole columns of transitions. The alphabet of a result is sorted and free of doubles; names of
states and origins of transitions go along with the states and transitions that persist.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from quidpro.core.errors import UsageError
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME, Ints, Longs

Flags = npt.NDArray[np.bool_]
_KERNEL_PAYS_FROM = 50_000
"""With fewer transitions than this, plain Python has walked the LTS before numba is loaded."""


def hide(lts: LTS, actions: Collection[str]) -> LTS:
    """Make these actions silent; they leave the alphabet. Names that are not in it are ignored."""
    hidden = frozenset(actions)
    return _rename(lts, lambda action: (TAU_NAME,) if action in hidden else (action,))


def expose(lts: LTS, actions: Collection[str]) -> LTS:
    """Make every action silent but these."""
    kept = frozenset(actions)
    return _rename(lts, lambda action: (action,) if action in kept else (TAU_NAME,))


def relabel(lts: LTS, mapping: Mapping[str, Sequence[str]]) -> LTS:
    """Replace actions by their images; those without an image stay.

    An action with several images happens under each of them; actions with a common image become one.
    """
    return _rename(lts, lambda action: mapping.get(action, (action,)))


def restrict(lts: LTS, actions: Collection[str]) -> LTS:
    """Keep these actions from happening; they are in the alphabet, so that nobody else does them either."""
    lts = extend(lts, actions)
    return _only(lts, ~np.isin(lts.label, [lts.labels[action] for action in actions if action != TAU_NAME]))


def extend(lts: LTS, actions: Collection[str]) -> LTS:
    """Add actions to the alphabet; those that were not in it never happen."""
    added = set(actions) - {TAU_NAME}
    if added <= set(lts.alphabet):
        return sort_alphabet(lts)
    return _rename(lts, lambda action: (action,), added)


def sort_alphabet(lts: LTS) -> LTS:
    """The same LTS with its alphabet sorted and free of doubles."""
    if all(a < b for a, b in pairwise(lts.alphabet)):
        return lts
    return _rename(lts, lambda action: (action,))


def reachable(lts: LTS) -> LTS:
    """The part reachable from the initial state, numbered breadth-first; the initial state becomes 0."""
    return reachable_numbered(lts)[0]


def reachable_numbered(lts: LTS) -> tuple[LTS, Ints]:
    """The reachable part, and the number there of each state, -1 where there is none; the last entry is ERROR's."""
    lts = sort_alphabet(lts)
    order = _breadth_first(lts)
    number = np.full(lts.states + 1, ERROR, dtype=np.int32)  # the last entry is also for "no END"
    number[order] = np.arange(len(order), dtype=np.int32)
    if lts.initial == 0 and len(order) == lts.states and bool((np.diff(order) == 1).all()):
        return lts, number
    kept = number[lts.source] >= 0
    part = LTS.from_arrays(
        lts.alphabet,
        len(order),
        number[lts.source[kept]],
        lts.label[kept],
        number[lts.target[kept]],
        end=int(number[lts.end]),
        name=lts.name,
        state_names=None if lts.state_names is None else [lts.state_names[s] for s in order.tolist()],
        origin=None if lts.origin is None else lts.origin[kept],
    )
    return part, number


def is_deterministic(lts: LTS) -> bool:
    """Whether no state has a silent step or two transitions under one action."""
    return not _has_tau(lts) and not _has_choice(lts)


def complete_property(lts: LTS) -> LTS:
    """The error LTS P_err of a safety LTS (CGP03, section 2): what a state does not allow leads to ERROR.

    A property may terminate anywhere, so, as in LTSA, the result has no END.
    """
    if _has_tau(lts):
        raise UsageError(f"property {lts.name or '?'} has silent steps: a property must be deterministic")
    if _has_choice(lts):
        raise UsageError(f"property {lts.name or '?'} is not deterministic: a property must be")
    lts = sort_alphabet(lts)
    missing = np.ones((lts.states, len(lts.alphabet)), dtype=bool)
    missing[lts.source, lts.label - 1] = False
    state, action = np.nonzero(missing)
    return LTS.from_arrays(
        lts.alphabet,
        lts.states,
        np.concatenate([lts.source, state]),
        np.concatenate([lts.label, action + 1]),
        np.concatenate([lts.target, np.full(len(state), ERROR)]),
        initial=lts.initial,
        name=lts.name,
        state_names=lts.state_names,
        origin=None if lts.origin is None else np.concatenate([lts.origin, np.full(len(state), -1)]),
    )


def strip_error(lts: LTS) -> LTS:
    """Drop the transitions into ERROR: what a property allows, the assumption read off an error LTS."""
    lts = sort_alphabet(lts)
    return _only(lts, lts.target != ERROR)


def _only(lts: LTS, kept: Flags) -> LTS:
    """These transitions alone, over the same states."""
    row = np.zeros(lts.states + 1, dtype=np.int64)
    np.cumsum(np.bincount(lts.source[kept], minlength=lts.states), out=row[1:])
    return replace(
        lts,
        row=row,
        label=lts.label[kept],
        target=lts.target[kept],
        origin=None if lts.origin is None else lts.origin[kept],
    )


def _has_tau(lts: LTS) -> bool:
    return bool((lts.label == TAU).any())


def _has_choice(lts: LTS) -> bool:
    """Whether a state has two transitions under one label; rows are sorted, so they are neighbours."""
    return bool(((lts.source[1:] == lts.source[:-1]) & (lts.label[1:] == lts.label[:-1])).any())


def _rename(lts: LTS, images: Callable[[str], Sequence[str]], added: Collection[str] = ()) -> LTS:
    """Give every action its images (the image ``tau`` is silence) and sort the alphabet."""
    names = [(TAU_NAME,), *(tuple(images(action)) for action in lts.alphabet)]
    alphabet = sorted({name for group in names for name in group if name != TAU_NAME} | set(added))
    labels = {TAU_NAME: TAU, **{action: i + 1 for i, action in enumerate(alphabet)}}
    image = np.array([labels[name] for group in names for name in group], dtype=np.int32)
    count = np.array([len(group) for group in names], dtype=np.int64)
    start = np.cumsum(count) - count
    copies, offset = repetitions(count[lts.label])
    return LTS.from_arrays(
        alphabet,
        lts.states,
        lts.source[copies],
        image[start[lts.label[copies]] + offset],
        lts.target[copies],
        initial=lts.initial,
        end=lts.end,
        name=lts.name,
        state_names=lts.state_names,
        origin=None if lts.origin is None else lts.origin[copies],
    )


def repetitions(count: Longs) -> tuple[Longs, Longs]:
    """Every index as often as ``count`` says, and beside it 0, 1, … for its first, second, … occurrence."""
    index = np.repeat(np.arange(len(count), dtype=np.int64), count)
    first = np.cumsum(count) - count
    return index, np.arange(len(index), dtype=np.int64) - first[index]


def _breadth_first(lts: LTS) -> Ints:
    """The reachable states in breadth-first order."""
    if lts.transitions >= _KERNEL_PAYS_FROM:
        from quidpro.lts.kernels.reach import breadth_first

        order: Ints = breadth_first(lts.rows[0], lts.rows[2], lts.initial)
        return order
    row, target = lts.row.tolist(), lts.target.tolist()
    found = {lts.initial, ERROR}
    queue = [lts.initial]
    for state in queue:
        for successor in target[row[state] : row[state + 1]]:
            if successor not in found:
                found.add(successor)
                queue.append(successor)
    return np.array(queue, dtype=np.int32)
