"""The lazy n-way product: components, the actions that join them, and how their states are packed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as combinations

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore
from quidpro.lts.lts import ERROR, LTS, TAU, Ints
from quidpro.lts.system import Priority

Vector = tuple[int, ...]
"""Local states of all components, in order."""

_WORD_BITS = 63


@dataclass(frozen=True)
class Move:
    """A step of the product: its action, the transition each moving component takes, and where that leads."""

    action: str
    moves: dict[int, int]
    target: Vector

    @property
    def is_error(self) -> bool:
        """Whether some component enters its error state."""
        return ERROR in self.target


@dataclass(frozen=True)
class Packing:
    """Where each component's state lies in the words of a key."""

    word: Ints
    shift: Ints
    bits: Ints

    @classmethod
    def of(cls, sizes: Sequence[int]) -> Packing:
        """Fill words one after the other; a component never straddles two."""
        word, shift, bits = [], [], []
        at, used = 0, 0
        for size in sizes:
            width = max(size - 1, 0).bit_length()
            if used + width > _WORD_BITS:
                at, used = at + 1, 0
            word.append(at)
            shift.append(used)
            bits.append(width)
            used += width
        return cls(*(np.array(column, dtype=np.int32) for column in (word, shift, bits)))

    @property
    def words(self) -> int:
        """How many words a key has."""
        return int(self.word[-1]) + 1 if len(self.word) else 1

    def pack(self, vector: Vector) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The key of a vector of local states."""
        key = np.zeros(self.words, dtype=np.int64)
        for state, word, shift in zip(vector, self.word, self.shift, strict=True):
            key[word] |= np.int64(state) << np.int64(shift)
        return key

    def unpack(self, key: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Vector:
        """The local states in a key."""
        return tuple(
            int(key[word]) >> int(shift) & ((1 << int(bits)) - 1)
            for word, shift, bits in zip(self.word, self.shift, self.bits, strict=True)
        )

    def columns(self, keys: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Ints:
        """The local states in many keys, a row for each."""
        fields = (self.word.tolist(), self.shift.tolist(), self.bits.tolist())
        found = [(keys[:, word] >> shift) & ((1 << bits) - 1) for word, shift, bits in zip(*fields, strict=True)]
        return np.stack(found, axis=1).astype(np.int32)


WAITS, FIRST, OUTSIDE = range(3)
"""What a priority makes of an action."""


class Product:
    """Components in parallel, never built unless asked: successors of a vector, and tables for the kernel."""

    def __init__(self, components: Sequence[LTS], priority: Priority | None = None) -> None:
        self.components = tuple(components)
        self.priority = priority
        self.packing = Packing.of([lts.states for lts in components])

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The union of the components' alphabets, sorted."""
        return tuple(sorted(set().union(*(lts.alphabet for lts in self.components))))

    @cached_property
    def partners(self) -> dict[str, tuple[int, ...]]:
        """For each action the components that have it in their alphabet: they all take part, or it does not happen."""
        found: dict[str, list[int]] = {action: [] for action in self.alphabet}
        for c, lts in enumerate(self.components):
            for action in lts.alphabet:
                found[action].append(c)
        return {action: tuple(members) for action, members in found.items()}

    @cached_property
    def leaders(self) -> dict[str, int]:
        """For each action the partner that enables it in the smallest share of its states: fewest look-ups in vain."""
        shares = [_enabling_share(lts) for lts in self.components]
        return {
            action: min(members, key=lambda c: shares[c][self.components[c].labels[action]])
            for action, members in self.partners.items()
        }

    @property
    def initial(self) -> Vector:
        """The initial vector."""
        return tuple(lts.initial for lts in self.components)

    @cached_property
    def may_end(self) -> bool:
        """Whether END of the whole is possible: the components without END must add no action of their own."""
        ending = [lts for lts in self.components if lts.end >= 0]
        others = [lts for lts in self.components if lts.end < 0]
        known = set().union(*(lts.alphabet for lts in ending))
        return bool(ending) and all(known.issuperset(lts.alphabet) for lts in others)

    def is_end(self, vector: Vector) -> bool:
        """Successful termination: every component that can end has ended."""
        if not self.may_end:
            return False
        return all(lts.end in (-1, state) for lts, state in zip(self.components, vector, strict=True))

    def rank(self, action: str) -> int:
        """1 for an action that others wait for, 0 for one that waits, 2 for one that has no part in the priority."""
        if self.priority is None or not self.priority.concerns(action):
            return OUTSIDE
        return FIRST if self.priority.goes_first(action) else WAITS

    def successors(self, vector: Vector) -> list[Move]:
        """The steps out of a vector, priority applied. Plain Python, for single states; the kernel does the bulk."""
        return list(self.steps(vector))

    def first(self, vector: Vector, wanted: Callable[[Move], bool]) -> Move:
        """The first step out of a vector that is wanted; there must be one."""
        return next(move for move in self.steps(vector) if wanted(move))

    def steps(self, vector: Vector) -> Iterator[Move]:
        """The same, one step after the other: by nondeterminism there may be very many."""
        if self.priority is not None and any(self.rank(move.action) == FIRST for move in self._moves(vector)):
            return (move for move in self._moves(vector) if self.rank(move.action) != WAITS)
        return self._moves(vector)

    def _moves(self, vector: Vector) -> Iterator[Move]:
        yield from self._silent(vector)
        yield from self._shared(vector)

    def _silent(self, vector: Vector) -> Iterator[Move]:
        for c, lts in enumerate(self.components):
            for i in _transitions(lts, vector[c], TAU):
                yield self._move("tau", {c: i}, vector)

    def _shared(self, vector: Vector) -> Iterator[Move]:
        enabled: set[str] = set()
        for lts, state in zip(self.components, vector, strict=True):
            enabled.update(lts.action(label) for label, _ in lts.successors(state) if label != TAU)
        for action in sorted(enabled):
            members = self.partners[action]
            choices = [_transitions(self.components[c], vector[c], self.components[c].labels[action]) for c in members]
            for choice in combinations(*choices):
                yield self._move(action, dict(zip(members, choice, strict=True)), vector)

    def _move(self, action: str, moves: dict[int, int], vector: Vector) -> Move:
        target = list(vector)
        for c, i in moves.items():
            target[c] = int(self.components[c].target[i])
        return Move(action, moves, tuple(target))


def _enabling_share(lts: LTS) -> list[float]:
    """For each label the share of the states that have a transition under it."""
    pairs = np.unique(lts.source.astype(np.int64) * (len(lts.alphabet) + 1) + lts.label)
    counts = np.bincount(pairs % (len(lts.alphabet) + 1), minlength=len(lts.alphabet) + 1)
    return [float(count) / lts.states for count in counts]


def _transitions(lts: LTS, state: int, label: int) -> range:
    """The transitions of a state on a label, as indices into the arrays."""
    low, high = int(lts.row[state]), int(lts.row[state + 1])
    labels = lts.label[low:high]
    first, last = np.searchsorted(labels, [label, label + 1])
    return range(low + int(first), low + int(last))


def compose(
    components: Sequence[LTS],
    priority: Priority | None = None,
    budget: Budget | None = None,
    events: Listener = ignore,
    name: str = "",
) -> LTS:
    """The reachable part of the product as one LTS, states numbered breadth first; any error is π."""
    from quidpro.lts.search import build

    return build(Product(components, priority), budget or Budget(), events, name)
