"""Operations on LPTSs: composition with the contributions of its parts, completion, quotient (pAGAR, sections 2, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.events import Explored, Listener, ignore
from quidpro.lpts.lpts import LPTS, Distributions

_SLICE = 4096


@dataclass(frozen=True)
class Composition:
    """The composition of two LPTSs and what each contributed to it.

    ``pairs[s]`` are the states that state ``s`` is made of. ``parts[d]`` tells of distribution ``d`` of the composition
    the distribution of each side, or -1 where that side stays.
    """

    lpts: LPTS
    pairs: list[tuple[int, int]]
    parts: list[tuple[int, int]]


def composed(first: LPTS, second: LPTS, budget: Budget = UNLIMITED, events: Listener = ignore) -> Composition:
    """The reachable part of the parallel composition (Definition 3), breadth first."""
    building = _Composing(first, second)
    building.explore(budget, events)
    return building.result()


class _Composing:
    """A composition in the making: pairs and distributions are numbered as they are met."""

    def __init__(self, first: LPTS, second: LPTS) -> None:
        self.sides = first, second
        self.alphabet = tuple(sorted({*first.alphabet, *second.alphabet}))
        number = {action: i for i, action in enumerate(self.alphabet)}
        self.labels = tuple([number[action] for action in side.alphabet] for side in self.sides)
        self.shared = {number[a] for a in first.alphabet} & {number[a] for a in second.alphabet}
        start = first.initial, second.initial
        self.numbers = {start: 0}
        self.pairs = [start]
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.parts: list[tuple[int, int]] = []
        self.rows: list[list[tuple[int, int]]] = []
        self.found: list[tuple[int, int, int]] = []

    def explore(self, budget: Budget, events: Listener) -> None:
        done = 0
        while done < len(self.pairs):
            if done % _SLICE == 0:
                budget.check()
                events(Explored(len(self.pairs), len(self.pairs) - done, len(self.found)))
            self.expand(done)
            done += 1

    def expand(self, number: int) -> None:
        """Every transition out of a pair: alone on an action of one side, together on a shared one."""
        one, two = self.pairs[number]
        theirs: dict[int, list[int]] = {}
        for label, distribution in self.sides[1].moves[two]:
            action = self.labels[1][label]
            if action in self.shared:
                theirs.setdefault(action, []).append(distribution)
            else:
                self.add(number, action, (-1, distribution), one, two)
        for label, distribution in self.sides[0].moves[one]:
            action = self.labels[0][label]
            if action not in self.shared:
                self.add(number, action, (distribution, -1), one, two)
            else:
                for other in theirs.get(action, ()):
                    self.add(number, action, (distribution, other), one, two)

    def add(self, source: int, action: int, parts: tuple[int, int], one: int, two: int) -> None:
        key = (*parts, one if parts[0] < 0 else -1, two if parts[1] < 0 else -1)
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.rows)
            self.rows.append(self.product(parts, one, two))
            self.parts.append(parts)
        self.found.append((source, action, number))

    def product(self, parts: tuple[int, int], one: int, two: int) -> list[tuple[int, int]]:
        """The product of two distributions (Definition 2), one of them Dirac where a side stays."""
        left, right = (
            side.distributions.lists[part] if part >= 0 else [(state, side.distributions.scale)]
            for side, part, state in zip(self.sides, parts, (one, two), strict=True)
        )
        return sorted((self.number(p, q), x * y) for p, x in left for q, y in right)

    def number(self, one: int, two: int) -> int:
        number = self.numbers.setdefault((one, two), len(self.pairs))
        if number == len(self.pairs):
            self.pairs.append((one, two))
        return number

    def result(self) -> Composition:
        first, second = self.sides
        scale = first.distributions.scale * second.distributions.scale
        marks = {
            mark: frozenset(
                i
                for i, (p, q) in enumerate(self.pairs)
                if p in first.marks.get(mark, ()) or q in second.marks.get(mark, ())
            )
            for mark in {*first.marks, *second.marks}
        }
        lpts = LPTS.assembled(
            self.alphabet,
            len(self.pairs),
            self.found,
            Distributions.of(self.rows, scale),
            name=" || ".join(side.name or "?" for side in self.sides),
            marks=marks,
        )
        return Composition(lpts, self.pairs, self.parts)


def composition(parts: Sequence[LPTS], budget: Budget = UNLIMITED, events: Listener = ignore) -> LPTS:
    """The composition of several LPTSs."""
    whole = parts[0]
    for part in parts[1:]:
        whole = composed(whole, part, budget, events).lpts
    return whole


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
    return _merged(specification, actions, specification.states, [*old, *loops], rows, kept.scale)


def quotient(lpts: LPTS, block: Sequence[int]) -> LPTS:
    """The quotient L/Π (Definition 8) for the partition that gives state ``s`` the block ``block[s]``."""
    blocks = max(block) + 1
    rows = [_lifted(distribution, block) for distribution in lpts.distributions.lists]
    moves = {(block[p], a, d) for p, row in enumerate(lpts.moves) for a, d in row}
    marks = {mark: frozenset(block[s] for s in states) for mark, states in lpts.marks.items()}
    bare = replace(lpts, initial=block[lpts.initial], state_names=None, marks=marks)
    return _merged(bare, lpts.alphabet, blocks, moves, rows, lpts.distributions.scale)


def _lifted(distribution: Iterable[tuple[int, int]], block: Sequence[int]) -> list[tuple[int, int]]:
    """A distribution over blocks: μ_l(c) is the sum of μ over the block c."""
    sums: dict[int, int] = {}
    for state, weight in distribution:
        sums[block[state]] = sums.get(block[state], 0) + weight
    return sorted(sums.items())


def _merged(
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


def with_alphabet(lpts: LPTS, alphabet: Iterable[str]) -> LPTS:
    """L^α: the same over a larger alphabet (Notation 1)."""
    actions = tuple(sorted({*lpts.alphabet, *alphabet}))
    number = np.array([actions.index(action) for action in lpts.alphabet], dtype=np.int32)
    return replace(lpts, alphabet=actions, label=number[lpts.label] if len(lpts.label) else lpts.label)
