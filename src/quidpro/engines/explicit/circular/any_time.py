"""A proof at any time: one by another rule is at hand when the search for the smallest assumptions takes too long.

Where the search has taken a while, the question is put to ``agar``, whose proof becomes a circular one (``upper``);
that may take as long as all has taken so far, and is tried again later if it was not enough. The search goes on: its
bound from below and the size of this proof enclose the smallest assumptions, and where they meet the proof is minimal.
When the search has taken enough, or time or memory runs out, the proof is the answer. What it takes is CPU time of this
process, so that it does not matter what else the machine does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from time import process_time

from quidpro.core.errors import BudgetExceeded
from quidpro.engines.explicit.circular.game import Game
from quidpro.engines.explicit.circular.upper import by_refinement, circle
from quidpro.engines.explicit.shared.rounds import Answer, Group, Holds, Log, Violated
from quidpro.learning.dfa import Dfa

_FIRST = 1.0
"""Seconds of the search after which another proof is looked for where the solver does not come to an end."""
_FIRST_ROUND = 5.0
"""The same where rounds do."""
_ENOUGH = 15.0
"""Seconds of the search after which that proof will do."""
_AGAIN = 3
"""Where it was not found in time, it is tried again after so many times as many seconds."""
_LEFT = 0.2
"""This part of the budget is left for the check of the proof."""
_MORE = 2.0
"""How long an attempt may take, besides as long as all has taken so far."""


class Settled(Exception):
    """The answer is there: no need to look for smaller assumptions."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(answer)


@dataclass
class AnyTime:
    """What is known beside the search: a proof, if there is one, and how small the smallest can be."""

    groups: Sequence[Group]
    goal: Group
    make_game: Callable[[], Game]
    """The rule over the whole interface."""
    log: Log
    started: float = field(default_factory=process_time)
    lowest: int = field(init=False)
    """No assumptions over the whole interface with fewer states in all do."""
    _next: float = _FIRST
    _proof: tuple[Game, list[Dfa]] | None = None

    def __post_init__(self) -> None:
        self.lowest = len(self.groups)

    def meanwhile(self, lowest: int | None, stuck: bool) -> None:
        """The search has done a round, or is ``stuck`` in it; raises Settled when that is enough, and there is a proof.

        ``lowest``: no assumptions with fewer states do; None where it is over less than the whole interface.
        """
        self.lowest = lowest or self.lowest
        taken = process_time() - self.started
        if taken >= self._next and (stuck or taken >= _FIRST_ROUND):
            self._try(taken)
        if (taken >= _ENOUGH or self._is_late() or self._is_minimal()) and (known := self.answer()) is not None:
            raise Settled(known)

    def answer(self) -> Holds | None:
        """The proof that there is."""
        if self._proof is None:
            return None
        game, assumptions = self._proof
        return game.proved(assumptions, self._note(game))

    def _try(self, taken: float) -> None:
        """Look for a proof; what did not take too long is not tried again."""
        self._next = inf
        try:
            self.look_for_proof(taken + _MORE)
        except BudgetExceeded:
            self.log.budget.check()
            self._next = _AGAIN * taken

    def look_for_proof(self, seconds: float | None = None) -> None:
        """A proof, within some time; raises Settled about a violation."""
        budget = self.log.budget if seconds is None else self.log.budget.within_cpu(seconds)
        turned, answer, log = by_refinement(self.groups, self.goal, budget)
        self.log.stats.states_explored += log.stats.states_explored
        self.log.stats.transitions_explored += log.stats.transitions_explored
        if isinstance(answer, Violated):
            raise Settled(answer)
        game = self.make_game()
        assumptions = circle(answer, turned, self.goal, game.alphabets, budget)
        if assumptions is not None and game.holds_for(assumptions):
            self._proof = game, assumptions

    def _is_late(self) -> bool:
        budget = self.log.budget
        left = budget.remaining()
        return left is not None and budget.seconds is not None and left < _LEFT * budget.seconds

    def _is_minimal(self) -> bool:
        return self._proof is not None and self.lowest >= self._size()

    def _size(self) -> int:
        return 0 if self._proof is None else sum(dfa.states for dfa in self._proof[1])

    def _note(self, game: Game) -> str:
        if self._is_minimal():
            return game.minimal()
        size = self._size()
        found = f"made of a proof by abstraction refinement, {size} states in all"
        return f"{found}; the smallest have between {self.lowest} and {size}"
