"""GenAssmp: the smallest assumptions that satisfy membership constraints, by SAT (ACR, Algorithm 6.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.engines.explicit.circular.fixed import NOTHING_FIXED, Fixed
from quidpro.engines.explicit.circular.symmetry import Alike
from quidpro.learning.dfa import Dfa
from quidpro.learning.smallest.encodings import ENCODINGS, Constraint, Encoding, in_turns

_FEW = 2
_HEAD_START = 40
"""Turns of one-hot alone for so few assumptions: then it mostly finds them sooner, too."""


class Synthesis:
    """Assumptions over given alphabets, under constraints that only grow; those that are ``fixed`` stay as they are.

    Where nothing is fixed there may be groups that are alike: their assumptions come in the order of their sizes, and
    what is learned of one is learned of all.
    """

    def __init__(
        self,
        alphabets: Sequence[tuple[str, ...]],
        budget: Budget,
        encoding: str,
        fixed: Fixed = NOTHING_FIXED,
        symmetry: Sequence[Alike] = (),
        after_turn: Callable[[], None] = lambda: None,
    ) -> None:
        self.alphabets = list(alphabets)
        self.budget = budget
        self.fixed = fixed
        self._symmetry = symmetry
        self._after_turn = after_turn
        self._free = [part for part in range(len(alphabets)) if part not in fixed.tables]
        self.size = len(self._free)
        """No smaller assumptions satisfy the constraints: the number of states of all that are not fixed."""
        self.seconds = 0.0
        """How long the SAT solver took."""
        self.constraints: dict[Constraint, Constraint] = {}
        """Each with what the given assumptions leave of it; without those that they satisfy."""
        kinds = ENCODINGS[encoding]
        self._kinds = kinds if len(self._free) > _FEW else kinds[::-1]
        self._encodings = self._new_encodings()

    @property
    def copies(self) -> int:
        """How many constraints come of one, at most: one for each of the groups that are alike."""
        return max((len(one.groups) for one in self._symmetry), default=1)

    def _room(self) -> int:
        """How many states one assumption may need."""
        return max(2, self.size - len(self._free) + 1)

    def _new_encodings(self) -> list[Encoding]:
        alphabets = [self.alphabets[part] for part in self._free]
        return [kind(alphabets, self._room(), [one.groups for one in self._symmetry]) for kind in self._kinds]

    def add(self, constraint: Constraint) -> bool:
        """One more constraint, and its images; False when it is there already, or satisfied by what is fixed."""
        if not self._add(constraint):
            return False
        for alike in self._symmetry:
            for image in alike.images(constraint):
                self._add(image)
        return True

    def _add(self, constraint: Constraint) -> bool:
        left = self.fixed.left_of(constraint)
        if left is None or constraint in self.constraints:
            return False
        self.constraints[constraint] = left
        if left:
            self._encode(left)
        return True

    def _encode(self, constraint: Constraint) -> None:
        """A constraint on the assumptions that are looked for, by their numbers among these."""
        numbered = tuple(replace(member, part=self._free.index(member.part)) for member in constraint)
        for encoding in self._encodings:
            encoding.add(numbered)

    def smallest(self) -> list[Dfa]:
        """All assumptions, with as few states in all as the constraints allow."""
        started = now()
        try:
            while (found := self._of_size()) is None:
                self._grow()
        finally:
            self.seconds += now() - started
        fixed = {part: table.dfa for part, table in self.fixed.tables.items()}
        every = fixed | dict(zip(self._free, found, strict=True))
        return [every[part] for part in range(len(self.alphabets))]

    def _of_size(self) -> list[Dfa] | None:
        head_start = _HEAD_START if len(self._free) <= _FEW else 0
        return in_turns(self._encodings, self.size, self.budget, self._after_turn, head_start)

    def _grow(self) -> None:
        """One state more; new instances when the old ones have too little room: too much makes every word dearer."""
        self.size += 1
        if self._room() > self._encodings[0].room:
            self._encodings = self._new_encodings()
            for left in filter(None, self.constraints.values()):
                self._encode(left)
