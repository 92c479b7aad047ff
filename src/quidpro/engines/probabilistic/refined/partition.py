"""An abstraction: an LPTS and a partition of its states, which is refined; and what its states look like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.lpts.lpts import LPTS, Ints, Longs

Split = tuple[int, Longs]
"""A block, and some of its states that are to be split from the rest."""


@dataclass(frozen=True)
class Abstraction:
    """An LPTS and a partition of it: the block of each state."""

    concrete: LPTS
    block: Ints
    views: Ints | None = None
    """For each state a row with what it looks like from different sides: the states of the parts it is made of."""

    @property
    def sides(self) -> int:
        """From how many sides states can be looked at; 0 when nothing is known of that."""
        return 0 if self.views is None else self.views.shape[1]

    @cached_property
    def _sorted(self) -> tuple[Longs, Longs]:
        """The states by block, and where each block begins."""
        order = np.argsort(self.block, kind="stable")
        return order, np.searchsorted(self.block[order], np.arange(self.block.max() + 2))

    def members(self, number: int) -> Longs:
        """The states of a block, ascending."""
        order, begin = self._sorted
        return order[begin[number] : begin[number + 1]]

    def alike(self, number: int, states: Longs, sides: Sequence[int]) -> Longs:
        """The states of a block that look like one of some states of it, from these sides."""
        members = self.members(number)
        looks = [] if self.views is None else [self.views[members, side] for side in sides]
        kind = _kinds(looks, len(members))
        known = np.zeros(len(members), dtype=np.bool_)
        known[kind[np.searchsorted(members, states)]] = True
        return members[known[kind]]

    def refined(self, splits: Iterable[Split]) -> Ints:
        """The partition with sets split from the rest of their blocks, which keep their numbers; new ones come last."""
        wanted: dict[int, list[Longs]] = {}
        for number, chosen in splits:
            wanted.setdefault(number, []).append(chosen)
        block, fresh = self.block.copy(), int(self.block.max()) + 1
        for number, sets in sorted(wanted.items()):
            members = self.members(number)
            kind = _kinds([np.isin(members, chosen) for chosen in sets], len(members))
            block[members[kind > 0]] = fresh + kind[kind > 0] - 1
            fresh += int(kind.max())
        return block


def _kinds(columns: Sequence[npt.NDArray[Any]], count: int) -> Longs:
    """Rows that are the same in all columns have the same number, in the order in which they are met."""
    kind = np.zeros(count, dtype=np.int64)
    for column in columns:
        together = kind * (int(column.max()) + 1) + column
        _, first, place = np.unique(together, return_index=True, return_inverse=True)
        kind = np.argsort(np.argsort(first))[place]
    return kind
