"""A relation between a joint of parts and a goal as tables: what a certificate lists, read, numbered and looked up.

A pair of states is one number, in the mixed radix of the joint with the goal's state as the lowest digit, so that a
transition is the same change of it wherever it is taken. The numbers are 64-bit integers as long as all pairs that
there could be have one, and Python's integers beyond that; both are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.certify.conclusion import Rejected
from quidpro.certify.probabilistic.parts import Joint, Part

Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]
"""64-bit integers, or Python's where those do not suffice."""

_LARGEST = 1 << 62


@dataclass(frozen=True)
class Relation:
    """Pairs by their numbers, ascending, none twice; a row of the table has the parts' states, and last the goal's."""

    table: Longs
    numbers: Numbers

    @classmethod
    def read(cls, rows: Any, joint: Joint, goal: Part, what: str) -> Relation:
        """The rows of a certificate; what is no pair of states is refused."""
        sizes = [*(part.states for part in joint.parts), goal.states]
        table = _table(rows, sizes, what)
        whole = joint.size * goal.states
        numbers = np.zeros(len(table), dtype=np.int64 if whole < _LARGEST else object)
        for column, factor in enumerate((*(radix * goal.states for radix in joint.radix), 1)):
            numbers = numbers + table[:, column].astype(numbers.dtype) * factor
        different, first = np.unique(numbers, return_index=True)
        return cls(table[first], different)

    def has(self, numbers: Numbers) -> Flags:
        """Which of these pairs are in the relation."""
        if not len(self.numbers):
            return np.zeros(numbers.shape, dtype=np.bool_)
        place = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
        return np.asarray(self.numbers[place] == numbers, dtype=np.bool_)

    def alike(self, columns: Sequence[int]) -> list[Longs]:
        """The pairs that have the same states in these columns, together."""
        kind = np.zeros(len(self.table), dtype=np.int64)
        for column in columns:
            wide = kind * (int(self.table[:, column].max()) + 1) + self.table[:, column]
            kind = np.unique(wide, return_inverse=True)[1]
        order = np.argsort(kind, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(kind[order])) + 1)


def _table(rows: Any, sizes: Sequence[int], what: str) -> Longs:
    width = len(sizes)
    if not isinstance(rows, list):
        raise Rejected(f"{what} has no relation")
    if set(map(type, rows)) - {list} or set(map(len, rows)) - {width}:
        raise Rejected(f"{what}: a pair of the relation needs {width} states")
    strange = set(map(type, chain.from_iterable(rows))) - {int}
    if strange:
        wrong = next(state for row in rows for state in row if type(state) is not int)
        raise _no_state(wrong, what)
    try:
        table = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=len(rows) * width).reshape(-1, width)
    except OverflowError:
        raise _no_state(max(chain.from_iterable(rows), key=abs), what) from None
    outside = (table < 0) | (table >= np.array(sizes, dtype=np.int64))
    if outside.any():
        raise _no_state(table[outside][0], what)
    return table


def _no_state(state: object, what: str) -> Rejected:
    return Rejected(f"{what}: the relation speaks of the state {str(state)[:40]}, which is none")
