"""The abstractions of rule ASYM-N: A_i abstracts M_{i+1} ∥ A_{i+1}, the last one M_n (AGAR, section 6).

What is abstracted is one LTS, composed, with the local states behind each of its states. A counterexample of one
abstraction is played on what that abstracts; if it can be taken there, it is a counterexample for the abstraction
below, and so on. When an abstraction is refined, those above it are built anew over it, with the partitions that they
had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.explicit.refined.abstraction import Abstraction
from quidpro.engines.explicit.refined.composed import Composed, product_with_states
from quidpro.engines.explicit.refined.concrete import Concrete
from quidpro.engines.explicit.refined.premise import AbstractPath
from quidpro.engines.explicit.shared.rounds import Holds, SimulationRows
from quidpro.lts.lts import ERROR, LTS, Ints
from quidpro.lts.ops import complete_property, is_deterministic, reachable_numbered


def respecting(concrete: LTS, assumption: LTS, budget: Budget) -> Ints:
    """The block of each state, in a partition whose abstraction allows no more than a deterministic assumption does,
    as far as the concrete LTS keeps that.

    States are in one block when they are met with the same states of the assumption, where all that it forbids leads
    to one state more. So along an abstract path the assumption is always in a state that the block was met with.
    """
    _, vectors = product_with_states([concrete, _with_sink(assumption)], budget)
    met: list[set[int]] = [set() for _ in range(concrete.states)]
    for state, other in vectors.tolist():
        met[state].add(other)
    numbers: dict[frozenset[int], int] = {}
    return np.array([numbers.setdefault(frozenset(others), len(numbers)) for others in met], dtype=np.int32)


def _with_sink(assumption: LTS) -> LTS:
    """The assumption with a state, its last, for all words that it forbids."""
    total, sink = complete_property(assumption), assumption.states
    letters = range(1, len(total.alphabet) + 1)
    return LTS.from_arrays(
        total.alphabet,
        sink + 1,
        [*total.source.tolist(), *(sink for _ in letters)],
        [*total.label.tolist(), *letters],
        [*np.where(total.target == ERROR, sink, total.target).tolist(), *(sink for _ in letters)],
        initial=total.initial,
    )


@dataclass(frozen=True)
class BlockSplit:
    """Which block of which level is to be split, and the part that leaves it."""

    level: int
    block: int
    part: Ints
    letter: int
    """The states in the part can do it, into the block ``goal`` if there is one."""
    goal: int | None
    steps: int
    """After how many letters of the path the block is left."""


class Guide(NamedTuple):
    """The word that a level takes along a counterexample."""

    word: tuple[str, ...]
    alphabet: tuple[str, ...]


class Level:
    """One group, the abstraction below it if any, and the abstraction of both."""

    def __init__(
        self,
        group: Sequence[LTS],
        alphabet: tuple[str, ...],
        below: Level | None,
        budget: Budget,
        *,
        reduce: bool,
        incremental: bool,
        respected: LTS | None = None,
        before: Level | None = None,
    ) -> None:
        self.group = list(group)
        self.alphabet = alphabet
        self.below = below
        self.budget = budget
        self.incremental = incremental
        self.reduce = reduce and below is None
        same = before is not None and not self.reduce
        self.composed: Composed = before.composed if before is not None and same else self._compose()
        self.concrete = Concrete(self.composed.lts, alphabet, budget)
        first = None if respected is None else respecting(self.concrete.lts, respected, budget)
        if before is not None:
            old = before.abstraction.block_of
            first = old if same else self.composed.inherited(before.composed, old)
        self.abstraction: Abstraction = Abstraction(self.concrete, first, incremental=incremental)

    def _compose(self) -> Composed:
        """M_{i+1} ∥ A_{i+1}, and the local states (last of them the block of A_{i+1}) behind each state.

        The last group is reduced to what the others see of it: its weak steps, and so its abstractions, are the same.
        """
        lower = [] if self.below is None else [self.below.abstraction.lts()]
        return Composed([*self.group, *lower], self.alphabet, self.budget, reduce=self.reduce)

    def over(self, alphabet: tuple[str, ...]) -> Level:
        """The last group seen over a larger alphabet: the same partition, with more that is visible."""
        return Level(
            self.group, alphabet, None, self.budget, reduce=self.reduce, incremental=self.incremental, before=self
        )

    @property
    def vectors(self) -> Ints:
        """The local states behind each state."""
        return self.composed.vectors

    def analyse(self, path: AbstractPath, level: int = 0) -> tuple[BlockSplit | None, list[Guide]]:
        """Algorithm 1 on this level and, if the path can be taken here, on those below.

        Differs from the paper at the last step: where the path ends in π it does not matter which block it ends in
        (erratum 4 of docs/papers.md).
        """
        block_of = self.abstraction.block_of
        sets = [np.array([self.concrete.initial], dtype=np.int32)]
        for i, letter in enumerate(path.letters):
            reached = self.abstraction.reach(sets[-1], letter)
            sets.append(reached[block_of[reached] == path.blocks[i + 1]])
            if not len(sets[-1]):
                return self._split(level, path.blocks[i], letter, path.blocks[i + 1], i), []
        letters = path.letters
        if path.last is not None:
            letters = (*letters, path.last)
            sets.append(self.abstraction.reach(sets[-1], path.last))
            if not len(sets[-1]):
                return self._split(level, path.blocks[-1], path.last, None, len(path.letters)), []
        guide = Guide(tuple(self.alphabet[letter] for letter in letters), self.alphabet)
        if self.below is None:
            return None, [guide]
        split, guides = self.below.analyse(self._lower(sets, letters), level + 1)
        return split, [guide, *guides]

    def _split(self, level: int, block: int, letter: int, goal: int | None, steps: int) -> BlockSplit:
        """The states of the block that can take the letter into the goal block (anywhere, without one)."""
        members = self.abstraction.members(block)
        if goal is None:
            part = self.concrete.able(letter, members)
        else:
            part = self.concrete.back(self.abstraction.members(goal), letter, members)
        return BlockSplit(level, block, part, letter, goal, steps)

    def _lower(self, sets: list[Ints], letters: tuple[int, ...]) -> AbstractPath:
        """One concrete run through the sets, as a path of the abstraction below."""
        assert self.below is not None
        states = [int(sets[-1][0])]
        for i in range(len(letters) - 1, -1, -1):
            last = np.array(states[-1:], dtype=np.int32)
            states.append(int(self.concrete.back(last, letters[i], sets[i])[0]))
        states.reverse()
        known = {action: i for i, action in enumerate(self.below.alphabet)}
        blocks, lower_letters = [int(self.vectors[states[0], -1])], []
        for i, letter in enumerate(letters):
            for action, state in self.concrete.path(states[i], letter, states[i + 1]):
                if action in known:
                    lower_letters.append(known[action])
                    blocks.append(int(self.vectors[state, -1]))
        return AbstractPath(tuple(blocks), tuple(lower_letters))

    def rebuild(self, origin: list[int]) -> list[int]:
        """The abstraction below has new blocks, each from an old one; the new blocks here, each with its old one."""
        old = dict(zip(map(tuple, self.vectors.tolist()), self.abstraction.block_of.tolist(), strict=True))
        self.composed = self._compose()
        self.concrete = Concrete(self.composed.lts, self.alphabet, self.budget)
        inherited = [old[(*vector, origin[block])] for *vector, block in self.vectors.tolist()]
        kept, block_of = np.unique(inherited, return_inverse=True)
        self.abstraction = Abstraction(self.concrete, block_of.astype(np.int32), incremental=self.incremental)
        return [int(block) for block in kept]

    def standing(self, number: Ints, below: Ints | None) -> SimulationRows:
        """Which state of the assumption stands for which local states; the numbers are those of the blocks, here and
        below, as states of the assumptions.
        """
        vectors, state = self.composed.standing()
        if below is not None:
            vectors = np.column_stack([vectors[:, :-1], below[vectors[:, -1]]])
        return SimulationRows(vectors, number[self.abstraction.block_of[state]])


def proved(levels: Sequence[Level]) -> Holds:
    """The abstractions as assumptions, each from its initial block; how the states of nondeterministic ones stand."""
    numbered = [reachable_numbered(level.abstraction.lts(f"A{i + 1}")) for i, level in enumerate(levels)]
    below = [*(number for _, number in numbered[1:]), None]
    standing = tuple(
        None if is_deterministic(lts) else level.standing(number, lower)
        for level, (lts, number), lower in zip(levels, numbered, below, strict=True)
    )
    return Holds(tuple(lts for lts, _ in numbered), standing=standing)


def refine(levels: Sequence[Level], split: BlockSplit) -> None:
    """Split a block, and rebuild the abstractions above it."""
    refined = levels[split.level].abstraction
    blocks = refined.blocks
    refined.split(split.block, split.part)
    origin = [*range(blocks), split.block]
    for level in reversed(levels[: split.level]):
        origin = level.rebuild(origin)
