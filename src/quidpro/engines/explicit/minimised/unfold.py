"""From π in a stepwise composition to a run of the original components, unfolded step by step.

At first there are the parts of the last step and a word over their actions that leads one of them, the *culprit*, into
π. Then one part after the other is replaced by the parts that it was made of: they are played along what the word asks
of them, and the actions that were hidden, which no other part has, are put into the word where they happened. No
search goes beyond the product of one step's parts. In the end the word is over all actions, and every component
finds its own way along it. Each way is a shortest one; the whole run need not be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.engines.explicit.minimised.parts import Part
from quidpro.engines.explicit.shared.traces import moves_of_first, run_into_error, visible, word_lts
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.product import Move, Product
from quidpro.lts.search import search_small
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import Step, Trace


@dataclass(frozen=True)
class Run:
    """A run of parts into π in which the other parts have no say."""

    parts: tuple[Part, ...]
    moves: tuple[Move, ...]

    @property
    def word(self) -> list[str]:
        """The actions, but for silent ones."""
        return list(visible(self.moves))


def run_of(parts: Sequence[Part], budget: Budget) -> Run | None:
    """A shortest run of parts into π."""
    moves = run_into_error([part.lts for part in parts], (), budget)
    return None if moves is None else Run(tuple(parts), tuple(moves))


def run_along(goal: Part, parts: Sequence[Part], budget: Budget) -> Run | None:
    """A run of all parts on a shortest way of one of them into π, if it is easily found."""
    alone = run_of([goal], budget)
    if alone is None:  # its π is in a part that it never reaches
        return None
    guide = word_lts(alone.word, goal.lts.alphabet)
    product = Product([*(part.lts for part in parts), guide])
    found = search_small(product, errors=True, deadlocks=False)
    moves = None if found is None else moves_of_first(len(parts), product, found)
    return None if moves is None else Run(tuple(parts), tuple(moves))


def unfolded_trace(run: Run, system: System, budget: Budget) -> Trace:
    """The run as one of the original components."""
    unfolding = _Unfolding(run, budget)
    unfolding.replace_steps()
    return _assemble(system, unfolding.ways(), unfolding.word)


class _Unfolding:
    """The parts that are left, the word that they follow, and which of them it leads into π."""

    def __init__(self, run: Run, budget: Budget) -> None:
        self.parts = list(run.parts)
        self.budget = budget
        self.word = run.word
        self.culprit = self.parts[run.moves[-1].target.index(ERROR)]

    def replace_steps(self) -> None:
        """Until only components are left."""
        while (step := next((part for part in self.parts if part.parts), None)) is not None:
            self.parts.remove(step)
            self.parts.extend(step.parts)
            moves = self._along(step, step.parts)
            self.word, ends = self._merge(step, moves)
            if ends:
                self.culprit = step.parts[moves[-1].target.index(ERROR)]

    def ways(self) -> dict[str, list[Move]]:
        """The moves of every component along the word; the first one to go wrong is the culprit, and ends the word."""
        while True:
            found = {part.component: self._along(part, [part]) for part in self.parts}
            wrong = [part for part in self.parts if _goes_wrong(found[part.component])]
            first = min(wrong, key=lambda part: self._when_wrong(part, found[part.component]))
            length, _, other = self._when_wrong(first, found[first.component])
            if not other and length == len(self.word):
                return found
            self.culprit = first
            del self.word[length:]

    def _when_wrong(self, part: Part, moves: Sequence[Move]) -> tuple[int, bool, bool]:
        """When a component goes wrong: after how much of the word, silently; and whether it is not the culprit."""
        return len(self._merge(part, moves)[0]), moves[-1].action == TAU_NAME, part is not self.culprit

    def _along(self, whole: Part, parts: Sequence[Part]) -> list[Move]:
        """A shortest run of the parts along what the word asks of the whole; into π if that is the culprit."""
        own = [action for action in self.word if action in whole.lts.labels]
        guilty = whole is self.culprit
        if not own and not guilty:
            return []
        guide = word_lts(own, whole.lts.alphabet, into_error=not guilty)
        moves = run_into_error([part.lts for part in parts], [guide], self.budget)
        assert moves is not None, "what a step does its parts can do"
        return moves

    def _merge(self, whole: Part, moves: Sequence[Move]) -> tuple[list[str], bool]:
        """The word with what happened inside; where something went wrong inside, it ends."""
        rest = iter(self.word)
        merged: list[str] = []
        for move in moves:
            if move.action in whole.lts.labels:
                merged.extend(_up_to_next(rest, whole))
            elif move.action != TAU_NAME:
                merged.append(move.action)
        ends = _goes_wrong(moves)
        return (merged if ends else [*merged, *rest]), ends


def _up_to_next(rest: Iterator[str], whole: Part) -> Iterator[str]:
    """The word up to the next action that a part takes part in."""
    for action in rest:
        yield action
        if action in whole.lts.labels:
            return


def _goes_wrong(moves: Sequence[Move]) -> bool:
    return bool(moves) and moves[-1].is_error


def _assemble(system: System, ways: dict[str, list[Move]], word: Sequence[str]) -> Trace:
    """The ways of all components as one run: each does its silent steps just before the next shared one, or at last."""
    pending = [iter(ways.get(component.name, ())) for component in system.components]
    here = [component.lts.initial for component in system.components]
    states, steps = [tuple(here)], []

    def take(action: str, moves: dict[int, Move]) -> None:
        for c, move in moves.items():
            here[c] = move.target[0]
        steps.append(Step(action, {c: move.moves[0] for c, move in moves.items()}))
        states.append(tuple(here))

    for action in word:
        together = {}
        for c, component in enumerate(system.components):
            if action in component.lts.labels:
                for move in pending[c]:
                    if move.action != TAU_NAME:
                        together[c] = move
                        break
                    take(TAU_NAME, {c: move})
        take(action, together)
    for c, moves in enumerate(pending):
        for move in moves:
            take(TAU_NAME, {c: move})
    return Trace(tuple(c.name for c in system.components), tuple(states), tuple(steps))
