"""The premises of the circular rule CIRC-AG for n groups (ACR, chapter 3), checked by exploring.

Each group M_i must stay in its own g_i as long as all *earlier* steps were in every other g_j, or in those that a
skeleton lets its premise use, which asks for more; together the assumptions must satisfy the property. Then a shortest
trace of the whole that leaves some g_i cannot exist: its last step would break the i-th premise. "Earlier" is what
makes the circle sound, so the other assumptions are made to look away from the last step: what they exclude leads them
to a state in which nothing happens any more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.certify.explicit.claims import error_reachable, run_into_error
from quidpro.certify.explicit.determinise import complement
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS


def broken_premise(
    groups: Sequence[Sequence[LTS]],
    assumptions: Sequence[LTS],
    goals: Sequence[LTS],
    budget: Budget,
    uses: Sequence[Sequence[int]],
) -> str | None:
    """What is wrong with the proof; None when nothing is. An action only the goals have is the first group's.

    ``uses`` are the positions of the other assumptions that each premise may rely on. The side conditions of the rule
    are looked at too (erratum 11 of docs/papers.md).
    """
    goal_actions = _actions(goals)
    orphans = goal_actions - _actions([lts for group in groups for lts in group])
    members = [list(group) for group in groups]
    if orphans:
        members[0].append(LTS.of([(0, action, 0) for action in sorted(orphans)], initial=0))
    for i, assumption in enumerate(assumptions):
        mine, own = set(assumption.alphabet), _actions(members[i])
        if not mine <= own:
            return f"{assumption.name} speaks of {min(mine - own)}, which its group does not do"
        if not own & goal_actions <= mine:
            return f"{assumption.name} does not speak of {min((own & goal_actions) - mine)}, which the property does"
    complements = [complement(assumption, budget) for assumption in assumptions]
    for i, group in enumerate(members):
        others = [_one_step_late(complements[j], assumptions[i].alphabet) for j in uses[i] if j != i]
        product = [*group, *others, complements[i]]
        if error_reachable(product, budget):
            how = run_into_error(product, budget)
            return f"premise {i + 1} fails: its group can leave {assumptions[i].name} first{how}"
    if error_reachable([*assumptions, *goals], budget):
        how = run_into_error([*assumptions, *goals], budget)
        return f"the last premise fails: the assumptions together allow what the property forbids{how}"
    return None


def _actions(components: Sequence[LTS]) -> set[str]:
    return set().union(*(lts.alphabet for lts in components))


def _one_step_late(excluding: LTS, more: Sequence[str]) -> LTS:
    """An assumption, from its complement, that notices only at the next step that it was broken, and then stops all."""
    alphabet = sorted({*excluding.alphabet, *more})
    number = {action: i + 1 for i, action in enumerate(alphabet)}
    relabelled = np.array([0, *(number[action] for action in excluding.alphabet)], dtype=np.int32)
    stopped = excluding.states
    added = [number[action] for action in alphabet if action not in excluding.labels]
    states = np.arange(excluding.states)
    source = np.concatenate([excluding.source, *(states for _ in added)])
    label = np.concatenate([relabelled[excluding.label], *(np.full(len(states), a) for a in added)])
    target = np.concatenate([np.where(excluding.target == ERROR, stopped, excluding.target), *(states for _ in added)])
    return LTS.from_arrays(alphabet, stopped + 1, source, label, target, initial=excluding.initial)
