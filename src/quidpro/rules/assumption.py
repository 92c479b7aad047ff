"""The weakest assumption on its own (CGP03, section 5.3), without the components that are to keep it.

Directly, by a capped subset construction; where that grows past its cap, by learning with an exact comparison in
place of Oracle 2. Whatever ends it early, the last assumption is there, with a label that says what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Iteration, Listener, Phase
from quidpro.learning.dfa import Dfa
from quidpro.learning.inclusion import excess, lack
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS
from quidpro.rules.weakest import danger, permissive

EXACT = "the weakest assumption"
STRONG = "strong enough, but it may forbid more than is needed"
GUESS = "a guess: it may forbid too much and too little"


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
        small = danger(components, alphabet, budget)
    except BudgetExceeded as ran_out:
        return Weakest(Dfa.everything(len(alphabet)), alphabet, GUESS, ran_out)
    if small is not None:
        return Weakest(permissive(small, alphabet), alphabet, EXACT)
    return _learned(components, alphabet, budget, events)


def _learned(components: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget, events: Listener) -> Weakest:
    """By learning; every hypothesis is compared with the simulated components in both directions."""
    budget.phase = "learning the weakest assumption"
    events(Phase(budget.phase))
    dfa, label = Dfa.everything(len(alphabet)), GUESS
    try:
        simulator = Simulator(components, alphabet, budget)
        learner = KearnsVazirani(simulator)
        dfa = learner.start()
        for number in range(1, 1 << 62):
            label = GUESS
            events(Iteration(number, dfa.states, simulator.queries))
            words = excess(dfa, simulator, most=64).words
            if not words:
                label = STRONG
                words = lack(dfa, simulator, most=64).words
            if not words:
                break
            for word in words:
                dfa = learner.refine(word)
    except BudgetExceeded as ran_out:
        return Weakest(dfa, alphabet, label, ran_out)
    return Weakest(dfa, alphabet, EXACT)
