"""From a model, a part of it and a property to the weakest assumption of that part.

The weakest assumption on its own (CGP03, section 5.3), without the components that are to keep it.

Directly, by a capped subset construction; where that grows past its cap, by learning with an exact comparison in
place of Oracle 2. Whatever ends it early, the last assumption is there, with a label that says what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, begin, ignore
from quidpro.core.words import answer_repr
from quidpro.engines.explicit.questions import with_property
from quidpro.engines.explicit.shared.groups import errors_as_actions, goals
from quidpro.engines.explicit.shared.rounds import alphabet_of, interface
from quidpro.engines.explicit.shared.weakest import ErrorTraces, permissive
from quidpro.frontend.model import Model
from quidpro.learning.dfa import Dfa
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.simulator import Simulator, excess, lack
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.verdict.rounds import Round
from quidpro.verdict.split import named_parts

EXACT = "the weakest assumption"
STRONG = "strong enough, but it may forbid more than is needed"
GUESS = "a guess: it may forbid too much and too little"

_MAX_WORDS = 64
"""The learner gets at most this many counterexamples at once."""


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
    begin("building the weakest assumption", budget, events)
    try:
        language = ErrorTraces(components, alphabet, budget).over(alphabet)
    except BudgetExceeded as ran_out:
        return Weakest(Dfa.everything(len(alphabet)), alphabet, GUESS, ran_out)
    if language.exact is not None:
        return Weakest(permissive(language.exact, alphabet), alphabet, EXACT)
    return _learn(language.components, alphabet, budget, events)


def _learn(components: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget, events: Listener) -> Weakest:
    """By learning; every hypothesis is compared with the simulated components in both directions.

    What a budget leaves is the last hypothesis that was strong enough, or else the last one.
    """
    begin("learning the weakest assumption", budget, events)
    best = Weakest(Dfa.everything(len(alphabet)), alphabet, GUESS)
    try:
        simulator = Simulator(components, alphabet, budget)
        learner = KearnsVazirani(simulator)
        learner.start()
        for number in count(1):
            dfa = Dfa(learner.hypothesis.next.copy())  # the learner goes on writing into its own
            events(Round(number, "", dfa.states, queries=simulator.queries))
            best = Weakest(dfa, alphabet, GUESS) if best.label == GUESS else best
            words = excess(dfa, simulator, limit=_MAX_WORDS).words
            if not words:
                best = Weakest(dfa, alphabet, STRONG)
                words = lack(dfa, simulator, limit=_MAX_WORDS).words
            if not words:
                break
            for word in words:
                learner.refine(word)
    except BudgetExceeded as ran_out:
        return replace(best, ran_out=ran_out)
    return replace(best, label=EXACT)


@dataclass(frozen=True)
class Assumed:
    """The assumption, and what it is about."""

    weakest: Weakest
    system: str
    goal: str | None
    """The name of the property, or None for "no ERROR"."""
    part: tuple[str, ...]
    environment: tuple[str, ...]

    @property
    def lts(self) -> LTS:
        """The assumption as a safety LTS."""
        return self.weakest.lts

    @property
    def label(self) -> str:
        """What it is, in words."""
        return self.weakest.label

    @property
    def exists(self) -> bool:
        """Whether any assumption helps; if not, the part violates the property whatever the others do."""
        return self.weakest.dfa.states > 0

    @property
    def exact(self) -> bool:
        """Whether it is the weakest assumption, and not what a budget left of the work."""
        return self.weakest.ran_out is None

    def __repr__(self) -> str:
        return answer_repr("Assumed", f"{', '.join(self.part)} in {self.system}", self.goal, self.label)


def find_assumption(
    model: Model,
    component: str,
    property: str | None,
    system: str | None,
    budget: Budget,
    events: Listener = ignore,
) -> Assumed:
    """The weakest assumption of some components of a system.

    It speaks of the actions shared with the other components or, when there are none, of all actions of the part and of
    the property.
    """
    whole = model.system(system or model.default_system(), budget)
    part = named_parts(component, whole.processes)
    environment = tuple(c for c in whole.processes if c not in part)
    watched = _with_one_property(property, whole, model, budget)
    goal = goals(System(whole.name, (*part, *watched.properties)))
    first = [errors_as_actions(c) for c in part]
    shared = interface(first, goal, [c.lts for c in environment])
    alphabet = shared if environment else tuple(sorted(alphabet_of([*first, *goal])))
    weakest = weakest_assumption([*first, *goal], alphabet, budget, events)
    name = watched.properties[0].name if watched.properties else None
    return Assumed(weakest, whole.name, name, tuple(c.name for c in part), tuple(c.name for c in environment))


def _with_one_property(name: str | None, system: System, model: Model, budget: Budget) -> System:
    """The system with the one property that is asked for."""
    if name is not None:
        return with_property(name, system, model, budget)
    if len(system.properties) > 1:
        names = ", ".join(p.name for p in system.properties)
        raise UsageError(f"{system.name} has several properties; choose one with --property ({names})")
    return system
