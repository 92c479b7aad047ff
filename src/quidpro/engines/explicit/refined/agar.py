"""Method ``agar``: assumptions as abstractions of the other parts, refined by counterexamples (AGAR).

Algorithms 2 and 3 of the paper, for two groups and (its rule 3) for n. The assumption is an abstraction of M2, so
premise 2 holds by construction; premise 1 is checked, and its counterexamples either are real or refine the
abstraction. The first abstraction has one state; its steps are those of equation 2, not those of line 1 of Algorithm 2
(erratum 2 of docs/papers.md).

An assumption that the user gives is tried first. Where it is to be improved, the first abstraction allows no more than
it does, as far as M2 keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from quidpro.core.events import wants_pictures
from quidpro.engines.explicit.refined.levels import BlockSplit, Guide, Level, proved, refine
from quidpro.engines.explicit.refined.premise import AbstractPath, Premise
from quidpro.engines.explicit.shared.alphabets import extended, first_alphabet, without
from quidpro.engines.explicit.shared.by_parts import by_parts
from quidpro.engines.explicit.shared.explained import Companions
from quidpro.engines.explicit.shared.given_rule import Fault, GivenRule, fit
from quidpro.engines.explicit.shared.large import check_guarantee
from quidpro.engines.explicit.shared.rounds import (
    TRUE,
    Candidate,
    Group,
    Holds,
    Log,
    Rounds,
    Violated,
    alphabet_of,
    check_group,
    real,
)
from quidpro.engines.explicit.shared.traces import follow
from quidpro.engines.explicit.shared.weakest import ErrorTraces
from quidpro.engines.options import Refined
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import LTS
from quidpro.verdict.explicit import evidence
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView

_GROWTH = 1.125
"""The abstraction kept for when the budget ends is renewed once it has grown by this factor."""


@dataclass(frozen=True)
class Refinement:
    """The rule for a list of groups; one run of it, with its options and its log."""

    options: Refined
    log: Log
    run: str = ""
    given: tuple[LTS, ...] = ()
    """The assumptions that the user gives, that of the first group first."""
    level: int = 0
    """How many groups before these keep given assumptions."""

    def decide(self, groups: Sequence[Group], goal: Group) -> Rounds:
        """Does the composition of the groups keep the goals from π?"""
        if not self.given:
            return (yield from self._decide(groups, goal))
        given = GivenRule(self.given[0], self.level, self.log, self.run)
        below = replace(self, given=self.given[1:], level=self.level + 1)
        found = yield from given.attempt(
            groups, goal, lambda kept: below.decide(groups[1:], kept), improve=self.options.improve
        )
        return found if not isinstance(found, Fault) else (yield from self._decide(groups, goal))

    def _decide(self, groups: Sequence[Group], goal: Group) -> Rounds:
        """The rule with assumptions that are found."""
        if not any(lts.has_error for lts in goal):
            return Holds((TRUE,) * (len(groups) - 1))
        if len(groups) == 1:
            return (yield from (check_guarantee if self.level else check_group)(groups[0], goal, self.log))
        alphabets = _alphabets(groups, goal)
        error_traces = ErrorTraces([*groups[0], *goal], alphabets[0], self.log.budget, self.log.explored)
        if self.options.refine_alphabet and len(groups) == 2:
            return (yield from self._with_growing_alphabet(groups, goal, alphabets[0], error_traces))
        return (yield from self._with_alphabets(groups, goal, self._levels(groups, alphabets), error_traces))

    def _with_growing_alphabet(
        self, groups: Sequence[Group], goal: Group, full: tuple[str, ...], error_traces: ErrorTraces
    ) -> Rounds:
        """Algorithm 3: start from the actions of the property, add those by which counterexamples are spurious."""
        alphabet = first_alphabet(full, [*goal, *self.given])
        levels, added = self._levels(groups, [alphabet]), tuple[str, ...]()
        while True:
            answer = yield from self._with_alphabets(groups, goal, levels, error_traces, added)
            if isinstance(answer, Holds) or not answer.spurious:
                return answer
            along = follow(groups[1], answer.word, alphabet, self.log.budget)
            spurious = Violated(along, tuple(sorted(alphabet_of(groups[1]))))
            keep, smaller = self.options.carry_over, alphabet
            alphabet = extended(error_traces.components, spurious, smaller, full, self.log.budget, at_once=keep)
            added = without(alphabet, smaller)
            levels = [levels[0].over(alphabet)] if keep else self._levels(groups, [alphabet])

    def _with_alphabets(
        self,
        groups: Sequence[Group],
        goal: Group,
        levels: list[Level],
        error_traces: ErrorTraces,
        added: tuple[str, ...] = (),
    ) -> Rounds:
        """Algorithm 2, over an alphabet that has just grown by what was ``added``.

        A counterexample over part of the interface may be spurious, and then says so.
        """
        alphabet = levels[0].alphabet
        first = error_traces.over(alphabet).components if self.options.reduce else error_traces.components
        yield sum(level.concrete.states for level in levels)
        graph = LazyGraph(first, alphabet, self.log.budget)
        premise = self._premise(levels[0], graph)
        viewer = _Viewer(Companions(error_traces.components, alphabet, self.log.budget))
        viewer.partial, viewer.added = alphabet != error_traces.widest, added
        shown = None
        while True:
            before, blocks = premise.explored, levels[0].abstraction.blocks
            shown = self._shown(levels[0], shown)
            paths = premise.search()
            if not paths:
                self._report(shown, blocks, premise.explored - before, "holds", viewer)
                return proved(levels)
            viewer.sizes = [list(level.abstraction.sizes) for level in levels]
            splits, guides = self._refine(levels, paths)
            viewer.splits, viewer.guides = splits, guides
            found = None if guides is None else self._real(groups, goal, guides)
            outcome = "too weak" if found is None or found.spurious else "violated"
            self._report(shown, blocks, premise.explored - before, outcome, viewer, paths[0])
            if found is not None:
                return found
            premise = self._continue(premise, levels, splits, graph)
            yield premise.explored - before + 1

    def _levels(self, groups: Sequence[Group], alphabets: list[tuple[str, ...]]) -> list[Level]:
        """The abstractions, the last one first."""
        levels: list[Level] = []
        given = dict(enumerate(self.given))
        for i in reversed(range(len(alphabets))):
            level = Level(
                groups[i + 1],
                alphabets[i],
                levels[0] if levels else None,
                self.log.budget,
                reduce=self.options.reduce,
                incremental=self.options.incremental,
                respected=given.get(i),
            )
            levels.insert(0, level)
        return levels

    def _premise(self, level: Level, graph: LazyGraph) -> Premise:
        options = self.options
        return Premise(
            level.abstraction,
            graph,
            self.log.budget,
            limit=options.counterexamples or 1,
            depth_first=options.depth_first,
        )

    def _continue(self, premise: Premise, levels: list[Level], splits: list[BlockSplit], graph: LazyGraph) -> Premise:
        """The search for the refined abstraction; it keeps what the splits did not touch."""
        if any(split.level for split in splits):
            fresh = self._premise(levels[0], graph)
            fresh.explored = premise.explored
            return fresh
        if self.options.incremental:
            premise.forget({split.block for split in splits})
        else:
            premise.restart()
        return premise

    def _real(self, groups: Sequence[Group], goal: Group, guides: list[Guide]) -> Violated:
        """The counterexample over all actions; over part of the interface it may be spurious and is left as it is."""
        everything = [lts for group in groups for lts in group] + list(goal)
        return real(everything, guides, self.log.budget) or Violated(*guides[0], spurious=True)

    def _refine(self, levels: list[Level], paths: list[AbstractPath]) -> tuple[list[BlockSplit], list[Guide] | None]:
        """Algorithm 1 for each counterexample: what was split, or the words of the first that is not spurious."""
        splits: list[BlockSplit] = []
        for path in paths:
            split, guides = levels[0].analyse(path)
            if split is None:
                return splits, guides
            if 0 < len(split.part) < levels[split.level].abstraction.sizes[split.block]:
                # a later counterexample of a round may have been dealt with by an earlier one
                refine(levels, split)
                splits.append(split)
            if split.level:
                break
        return splits, None

    def _shown(self, level: Level, last: LTS | None) -> LTS:
        """The abstraction that is about to be checked, the best there is until another takes its place.

        Where no one looks at it, a slightly coarser one does as well.
        """
        number, blocks = self.log.conjecture(), level.abstraction.blocks
        if last is not None and blocks < last.states * _GROWTH and not wants_pictures(self.log.events):
            return last
        assumption = level.abstraction.lts(f"A{number}")
        of_run = f" ({self.run})" if self.run else ""
        label = f"an over-approximation of M2{of_run}, not known to be strong enough"
        self.log.best = Candidate((assumption,), label) if self.level == 0 else self.log.best
        return assumption

    def _report(
        self,
        assumption: LTS,
        blocks: int,
        explored: int,
        result: str,
        viewer: _Viewer,
        path: AbstractPath | None = None,
    ) -> None:
        number = self.log.stats.iterations
        if wants_pictures(self.log.events):
            shown = viewer.conjecture(assumption, path, explored)
            event = Round(number, result, assumption.states, level=self.level, run=self.run, evidence=shown)
            self.log.show(replace(event, actions=assumption.alphabet, added=viewer.added))
        done = Round(number, result, blocks, explored, premise=1, level=self.level, run=self.run)
        done = replace(done, alphabet=len(assumption.alphabet), actions=assumption.alphabet, added=viewer.added)
        viewer.added = ()
        self.log.premise(done)


@dataclass
class _Viewer:
    """What there is to look at in a round: the abstraction, the path through it, and what was split by it."""

    companions: Companions
    partial: bool = False
    added: tuple[str, ...] = ()
    """What the alphabet has grown by, until the first round over it has been told."""
    sizes: list[list[int]] = field(default_factory=list)
    """Of the blocks of each abstraction, as they were."""
    splits: list[BlockSplit] = field(default_factory=list)
    guides: list[Guide] | None = None

    def conjecture(self, assumption: LTS, path: AbstractPath | None, explored: int) -> Conjecture:
        """The evidence of a round; without a path, of the last one."""
        word = None if path is None else tuple(assumption.alphabet[letter] for letter in path.word)
        split = self.splits[0] if path is not None and self.splits else None
        real = path is not None and split is None and self.guides is not None
        outcome = "holds" if path is None else "fails"
        return Conjecture(
            (assumption,),
            word,
            path=() if path is None else path.blocks,
            split=None if split is None or split.level else split.block,
            premises=(
                PremiseView(1, f"⟨{assumption.name}⟩ M1 ⟨P⟩", outcome, explored),
                PremiseView(2, f"⟨true⟩ M2 ⟨{assumption.name}⟩", "holds"),
            ),
            numbered=True,
            lessons=() if split is None else (self._lesson(split, word or (), assumption),),
            occurring=(self.companions.occurring(assumption),),
            real=word if real else None,
            partial=self.partial,
        )

    def _lesson(self, split: BlockSplit, word: tuple[str, ...], assumption: LTS) -> evidence.BlockSplit:
        """Below the first abstraction the letters are others, and are not told."""
        first = split.level == 0
        return evidence.BlockSplit(
            split.level,
            split.block,
            word[: split.steps] if first else (),
            assumption.alphabet[split.letter] if first else "",
            split.goal,
            self.sizes[split.level][split.block],
            len(split.part),
        )


def _alphabets(groups: Sequence[Group], goal: Group) -> list[tuple[str, ...]]:
    """For each group but the last, the interface of it (and what it must guarantee) with all groups after it."""
    found: list[tuple[str, ...]] = []
    promised: set[str] = alphabet_of(goal)
    for i in range(len(groups) - 1):
        rest = [lts for group in groups[i + 1 :] for lts in group]
        shared = (alphabet_of(groups[i]) | promised) & alphabet_of(rest)
        found.append(tuple(sorted(shared)))
        promised = shared
    return found


def _start(options: Refined, groups: Sequence[Group], goal: Group, log: Log, run: str) -> Rounds:
    given = fit(options.given, groups, goal, log)
    return (yield from Refinement(options, log, run, given).decide(groups, goal))


solve = by_parts(Refined, "refining abstractions", _start)
