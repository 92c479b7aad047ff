"""Operations on LPTSs: composition with the contributions of its parts, completion, quotient (pAGAR, sections 2, 4).

Distributions over blocks of a partition, of which equal ones become one, are computed in arrays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore
from quidpro.core.small import ENDLESS, Effort
from quidpro.lpts import plain_compose
from quidpro.lpts.lpts import LARGEST_SCALE, LPTS, Distributions, Flags, Ints, Longs
from quidpro.lpts.plain_compose import Product

SMALL = 400
"""Kernels compose two LPTSs with at least this many transitions together, once the kernels are loaded."""

_MOVES = 8
"""Transitions of a state, where only its states are known."""


@dataclass(frozen=True)
class Composition:
    """The composition of two LPTSs and what each contributed to it, side by side.

    ``sides[k][s]`` is the state of side ``k`` in state ``s``. ``contributions[k][d]`` tells of distribution ``d`` of
    the composition the distribution of side ``k``, or -1 where that side stays.
    """

    lpts: LPTS
    sides: tuple[Ints, Ints]
    contributions: tuple[Ints, Ints]

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The states that each state is made of."""
        return list(zip(self.sides[0].tolist(), self.sides[1].tolist(), strict=True))

    @cached_property
    def parts(self) -> list[tuple[int, int]]:
        """The distributions that each distribution is made of, -1 for a side that stays."""
        return list(zip(self.contributions[0].tolist(), self.contributions[1].tolist(), strict=True))


def composed(
    first: LPTS, second: LPTS, budget: Budget | None = None, events: Listener = ignore, *, likely: float = inf
) -> Composition:
    """The reachable part of the parallel composition (Definition 3), breadth first.

    ``likely``: it hardly has more states than this, and is not worth loading the kernels if these are few.
    """
    budget = budget or Budget()
    alphabet = tuple(sorted({*first.alphabet, *second.alphabet}))
    found = _product(first, second, alphabet, budget, events, likely)
    lpts = LPTS.from_arrays(
        alphabet,
        len(found.sides[0]),
        found.transitions,
        found.distributions,
        name=" || ".join(side.name or "?" for side in (first, second)),
        marks=_joint_marks(first, second, found.sides),
    )
    return Composition(lpts, found.sides, found.contributions)


def _product(
    first: LPTS, second: LPTS, alphabet: Sequence[str], budget: Budget, events: Listener, likely: float
) -> Product:
    def plain(effort: Effort) -> Product:
        return plain_compose.product(first, second, alphabet, budget, events, effort)

    if first.distributions.scale * second.distributions.scale >= LARGEST_SCALE:
        return plain(ENDLESS)
    size = max(first.transitions + second.transitions, first.states * second.states // 4)
    found = small.attempt(int(min(size, likely * _MOVES)), plain, loaded=SMALL)
    if found is not None:
        return found
    from quidpro.lpts import compiled_compose

    return compiled_compose.product(first, second, alphabet, budget, events)


def _joint_marks(first: LPTS, second: LPTS, sides: tuple[Ints, Ints]) -> dict[str, frozenset[int]]:
    """A mark holds where it holds in one of the sides."""
    found = {}
    for mark in {*first.marks, *second.marks}:
        held = [
            np.isin(side, list(lpts.marks.get(mark, ()))) for lpts, side in zip((first, second), sides, strict=True)
        ]
        found[mark] = frozenset(np.flatnonzero(held[0] | held[1]).tolist())
    return found


def composition(parts: Sequence[LPTS], budget: Budget | None = None, events: Listener = ignore) -> LPTS:
    """The composition of several LPTSs."""
    return joined(parts, budget, events)[0]


def joined(parts: Sequence[LPTS], budget: Budget | None = None, events: Listener = ignore) -> tuple[LPTS, Ints]:
    """The composition of several LPTSs, and for each of its states a row with the states of the parts."""
    budget = budget or Budget()
    whole = parts[0]
    vectors = np.arange(whole.states, dtype=np.int32)[:, None]
    for part in parts[1:]:
        product = composed(whole, part, budget, events)
        whole, vectors = product.lpts, np.column_stack((vectors[product.sides[0]], product.sides[1]))
    return whole, vectors


def completed(specification: LPTS, alphabet: Iterable[str]) -> LPTS:
    """The specification with a Dirac self-loop in every state on each action that it does not mention (section 2)."""
    missing = sorted(set(alphabet) - set(specification.alphabet))
    if not missing:
        return specification
    kept = specification.distributions
    actions = tuple(sorted({*specification.alphabet, *missing}))
    label = {action: i for i, action in enumerate(actions)}
    first = len(kept)
    rows = [*kept.lists, *([(state, kept.scale)] for state in range(specification.states))]
    old = [(p, label[specification.alphabet[a]], d) for p, moves in enumerate(specification.moves) for a, d in moves]
    loops = [(state, label[action], first + state) for state in range(specification.states) for action in missing]
    # A Dirac loop that is there already gets a second number; merging keeps every distribution once.
    return _merge(specification, actions, specification.states, [*old, *loops], rows, kept.scale)


def quotient(lpts: LPTS, block: Sequence[int] | Ints) -> LPTS:
    """The quotient L/Π (Definition 8) for the partition that gives state ``s`` the block ``block[s]``."""
    of = np.asarray(block, dtype=np.int32)
    kept, number = distinct(lifted(lpts.distributions, of))
    return LPTS.from_arrays(
        lpts.alphabet,
        int(of.max()) + 1,
        (of[lpts.source], lpts.label, number[lpts.target]),
        kept,
        initial=int(of[lpts.initial]),
        name=lpts.name,
        marks={mark: frozenset(int(of[s]) for s in states) for mark, states in lpts.marks.items()},
    )


def with_marks(lpts: LPTS, marks: Collection[str]) -> LPTS:
    """An LPTS with only these of its marks; states and distributions keep their numbers."""
    return replace(lpts, marks={mark: states for mark, states in lpts.marks.items() if mark in marks})


def hidden(lpts: LPTS, seen: Iterable[str], unseen: Iterable[str]) -> LPTS:
    """The LPTS as seen through only some of its actions: states that unseen actions connect are one.

    It has all the actions that are to be seen; one that the LPTS does not mention is a self-loop everywhere. Actions
    in neither set never happen. A state has the marks of all that it stands for.
    """
    wanted, secret = frozenset(seen), frozenset(unseen)
    whole = completed(lpts, wanted)
    is_secret = np.array([action in secret - wanted for action in whole.alphabet], dtype=np.bool_)
    merged = quotient(whole, _connected_blocks(whole, is_secret[whole.label]))
    is_seen = np.array([action in wanted for action in merged.alphabet], dtype=np.bool_)
    number = np.cumsum(is_seen) - 1
    kept = is_seen[merged.label]
    return LPTS.from_arrays(
        tuple(action for action in merged.alphabet if action in wanted),
        merged.states,
        (merged.source[kept], number[merged.label[kept]], merged.target[kept]),
        merged.distributions,
        initial=merged.initial,
        name=merged.name,
        marks=merged.marks,
    )


def _connected_blocks(lpts: LPTS, chosen: Flags) -> Ints:
    """Blocks of states that chosen transitions connect."""
    row = lpts.distributions.row
    target = lpts.target[chosen]
    length = row[target + 1] - row[target]
    index = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length) + np.repeat(row[target], length)
    one, other = np.repeat(lpts.source[chosen], length), lpts.distributions.state[index]
    least = np.arange(lpts.states)
    while np.any(least[one] != least[other]):
        roots = least[one], least[other]
        low = np.minimum(*roots)
        for root in roots:
            np.minimum.at(least, root, low)
        while np.any(least != least[least]):
            least = least[least]
    return np.unique(least, return_inverse=True)[1].astype(np.int32)


