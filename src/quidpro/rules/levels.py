"""The abstractions of rule ASYM-N: A_i abstracts M_{i+1} ∥ A_{i+1}, the last one M_n (AGAR, section 6).

A counterexample of one abstraction is played on what that abstracts; if it can be taken there, it is a counterexample
for the abstraction below, and so on. When an abstraction is refined, those above it are built anew over it, with the
partitions that they had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS
from quidpro.lts.ops import reachable
from quidpro.lts.product import Vector
from quidpro.rules.abstraction import Abstraction
from quidpro.rules.concrete import Concrete
from quidpro.rules.joined import joined
from quidpro.rules.premise import AbstractPath


@dataclass(frozen=True)
class Split:
    """Which block of which level is to be split, and the part that leaves it."""

    level: int
    block: int
    part: set[int]


@dataclass(frozen=True)
class Guide:
    """The word that a level takes along a counterexample."""

    word: tuple[str, ...]
    alphabet: tuple[str, ...]


class Level:
    """One group, the abstraction below it if any, and the abstraction of both."""

    def __init__(
        self, group: Sequence[LTS], alphabet: tuple[str, ...], below: Level | None, budget: Budget, *, incremental: bool
    ) -> None:
        self.group = list(group)
        self.alphabet = alphabet
        self.below = below
        self.budget = budget
        self.incremental = incremental
        self.concrete, self.vectors = self._composed()
        self.abstraction = Abstraction(self.concrete, incremental=incremental)

    def _composed(self) -> tuple[Concrete, list[Vector]]:
        """M_{i+1} ∥ A_{i+1}, and the local states (last of them the block of A_{i+1}) behind each state."""
        lower = [] if self.below is None else [self.below.abstraction.lts()]
        lts, vectors = joined([*self.group, *lower], self.budget)
        return Concrete(lts, self.alphabet, self.budget), vectors

    def analyse(self, path: AbstractPath, level: int = 0) -> tuple[Split | None, list[Guide]]:
        """Algorithm 1 on this level and, if the path can be taken here, on those below.

        Differs from the paper at the last step: where the path ends in π it does not matter which block it ends in.
        """
        sets = [{self.concrete.initial}]
        for i, letter in enumerate(path.letters):
            goal = self.abstraction.members[path.blocks[i + 1]]
            sets.append(self.concrete.reach(sets[-1], letter) & goal)
            if not sets[-1]:
                return self._split(level, path.blocks[i], letter, goal), []
        letters = path.letters
        if path.last is not None:
            letters = (*letters, path.last)
            sets.append(self.concrete.reach(sets[-1], path.last))
            if not sets[-1]:
                return self._split(level, path.blocks[-1], path.last, None), []
        guide = Guide(tuple(self.alphabet[letter] for letter in letters), self.alphabet)
        if self.below is None:
            return None, [guide]
        split, guides = self.below.analyse(self._lower(sets, letters), level + 1)
        return split, [guide, *guides]

    def _split(self, level: int, block: int, letter: int, goal: set[int] | None) -> Split:
        """The states of the block that can take the letter into the goal (anywhere, without one)."""
        members = self.abstraction.members[block]
        if goal is None:
            return Split(level, block, members & self.concrete.able[letter])
        return Split(level, block, self.concrete.back(goal, letter, members))

    def _lower(self, sets: list[set[int]], letters: tuple[int, ...]) -> AbstractPath:
        """One concrete run through the sets, as a path of the abstraction below."""
        assert self.below is not None
        states = [min(sets[-1])]
        for i in range(len(letters) - 1, -1, -1):
            states.append(min(q for a, q in self.concrete.before[states[-1]] if a == letters[i] and q in sets[i]))
        states.reverse()
        known = {action: i for i, action in enumerate(self.below.alphabet)}
        blocks, taken = [self.vectors[states[0]][-1]], []
        for i, letter in enumerate(letters):
            for action, state in self.concrete.path(states[i], letter, states[i + 1]):
                if action in known:
                    taken.append(known[action])
                    blocks.append(self.vectors[state][-1])
        return AbstractPath(tuple(blocks), tuple(taken))

    def rebuild(self, origin: list[int]) -> list[int]:
        """The abstraction below has new blocks, each from an old one; the new blocks here, each with its old one."""
        old = {vector: self.abstraction.block_of[i] for i, vector in enumerate(self.vectors)}
        self.concrete, self.vectors = self._composed()
        inherited = [old[(*vector[:-1], origin[vector[-1]])] for vector in self.vectors]
        kept = sorted(set(inherited))
        number = {block: i for i, block in enumerate(kept)}
        block_of = [number[block] for block in inherited]
        self.abstraction = Abstraction(self.concrete, block_of, incremental=self.incremental)
        return kept

    def assumption(self, name: str) -> LTS:
        """What the abstraction says, from its initial block."""
        return reachable(self.abstraction.lts(name)).named(name)


def refine(levels: Sequence[Level], split: Split) -> None:
    """Split a block, and build the abstractions above anew."""
    refined = levels[split.level].abstraction
    blocks = refined.blocks
    refined.split(split.block, split.part)
    origin = [*range(blocks), split.block]
    for level in reversed(levels[: split.level]):
        origin = level.rebuild(origin)
