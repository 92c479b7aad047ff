"""Progress in a closed set of states that is given as a decision diagram.

A test holds if every state of the set can reach one of its actions (see ``claims``, where the same is asked of single
states): the checker takes all steps back itself, inside of the set. The set may be larger than what is reached: a
terminal set of the system lies in it, and what fails a test there is found.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.checker.explicit.set_steps import Seen
from quidpro.core.budget import Budget
from quidpro.lts.system import Progress, System
from quidpro.verdict.explicit.evidence import StateSet


def unproved_progress(states: StateSet, system: System, tests: Sequence[Progress], budget: Budget) -> Progress | None:
    """The first test that some terminal set in a closed set of states may fail; None if all hold.

    The set must have been found to be well formed, with the initial state, and closed. The system has no priority.
    """
    judge = _Judge(Seen(states, system, budget), states)
    with judge.sets.deep():
        return next((test for test in tests if judge.may_fail(test)), None)


class _Judge:
    """What cannot be reached any more, in a closed set."""

    def __init__(self, seen: Seen, states: StateSet) -> None:
        self.seen, self.sets = seen, seen.sets
        with self.sets.deep():
            self.all = self.sets.read(states)
            self.errors = self.sets.meet(self.all, seen.errors())
        self.ancestors = seen.ancestors()

    def may_fail(self, test: Progress) -> bool:
        """Whether there may be a terminal set without the actions, and with those of the condition if there is one.

        The error state is a terminal set without any action.
        """
        without = self._never(self.all, self.seen.possible(test.actions))
        if test.condition is None:
            return bool(without or self.errors)
        idle = self._never(without, self.seen.possible(test.condition))
        return bool(self._never(without, self.sets.join(idle, self.errors)))

    def _never(self, states: int, goal: int) -> int:
        """Of some states those that cannot reach a goal."""
        return self.sets.less(states, self.ancestors.of(goal, self.all))
