"""The checker's own exploration of a product, whole frontiers at a time in NumPy.

A global state is one integer, the local states side by side in bit fields: 64-bit integers while they fit,
Python's integers (arrays of objects) when they do not; the code is the same. An action happens when every
component with the action in its alphabet takes part. One of them *leads*: its transitions are listed first,
then those of the other partners are joined in, one partner after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.lts.system import Priority

Keys = npt.NDArray[Any]
Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_CHUNK = 1 << 15
_STEPS = 1 << 20
"""States that are expanded together, and about how many steps out of them there may be."""
_WORD_BITS = 62
"""A 64-bit integer has room for keys of this many bits; one fewer than it could have, so that a field of no bits after
the last one still fits.
"""
_MAX_DENSE = 1 << 24


@dataclass(frozen=True)
class Batch:
    """Some global states, in any order, and all their outgoing steps as columns."""

    keys: Keys
    ended: Flags
    """Whether the state is a successful termination of the whole system."""
    source: Longs
    """For each step the index of its source in ``keys``."""
    action: Longs
    target: Keys
    bad: Flags
    """Whether the step leads some component into its error state; ``target`` means nothing then."""


class Joint:
    """Components in parallel, as tables for joining their transitions."""

    def __init__(self, components: Sequence[LTS], priority: Priority | None = None) -> None:
        self.components = tuple(components)
        self.actions = (TAU_NAME, *sorted(set().union(*(lts.alphabet for lts in components))))
        self._number = {action: i for i, action in enumerate(self.actions)}
        self._layout()
        self._transitions()
        self._partners()
        self._priority(priority)

    def _layout(self) -> None:
        """Bit fields of the local states in a key, and where each component's states begin in the tables."""
        widths = [(lts.states - 1).bit_length() for lts in self.components]
        self._shift = [sum(widths[:c]) for c in range(len(widths))]
        self._mask = [(1 << width) - 1 for width in widths]
        self.dtype: Any = np.int64 if sum(widths) <= _WORD_BITS else object
        self._base = np.cumsum([0, *(lts.states for lts in self.components)])
        self._end = [lts.end for lts in self.components]
        closing = [lts for lts in self.components if lts.end >= 0]
        known = set().union(*(lts.alphabet for lts in closing))
        self._may_end = bool(closing) and all(known.issuperset(lts.alphabet) for lts in self.components if lts.end < 0)

    def _transitions(self) -> None:
        """All transitions of all components, sorted by component, state and action."""
        columns = [self._columns(c) for c in range(len(self.components))]
        owner, cell, delta, bad = (np.concatenate(column) for column in zip(*columns, strict=True))
        order = np.argsort(cell, kind="stable")
        self._owner, self._cell = owner[order], cell[order]
        """For each transition its component, and its state and action as one number."""
        self._delta, self._bad = delta[order], bad[order]
        size = int(self._base[-1]) * len(self.actions)
        dense = size <= _MAX_DENSE
        self._index = np.searchsorted(self._cell, np.arange(size + 1)) if dense else None

    def _columns(self, c: int) -> tuple[Longs, Longs, Keys, Flags]:
        lts = self.components[c]
        number = np.array([TAU, *(self._number[action] for action in lts.alphabet)], dtype=np.int64)
        cell = (lts.source.astype(np.int64) + self._base[c]) * len(self.actions) + number[lts.label]
        bad = lts.target == ERROR
        change = np.where(bad, 0, lts.target.astype(np.int64) - lts.source)
        return np.full(len(cell), c), cell, change.astype(self.dtype) * (1 << self._shift[c]), bad

    def _partners(self) -> None:
        """The leader and the followers of each action; the leader is the component that enables it in the smallest
        share of its states.
        """
        sharing: list[list[int]] = [[] for _ in self.actions]
        for c, lts in enumerate(self.components):
            for action in lts.alphabet:
                sharing[self._number[action]].append(c)
        label = self._cell % len(self.actions)
        uses = np.zeros((len(self.components), len(self.actions)))
        np.add.at(uses, (self._owner, label), 1)
        share = uses / np.diff(self._base)[:, None]
        ranked = [sorted(group, key=lambda c: share[c, a]) for a, group in enumerate(sharing)]
        leader = np.array([group[0] if group else -1 for group in ranked])
        depth = max((len(group) for group in ranked), default=1)
        self._followers = [np.array([group[r] if r < len(group) else -1 for group in ranked]) for r in range(1, depth)]
        led = (label == TAU) | (leader[label] == self._owner)
        states = self._cell // len(self.actions)
        self._led = np.flatnonzero(led)
        self._led_row = np.searchsorted(states[led], np.arange(self._base[-1] + 1))

    def _priority(self, priority: Priority | None) -> None:
        first = priority and [priority.goes_first(action) for action in self.actions]
        self._first = np.array(first) if first else None
        self._free = np.array([priority is None or not priority.concerns(action) for action in self.actions])

    @property
    def initial(self) -> int:
        """The key of the initial state."""
        return self.pack([lts.initial for lts in self.components])

    def pack(self, vector: Sequence[int]) -> int:
        """The key of a vector of local states."""
        return sum(state << shift for state, shift in zip(vector, self._shift, strict=True))

    def unpack(self, key: int) -> tuple[int, ...]:
        """The vector of local states of a key."""
        return tuple(int(key) >> s & m for s, m in zip(self._shift, self._mask, strict=True))

    def expand(self, keys: Keys) -> Batch:
        """All steps out of these states, priority applied."""
        n = len(keys)
        local = [((keys >> s) & m).astype(np.int64) for s, m in zip(self._shift, self._mask, strict=True)]
        table = np.stack(local) + self._base[:-1, None]
        entry, at = ragged(self._led_row[table.ravel()], self._led_row[table.ravel() + 1])
        chosen = self._led[at]
        source, action = entry % n, self._cell[chosen] % len(self.actions)
        delta, bad = self._delta[chosen], self._bad[chosen]
        for follower in self._followers:
            partner = follower[action]
            low, high = self._find(table, partner, source, action)
            kept, at = ragged(low, high)
            joins = partner[kept] >= 0
            source, action = source[kept], action[kept]
            delta = delta[kept] + np.where(joins, self._delta[at], 0)
            bad = bad[kept] | (joins & self._bad[at])
        steps = self._before_others(n, source, action)
        source, action = source[steps], action[steps]
        return Batch(keys, self._ended(local, n), source, action, keys[source] + delta[steps], bad[steps])

    def _find(self, table: Longs, partner: Longs, source: Longs, action: Longs) -> tuple[Longs, Longs]:
        """Where the partner's transitions on the action lie; a step that needs no further partner gets
        one entry.
        """
        cell = table[partner, source] * len(self.actions) + action
        if self._index is not None:
            low, high = self._index[cell], self._index[cell + 1]
        else:
            low, high = np.searchsorted(self._cell, cell), np.searchsorted(self._cell, cell, side="right")
        alone = partner < 0
        return np.where(alone, 0, low), np.where(alone, 1, high)

    def _before_others(self, n: int, source: Longs, action: Longs) -> Flags:
        if self._first is None:
            return np.ones(len(source), dtype=bool)
        first = self._first[action]
        crowded = np.zeros(n, dtype=bool)
        crowded[source[first]] = True
        return np.asarray(first | self._free[action] | ~crowded[source])

    def _ended(self, local: list[Longs], n: int) -> Flags:
        ended = np.full(n, self._may_end)
        for states, end in zip(local, self._end, strict=True):
            if end >= 0:
                ended &= states == end
        return ended


