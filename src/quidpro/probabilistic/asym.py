"""Rules ASYM and ASYM-N with assumptions by abstraction refinement (pAGAR, section 5, Algorithm 3).

    1: L1 ∥ A1 ⪯ P     2: L2 ∥ A2 ⪯ A1     …     n: Ln ⪯ A(n-1)      ⊢   L1 ∥ … ∥ Ln ⪯ P

A_i is the quotient of L(i+1) ∥ A(i+1) by a partition, so that every premise but the first holds by construction. A tree
that is real for A_i is handed on to A(i+1) as an execution of L(i+1) ∥ A(i+1). When A(i+1) is refined, the states of
L(i+1) ∥ A(i+1) inherit their blocks from the states that they were part of, and nothing learned is lost. Unlike in the
paper, a round may refine by several trees of one failed check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.events import Iteration, Listener, ignore
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import Composition, completed, composed, quotient
from quidpro.lpts.simulation import Simulation, simulation
from quidpro.lpts.tree import Tree, counterexamples
from quidpro.probabilistic.analysis import Real, Spurious, analysed, refined
from quidpro.probabilistic.projection import projected

MANY_TREES = 30
"""Counterexamples that refine in one round of ASYM-N. Client-server with three clients: 31 rounds instead of 111."""


@dataclass
class Level:
    """One assumption: what it abstracts, the partition, and the quotient."""

    component: LPTS
    whole: Composition | None = None
    """The component with the assumption behind it; None for the last component, which stands alone."""
    block: list[int] = field(default_factory=list)
    assumption: LPTS = field(init=False)

    @property
    def concrete(self) -> LPTS:
        """What the assumption abstracts."""
        return self.component if self.whole is None else self.whole.lpts

    def abstract(self) -> None:
        """The quotient for the current partition; at first states with the same marks are one block (line 1)."""
        if not self.block:
            self.block = _by_marks(self.concrete)
        self.assumption = quotient(self.concrete, self.block)

    def refine(self, splits: Sequence[tuple[int, frozenset[int]]]) -> list[int]:
        """Split the partition; for each new block the old one that it was part of."""
        before, self.block = self.block, refined(self.block, splits)
        assert max(self.block) > max(before), "a refinement must be strict (Lemma 6)"
        self.assumption = quotient(self.concrete, self.block)
        return [old for _, old in sorted(dict(zip(self.block, before, strict=True)).items())]

    def recompose(self, behind: LPTS, old_of: Sequence[int], budget: Budget) -> list[int]:
        """The assumption behind was refined: compose anew, and inherit the blocks; the old blocks of the new ones."""
        assert self.whole is not None
        block_of = {pair: self.block[i] for i, pair in enumerate(self.whole.pairs)}
        self.whole = composed(self.component, behind, budget)
        inherited = [block_of[p, old_of[q]] for p, q in self.whole.pairs]
        used = sorted(set(inherited))
        number = {old: new for new, old in enumerate(used)}
        self.block = [number[old] for old in inherited]
        self.assumption = quotient(self.concrete, self.block)
        return used


@dataclass(frozen=True)
class Outcome:
    """What the rule found: assumptions that prove it, or a tree that the first component and A1 have and P has not."""

    premise: Simulation
    levels: tuple[Level, ...]
    tree: Tree | None
    refinements: int
    largest: int
    """States of the largest LPTS that was composed."""

    @property
    def holds(self) -> bool:
        """Whether the specification is satisfied."""
        return self.tree is None


def asym(
    components: Sequence[LPTS],
    specification: LPTS,
    budget: Budget = UNLIMITED,
    events: Listener = ignore,
    *,
    trees_per_round: int | None = None,
) -> Outcome:
    """Does the composition of the components satisfy the specification? At least two components.

    One tree per round, as in the paper, keeps the assumptions small, and is the default for two components; many
    of them save most of the rounds, and are the default for more.
    """
    count = trees_per_round or (1 if len(components) == 2 else MANY_TREES)
    alphabet = {action for component in components for action in component.alphabet}
    goal = completed(specification, alphabet)
    levels = _first_levels(components[1:], budget)
    largest = 0
    for refinements in _counting():
        budget.check()
        top = composed(components[0], levels[0].assumption, budget)
        largest = max(largest, top.lpts.states, *(level.concrete.states for level in levels[:-1]))
        events(Iteration(refinements + 1, levels[0].assumption.states))
        found = simulation(top.lpts, goal, budget, events)
        if found.holds:
            return Outcome(found, tuple(levels), None, refinements, largest)
        trees = counterexamples(found, count, budget)
        if not _refine(levels, [projected(tree, top, 1, levels[0].assumption) for tree in trees], budget):
            return Outcome(found, tuple(levels), trees[0], refinements, largest)
    raise AssertionError


def _counting() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _first_levels(components: Sequence[LPTS], budget: Budget) -> list[Level]:
    """The coarsest assumptions, the last one first."""
    levels: list[Level] = []
    for component in reversed(components):
        level = Level(component, composed(component, levels[0].assumption, budget) if levels else None)
        level.abstract()
        levels.insert(0, level)
    return levels


def _refine(levels: list[Level], trees: list[Tree], budget: Budget) -> bool:
    """Hand the trees down until an assumption is refined by the first; False when that one is real for all.

    Those of the others that are spurious for the same assumption refine it too.
    """
    for number, level in enumerate(levels):
        outcomes = [analysed(tree, level.concrete, level.block) for tree in trees]
        if isinstance(outcomes[0], Spurious):
            splits = [split for outcome in outcomes if isinstance(outcome, Spurious) for split in outcome.splits]
            _recompose(levels[:number], level.refine(splits), level, budget)
            return True
        real = [outcome.tree for outcome in outcomes if isinstance(outcome, Real)]
        if level.whole is not None:
            trees = [projected(tree, level.whole, 1, levels[number + 1].assumption) for tree in real]
    return False


def _recompose(before: Sequence[Level], old_of: list[int], refined_level: Level, budget: Budget) -> None:
    """The assumptions in front of one that was refined, the nearest first."""
    behind = refined_level.assumption
    for level in reversed(before):
        old_of = level.recompose(behind, old_of, budget)
        behind = level.assumption


def _by_marks(lpts: LPTS) -> list[int]:
    known: dict[frozenset[str], int] = {}
    return [known.setdefault(lpts.marks_of(state), len(known)) for state in range(lpts.states)]
