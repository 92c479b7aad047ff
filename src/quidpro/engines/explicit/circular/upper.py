"""A circular proof made of one by rule ASYM or ASYM-N: how many states are enough for the smallest assumptions.

Say that M_1 ∥ A_1 ⊨ P, M_2 ∥ A_2 ⊨ A_1, …, M_n ⊨ A_n-1, as method ``agar`` ends. With A_0 = P, let g_n = A_n-1, and
for i < n let g_i be the weakest assumption over αg_i with g_i ∥ A_i ⊨ A_i-1: it excludes the words that A_i allows, and
A_i-1 does not, seen over αg_i. Then M_i keeps g_i in any company: a word of M_i that g_i excludes would be one of
M_i ∥ A_i that A_i-1 forbids, as what αg_i does not have is up to A_i alone. And g_i ∥ A_i ⊨ A_i-1 for all i gives
g_1 ∥ … ∥ g_n ⊨ P. So these assumptions do, with any skeleton, as the premises use nothing; they are checked all the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quidpro.core.budget import Budget, take_turns
from quidpro.engines.explicit.circular.fixed import lifted
from quidpro.engines.explicit.refined.agar import Refinement
from quidpro.engines.explicit.shared.rounds import Answer, Group, Holds, Log
from quidpro.engines.explicit.shared.weakest import ErrorTraces, permissive
from quidpro.engines.options import Refined
from quidpro.learning.dfa import Dfa
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.reduce import reduce


def by_refinement(groups: Sequence[Group], goal: Group, budget: Budget) -> tuple[bool, Answer, Log]:
    """What ``agar`` says of the groups in their order and the other way round, and whether that is the other way."""
    log = Log(budget)
    orders = [list(groups), list(reversed(groups))]
    turned, answer = take_turns([Refinement(Refined(), log).decide(order, goal) for order in orders])
    return bool(turned), answer, log


def circle(
    found: Holds, turned: bool, goal: Group, alphabets: Sequence[tuple[str, ...]], budget: Budget
) -> list[Dfa] | None:
    """The assumptions of the circular rule over these alphabets; None when one of them gets too large."""
    order = list(reversed(alphabets)) if turned else list(alphabets)
    chain = [_deterministic(lts, budget) for lts in found.assumptions]
    goals = [list(goal), *([complete_property(lts)] for lts in chain)]
    weakest = [
        _weakest([one, *to_keep], alphabet, budget)
        for one, to_keep, alphabet in zip(chain, goals, order[:-1], strict=False)
    ]
    made = [*weakest, lifted(chain[-1], order[-1])]
    whole = [dfa for dfa in made if dfa is not None]
    if len(whole) < len(made):
        return None
    return list(reversed(whole)) if turned else whole


def _deterministic(lts: LTS, budget: Budget) -> LTS:
    return reduce(replace(lts, end=-1), "trace", budget)


def _weakest(components: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget) -> Dfa | None:
    """All words over an alphabet but those along which these components can go wrong."""
    exact = ErrorTraces(components, alphabet, budget).over(alphabet).exact
    return None if exact is None else permissive(exact, alphabet)
