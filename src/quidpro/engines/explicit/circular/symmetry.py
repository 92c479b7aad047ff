"""Groups that can be interchanged, so that their assumptions may be asked to come in the order of their sizes.

An automorphism of the question is a permutation π of the groups with a renaming ρ of actions such that ρ takes every
M_i, seen over αg_i, to M_π(i), and P to P; with a skeleton π takes what the premise of g_i uses to what that of g_π(i)
uses.

Why it is sound to look only for assumptions in order. Say that g_1 … g_n satisfy the premises. Rename all of it: then
ρ(M_i) = M_π(i) and ρ(P) = P satisfy the premises with h_π(i) = ρ(g_i), which is over αg_π(i) and has as many states as
g_i. So the tuples of assumptions that do are closed under automorphisms. If all permutations of some groups are
automorphisms, each such tuple has an image, with as many states in all, in which the sizes of these groups'
assumptions are in order; and as it does, it satisfies every constraint. So there are smallest ones in order, if there
are any, and what the solver refutes about tuples in order is refuted about all. If the property does not hold, the
components themselves satisfy the constraints (ACR, Lemma 5.5), and those that can be interchanged have equally many
states.

The transpositions of a set of groups with one of them generate all of its permutations, and groups that can be
interchanged with the same one can be with each other; so each group is compared with one of each set. A renaming is
proposed by the order of the names, and taken only if the tables agree. Given assumptions would have to agree too;
beside them groups are not interchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.encodings import Classes
from quidpro.engines.explicit.circular.languages import OUT, Automaton, Table, Walk, tabled
from quidpro.engines.explicit.circular.skeleton import Uses

_MAX_STATES = 20_000
"""Larger tables are not compared."""


def interchangeable(parts: Sequence[Automaton], goal: Automaton, uses: Uses, budget: Budget) -> Classes:
    """The sets of two and more groups that can be interchanged, with all others where they are."""
    tables = [part for part in parts if isinstance(part, Table) and part.size <= _MAX_STATES]
    if len(tables) < len(parts) or len(parts) < 2:
        return ()
    watched = tabled(goal, _MAX_STATES, budget)
    if watched is None:
        return ()
    found: list[list[int]] = []
    for i in range(len(tables)):
        for one in found:
            if _can_swap(one[0], i, tables, watched, uses, budget):
                one.append(i)
                break
        else:
            found.append([i])
    return tuple(tuple(one) for one in found if len(one) > 1)


def _can_swap(i: int, j: int, tables: Sequence[Table], goal: Table, uses: Uses, budget: Budget) -> bool:
    """Whether the transposition of two groups is an automorphism with the renaming that their names suggest."""
    renaming = _renaming(tables[i].alphabet, tables[j].alphabet)
    if renaming is None or not _keeps(uses, {i: j, j: i}):
        return False
    onto = [j if k == i else k for k in range(len(tables)) if k != j]
    kept = [k for k in range(len(tables)) if k != j]
    pairs = [(tables[k], tables[at]) for k, at in zip(kept, onto, strict=True)]
    return all(_same(one, other, renaming, budget) for one, other in [*pairs, (goal, goal)])


def _renaming(mine: Sequence[str], yours: Sequence[str]) -> dict[str, str] | None:
    """Each action of its own to that of the other group at the same place in the order of names, and back."""
    own, others = sorted(set(mine) - set(yours)), sorted(set(yours) - set(mine))
    if len(own) != len(others):
        return None
    return dict(zip([*own, *others], [*others, *own], strict=True))


def _keeps(uses: Uses, swap: Mapping[int, int]) -> bool:
    """Whether a permutation takes the skeleton to itself."""
    return all({swap.get(j, j) for j in used} == set(uses[swap.get(i, i)]) for i, used in enumerate(uses))


def _same(one: Table, other: Table, renaming: Mapping[str, str], budget: Budget) -> bool:
    """Whether a renaming takes the language of one to that of the other; tables of components are minimal."""
    if one is other and not any(action in renaming for action in one.alphabet):
        return True
    renamed = Table(one.dfa, tuple(renaming.get(action, action) for action in one.alphabet))
    if set(renamed.alphabet) != set(other.alphabet) or renamed.size != other.size:
        return False
    walk = Walk([renamed, other], budget)
    return not walk.find(lambda after: (after[0] == OUT) != (after[1] == OUT), 1)