def explore(joint: Joint, budget: Budget, start: int | None = None) -> Iterator[Batch]:
    """Every state reachable from the start (the initial state unless given), each in exactly one batch."""
    seen = Seen(joint.dtype)
    pending = [seen.add_new(np.array([joint.initial if start is None else start], dtype=joint.dtype))]
    size = 1
    while pending:
        budget.check()
        keys = pending.pop()
        while pending and len(keys) < size:
            keys = np.concatenate([keys, pending.pop()])
        batch = joint.expand(keys[:size])
        yield batch
        fresh = seen.add_new(batch.target[~batch.bad])
        pending.extend(part for part in (keys[size:], fresh) if len(part))
        size = min(_CHUNK, 4 * size, 1 + _STEPS * len(batch.keys) // (1 + len(batch.source)))


class Seen:
    """A growing set of keys: sorted runs, each at least twice as long as the next, so that merging stays
    cheap.
    """

    def __init__(self, dtype: Any) -> None:
        self._runs: list[Keys] = [np.zeros(0, dtype=dtype)]

    def add_new(self, keys: Keys) -> Keys:
        """Add keys; those that were not there yet come back, each once."""
        keys = np.unique(keys)
        for run in self._runs:
            keys = keys[~contains(run, keys)]
        self._runs.append(keys)
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            merged = np.concatenate([self._runs.pop(), self._runs.pop()])
            self._runs.append(np.sort(merged, kind="stable"))
        return keys


def contains(run: Keys, keys: Keys) -> Flags:
    """Which keys are in a sorted run."""
    if not len(run):
        return np.zeros(len(keys), dtype=bool)
    at = np.minimum(np.searchsorted(run, keys), len(run) - 1)
    return np.asarray(run[at] == keys, dtype=bool)


def ragged(low: Longs, high: Longs) -> tuple[Longs, Longs]:
    """All pairs of an index ``i`` and an index in ``low[i]:high[i]``."""
    count = high - low
    index = np.repeat(np.arange(len(low)), count)
    before = np.cumsum(count) - count
    return index, np.arange(len(index)) + (low - before)[index]
