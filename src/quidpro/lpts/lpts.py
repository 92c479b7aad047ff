"""The labelled probabilistic transition system of pAGAR, Definition 1: immutable, in integer arrays.

A transition leads from a state by an action to a *distribution*. Distributions are kept once each, as integer weights
on a common scale: the probability of a state is its weight over the scale, exactly. The weights are 64-bit integers
as long as the scale allows, and Python's integers beyond that. There is no silent action: strong simulation compares
every action, and what a specification does not mention it ignores (see :func:`quidpro.lpts.ops.completed`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.core.arrays import ReadOnly, read_only
from quidpro.core.displayed import Displayed
from quidpro.core.words import counted, sized

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
"""Whether each one is in a set."""
Weights = npt.NDArray[Any]
"""64-bit integers, or Python's where those do not suffice."""

LARGEST_SCALE = 1 << 62
Probability = Fraction | int | str


@dataclass(frozen=True, eq=False)
class Distributions(ReadOnly):
    """Distributions over states: the support of ``d`` is ``state[row[d]:row[d + 1]]``, ascending, with its weights."""

    row: Longs
    state: Ints
    weight: Weights
    scale: int

    def __len__(self) -> int:
        return len(self.row) - 1

    @cached_property
    def lists(self) -> list[list[tuple[int, int]]]:
        """The ``(state, weight)`` pairs of every distribution, as plain Python."""
        pairs = list(zip(self.state.tolist(), self.weight.tolist(), strict=True))
        return [pairs[begin:end] for begin, end in pairwise(self.row.tolist())]

    def cells(self, number: int) -> list[tuple[int, int]]:
        """The ``(state, weight)`` pairs of one distribution, where the lists of all would take long."""
        found = self._known_cells.get(number)
        if found is None:
            begin, end = self.row[number], self.row[number + 1]
            found = list(zip(self.state[begin:end].tolist(), self.weight[begin:end].tolist(), strict=True))
            self._known_cells[number] = found
        return found

    @cached_property
    def _known_cells(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    def probabilities(self, number: int) -> dict[int, Fraction]:
        """A distribution with its exact probabilities."""
        return {state: Fraction(weight, self.scale) for state, weight in self.cells(number)}

    @classmethod
    def on_scale(cls, row: Longs, state: Ints, weight: Weights, scale: int) -> Distributions:
        """From arrays; the scale is made as small as they allow."""
        common = gcd(scale, int(np.gcd.reduce(weight)) if len(weight) else scale)
        kind = np.int64 if scale // common < LARGEST_SCALE else object
        return cls(row, state, (weight // common).astype(kind), scale // common)

    @classmethod
    def of(cls, rows: Sequence[Sequence[tuple[int, int]]], scale: int) -> Distributions:
        """From sorted ``(state, weight)`` rows on a scale, which is made as small as they allow."""
        lengths = np.fromiter((len(row) for row in rows), dtype=np.int64, count=len(rows))
        ends = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(lengths, out=ends[1:])
        state = np.fromiter((s for row in rows for s, _ in row), dtype=np.int32, count=int(ends[-1]))
        weights = [w for row in rows for _, w in row]
        common = gcd(scale, *set(weights))
        weight = np.array([w // common for w in weights], dtype=np.int64 if scale // common < LARGEST_SCALE else object)
        return cls(ends, state, weight, scale // common)


@dataclass(frozen=True, eq=False)
class LPTS(ReadOnly, Displayed, world="probabilistic"):
    """A labelled probabilistic transition system; build one with :meth:`of`.

    Transition ``i`` has the action ``alphabet[label[i]]`` and goes to distribution ``target[i]``; those of state ``s``
    are ``row[s]`` to ``row[s + 1]``, sorted by label and target, none twice. ``marks`` are atomic propositions that
    hold in states, for properties that speak of states.
    """

    alphabet: tuple[str, ...]
    row: Longs
    label: Ints
    target: Ints
    distributions: Distributions
    initial: int = 0
    name: str = ""
    state_names: tuple[str, ...] | None = field(default=None, repr=False)
    marks: Mapping[str, frozenset[int]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        transitions: Iterable[tuple[Hashable, str, Mapping[Any, Probability] | Hashable]],
        *,
        initial: Hashable = None,
        alphabet: Iterable[str] = (),
        marks: Mapping[str, Iterable[Hashable]] | None = None,
        name: str = "",
    ) -> LPTS:
        """An LPTS from ``(source, action, distribution)`` over any hashable states.

        A distribution is a mapping from states to probabilities (fractions, or texts like ``"1/10"`` and ``"0.1"``,
        never floats), or a single state. States are numbered as they appear, the initial one first.
        """
        triples = [(p, a, dict(d) if isinstance(d, Mapping) else {d: 1}) for p, a, d in transitions]
        if initial is None:
            initial = triples[0][0] if triples else 0
        numbers: dict[Hashable, int] = {initial: 0}
        for source, _, distribution in triples:
            for state in (source, *distribution):
                numbers.setdefault(state, len(numbers))
        rows = [
            (numbers[p], a, tuple(sorted((numbers[q], _exact(x)) for q, x in d.items() if _exact(x))))
            for p, a, d in triples
        ]
        plain = all(isinstance(state, int) for state in numbers)
        return cls.from_rows(
            len(numbers),
            rows,
            alphabet=alphabet,
            name=name,
            state_names=None if plain else tuple(map(str, numbers)),
            marks={mark: frozenset(numbers[s] for s in states) for mark, states in (marks or {}).items()},
        )

    @classmethod
    def from_rows(
        cls,
        states: int,
        rows: Iterable[tuple[int, str, tuple[tuple[int, Fraction], ...]]],
        *,
        alphabet: Iterable[str] = (),
        initial: int = 0,
        name: str = "",
        state_names: tuple[str, ...] | None = None,
        marks: Mapping[str, frozenset[int]] | None = None,
    ) -> LPTS:
        """An LPTS from numbered transitions with sorted distributions; an improper distribution is refused."""
        found = list(rows)
        actions = tuple(sorted({a for _, a, _ in found} | set(alphabet)))
        known: dict[tuple[tuple[int, Fraction], ...], int] = {}
        labels = {action: i for i, action in enumerate(actions)}
        wanted = [(p, labels[a], known.setdefault(d, len(known))) for p, a, d in found]
        for distribution in known:
            _reject_improper(distribution)
        scale = lcm(1, *{p.denominator for d in known for _, p in d})
        kept = [[(s, p.numerator * (scale // p.denominator)) for s, p in d] for d in known]
        return cls.assembled(
            actions,
            states,
            wanted,
            Distributions.of(kept, scale),
            initial=initial,
            name=name,
            state_names=state_names,
            marks=marks or {},
        )

    @classmethod
    def assembled(
        cls,
        alphabet: Sequence[str],
        states: int,
        transitions: Iterable[tuple[int, int, int]],
        distributions: Distributions,
        **fields: Any,
    ) -> LPTS:
        """An LPTS from ``(source, label, distribution)`` numbers in any order, duplicates allowed."""
        columns = np.array(list(transitions), dtype=np.int64).reshape(-1, 3)
        return cls.from_arrays(alphabet, states, (columns[:, 0], columns[:, 1], columns[:, 2]), distributions, **fields)

    @classmethod
    def from_arrays(
        cls,
        alphabet: Sequence[str],
        states: int,
        transitions: tuple[Ints | Longs, Ints | Longs, Ints | Longs],
        distributions: Distributions,
        **fields: Any,
    ) -> LPTS:
        """An LPTS from arrays of sources, labels and distributions in any order, duplicates allowed."""
        source, label, target = _sorted(*transitions)
        row = np.zeros(states + 1, dtype=np.int64)
        np.cumsum(np.bincount(source, minlength=states), out=row[1:])
        return cls(tuple(alphabet), row, label.astype(np.int32), target.astype(np.int32), distributions, **fields)

    @property
    def states(self) -> int:
        """Number of states."""
        return len(self.row) - 1

    @property
    def transitions(self) -> int:
        """Number of transitions."""
        return len(self.label)

    @cached_property
    def source(self) -> Ints:
        """The source state of each transition."""
        return read_only(np.repeat(np.arange(self.states, dtype=np.int32), np.diff(self.row)))

    @cached_property
    def sizes(self) -> Longs:
        """States in the supports of all transitions before each state's, and finally of all transitions."""
        return read_only(np.append(0, np.cumsum(np.diff(self.distributions.row)[self.target]))[self.row])

    @cached_property
    def moves(self) -> list[list[tuple[int, int]]]:
        """The ``(label, distribution)`` pairs out of every state, as plain Python."""
        pairs = list(zip(self.label.tolist(), self.target.tolist(), strict=True))
        return [pairs[begin:end] for begin, end in pairwise(self.row.tolist())]

    @cached_property
    def answers(self) -> list[dict[int, list[int]]]:
        """The distributions out of every state by each label, as plain Python."""
        found: list[dict[int, list[int]]] = []
        for moves in self.moves:
            by_label: dict[int, list[int]] = {}
            for label, distribution in moves:
                by_label.setdefault(label, []).append(distribution)
            found.append(by_label)
        return found

    def moves_of(self, state: int) -> list[tuple[int, int]]:
        """The ``(label, distribution)`` pairs out of one state, where the lists of all would take long."""
        found = self._known_moves.get(state)
        if found is None:
            begin, end = self.row[state], self.row[state + 1]
            found = list(zip(self.label[begin:end].tolist(), self.target[begin:end].tolist(), strict=True))
            self._known_moves[state] = found
        return found

    @cached_property
    def _known_moves(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    def transitions_by(self, action: str) -> Longs:
        """The transitions by an action, in the order of their sources."""
        label = self.labels.get(action)
        order, begin = self._by_label
        return order[:0] if label is None else order[begin[label] : begin[label + 1]]

    @cached_property
    def _by_label(self) -> tuple[Longs, Longs]:
        order = read_only(np.argsort(self.label, kind="stable"))
        return order, np.searchsorted(self.label[order], np.arange(len(self.alphabet) + 1))

    @cached_property
    def labels(self) -> Mapping[str, int]:
        """From an action's name to its label."""
        return {action: i for i, action in enumerate(self.alphabet)}

    def state_name(self, state: int) -> str:
        """The name of a state: from the source text when known, else its number."""
        return str(state) if self.state_names is None else self.state_names[state]

    def marks_of(self, state: int) -> frozenset[str]:
        """The atomic propositions that hold in a state."""
        return frozenset(mark for mark, states in self.marks.items() if state in states)

    def triples(self) -> Iterator[tuple[int, str, dict[int, Fraction]]]:
        """All transitions as ``(source, action, probabilities)``."""
        for state, moves in enumerate(self.moves):
            for label, number in moves:
                yield state, self.alphabet[label], self.distributions.probabilities(number)

    def named(self, name: str) -> LPTS:
        """The same LPTS under another name."""
        return replace(self, name=name)

    def __or__(self, other: LPTS) -> LPTS:
        """The parallel composition: actions of both alphabets happen together, and their chances are multiplied."""
        from quidpro.lpts.ops import composition

        return composition((self, other)) if isinstance(other, LPTS) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Same alphabet, numbering, marks and transitions; names do not count."""
        if not isinstance(other, LPTS):
            return NotImplemented
        return (
            (self.alphabet, self.initial, self.states) == (other.alphabet, other.initial, other.states)
            and {m: s for m, s in self.marks.items() if s} == {m: s for m, s in other.marks.items() if s}
            and self._content == other._content
        )

    def __hash__(self) -> int:
        return hash((self.alphabet, self.initial, self._content))

    @cached_property
    def _content(self) -> frozenset[tuple[int, str, frozenset[tuple[int, Fraction]]]]:
        return frozenset((p, a, frozenset(d.items())) for p, a, d in self.triples())

    def __repr__(self) -> str:
        return sized("LPTS", self.name, counted(self.states, "state"), counted(self.transitions, "transition"))


def _sorted(source: Ints | Longs, label: Ints | Longs, target: Ints | Longs) -> tuple[Longs, Longs, Longs]:
    """Transitions by source, label and distribution, none twice: sorted as one number each, which is quick."""
    width, labels = int(target.max(initial=0)) + 1, int(label.max(initial=0)) + 1
    assert (int(source.max(initial=0)) + 1) * labels * width < 2**63
    codes = np.sort((source.astype(np.int64) * labels + label) * width + target)
    moves, found = np.divmod(codes[np.append(True, codes[1:] != codes[:-1])[: len(codes)]], width)
    return *np.divmod(moves, labels), found


def _exact(probability: Probability) -> Fraction:
    if isinstance(probability, float):
        raise TypeError(f"the probability {probability!r} is a float; give a Fraction or a text such as '1/10'")
    return Fraction(probability)


def _reject_improper(distribution: tuple[tuple[int, Fraction], ...]) -> None:
    """Probabilities are positive and sum to one."""
    total = sum(p for _, p in distribution)
    if total != 1:
        raise ValueError(f"probabilities sum to {total}, not to 1")
    if any(p < 0 for _, p in distribution):
        raise ValueError("a probability is negative")
