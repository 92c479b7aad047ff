"""``--smallest``: after a proof by rule ASYM, an assumption with as few states as any, and why none has fewer.

    L(M2) ⊆ L(A)    and    L(A) ∩ L(M1 ∥ P_err into π) = ∅

Both over the alphabet of the assumption that was found. So A separates two languages, and a smallest automaton that
does so is found from samples of both (Gupta, McMillan and Fu 2007, "Automated assumption generation for compositional
verification"): SAT gives a smallest one that agrees with the sample, the premises are checked, and their
counterexamples are more words. When the SAT solver refutes a number of states, the sample alone shows that so few are
not enough. Beyond the paper, the search begins from words that are pairwise apart
(:mod:`quidpro.engines.explicit.smallest.apart`).

Every counterexample is spurious, for the property was proved before. As everywhere, the rejecting sink does not count,
and the automata are deterministic: an abstraction of ``agar`` that is not may have fewer states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import begin, ignore
from quidpro.core.words import counted
from quidpro.engines.explicit.shared.rounds import Group, Holds, Log, interface
from quidpro.engines.explicit.shared.weakest import MAX_SETS, MAX_STATES, ErrorTraces
from quidpro.engines.explicit.smallest.apart import Apart, words_apart
from quidpro.engines.explicit.smallest.sample import Sample
from quidpro.learning.dfa import Dfa
from quidpro.learning.simulator import Simulator, beyond, excess
from quidpro.lts.lts import LTS
from quidpro.lts.ops import hide, is_deterministic
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build
from quidpro.verdict.explicit.evidence import Smallest

_SHARE = 0.75
"""Of the time that is left the search gets this much; the rest is for the certificate."""
_APART = 0.25
"""Of the time for the search, the part that may go into words that are apart."""
_MAX_WORDS = 8
"""Counterexamples of one check of a premise."""
_MAX_DETERMINISTIC = 10_000
"""An abstraction is made deterministic, for a first bound, only up to so many states."""


@dataclass
class Separation:
    """What M2 does, what is unsafe for M1, and a sample of both."""

    unsafe: Simulator
    others: Simulator
    sample: Sample
    rounds: int = 0

    @classmethod
    def of(cls, groups: Sequence[Group], goal: Group, alphabet: tuple[str, ...], budget: Budget) -> Separation:
        """The two languages over an alphabet; the sample begins with words that are apart."""
        first, rest = groups
        errors = ErrorTraces([*first, *goal], interface(first, goal, rest), budget)
        unsafe = Simulator(errors.over(alphabet).components, alphabet, budget)
        others = Simulator(_observed(rest, alphabet, budget), alphabet, budget)
        apart = _words_apart(unsafe, others, budget)
        sample = Sample(alphabet, apart.anchors if len(apart.anchors) > 1 else (), len(apart.most))
        for words, allowed in ((apart.allowed, True), (apart.forbidden, False)):
            for word in words:
                sample.add(word, allowed)
        return cls(unsafe, others, sample)

    def smallest(self, most: int | None, budget: Budget) -> Dfa | None:
        """A smallest separating automaton; None when that has ``most`` states, of which one is known."""
        while most is None or self.sample.size < most:
            dfa = self.sample.smallest(budget)
            if most is not None and dfa.states >= most:
                break
            self.rounds += 1
            weak, strong = excess(dfa, self.unsafe, _MAX_WORDS).words, beyond(dfa, self.others, _MAX_WORDS).words
            if not weak and not strong:
                return dfa
            for words, allowed in ((weak, False), (strong, True)):
                for word in words:
                    self.sample.add(word, allowed)
        return None


def _observed(components: Group, alphabet: Sequence[str], budget: Budget) -> Group:
    """What is seen of M2 over an alphabet, as one small LTS; TooManyStates where it is too large to be composed."""
    whole = build(Product(components), budget, ignore, max_states=MAX_STATES)
    small = bisimulation_quotient(hide(whole, set(whole.alphabet) - set(alphabet)), "branching", budget)
    try:
        return [reduce(small, "trace", budget, max_states=MAX_SETS)]
    except TooManyStates:
        return [small]


def _words_apart(unsafe: Simulator, others: Simulator, budget: Budget) -> Apart:
    """Words that are apart, as far as they are found in a part of the time."""
    left = budget.remaining()
    try:
        return words_apart(unsafe, others, budget if left is None else budget.within(_APART * left))
    except BudgetExceeded:
        budget.check()
        return Apart()


def with_smallest(answer: Holds, groups: Sequence[Group], goal: Group, log: Log, first: str) -> Holds:
    """The proof with a smallest assumption, or with the one it had and what is known; ``first`` says what M1 is."""
    (known,) = answer.assumptions
    begin("looking for a smallest assumption", log.budget, log.events)
    left = log.budget.remaining()
    budget = log.budget if left is None else log.budget.within(_SHARE * max(left, 0))
    search, ended = _Search(known), ""
    try:
        search.run(groups, goal, budget)
    except TooManyStates as large:
        ended = f"; M2 has more than {large.limit:,} states, too many to look for it"
    except BudgetExceeded as ran_out:
        ended = "; interrupted" if ran_out.resource == "interrupt" else f"; {ran_out.resource} ran out"
    log.stats.smallest = search.record()
    log.stats.sat_seconds += search.seconds
    text = f"smallest assumption of M1 = {first} over these {counted(len(known.alphabet), 'action')}: {search}{ended}"
    if search.best is known:
        return _noted(answer, text)
    return _noted(replace(answer, assumptions=(search.best,), standing=(), given=()), text)


def _noted(answer: Holds, text: str) -> Holds:
    return replace(answer, note="; ".join(filter(None, (answer.note, text))))


class _Search:
    """What is known of the smallest assumption over an alphabet, from one that is strong enough."""

    def __init__(self, known: LTS) -> None:
        self.best = self.known = known
        self.most = known.states if is_deterministic(known) else None
        """The states of a deterministic one, if one is known."""
        self.separation: Separation | None = None

    @property
    def least(self) -> int:
        """Fewer states are not enough."""
        return 1 if self.separation is None else self.separation.sample.size

    @property
    def seconds(self) -> float:
        """How long the SAT solver took."""
        return 0.0 if self.separation is None else self.separation.sample.seconds

    def run(self, groups: Sequence[Group], goal: Group, budget: Budget) -> None:
        """Close the gap, as far as the budget allows."""
        self._make_deterministic(budget)
        if self.most == 1:
            return
        self.separation = Separation.of(groups, goal, self.known.alphabet, budget)
        dfa = self.separation.smallest(self.most, budget)
        if dfa is not None:
            self._take(dfa.to_lts(self.known.alphabet, self.known.name))

    def _make_deterministic(self, budget: Budget) -> None:
        """What the known one allows, as a smallest deterministic one."""
        try:
            self._take(reduce(self.known, "trace", budget, max_states=_MAX_DETERMINISTIC))
        except TooManyStates:
            return

    def _take(self, lts: LTS) -> None:
        self.most = lts.states
        if lts.states < self.best.states:
            self.best = lts

    def record(self) -> Smallest:
        """For the verdict."""
        if self.separation is None:
            return Smallest(self.least, self.most)
        sample = self.separation.sample
        allowed, forbidden = (
            tuple(sample.actions(w) for w, is_in in sample.words.items() if is_in is wanted) for wanted in (True, False)
        )
        return Smallest(self.least, self.most, self.separation.rounds, allowed, forbidden)

    def __str__(self) -> str:
        if self.most is None:
            return f"at least {counted(self.least, 'state')}"
        if self.least < self.most:
            return f"between {self.least:,} and {counted(self.most, 'state')}"
        fewer = f", none with {self.least - 1:,}" if self.least > 1 else ""
        other = "; this one, which is not deterministic, has fewer" if self.best.states < self.most else ""
        return f"{counted(self.most, 'state')}{fewer}{other}"
