"""Rule ASYM with learned assumptions (CGP03, sections 3 and 4; for n components section 5.3 and AGAR's rule 3).

    (premise 1)  ⟨A⟩ M1 ⟨P⟩      (premise 2)  ⟨true⟩ M2 ⟨A⟩      ⊢  ⟨true⟩ M1 ∥ M2 ⟨P⟩

When M2 is a list of groups, premise 2 is the same rule again with A as the property, so that no product of more than
one group and one assumption is ever explored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from quidpro.engines.explicit.shared.alone import alone
from quidpro.engines.explicit.shared.alphabets import extended, first_alphabet
from quidpro.engines.explicit.shared.rounds import (
    TRUE,
    Answer,
    Holds,
    Journal,
    Rounds,
    Violated,
    alphabet_of,
    interface,
)
from quidpro.engines.explicit.shared.witness import play
from quidpro.learning.registry import DEFAULT_LEARNER
from quidpro.lts.lts import LTS

Group = Sequence[LTS]

_MOST = 1_000_000


@dataclass(frozen=True)
class Options:
    """How the assumptions are looked for; with everything off it is the plain algorithm of CGP03."""

    learner: str = DEFAULT_LEARNER
    refine_alphabet: bool = False
    reduce: bool = True
    candidates: bool = True


@dataclass(frozen=True)
class Asym:
    """The rule for a list of groups; one run of it, with its options and its journal."""

    options: Options
    journal: Journal
    run: str = ""

    def chain(self, groups: Sequence[Group], goal: Group, level: int = 0) -> Rounds:
        """Does the composition of the groups keep the goals from π? The first group is M1, the others are M2."""
        if not any(lts.has_error for lts in goal):
            return Holds((TRUE,) * (len(groups) - 1))
        if len(groups) == 1:
            return (yield from alone(groups[0], goal, self.journal))
        from quidpro.engines.explicit.learned.application import Application
        from quidpro.engines.explicit.shared.weakest import Dangers

        rest = [lts for group in groups[1:] for lts in group]
        yield _bound(groups[0])
        full = interface(groups[0], goal, rest)
        alphabet = first_alphabet(full, goal) if self.options.refine_alphabet else full
        dangers = Dangers([*groups[0], *goal], full, self.journal.budget, self.journal.explored)
        while True:
            answer = yield from Application(self, dangers, goal, groups[1:], alphabet, level).decide()
            if isinstance(answer, Holds):
                return answer
            real = self._whole(groups[0], rest, goal, answer)
            if real is not None:
                return real
            alphabet = extended(groups[0], goal, answer, alphabet, full, self.journal.budget)

    def _whole(self, first: Group, rest: Group, goal: Group, found: Violated) -> Answer | None:
        """The counterexample as a word over all actions of all groups; None when M1 cannot follow it.

        M1 can always follow a word over the whole interface. Over a part of it, it may have needed actions that the
        others do not offer at that point: then the counterexample is spurious.
        """
        moves = play([*first, *rest, *goal], found.word, found.alphabet, self.journal.budget)
        if moves is None:
            return None
        actions = tuple(move.action for move in moves if move.action != "tau")
        return Violated(actions, tuple(sorted(alphabet_of([*first, *rest, *goal]))), found.states, found.transitions)


def _bound(group: Group) -> int:
    """What looking at a group may cost: its states at the most, up to a million."""
    return min(_MOST, prod(lts.states for lts in group))
