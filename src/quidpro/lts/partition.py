"""Strong, branching and weak bisimilarity as partitions of the states of an LTS, and its quotients modulo them.

ERROR and END are observables of their own: END never shares a block with another state. Branching and weak
bisimilarity are blind to divergence. Small LTSs are refined in plain Python, others by the kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from quidpro.core import small
from quidpro.core.arrays import for_kernel
from quidpro.core.budget import Budget
from quidpro.lts import plain_refine
from quidpro.lts.lts import ERROR, LTS, TAU, Ints, Longs
from quidpro.lts.ops import reachable_numbered, sort_alphabet
from quidpro.lts.strong import silent_components

if TYPE_CHECKING:
    from quidpro.lts.kernels.blocks import Blocks
    from quidpro.lts.kernels.signature import Scratch


Bisimulation = Literal["strong", "branching", "weak"]

_SLICE = 1_000_000
NO_LABEL = -1
"""A silent label that no transition has: strong bisimulation knows no inert steps."""


class Moves(NamedTuple):
    """Transitions as columns, in any order, over ``0 .. states - 1``; ERROR is a state like any other."""

    states: int
    source: Ints
    label: Ints
    target: Ints

    @property
    def size(self) -> int:
        """States and moves, together."""
        return self.states + len(self.source)

    def rows(self) -> list[plain_refine.Row]:
        """The moves out of each state, for plain Python."""
        return plain_refine.rows_of(self.states, self.source.tolist(), self.label.tolist(), self.target.tolist())

    def without(self, label: int) -> Moves:
        """The moves under all other labels."""
        kept = self.label != label
        return Moves(self.states, self.source[kept], self.label[kept], self.target[kept])


class Quotient(NamedTuple):
    """The block of every state, and the transitions between blocks."""

    block: Ints
    moves: Moves

    @classmethod
    def of(cls, found: plain_refine.Refined) -> Quotient:
        """What plain Python found."""
        columns = np.array(found.moves, dtype=np.int32).reshape(-1, 3).T
        return cls(np.array(found.block, dtype=np.int32), Moves(found.blocks, *columns))

    def in_order(self) -> Quotient:
        """The same blocks, numbered by their first state."""
        first = np.full(self.moves.states, len(self.block), dtype=np.int64)
        first[self.block[::-1]] = np.arange(len(self.block))[::-1]
        number = np.empty(len(first), dtype=np.int32)
        number[np.argsort(first, kind="stable")] = np.arange(len(first), dtype=np.int32)
        moves = self.moves._replace(source=number[self.moves.source], target=number[self.moves.target])
        return Quotient(number[self.block], moves)


def partition(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> Ints:
    """The block of every state, reachable or not; blocks are numbered by their first state."""
    return quotient(lts, equivalence, budget).block[: lts.states]


def quotient(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> Quotient:
    """The blocks of the states and, as the last one, of ERROR; and the moves between blocks.

    Blocks are numbered by their first state, so that a result does not depend on how it was found.
    """
    return quotient_of(with_error(lts), observed(lts), equivalence, budget or Budget()).in_order()


def quotient_of(moves: Moves, kinds: Ints, equivalence: Bisimulation, budget: Budget) -> Quotient:
    """The same of moves alone, over states that are seen to be of several kinds; the blocks have any numbers."""
    if equivalence == "strong" or not (moves.label == TAU).any():
        return refine(moves, kinds, NO_LABEL, budget)
    branching = branching_quotient(moves, kinds, budget)
    if equivalence == "branching":
        return branching
    from quidpro.lts.saturate import weak_quotient

    return weak_quotient(branching, kinds, budget)


def with_error(lts: LTS) -> Moves:
    """The transitions with ERROR as the state after the last."""
    target = np.where(lts.target == ERROR, np.int32(lts.states), lts.target)
    return Moves(lts.states + 1, for_kernel(lts.source), for_kernel(lts.label), target)


def observed(lts: LTS) -> Ints:
    """What is seen of each state, ERROR last: 0 nothing, 1 that it is ERROR, 2 that it is END."""
    kinds = np.zeros(lts.states + 1, dtype=np.int32)
    kinds[lts.states] = 1
    if lts.end >= 0:
        kinds[lts.end] = 2
    return kinds


def branching_quotient(moves: Moves, kinds: Ints, budget: Budget) -> Quotient:
    """Merge the states of silent cycles, then refine."""
    small, component = _contract(moves, kinds)
    small_kinds = np.zeros(small.states, dtype=np.int32)
    small_kinds[component] = kinds
    found = refine(small, small_kinds, TAU, budget)
    return Quotient(found.block[component], found.moves)


def _contract(moves: Moves, kinds: Ints) -> tuple[Moves, Ints]:
    """Merge the states of each silent cycle; silent steps of the result lead to smaller numbers."""
    component, count = silent_components(*moves, apart=kinds)
    source, target = component[moves.source], component[moves.target]
    kept = (moves.label != TAU) | (source != target)
    return Moves(count, source[kept], moves.label[kept], target[kept]), component


def refine(moves: Moves, kinds: Ints, silent: int, budget: Budget) -> Quotient:
    """The coarsest bisimulation within ``kinds``; steps under ``silent``, if any, may be inert.

    Silent steps between states of one kind must lead to smaller numbers.
    """
    budget.check()
    found = small.attempt(moves.size, lambda effort: plain_refine.refine(moves.rows(), kinds.tolist(), silent, effort))
    return _refine_compiled(moves, kinds, silent, budget) if found is None else Quotient.of(found)


def _refine_compiled(moves: Moves, kinds: Ints, silent: int, budget: Budget) -> Quotient:
    """Of each block one state speaks for all: a bottom state has every move of its block itself."""
    from quidpro.lts.kernels import blocks as layout
    from quidpro.lts.kernels.graph import group_by
    from quidpro.lts.kernels.refine import refine as refine_slice

    states = moves.states
    row, order = group_by(moves.source, states)
    back_row, back = group_by(moves.target, states)
    graph = layout.Graph(
        row, moves.label[order], moves.target[order], back_row, moves.label[back], moves.source[back], silent
    )
    blocks = _blocks(states, len(order))
    scratch = _scratch(states, len(order))
    layout.start_partition(blocks, _dense(kinds), len(np.unique(kinds)))
    while refine_slice(graph, blocks, scratch, _SLICE):
        budget.check()
    count = int(blocks.counters[layout.BLOCKS])
    return Quotient(blocks.block, _between(moves, blocks.block, blocks.element[blocks.first[:count]]))


def _between(moves: Moves, block: Ints, witness: Ints) -> Moves:
    """The moves of the witnesses, as moves between blocks."""
    is_witness = np.zeros(moves.states, dtype=bool)
    is_witness[witness] = True
    kept = is_witness[moves.source]
    return Moves(len(witness), block[moves.source[kept]], moves.label[kept], block[moves.target[kept]])


def _blocks(states: int, transitions: int) -> Blocks:
    from quidpro.lts.kernels.blocks import Blocks

    def ints() -> Ints:
        return np.zeros(states, dtype=np.int32)

    return Blocks(
        block=ints(),
        element=ints(),
        position=ints(),
        first=ints(),
        bottom=ints(),
        dirty=ints(),
        last=ints(),
        queue=ints(),
        heap=ints(),
        needs=np.empty(2 * transitions + 1, dtype=np.int64),
        need=np.zeros(states, dtype=np.int64),
        need_end=np.zeros(states, dtype=np.int64),
        counters=np.zeros(6, dtype=np.int64),
    )


def _scratch(states: int, transitions: int) -> Scratch:
    from quidpro.lts.kernels.signature import Scratch

    def ints() -> Ints:
        return np.zeros(states + 2, dtype=np.int32)

    def longs() -> Longs:
        return np.zeros(states + 2, dtype=np.int64)

    return Scratch(
        pool=np.empty(transitions + 1, dtype=np.int64),
        used=np.zeros(transitions + 1, dtype=np.uint8),
        start=longs(),
        table=np.full(1 << (2 * states + 2).bit_length(), -1, dtype=np.int32),
        slot=longs(),
        group=ints(),
        is_bottom=np.zeros(states, dtype=np.uint8),
        order=ints(),
        size=longs(),
        bottoms=longs(),
        number=ints(),
    )


def _dense(kinds: Ints) -> Ints:
    """The same classes numbered 0, 1, … without gaps."""
    return np.unique(kinds, return_inverse=True)[1].astype(np.int32)


def bisimulation_quotient(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> LTS:
    """The blocks of bisimilar states as states."""
    return numbered_quotient(lts, equivalence, budget)[0]


def numbered_quotient(lts: LTS, equivalence: Bisimulation, budget: Budget | None = None) -> tuple[LTS, Ints]:
    """The blocks of bisimilar states as states, and for each state its block; -1 for blocks that are not reachable."""
    lts = sort_alphabet(lts)
    return _merge(lts, quotient(lts, equivalence, budget))


def merge(lts: LTS, found: Quotient) -> LTS:
    """The LTS of the reachable blocks; ERROR, the last state of the quotient, must be alone in its block."""
    return _merge(lts, found)[0]


def _merge(lts: LTS, found: Quotient) -> tuple[LTS, Ints]:
    error = found.block[-1]
    number = np.arange(found.moves.states, dtype=np.int32)
    number[error:] -= 1
    number[error] = ERROR
    merged = LTS.from_arrays(
        lts.alphabet,
        found.moves.states - 1,
        number[found.moves.source],
        found.moves.label,
        number[found.moves.target],
        initial=int(number[found.block[lts.initial]]),
        end=int(number[found.block[lts.end]]) if lts.end >= 0 else -1,
        name=lts.name,
    )
    part, reached = reachable_numbered(merged)
    return part, reached[number[found.block[: lts.states]]]
