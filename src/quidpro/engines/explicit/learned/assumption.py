"""The weakest assumption on its own (CGP03, section 5.3), without the components that are to keep it.

Directly, by a capped subset construction; where that grows past its cap, by learning with an exact comparison in
place of Oracle 2. Whatever ends it early, the last assumption is there, with a label that says what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Iteration, Listener, Phase
from quidpro.engines.explicit.shared.weakest import Dangers, permissive
from quidpro.learning.dfa import Dfa
from quidpro.learning.inclusion import excess, lack
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS

EXACT = "the weakest assumption"
STRONG = "strong enough, but it may forbid more than is needed"
GUESS = "a guess: it may forbid too much and too little"

_MANY = 64
"""Counterexamples that the learner is given at once."""


@dataclass(frozen=True)
class Weakest:
    """An assumption over an alphabet; it has no states when no environment helps. ``ran_out``: what ended it early."""

    dfa: Dfa
    alphabet: tuple[str, ...]
    label: str
    ran_out: BudgetExceeded | None = None

    @property
    def lts(self) -> LTS:
        """The assumption as a safety LTS."""
        return self.dfa.to_lts(self.alphabet, "A")


def weakest_assumption(
    components: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget, events: Listener
) -> Weakest:
    """What the environment may do, over the alphabet, so that none of the components goes into π."""
    budget.phase = "building the weakest assumption"
    events(Phase(budget.phase))
    try:
        made = Dangers(components, alphabet, budget).over(alphabet)
    except BudgetExceeded as ran_out:
        return Weakest(Dfa.everything(len(alphabet)), alphabet, GUESS, ran_out)
    if made.exact is not None:
        return Weakest(permissive(made.exact, alphabet), alphabet, EXACT)
    return _learned(made.components, alphabet, budget, events)


def _learned(components: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget, events: Listener) -> Weakest:
    """By learning; every hypothesis is compared with the simulated components in both directions.

    What a budget leaves is the last hypothesis that was strong enough, or else the last one.
    """
    budget.phase = "learning the weakest assumption"
    events(Phase(budget.phase))
    best = Weakest(Dfa.everything(len(alphabet)), alphabet, GUESS)
    try:
        simulator = Simulator(components, alphabet, budget)
        learner = KearnsVazirani(simulator)
        learner.start()
        for number in count(1):
            dfa = Dfa(learner.hypothesis.next.copy())  # the learner goes on writing into its own
            events(Iteration(number, dfa.states, simulator.queries))
            best = Weakest(dfa, alphabet, GUESS) if best.label == GUESS else best
            words = excess(dfa, simulator, most=_MANY).words
            if not words:
                best = Weakest(dfa, alphabet, STRONG)
                words = lack(dfa, simulator, most=_MANY).words
            if not words:
                break
            for word in words:
                learner.refine(word)
    except BudgetExceeded as ran_out:
        return replace(best, ran_out=ran_out)
    return replace(best, label=EXACT)