def _merge(
    like: LPTS,
    alphabet: Sequence[str],
    states: int,
    transitions: Iterable[tuple[int, int, int]],
    rows: Iterable[Sequence[tuple[int, int]]],
    scale: int,
) -> LPTS:
    """An LPTS over these distributions, of which equal ones become one; name, start and marks are those of ``like``."""
    known: dict[tuple[tuple[int, int], ...], int] = {}
    number = [known.setdefault(tuple(row), len(known)) for row in rows]
    return LPTS.assembled(
        alphabet,
        states,
        ((p, a, number[d]) for p, a, d in transitions),
        Distributions.of(list(known), scale),
        initial=like.initial,
        name=like.name,
        state_names=like.state_names,
        marks=like.marks,
    )


def lifted(kept: Distributions, block: Ints) -> Distributions:
    """Each distribution over blocks: μ_l(c) is the sum of μ over the block c."""
    if len(kept.state) == 0:
        return kept
    owner = np.repeat(np.arange(len(kept)), np.diff(kept.row))
    blocks = block[kept.state]
    order = np.lexsort((blocks, owner))
    owner, blocks = owner[order], blocks[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (owner[1:] != owner[:-1]) | (blocks[1:] != blocks[:-1])
    begin = np.flatnonzero(first)
    row = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner[begin], minlength=len(kept)), out=row[1:])
    return Distributions(row, blocks[begin], np.add.reduceat(kept.weight[order], begin), kept.scale)


def distinct(kept: Distributions) -> tuple[Distributions, Longs]:
    """The distributions without duplicates, and for each old one its new number.

    Those of one length are compared as rows of a table.
    """
    number = np.empty(len(kept), dtype=np.int64)
    lengths = np.diff(kept.row)
    rows, states, weights, count = [np.zeros(1, dtype=np.int64)], [], [], 0
    for length in np.unique(lengths).tolist():
        these = np.flatnonzero(lengths == length)
        cells = kept.row[these][:, None] + np.arange(length)
        first, kind = _grouped(np.hstack((kept.state[cells], kept.weight[cells])))
        number[these] = count + kind
        states.append(kept.state[cells][first].ravel())
        weights.append(kept.weight[cells][first].ravel())
        rows.append(rows[-1][-1] + length * np.arange(1, len(first) + 1))
        count += len(first)
    if not count:
        return kept, number
    merged = Distributions.on_scale(np.concatenate(rows), np.concatenate(states), np.concatenate(weights), kept.scale)
    return merged, number


def _grouped(table: Longs) -> tuple[Longs, Longs]:
    """The first row of each kind, and for each row the number of its kind, in order of first occurrence."""
    if table.dtype == object:
        known: dict[tuple[int, ...], int] = {}
        kind = np.array([known.setdefault(tuple(row), len(known)) for row in table.tolist()], dtype=np.int64)
        return np.unique(kind, return_index=True)[1], kind
    order = np.lexsort(table.T)
    ordered = table[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    kind = np.empty(len(order), dtype=np.int64)
    kind[order] = np.cumsum(new) - 1
    first = order[new]
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.sort(first), rank[kind]
