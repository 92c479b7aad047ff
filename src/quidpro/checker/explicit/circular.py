"""The premises of the circular rule CIRC-AG for n groups (ACR, chapter 3), checked by exploring.

Each group M_i must stay in its own g_i as long as all *earlier* steps were in every other g_j, or in those that a
skeleton lets its premise use, which asks for more; together the assumptions must satisfy the property. Then a shortest
trace of the whole that leaves some g_i cannot exist: its last step would break the i-th premise. "Earlier" is what
makes the circle sound, so the other assumptions are made to look away from the last step: what they exclude leads them
to a state in which nothing happens any more.

A premise may itself be proved by the rule. With the others looking away from the last step, it says that its group
beside them never leaves g_i, which is a question like the first: about parts of the group, and the others as one more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from quidpro.checker.conclusion import Rejected
from quidpro.checker.explicit.claims import error_reachable, run_into_error
from quidpro.checker.explicit.determinise import complement
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS
from quidpro.verdict.explicit.evidence import Assumption


@dataclass(frozen=True)
class Part:
    """A group with its assumption, and the positions of those that its premise uses.

    ``inner`` are parts of the group by which its premise is proved; of these, one that has no members stands for what
    the premise uses.
    """

    members: tuple[LTS, ...]
    assumption: LTS
    uses: tuple[int, ...]
    inner: tuple[Part, ...] = ()


def parts_of(
    groups: Sequence[Sequence[str]], assumptions: Sequence[Assumption], by_name: Mapping[str, LTS]
) -> tuple[Part, ...]:
    """The groups as the rule sees them, with what is inside of their premises."""
    found = []
    for group, one, uses in zip(groups, assumptions, _skeleton(assumptions), strict=True):
        members = tuple(by_name[name] for name in group if name in by_name)
        found.append(Part(members, one.lts.named(one.name), uses, _inner_parts(group, one, by_name)))
    return tuple(found)


def _inner_parts(group: Sequence[str], assumption: Assumption, by_name: Mapping[str, LTS]) -> tuple[Part, ...]:
    """The proof of a premise by parts: they make up the group, and at most one more stands for what it uses."""
    abouts = [one.about for one in assumption.inner]
    if abouts and Counter(name for about in abouts for name in about) != Counter(group):
        raise Rejected(f"inside the premise of {assumption.name} are not exactly the components of its group")
    if abouts.count(()) > 1:
        raise Rejected(f"inside the premise of {assumption.name} two assumptions are about no component")
    return parts_of(abouts, assumption.inner, by_name)


def _skeleton(assumptions: Sequence[Assumption]) -> list[tuple[int, ...]]:
    """For each assumption the positions of those that its premise uses: what is named, by default all others."""
    numbers = {assumption.name: i for i, assumption in enumerate(assumptions)}
    if len(numbers) < len(assumptions) and any(assumption.uses is not None for assumption in assumptions):
        raise Rejected("two assumptions have the same name, so it is not clear what the premises use")
    found = []
    for i, assumption in enumerate(assumptions):
        uses = assumption.uses
        unknown = sorted(set(uses or ()) - (numbers.keys() - {assumption.name}))
        if unknown:
            raise Rejected(f"the premise of {assumption.name} cannot use {unknown[0]}: that is no other assumption")
        others = range(len(assumptions)) if uses is None else [numbers[name] for name in uses]
        found.append(tuple(j for j in others if j != i))
    return found


def broken_premise(parts: Sequence[Part], goals: Sequence[LTS], budget: Budget) -> str | None:
    """What is wrong with the proof; None when nothing is. An action only the goals have is the first group's.

    The side conditions of the rule are looked at too (erratum 11 of docs/papers.md).
    """
    goal_actions = _actions(goals)
    orphans = goal_actions - _actions([lts for part in parts for lts in part.members])
    if orphans:
        free = LTS.of([(0, action, 0) for action in sorted(orphans)], initial=0)
        parts = [_with_member(parts[0], free), *parts[1:]]
    for part in parts:
        mine, own, name = set(part.assumption.alphabet), _actions(part.members), part.assumption.name
        if not mine <= own:
            return f"{name} speaks of {min(mine - own)}, which its group does not do"
        if not own & goal_actions <= mine:
            return f"{name} does not speak of {min((own & goal_actions) - mine)}, which the property does"
    complements = [complement(part.assumption, budget) for part in parts]
    for i, part in enumerate(parts):
        others = [_one_step_late(complements[j], part.assumption.alphabet) for j in part.uses if j != i]
        wrong = _broken(part, others, complements[i], budget)
        if wrong is not None:
            return f"premise {i + 1} fails: {wrong}"
    together = [*(part.assumption for part in parts), *goals]
    if error_reachable(together, budget):
        how = run_into_error(together, budget)
        return f"the last premise fails: the assumptions together allow what the property forbids{how}"
    return None


def _broken(part: Part, others: Sequence[LTS], excluded: LTS, budget: Budget) -> str | None:
    """How a group beside the others can do what its assumption excludes, or what is wrong with the proof that not."""
    if part.inner:
        inner = [one if one.members else replace(one, members=tuple(others)) for one in part.inner]
        wrong = broken_premise(inner, [excluded], budget)
        return wrong and f"in its proof by parts, {wrong}"
    product = [*part.members, *others, excluded]
    if error_reachable(product, budget):
        return f"its group can leave {part.assumption.name} first{run_into_error(product, budget)}"
    return None


def _with_member(part: Part, member: LTS) -> Part:
    """The part with one more member, which goes to its first inner part that has members."""
    inner = list(part.inner)
    at = next((i for i, one in enumerate(inner) if one.members), None)
    if at is not None:
        inner[at] = _with_member(inner[at], member)
    return replace(part, members=(*part.members, member), inner=tuple(inner))


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
