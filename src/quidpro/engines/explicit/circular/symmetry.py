"""Groups that can be interchanged: what is learned of one is true of all, and their assumptions come in order.

An automorphism of the question is a permutation π of the groups with a renaming ρ of actions such that ρ takes every
M_i, seen over αg_i, to M_π(i), and P to P; with a skeleton π takes what the premise of g_i uses to what that of g_π(i)
uses.

Why it is sound to look only for assumptions in order. Say that g_1 … g_n satisfy the premises. Rename all of it: then
ρ(M_i) = M_π(i) and ρ(P) = P satisfy the premises with h_π(i) = ρ(g_i), which is over αg_π(i) and has as many states as
g_i. So the tuples of assumptions that do are closed under automorphisms; a constraint that all of them satisfy stays
one when it is renamed, and each constraint is added with its images. If all permutations of some groups are
automorphisms, each such tuple has an image, with as many states in all, in which the sizes of these groups'
assumptions are in order; and as it does, it satisfies every constraint. So there are smallest ones in order, if there
are any, and what the solver refutes about tuples in order is refuted about all. If the property does not hold, the
components themselves satisfy the constraints (ACR, Lemma 5.5), and those that can be interchanged have equally many
states.

The images that are taken are those under the rotations of such a set; all permutations would be too many.

The transpositions of a set of groups with one of them generate all of its permutations, and groups that can be
interchanged with the same one can be with each other; so each group is compared with one of each set. A renaming is
proposed by the order of the names, and taken only if the tables agree. Given assumptions would have to agree too;
beside them groups are not interchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.languages import OUT, Automaton, Table, Walk, tabled
from quidpro.engines.explicit.circular.skeleton import Uses
from quidpro.learning.smallest.encodings import Constraint, Member

_MAX_STATES = 20_000
"""Larger tables are not compared."""


@dataclass(frozen=True)
class Automorphism:
    """A permutation of the groups and one of the actions; what they leave out stays as it is."""

    groups: dict[int, int]
    actions: dict[str, str]

    def then(self, other: Automorphism) -> Automorphism:
        """First this one, then the other."""
        groups, actions = self.groups | other.groups, self.actions | other.actions
        return Automorphism(
            {i: other.group(self.group(i)) for i in groups}, {a: other.action(self.action(a)) for a in actions}
        )

    def group(self, i: int) -> int:
        """Where a group is taken."""
        return self.groups.get(i, i)

    def action(self, action: str) -> str:
        """Where an action is taken."""
        return self.actions.get(action, action)

    def of(self, constraint: Constraint) -> Constraint:
        """A constraint renamed."""
        return tuple(
            Member(tuple(map(self.action, one.word)), self.group(one.part), one.positive) for one in constraint
        )


@dataclass(frozen=True)
class Alike:
    """Groups of which any two can be interchanged, and the automorphism that takes each to the next."""

    groups: tuple[int, ...]
    rotation: Automorphism

    def images(self, constraint: Constraint) -> Iterator[Constraint]:
        """A constraint as it is for the others."""
        for _ in self.groups[1:]:
            constraint = self.rotation.of(constraint)
            yield constraint


def alike(parts: Sequence[Automaton], goal: Automaton, uses: Uses, budget: Budget) -> list[Alike]:
    """The sets of two and more groups that can be interchanged, with all others where they are."""
    tables = [part for part in parts if isinstance(part, Table) and part.size <= _MAX_STATES]
    watched = tabled(goal, _MAX_STATES, budget)
    if len(tables) < len(parts) or watched is None:
        return []
    found: list[dict[int, Automorphism]] = []
    for i in range(len(tables)):
        for one in found:
            swap = _swap(min(one), i, tables)
            if swap is not None and _is_automorphism(swap, tables, watched, uses, budget):
                one[i] = swap
                break
        else:
            found.append({i: Automorphism({}, {})})
    return [Alike(tuple(one), reduce(Automorphism.then, one.values())) for one in found if len(one) > 1]


def _swap(i: int, j: int, tables: Sequence[Table]) -> Automorphism | None:
    """Two groups, and each action that only one of them has with that of the other at the same place by names."""
    mine, yours = set(tables[i].alphabet), set(tables[j].alphabet)
    own, others = sorted(mine - yours), sorted(yours - mine)
    if len(own) != len(others) or tables[i].size != tables[j].size:
        return None
    return Automorphism({i: j, j: i}, dict(zip([*own, *others], [*others, *own], strict=True)))


def _is_automorphism(swap: Automorphism, tables: Sequence[Table], goal: Table, uses: Uses, budget: Budget) -> bool:
    """Whether a transposition takes the skeleton to itself, each group to where it says, and the property to itself."""
    if any({swap.group(j) for j in used} != set(uses[swap.group(i)]) for i, used in enumerate(uses)):
        return False
    pairs = [(table, tables[swap.group(i)]) for i, table in enumerate(tables)]
    return all(_takes(swap, one, other, budget) for one, other in [*pairs, (goal, goal)])


def _takes(swap: Automorphism, one: Table, other: Table, budget: Budget) -> bool:
    """Whether a renaming takes the language of one to that of the other."""
    if one is other and swap.actions.keys().isdisjoint(one.alphabet):
        return True
    renamed = Table(one.dfa, tuple(map(swap.action, one.alphabet)))
    if set(renamed.alphabet) != set(other.alphabet) or renamed.start() != other.start():
        return False
    walk = Walk([renamed, other], budget)
    return not walk.find(lambda after: (after[0] == OUT) != (after[1] == OUT), 1)
