"""A smallest automaton that separates two languages, what M2 does and what M1 cannot stand, from samples of both.

SAT gives a smallest one that agrees with the sample, it is judged, and what is wrong with it are more words (Gupta,
McMillan and Fu 2007, "Automated assumption generation for compositional verification"). When the SAT solver refutes a
number of states, the sample alone shows that so few are not enough. Beyond the paper, the search begins from words that
are pairwise apart (:mod:`quidpro.learning.smallest.apart`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.smallest.apart import Apart, Sets, words_apart
from quidpro.learning.smallest.sample import Sample

_APART = 0.25
"""Of the time for the search, the part that may go into words that are apart."""
MAX_WORDS = 8
"""Counterexamples of one check of a premise."""
Judge = Callable[[Dfa], tuple[Sequence[Word], Sequence[Word]]]
"""What is wrong with an automaton: words that it allows and must not, words that it does not allow and must."""


@dataclass
class Separation:
    """A sample of both languages, and who knows them."""

    sample: Sample
    judge: Judge
    rounds: int = 0

    def smallest(self, most: int | None, budget: Budget) -> Dfa | None:
        """A smallest separating automaton; None when that has ``most`` states, of which one is known."""
        while most is None or self.sample.size < most:
            dfa = self.sample.smallest(budget)
            if most is not None and dfa.states >= most:
                break
            self.rounds += 1
            weak, strong = self.judge(dfa)
            if not weak and not strong:
                return dfa
            self.sample.extend(weak, strong)
        return None


def apart_in_time(unsafe: Sets, others: Sets, budget: Budget, most: int | None = None) -> Apart:
    """Words that are apart, as far as they are found in a part of the time."""
    left = budget.remaining()
    try:
        return words_apart(unsafe, others, budget if left is None else budget.within(_APART * left), most)
    except BudgetExceeded:
        budget.check()
        return Apart()
