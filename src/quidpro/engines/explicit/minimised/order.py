"""In which order parts are composed, chosen from the synchronisation graph and by trying.

Parts that share an action are neighbours. Of the pairs of neighbours the most promising, by an estimate from their
alphabets and sizes, are composed and reduced for a try, within a cap on the size of the product, and the one that
grows least is taken. ("Smart reduction", Crouzen and Lang 2011, goes by estimates alone; small products cost less
than estimates that go wrong.) Growth is measured against the larger of the two: so a property swallows its neighbours
one by one, and a chain is eaten from the end that says what comes, not from the middle, where anything may come.

There are two orders: one grows the part that has π, so that it ends as soon as those that matter are in it; the other
takes any pair. When no pair fits under the cap the next order is tried, with larger caps as it goes; what was
composed before is kept. A part without π that shares no action with those that have it, directly or through others, can
neither help nor hurt and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from quidpro.core.errors import TooManyStates
from quidpro.engines.explicit.minimised.parts import Part, compose_parts
from quidpro.engines.explicit.minimised.unfold import Run, run_along, run_of
from quidpro.engines.explicit.shared.rounds import Log
from quidpro.verdict.rounds import Round

ORDERS = (
    (5_000, True),
    (50_000, True),
    (50_000, False),
    (500_000, True),
    (500_000, False),
    (None, True),
)
"""How large a product may get, and whether only the part that has π is grown, in turn."""
MAX_TRIED = 6
"""At most this many pairs are tried before one is taken."""

Pair = tuple[Part, Part]


class NoStep(Exception):
    """No pair fits under the cap."""


class Composer:
    """Composes the components of a system, step by step, until π is out of reach or reached by one part alone."""

    def __init__(self, components: Sequence[Part], log: Log, *, shortcuts: bool = True) -> None:
        self.log = log
        self.shortcuts = shortcuts
        self.parts = list(components)
        self.names = {part: part.component for part in components}
        """The names of the parts, also of those composed on the way."""
        self.steps: list[Part] = []
        """The steps, in order, that led from the components to the parts."""
        self._composed: dict[tuple[Pair, bool], Part] = {}
        self._too_large: dict[Pair, int] = {}

    def run(self) -> Run | None:
        """A run of parts into π that the others do not prevent; None when there is none."""
        self._prepare()
        start, prepared = self.parts, self.steps
        for cap, goal_only in ORDERS:
            self.parts, self.steps = start, list(prepared)
            try:
                return self._in_order(cap, goal_only=goal_only)
            except NoStep:
                continue
        raise AssertionError("without a cap every pair fits")

    def _prepare(self) -> None:
        """Each component by itself: what it alone does is hidden, and it is reduced; if that makes a difference."""
        for part in self.parts:
            reduced = self._compose((part,), None)
            hides = len(reduced.lts.alphabet) < len(part.lts.alphabet)
            if reduced.size < part.size or (part.lts.has_error and hides):
                self._take(reduced, (part,))

    def _in_order(self, cap: int | None, *, goal_only: bool) -> Run | None:
        while any(part.lts.has_error for part in self.parts):
            wrong = next((part for part in self.parts if part.is_wrong), None)
            if wrong is not None:
                return run_of([wrong], self.log.budget)
            if self.shortcuts and (run := self._shortcut()) is not None:
                return run
            pairs = combinations(self._relevant(), 2)
            pair = self._best([pair for pair in pairs if _fits(pair, goal_only=goal_only)], cap)
            self._take(self._result(pair), pair)
        return None

    def _shortcut(self) -> Run | None:
        """A run of all parts on the way that one of them goes into π, if it is easily found; asked now and then."""
        count = len(self.steps)
        if count & (count - 1):
            return None
        parts = self._relevant()
        wrong = (part for part in parts if part.lts.has_error)
        runs = (run_along(part, parts, self.log.budget) for part in wrong)
        return next((run for run in runs if run is not None), None)

    def _relevant(self) -> list[Part]:
        """The parts with π and those that share actions with them, directly or through others."""
        found = [part for part in self.parts if part.lts.has_error]
        left = [part for part in self.parts if not part.lts.has_error]
        for part in found:
            near = [other for other in left if _shared(part, other)]
            found.extend(near)
            left = [other for other in left if other not in near]
        return found

    def _best(self, pairs: Sequence[Pair], cap: int | None) -> Pair:
        """The pair that grows least of the most promising that fit under the cap; like pairs are tried once."""
        classes = {self._estimate(pair): pair for pair in reversed(pairs)}
        fitting = self._fitting([classes[estimate] for estimate in sorted(classes)], cap)
        tried = [pair for _, pair in zip(range(MAX_TRIED), fitting, strict=False)]
        if not tried:
            raise NoStep
        return min(tried, key=self._merit)

    def _fitting(self, pairs: Sequence[Pair], cap: int | None) -> Iterator[Pair]:
        for pair in pairs:
            key = pair, self._only_error(pair)
            if key not in self._composed and (cap is None or self._too_large.get(pair, 0) < cap):
                try:
                    self._composed[key] = self._compose(pair, cap)
                except TooManyStates as error:
                    self._too_large[pair] = error.limit
            if key in self._composed:
                yield pair

    def _result(self, pair: Pair) -> Part:
        return self._composed[pair, self._only_error(pair)]

    def _only_error(self, parts: Sequence[Part]) -> bool:
        """Whether no other part has π: then what cannot go wrong any more is of no interest."""
        return not any(part.lts.has_error for part in self.parts if part not in parts)

    def _compose(self, parts: Sequence[Part], cap: int | None) -> Part:
        outside = set().union(*(part.lts.alphabet for part in self.parts if part not in parts))
        part = compose_parts(parts, outside, only_error=self._only_error(parts), budget=self.log.budget, max_states=cap)
        self.log.stats.states_explored += part.product_states
        self.log.stats.transitions_explored += part.product_transitions
        return part

    def _estimate(self, pair: Pair) -> tuple[float, int, int, int]:
        """How large the pair may stay, roughly: the product of the sizes, less for every action that is hidden."""
        first, second = pair
        outside = set().union(*(part.lts.alphabet for part in self.parts if part not in pair))
        both = set(first.lts.alphabet) | set(second.lts.alphabet)
        kept = len(both & outside)
        states = first.lts.states * second.lts.states
        return states * kept / len(both), kept, len(both), max(first.lts.states, second.lts.states)

    def _merit(self, pair: Pair) -> tuple[bool, int, float, int]:
        """What makes the way to π longer comes first, then what shares most actions, then what grows least."""
        composed = self._result(pair)
        growth = composed.size / max(part.size for part in pair)
        helps = composed.product_way > min(part.way for part in pair)
        return not helps, -len(_shared(*pair)), growth, composed.size

    def _take(self, new: Part, old: Sequence[Part]) -> None:
        """A step is done: the new part stands for the old ones."""
        self.parts = [part for part in self.parts if part not in old] + [new]
        self.steps.append(new)
        if new in self.names:
            return
        stats = self.log.stats
        stats.iterations += 1
        self.names[new] = self._fresh(f"S{stats.iterations}")
        text = f"{self.names[new]} = {' ∥ '.join(self.names[part] for part in old)}"
        counts = new.lts.states, new.product_states, new.product_transitions
        stats.rounds.append(Round(stats.iterations, text, *counts, premise=1))
        self.log.events(stats.rounds[-1])

    def _fresh(self, name: str) -> str:
        while name in self.names.values():
            name += "'"
        return name


def _shared(first: Part, second: Part) -> set[str]:
    return set(first.lts.alphabet) & set(second.lts.alphabet)


def _fits(pair: Pair, *, goal_only: bool) -> bool:
    """Neighbours; with ``goal_only`` one of them has π."""
    return bool(_shared(*pair)) and (not goal_only or any(part.lts.has_error for part in pair))
