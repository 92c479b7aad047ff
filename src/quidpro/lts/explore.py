"""Driving the exploration kernel: growing its arrays, polling the budget, telling how far it is."""

from __future__ import annotations

from typing import Any

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener
from quidpro.lts.kernels import product as kernel
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.product import Product, Vector
from quidpro.lts.search import Hit
from quidpro.lts.tables import build_tables

_SLICE = 1 << 16
_FIRST_STATES = 1 << 10
_FIRST_BUFFER = 1 << 12
_MAX_LOAD = 0.72
_BIG = 1 << 21


class Exploration:
    """A breadth-first search of a product that can be stopped and continued between slices."""

    def __init__(self, product: Product, *, record: bool = False) -> None:
        self.product = product
        self.record = record
        self.words = product.packing.words
        self._width = (0,) * self.words
        self._tables = build_tables(product)
        self._counters = np.zeros(kernel.COUNTERS, dtype=np.int64)
        self._scratch = np.zeros((4, max(1, len(product.components))), dtype=np.int64)
        self._allocate(_FIRST_STATES, _FIRST_BUFFER)
        self._start()

    def _allocate(self, states: int, buffer: int) -> None:
        self._order = np.zeros(states * self.words, dtype=np.int64)
        self._parent = np.zeros(states, dtype=np.int32)
        self._new_table(states)
        self._new_buffer(buffer)
        recorded = states if self.record else 0
        self._row = np.zeros(recorded + 1 if self.record else 0, dtype=np.int64)
        self._label = np.zeros(recorded, dtype=np.int32)
        self._target = np.zeros(recorded, dtype=np.int32)

    def _new_table(self, states: int) -> None:
        slots = int(states / _MAX_LOAD) + 1
        self._table = np.full(slots, kernel.EMPTY, dtype=np.int64)
        self._numbers = np.zeros(slots if self.record and self.words == 1 else 0, dtype=np.int32)

    def _new_buffer(self, size: int) -> None:
        self._buffer = np.zeros(size * self.words, dtype=np.int64)
        self._buffer_label = np.zeros(size, dtype=np.int32)
        self._buffer_source = np.zeros(size, dtype=np.int32)
        self._buffer_slot = np.zeros(size, dtype=np.int64)

    def _start(self) -> None:
        self._order[: self.words] = self.product.packing.pack(self.product.initial)
        self._parent[0] = -1
        self._counters[kernel.TAIL] = 1
        kernel.rehash(self._width, self._order, 1, self._table, self._numbers)

    @property
    def states(self) -> int:
        """States found so far."""
        return int(self._counters[kernel.TAIL])

    @property
    def frontier(self) -> int:
        """States found but not yet expanded."""
        return int(self._counters[kernel.TAIL] - self._counters[kernel.HEAD])

    @property
    def transitions(self) -> int:
        """Transitions seen so far."""
        return int(self._counters[kernel.TRANSITIONS])

    def run(
        self,
        budget: Budget,
        events: Listener,
        *,
        errors: bool = False,
        deadlocks: bool = False,
        max_states: int | None = None,
    ) -> Hit | None:
        """Explore until the first hit or the end; raises BudgetExceeded with everything found so far kept.

        Past ``max_states`` (looked at between slices, which are no longer than that) it raises TooManyStates.
        """
        size = _SLICE if max_states is None else min(_SLICE, max_states + 1)
        while True:
            status = self._step(errors, deadlocks, size)
            events(Explored(self.states, self.frontier, self.transitions))
            if status == kernel.DONE:
                return None
            if status == kernel.FOUND_ERROR:
                return "error"
            if status == kernel.FOUND_DEADLOCK:
                return "deadlock"
            if max_states is not None and self.states > max_states:
                raise TooManyStates(max_states)
            budget.check()
            self._make_room(status, budget)

    def _step(self, errors: bool, deadlocks: bool, size: int) -> int:
        status = kernel.explore(
            self._tables, self._width, self._order, self._parent, self._table, self._numbers,
            self._buffer, self._buffer_label, self._buffer_source, self._buffer_slot,
            self._row, self._label, self._target, self._scratch, self._counters,
            size, errors, deadlocks, self.product.may_end, self.product.priority is not None,
        )  # fmt: skip
        return int(status)

    def _make_room(self, status: int, budget: Budget) -> None:
        if status == kernel.GROW_STATES:
            self._grow_states(budget)
        elif status == kernel.GROW_TRANSITIONS:
            size = _larger(len(self._label)) + len(self._buffer_label)
            budget.reserve(8 * (size - len(self._label)))
            _resize(self._label, size)
            _resize(self._target, size)
        elif status == kernel.GROW_BUFFER:
            size = 2 * len(self._buffer_label)
            budget.reserve(size * (8 * self.words + 16))
            self._new_buffer(size)

    def _grow_states(self, budget: Budget) -> None:
        """Larger arrays; the old hash table is dropped before the new one is made, since ``order`` holds every key."""
        states = _larger(len(self._parent)) + len(self._buffer_label)
        budget.reserve(int((states - len(self._parent)) * (8 * self.words + 4) + 8 * states / _MAX_LOAD))
        self._table = self._numbers = np.zeros(0, dtype=np.int64)
        _resize(self._order, states * self.words)
        _resize(self._parent, states)
        if self.record:
            _resize(self._row, states + 1)
        self._new_table(states)
        kernel.rehash(self._width, self._order, self.states, self._table, self._numbers)

    def vector(self, state: int) -> Vector:
        """The local states of a numbered global state."""
        return self.product.packing.unpack(self._order[state * self.words : (state + 1) * self.words])

    def vectors(self) -> Ints:
        """The local states of all global states, a row for each."""
        return self.product.packing.columns(self._order[: self.states * self.words].reshape(-1, self.words))

    def path(self, state: int | None = None) -> tuple[Vector, ...]:
        """The vectors from the initial state to a numbered one, by default the one where the search stopped."""
        state = int(self._counters[kernel.HIT]) if state is None else state
        found = []
        while state >= 0:
            found.append(self.vector(state))
            state = int(self._parent[state])
        return tuple(reversed(found))

    def graph(self, name: str = "") -> LTS:
        """What was recorded, as an LTS."""
        states, transitions = self.states, self.transitions
        source = np.repeat(np.arange(states), self._row[1 : states + 1])
        return LTS.from_arrays(
            self.product.alphabet,
            states,
            source,
            self._label[:transitions],
            self._target[:transitions],
            end=self._end(),
            name=name,
        )

    def _end(self) -> int:
        if not self.product.may_end:
            return -1
        counts = self._row[1 : self.states + 1]
        for state in np.flatnonzero(counts == 0):
            if self.product.is_end(self.vector(int(state))):
                return int(state)
        return -1


def _larger(size: int) -> int:
    """Grow fast while small, gently when large: memory is then what counts."""
    return size * 4 if size < _BIG else size + size // 2


def _resize(array: np.ndarray[Any, Any], size: int) -> None:
    """In place, so that a large array is remapped and never held twice."""
    array.resize(size, refcheck=False)
