"""Rules ASYM and ASYM-N with assumptions by abstraction refinement (pAGAR, section 5, Algorithm 3).

    1: L1 ∥ A1 ⪯ P     2: L2 ∥ A2 ⪯ A1     …     n: Ln ⪯ A(n-1)      ⊢   L1 ∥ … ∥ Ln ⪯ P

A_i is the quotient of L(i+1) ∥ A(i+1) by a partition, so that every premise but the first holds by construction. A tree
that is real for A_i is handed on to A(i+1) as an execution of L(i+1) ∥ A(i+1). When A(i+1) is refined, the states of
L(i+1) ∥ A(i+1) inherit their blocks from the states that they were part of, and nothing learned is lost. Unlike in the
paper, a round may refine by several trees of one failed check, and several assumptions at once.

A tree of a composition is projected to what one side contributed to it (section 5). Alphabets do not suffice for that,
as composition changes probabilities: the contributions were recorded when the composition was made. A step of the other
side alone does not move this side, so what follows it belongs to the same node; a step together leads to one child for
each state of this side's own distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Event, Listener, ignore, wants_pictures
from quidpro.engines.probabilistic.refined.analysis import Real, Spurious, analyse
from quidpro.engines.probabilistic.refined.level import Level, Split
from quidpro.engines.probabilistic.shared.goal import Answer, Conformance, Goal, NoTree, Premise
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import Composition, composed
from quidpro.lpts.tree import Branch, Node, Tree
from quidpro.verdict.probabilistic.evidence import BlockParts, OrderTried
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView


def about_orders(events: Listener, change: Callable[[Round, OrderTried], Round | None]) -> Listener:
    """A listener that changes rounds with something to look at before they are passed on, or drops them."""
    if not wants_pictures(events):
        return events

    def listen(event: Event) -> None:
        forwarded: Event | None = event
        if isinstance(event, Round) and isinstance(event.evidence, OrderTried):
            forwarded = change(event, event.evidence)
        if forwarded is not None:
            events(forwarded)

    return listen


def project(tree: Tree, composition: Composition, side: int, part: LPTS) -> Tree:
    """The tree as seen by one side (0 or 1), which is ``part``, with an execution mapping into it."""
    root = Node(int(composition.sides[side][tree.root.state]))
    waiting: list[tuple[Node, list[Node]]] = [(root, [tree.root])]
    for node, whole in waiting:
        for branch in _moving(whole, composition, side):
            number = int(composition.contributions[side][branch.distribution])
            probabilities = part.distributions.probabilities(number)
            children = {state: Node(state) for state in probabilities}
            node.branches.append(Branch(branch.action, number, [*children.values()], [*probabilities.values()]))
            behind: dict[int, list[Node]] = {}
            for child in branch.children:
                behind.setdefault(int(composition.sides[side][child.state]), []).append(child)
            waiting.extend((children[state], nodes) for state, nodes in behind.items())
    return Tree(root)


def _moving(whole: list[Node], composition: Composition, side: int) -> list[Branch]:
    """The branches in which this side moves, those behind steps of the other side included."""
    found = []
    waiting = list(whole)
    for node in waiting:
        for branch in node.branches:
            if composition.contributions[side][branch.distribution] < 0:
                waiting.extend(branch.children)
            else:
                found.append(branch)
    return found


FIRST_TREES = 5
"""Counterexamples that refine in the first round of ASYM-N; with each round it is one more."""
MAX_TREES = 100
WORK_PER_TREE = 500
"""What it takes to unfold and analyse a tree, in states and transitions that could be composed instead."""


class Refinement:
    """The rule for components in one order; between rounds, also when a budget ended one, all of it is consistent.

    One tree per round, as in the paper, keeps the assumptions small, and is the default for two components. With more
    components few trees do in the first rounds, where many would refine too much, and many save most of the rounds when
    it takes long. Client-server with three clients that may fail: 32 rounds instead of 111.
    """

    def __init__(
        self,
        components: Sequence[LPTS],
        goal: Goal,
        trees_per_round: int | None = None,
        views: Sequence[Ints | None] | None = None,
        given: Sequence[LPTS] = (),
    ) -> None:
        self.first, *self.others = components
        self.goal = goal
        self.views = [None] * len(components) if views is None else views
        self.given: Sequence[LPTS | None] = given or [None] * len(self.others)
        """Assumptions that the first ones start from."""
        self.count = trees_per_round or (1 if len(components) == 2 else None)
        self.levels: list[Level] = []
        self.tree: Tree | None = None
        """A tree of the first component and A1 that is real and that the goal forbids."""
        self.top: LPTS | None = None
        """The first component with A1, which the tree is of."""
        self.shown: Premise | None = None
        """What shows premise 1, once it holds."""
        self.holds: bool | None = None
        """The answer, once there is one."""
        self.refinements = 0
        self.largest = 0
        """States of the largest LPTS that was composed."""
        self.largest_assumption = 0
        self.work = 0
        """States and transitions of all that was composed, and what the trees took."""

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """A1 … A(n-1)."""
        return tuple(level.assumption for level in self.levels)

    @property
    def premises(self) -> tuple[Premise, ...]:
        """What shows premises 1 to n when they hold; all but the first do by construction."""
        assert self.shown is not None
        return self.shown, *(level.premise for level in self.levels)

    def run(self, budget: Budget | None = None, events: Listener = ignore, *, work: float = inf) -> bool | None:
        """Whether the composition of the components satisfies the goal; goes on where a budget ended it.

        None when it took more than ``work`` without an answer.
        """
        budget = budget or Budget()
        if not self.levels:
            self.levels = _first_levels(self.others, self.views[1:], self.given, budget)
        while self.holds is None and self.work <= work:
            self._round(budget, events)
        return self.holds

    def _round(self, budget: Budget, events: Listener) -> None:
        budget.check()
        events(Round(self.refinements + 1, "", self.levels[0].assumption.states))
        top = composed(self.first, self.levels[0].assumption, budget)
        self._measure(top.lpts)
        found, no_tree = self._check(top.lpts, budget, events, hasty=True)
        levels = self._split_by(found.trees, top, budget)
        if levels is None and no_tree is not None:
            # A part of a tree that is real tells nothing yet.
            found, no_tree = self._check(top.lpts, budget, events, hasty=False)
            levels = self._split_by(found.trees, top, budget)
        if levels is None and no_tree is not None:
            raise no_tree
        outcome = "refined" if levels is not None else "violated" if found.trees else "holds"
        self._show(events, outcome, top.lpts, found.trees, levels or [])
        if levels is not None:
            self.levels = levels
            self.refinements += 1
        elif found.trees:
            self.holds, self.tree, self.top = False, found.trees[0], top.lpts
        else:
            self.holds, self.shown = True, Premise(top.lpts, np.column_stack(top.sides), found.shown)

    def _split_by(self, trees: Sequence[Tree], top: Composition, budget: Budget) -> list[Level] | None:
        """The levels as trees of the first component and A1 refine them; None when there is nothing to refine by."""
        self.work += WORK_PER_TREE * len(trees)
        assumption = self.levels[0].assumption
        return _refine(self.levels, [project(tree, top, 1, assumption) for tree in trees], budget) if trees else None

    def _show(self, events: Listener, outcome: str, top: LPTS, trees: Sequence[Tree], refined: Sequence[Level]) -> None:
        if wants_pictures(events):
            tree = trees[0].lpts(top.alphabet, top) if trees else None
            size, splits = self.levels[0].assumption.states, block_parts(self.levels, refined)
            shown = OrderTried(self.assumptions, tree, premises=self._premises_asked(outcome, top), splits=splits)
            events(Round(self.refinements + 1, outcome, size, premise=1, evidence=shown))

    def _premises_asked(self, outcome: str, top: LPTS) -> tuple[PremiseView, ...]:
        """The first; the others hold by construction."""
        last = len(self.levels) + 1
        first = PremiseView(1, "L1 ∥ A1 ⪯ P", "holds" if outcome == "holds" else "fails", top.states, top.transitions)
        middle = [PremiseView(i, f"L{i} ∥ A{i} ⪯ A{i - 1}", "holds") for i in range(2, last)]
        return first, *middle, PremiseView(last, f"L{last} ⪯ A{last - 1}", "holds")

    def _check(self, top: LPTS, budget: Budget, events: Listener, *, hasty: bool) -> tuple[Answer, NoTree | None]:
        """Trees to refine by; one that is too small to show anything may be spurious all the same."""
        count = self.count or min(MAX_TREES, FIRST_TREES + self.refinements)
        try:
            return self.goal.check(top, count, budget, events, hasty=hasty), None
        except NoTree as no_tree:
            return Answer([no_tree.partial]), no_tree

    def _measure(self, top: LPTS) -> None:
        built = [top, *(level.whole.lpts for level in self.levels if level.whole is not None)]
        self.work += sum(lpts.states + lpts.transitions for lpts in built)
        self.largest = max(self.largest, *(lpts.states for lpts in built))
        self.largest_assumption = max(self.largest_assumption, *(a.states for a in self.assumptions))


def block_parts(levels: Sequence[Level], refined: Sequence[Level]) -> tuple[BlockParts, ...]:
    """The blocks that were split, of assumptions of the same LPTS as before."""
    found = []
    for number, (old, new) in enumerate(zip(levels, refined, strict=False)):
        if old.abstraction.concrete is not new.abstraction.concrete:
            continue
        for block in range(old.assumption.states):
            sizes = np.bincount(new.abstraction.block[old.abstraction.members(block)])
            parts = tuple(int(size) for size in sizes[sizes > 0])
            if len(parts) > 1:
                found.append(BlockParts(number, block, parts))
    return tuple(found)


def asym(
    components: Sequence[LPTS],
    specification: LPTS,
    budget: Budget | None = None,
    events: Listener = ignore,
    *,
    trees_per_round: int | None = None,
) -> Refinement:
    """Does the composition of the components conform to the specification? At least two components, in this order."""
    budget = budget or Budget()
    alphabet = {action for component in components for action in component.alphabet}
    rule = Refinement(components, Conformance.of(specification, alphabet), trees_per_round)
    rule.run(budget, events)
    return rule


def _first_levels(
    components: Sequence[LPTS], views: Sequence[Ints | None], given: Sequence[LPTS | None], budget: Budget
) -> list[Level]:
    """The coarsest assumptions that respect the given ones, the last one first."""
    levels: list[Level] = []
    for component, own, start in zip(reversed(components), reversed(views), reversed(given), strict=True):
        levels.insert(0, Level.first(component, levels[0].assumption if levels else None, own, start, budget))
    return levels


def _refine(levels: Sequence[Level], trees: Sequence[Tree], budget: Budget) -> list[Level] | None:
    """Hand the trees down, each until it is spurious for an assumption; None when the first is real for all.

    Where all that could be learned from are too large, NoTree says so.
    """
    splits: list[list[Split]] = []
    waiting = [(tree, number == 0) for number, tree in enumerate(trees)]
    too_large: NoTree | None = None
    for number, level in enumerate(levels):
        outcomes: list[tuple[Spurious | Real, bool]] = []
        for tree, first in waiting:
            budget.check()
            try:
                outcomes.append((analyse(tree, level.abstraction), first))
            except NoTree as no_tree:
                too_large = no_tree
        splits.append([split for found, _ in outcomes if isinstance(found, Spurious) for split in found.splits])
        real = [(found.tree, first) for found, first in outcomes if isinstance(found, Real)]
        if level.whole is None:
            if any(first for _, first in real):
                return None
            if too_large is not None and not any(splits):
                raise too_large
            return _split(levels, splits, budget)
        behind = levels[number + 1].assumption
        waiting = [(project(tree, level.whole, 1, behind), first) for tree, first in real]
    raise AssertionError("the last component stands alone")


def _split(levels: Sequence[Level], splits: Sequence[Sequence[Split]], budget: Budget) -> list[Level]:
    """The levels with blocks split, the last one first; those in front of a new assumption are composed anew."""
    new_levels: list[Level] = []
    old_of: Ints | None = None
    for level, wanted in zip(reversed(levels), reversed(splits), strict=True):
        now, old = level.refine(wanted) if wanted else (level, None)
        if old_of is not None:
            now, inner = now.recompose(new_levels[0].assumption, old_of, budget)
            old = inner if old is None else old[inner]
        new_levels.insert(0, now)
        old_of = old
    return new_levels
