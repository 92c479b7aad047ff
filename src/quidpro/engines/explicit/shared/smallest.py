"""``--smallest``: after a proof by rule ASYM or ASYM-N, assumptions with as few states as any, and why none has fewer.

    L(M2) ⊆ L(A)    and    L(A) ∩ L(M1 ∥ P_err into π) = ∅

Both over the alphabet of the assumption that was found. So A separates two languages, and a smallest automaton that
does so is looked for (:mod:`quidpro.learning.smallest.separation`).

In a chain A_i has A_{i-1} in the place of the property, and M_{i+1} ∥ A_{i+1} in the place of M2. They are made smaller
in turn, one after the other and again, until none of them can be as long as the others stay what they are. That is less
than the smallest sum, or the smallest size of each: other assumptions beside it might allow a smaller one.

Every counterexample is spurious, for the property was proved before. As everywhere, the rejecting sink does not count,
and the automata are deterministic: an abstraction of ``agar`` that is not may have fewer states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import begin, ignore, wants_pictures
from quidpro.core.words import these
from quidpro.engines.explicit.shared.rounds import Group, Holds, Log, alphabet_of, interface
from quidpro.engines.explicit.shared.weakest import MAX_SETS, MAX_STATES, ErrorTraces
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.simulator import Simulator, beyond, excess
from quidpro.learning.smallest.sample import Sample
from quidpro.learning.smallest.separation import MAX_WORDS, Separation, apart_in_time
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property, hide, is_deterministic
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round
from quidpro.verdict.smallest import Smallest
from quidpro.verdict.watch import PremiseView

_MAX_DETERMINISTIC = 10_000
"""An abstraction is made deterministic, for a first bound or to be the goal of a group, only up to so many states."""


def with_smallest(answer: Holds, groups: Sequence[Group], goal: Group, log: Log, first: str, run: str = "") -> Holds:
    """The proof with smallest assumptions, or with those it had and what is known; ``first`` says what M1 is.

    Each that is smaller is a round of the ``run`` that had the proof.
    """
    begin("looking for a smallest assumption", log.budget, log.events)
    chain = _Chain(groups, goal, answer.assumptions)
    chain.run(log.budget.for_improving())
    log.budget.go_on()
    log.stats.smallest = tuple(search.record(f"A{i}") for i, search in enumerate(chain.searches, 1))
    log.stats.sat_seconds += chain.seconds
    found = chain.assumptions
    kept = [one is known for one, known in zip(found, answer.assumptions, strict=True)]
    for level, assumption in enumerate(found):
        if not kept[level]:
            _report(log, assumption, level, len(found), run)
    return replace(
        answer,
        assumptions=found,
        standing=tuple(rows if all(kept[i : i + 2]) else None for i, rows in enumerate(answer.standing)),
        given=tuple(given and kept[i] for i, given in enumerate(answer.given)),
        note="; ".join(filter(None, (answer.note, _text(chain, first)))),
    )


def _report(log: Log, assumption: LTS, level: int, levels: int, run: str) -> None:
    """A round that has no counterexample, as both premises hold of an automaton that separates."""
    number, actions = log.conjecture(), assumption.alphabet
    assumption = assumption.named(f"A{number}")
    done = Round(number, "holds", assumption.states, level=level, run=run, alphabet=len(actions), actions=actions)
    log.stats.rounds.append(done)
    if wants_pictures(log.events):
        own, goal = assumption.name, f"A{level}" if level else "P"
        others = " ∥ ".join(f"M{number}" for number in range(level + 2, levels + 2))
        premises = (
            PremiseView(1, f"⟨{own}⟩ M{level + 1} ⟨{goal}⟩", "holds"),
            PremiseView(2, f"⟨true⟩ {others} ⟨{own}⟩", "holds"),
        )
        done = replace(done, evidence=Conjecture((assumption,), premises=premises))
    log.show(done)


def _text(chain: _Chain, first: str) -> str:
    """What is known, in words."""
    if len(chain.searches) == 1:
        (search,) = chain.searches
        actions = these(len(search.best.alphabet), "action")
        return f"smallest deterministic assumption of M1 = {first} over {actions}: {search}"
    each = ", ".join(f"A{i} ({search})" for i, search in enumerate(chain.searches, 1))
    return f"with M1 = {first}, how small each deterministic assumption can be beside the others: {each}"


class _Chain:
    """The assumptions of a proof, each looked at again after one beside it has changed."""

    def __init__(self, groups: Sequence[Group], goal: Group, assumptions: Sequence[LTS]) -> None:
        self.groups, self.goal = groups, goal
        self.searches = [_Search(known) for known in assumptions]
        self.seconds = 0.0

    @property
    def assumptions(self) -> tuple[LTS, ...]:
        """As they are now."""
        return tuple(search.best for search in self.searches)

    def run(self, budget: Budget) -> None:
        """Make them smaller as far as the budget allows, which those that wait share."""
        waiting = list(range(len(self.searches)))
        while waiting:
            i, left = waiting.pop(0), budget.remaining()
            changed = self._search(i, budget if left is None else budget.within(left / (len(waiting) + 1)))
            if changed:
                for beside in (i - 1, i + 1):
                    if 0 <= beside < len(self.searches) and beside not in waiting:
                        waiting.append(beside)

    def _search(self, i: int, budget: Budget) -> bool:
        """Look for a smaller one; whether another one was found, which says something else."""
        search = self.searches[i] = _Search(self.searches[i].best)  # what was shown before may be so no longer
        goal, rest = self.goal, [*self.groups[i + 1], *self.assumptions[i + 1 : i + 2]]
        large = f"M{i + 2}"
        try:
            if i:
                large = f"A{i}, made deterministic,"
                goal = [complete_property(_deterministic(self.assumptions[i - 1], budget))]
                large = f"M{i + 2}"
            return search.run(self.groups[i], goal, rest, budget)
        except TooManyStates as ran_over:
            search.ended = f"; {large} has more than {ran_over.limit:,} states, too many to look for it"
        except BudgetExceeded as ran_out:
            search.ended = f"; {ran_out.why}"
        finally:
            self.seconds += search.seconds
        return False


class _Search:
    """What is known of the smallest assumption over an alphabet, from one that is strong enough."""

    def __init__(self, known: LTS) -> None:
        self.best = known
        self.most = self.best.states if is_deterministic(self.best) else None
        """The states of a deterministic one, if one is known."""
        self.separation: Separation | None = None
        self.ended = ""
        """Why it came to no end."""

    @property
    def seconds(self) -> float:
        """How long the SAT solver took."""
        return 0.0 if self.separation is None else self.separation.sample.seconds

    def run(self, first: Group, goal: Group, rest: Group, budget: Budget) -> bool:
        """Close the gap, as far as the budget allows; whether another language was found on the way."""
        self._make_deterministic(budget)
        if self.most == 1:
            return False
        alphabet = self.best.alphabet
        self.separation = separation(first, goal, rest, alphabet, budget)
        dfa = self.separation.smallest(self.most, budget)
        return dfa is not None and self._take(dfa.to_lts(alphabet, self.best.name))

    def _make_deterministic(self, budget: Budget) -> None:
        """What the known one allows, as a smallest deterministic one."""
        try:
            self._take(_deterministic(self.best, budget))
        except TooManyStates:
            return

    def _take(self, lts: LTS) -> bool:
        self.most = lts.states
        if lts.states < self.best.states:
            self.best = lts
            return True
        return False

    def record(self, name: str) -> Smallest:
        """For the verdict."""
        if self.separation is None:
            return Smallest(1, self.most, name=name)
        sample, rounds = self.separation.sample, self.separation.rounds
        return Smallest(sample.size, self.most, rounds, sample.shown(allowed=True), sample.shown(allowed=False), name)

    def __str__(self) -> str:
        other = ""
        if self.most is not None and self.best.states < self.most:
            other = "; this one, which is not deterministic, has fewer"
        return f"{self.record('')}{other}{self.ended}"


def _deterministic(lts: LTS, budget: Budget) -> LTS:
    return reduce(lts, "trace", budget, max_states=_MAX_DETERMINISTIC)


def separation(first: Group, goal: Group, rest: Group, alphabet: tuple[str, ...], budget: Budget) -> Separation:
    """What ``rest`` does must be allowed, what leads the first group and the goals into π must not."""
    mine, others = _with_all([*first, *goal], alphabet), _with_all(rest, alphabet)
    widest = tuple(sorted({*interface(first, goal, rest), *alphabet}))
    errors = ErrorTraces(mine, widest, budget)
    judge = _Judge(
        Simulator(errors.over(alphabet).components, alphabet, budget),
        Simulator(_observed(others, alphabet, budget), alphabet, budget),
    )
    return Separation(Sample.begun(alphabet, apart_in_time(judge.unsafe, judge.others, budget)), judge)


@dataclass(frozen=True)
class _Judge:
    """Both premises for an automaton."""

    unsafe: Simulator
    others: Simulator

    def __call__(self, dfa: Dfa) -> tuple[list[Word], list[Word]]:
        return excess(dfa, self.unsafe, MAX_WORDS).words, beyond(dfa, self.others, MAX_WORDS).words


def _with_all(components: Group, alphabet: Sequence[str]) -> Group:
    """Components, and one that does at any time what none of them knows."""
    free = sorted(set(alphabet) - alphabet_of(components))
    return [*components, LTS.of([(0, action, 0) for action in free], initial=0, alphabet=free)] if free else components


def _observed(components: Group, alphabet: Sequence[str], budget: Budget) -> Group:
    """What is seen of M2 over an alphabet, as one small LTS; TooManyStates where it is too large to be composed."""
    whole = build(Product(components), budget, ignore, max_states=MAX_STATES)
    small = bisimulation_quotient(hide(whole, set(whole.alphabet) - set(alphabet)), "branching", budget)
    try:
        return [reduce(small, "trace", budget, max_states=MAX_SETS)]
    except TooManyStates:
        return [small]
