"""Method ``lstar``: rules ASYM and ASYM-N with assumptions learned by L* (CGP03, sections 3 and 4).

    (premise 1)  ⟨A⟩ M1 ⟨P⟩      (premise 2)  ⟨true⟩ M2 ⟨A⟩      ⊢  ⟨true⟩ M1 ∥ M2 ⟨P⟩

When M2 is a list of groups, premise 2 is the same rule again with A as the property (CGP03, section 5.3; AGAR, rule 3),
so that no product of more than one group and one assumption is ever explored. Alphabets are refined as in AGAR.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import (
    TRUE,
    Answer,
    Holds,
    Log,
    Rounds,
    Violated,
    alphabet_of,
    check_group,
    extended,
    first_alphabet,
    interface,
)
from quidpro.engines.explicit.shared.traces import play
from quidpro.engines.options import Learned
from quidpro.lts.lts import LTS
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.explicit.problem import Problem

Group = Sequence[LTS]

_MOST = 1_000_000


@dataclass(frozen=True)
class Asym:
    """The rule for a list of groups; one run of it, with its options and its log."""

    options: Learned
    log: Log
    run: str = ""

    def chain(self, groups: Sequence[Group], goal: Group, level: int = 0) -> Rounds:
        """Does the composition of the groups keep the goals from π? The first group is M1, the others are M2."""
        if not any(lts.has_error for lts in goal):
            return Holds((TRUE,) * (len(groups) - 1))
        if len(groups) == 1:
            return (yield from check_group(groups[0], goal, self.log))
        from quidpro.engines.explicit.learned.application import LearningRound
        from quidpro.engines.explicit.shared.weakest import ErrorTraces

        rest = [lts for group in groups[1:] for lts in group]
        yield _bound(groups[0])
        full = interface(groups[0], goal, rest)
        alphabet = first_alphabet(full, goal) if self.options.refine_alphabet else full
        error_traces = ErrorTraces([*groups[0], *goal], full, self.log.budget, self.log.explored)
        while True:
            answer = yield from LearningRound(self, error_traces, goal, groups[1:], alphabet, level).decide()
            if isinstance(answer, Holds):
                return answer
            real = self._whole(groups[0], rest, goal, answer)
            if real is not None:
                return real
            alphabet = extended(groups[0], goal, answer, alphabet, full, self.log.budget)

    def _whole(self, first: Group, rest: Group, goal: Group, found: Violated) -> Answer | None:
        """The counterexample as a word over all actions of all groups; None when M1 cannot follow it.

        M1 can always follow a word over the whole interface. Over a part of it, it may have needed actions that the
        others do not offer at that point: then the counterexample is spurious.
        """
        moves = play([*first, *rest, *goal], found.word, found.alphabet, self.log.budget)
        if moves is None:
            return None
        actions = tuple(move.action for move in moves if move.action != "tau")
        return Violated(actions, tuple(sorted(alphabet_of([*first, *rest, *goal]))), found.states, found.transitions)


def _bound(group: Group) -> int:
    """What looking at a group may cost: its states at the most, up to a million."""
    return min(_MOST, prod(lts.states for lts in group))


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by learning assumptions for its groups."""
    options: Learned = attempt.options or Learned()

    def start(groups: list[list[LTS]], goal: list[LTS], log: Log, run: str) -> Rounds:
        return Asym(options, log, run).chain(groups, goal)

    return solve_by_parts(problem, attempt, options, budget, events, "learning assumptions", start)


solve = each(decide)
