"""Assertions about runs that stay in a closed set of states, given as a decision diagram.

The checker looks for a run that may breach the formula, in the set beside an automaton of its own (``guesses``), and is
content only if there can be none. *Under fair choice* all letters of a terminal set recur: the set is split by the
letters that recur ahead, and a run may end where the automaton has a strongly connected set with a step for each of
them and a reason for all it waits for, and if it can go on there at all. That it really takes every transition is not
asked, so an assertion may be called unproved that holds. *Of all runs* what cannot recur is taken away, until nothing
changes. In both cases only what the system and the automaton reach together counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from quidpro.checker.explicit.guesses import Guesses
from quidpro.checker.explicit.recurring import still_going
from quidpro.checker.explicit.set_steps import Moves, Seen
from quidpro.checker.explicit.sets import NONE, Ancestors, Back
from quidpro.checker.explicit.tableau import conjuncts, in_fluents
from quidpro.core.budget import Budget
from quidpro.logic.ltl import Assertion, Normal
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import StateSet


def unproved_assertion(states: StateSet, system: System, assertion: Assertion, budget: Budget) -> str | None:
    """What may go wrong on a run in a closed set of states; None if the assertion holds on all, or all fair ones.

    The set must have been found to be well formed, with the initial state, and closed. The system has no priority.
    """
    seen = assertion.seen(system.alphabet)
    for part in conjuncts(in_fluents(assertion.formula, seen)):
        judge = _Judge(states, system, part, seen, budget)
        with judge.sets.deep():
            if judge.errors():
                return "there is a step into ERROR in the set"
            if judge.may_breach_fairly() if assertion.fair else judge.may_breach():
                return f"there may be a run in the set on which {assertion.name} is false"
    return None


class _Judge:
    """A closed set beside the automaton of one formula, which is the last level."""

    def __init__(self, states: StateSet, system: System, formula: Normal, seen: Sequence[str], budget: Budget) -> None:
        self.guesses = Guesses(formula, seen, budget)
        self.seen = Seen(states, system, budget, (len(self.guesses.states),))
        self.sets = self.seen.sets
        self.letter = {action: i for i, actions in enumerate(self.guesses.letters) for action in actions}
        self.all = self.sets.read(states)
        self.ancestors = self.seen.ancestors()

    def errors(self) -> bool:
        """Whether a step leads into ERROR."""
        return bool(self.sets.meet(self.all, self.seen.errors()))

    def may_breach_fairly(self) -> bool:
        """Whether there may be a fair run on which the formula is false."""
        for letters, states in self._parts():
            if not letters and self._both_reached(states, self.guesses.at_rest):
                return True
            kept = self.guesses.where_to_stay(letters) if letters else ()
            if self._goes_on(self._both_reached(states, kept), [self.guesses.letters[letter] for letter in letters]):
                return True
        return False

    def may_breach(self) -> bool:
        """Whether there is any run on which it is."""
        resting = self._resting()
        if resting and self._both_reached(resting, self.guesses.at_rest):
            return True
        return self._goes_on(self._both_reached(self.all, self.guesses.where_to_stay()), [self.letter])

    def _goes_on(self, states: int, recurring: Sequence[Collection[str]]) -> bool:
        """Whether a run can stay among some states with actions of each kind again and again, waiting for nothing in
        vain.
        """
        goals = (self._remembering(mark) for mark in self.guesses.marks)
        return bool(states and still_going(self.sets, self._cross, recurring, goals, states))

    def _parts(self) -> Iterable[tuple[frozenset[int], int]]:
        """By the letters that recur in terminal sets, the states with only such sets ahead."""
        parts = [(frozenset[int](), self.all)]
        for letter, actions in enumerate(self.guesses.letters):
            goal = self.seen.possible(actions)
            halves = []
            for letters, states in parts:
                never = self.sets.less(states, self.ancestors.of(goal, self.all))
                always = self.sets.less(states, self.ancestors.of(never, self.all))
                halves += [(letters | {letter}, always), (letters, never)]
            parts = [(letters, states) for letters, states in halves if states]
        return parts

    def _resting(self) -> int:
        """Where nothing happens any more, or nothing that is seen need happen."""
        moving = self.sets.join(self.seen.possible(self.seen.members), self.seen.silent())
        silent = [(action, moves) for action, moves in self.seen.steps() if action not in self.letter]
        quiet = still_going(self.sets, silent, [{action for action, _ in silent}], (), self.all)
        return self.sets.join(self.sets.less(self.all, moving), quiet)

    def _both_reached(self, states: int, remembered: Collection[int]) -> int:
        """Some states beside some of the automaton, as far as these are reached together."""
        found = self.sets.meet(states, self._remembering(remembered)) if remembered else NONE
        return self.sets.meet(self.reached, found) if found else NONE

    def _remembering(self, remembered: Collection[int]) -> int:
        return self.sets.box({self.seen.height: remembered})

    @cached_property
    def _cross(self) -> list[tuple[str, Moves]]:
        """The steps of the system beside the automaton."""
        pairs = [[(p, q) for p, targets in steps.items() for q in targets] for steps in self.guesses.steps]
        found = []
        for action, moves in self.seen.steps():
            letter = self.letter.get(action)
            found.append((action, moves if letter is None else {**moves, self.seen.height: pairs[letter]}))
        return found

    @cached_property
    def reached(self) -> int:
        """All that they reach together: what can reach the beginning by steps that are taken in reverse."""
        start = self.seen.box({number: [lts.initial] for number, lts in enumerate(self.seen.parts)})
        turned = ({level: [(q, p) for p, q in pairs] for level, pairs in moves.items()} for _, moves in self._cross)
        first = self.sets.meet(start, self._remembering([0]))
        return Ancestors(self.sets, [Back.of(moves) for moves in turned]).of(first, self.all)
