"""What a run does again and again, drawn once.

A piece of the run is folded when it is repeated at once with the same actions, the same movers and the same states of
all processes and rows, before and after every step. A property may count on meanwhile. After the repetitions the piece
may begin once more without coming to its end: that is its tail. The last step is never folded, and nothing
is folded across the beginning of a loop. A piece is folded as often as it goes; of all ways to do so, one that leaves
the fewest steps to draw is taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from quidpro.verdict.chart import Chart, Position

_LEAST = 2
"""Fewer steps are not worth a fold."""
_MOST_WORK = 2_000_000
"""Pairs of steps that are compared; in long runs only short pieces are looked for."""


@dataclass(frozen=True)
class Fold:
    """The steps from ``start``, so many, are there ``times`` times; ``tail`` more begin the piece again."""

    start: int
    length: int
    times: int
    tail: int = 0

    @property
    def end(self) -> int:
        """The first step after the repetitions and the tail."""
        return self.start + self.length * self.times + self.tail

    @property
    def saved(self) -> int:
        """How many steps need not be drawn."""
        return self.end - self.start - self.length


@dataclass(frozen=True)
class Line:
    """A line of the drawing: a step; or the steps up to ``last`` that go like those from ``like`` on."""

    step: int
    last: int
    like: int | None = None


def folds(chart: Chart) -> list[Fold]:
    """The best folds of a run, in order, none inside another."""
    return best_folds(step_keys(chart))


def step_keys(chart: Chart) -> list[Hashable]:
    """What must be equal of two steps to take one for the other."""
    processes = [i for i, lane in enumerate(chart.lanes) if lane.kind == "process"]
    states = [_state(position, processes) for position in chart.positions]
    return [
        (
            chart.loop is not None and i >= chart.loop,
            states[i],
            step.action,
            tuple(move.lane for move in step.moves),
            states[i + 1],
        )
        for i, step in enumerate(chart.steps)
    ]


def _state(position: Position, processes: Sequence[int]) -> Hashable:
    return tuple((position.numbers or position.states)[i] for i in processes), position.values


def best_folds(keys: Sequence[Hashable]) -> list[Fold]:
    """The folds of a sequence that leave the least of it; its last item stays as it is."""
    count = max(0, len(keys) - 1)
    starting = _starting(keys, count)
    saved = [0] * (count + 1)
    choice: list[Fold | None] = [None] * count
    for i in range(count - 1, -1, -1):
        saved[i] = saved[i + 1]
        for fold in starting[i]:
            if (worth := fold.saved + saved[fold.end]) > saved[i]:
                saved[i], choice[i] = worth, fold
    return _chosen(choice, count)


def _chosen(choice: Sequence[Fold | None], count: int) -> list[Fold]:
    found, i = [], 0
    while i < count:
        fold = choice[i]
        if fold is not None:
            found.append(fold)
        i = i + 1 if fold is None else fold.end
    return found


def _starting(keys: Sequence[Hashable], count: int) -> list[list[Fold]]:
    """The folds that begin at each step: as often as a piece of each length goes, with and without tail."""
    numbers: dict[Hashable, int] = {}
    items = [numbers.setdefault(key, len(numbers)) for key in keys[:count]]
    found: list[list[Fold]] = [[] for _ in items]
    for length in range(1, min(len(items) // 2, _MOST_WORK // max(1, len(items))) + 1):
        equal = 0
        for i in range(len(items) - length - 1, -1, -1):
            equal = equal + 1 if items[i] == items[i + length] else 0
            if equal >= max(length, _LEAST):
                found[i] += _of_length(i, length, *divmod(equal, length))
    return found


def _of_length(start: int, length: int, more: int, tail: int) -> Iterable[Fold]:
    yield Fold(start, length, more + 1)
    if tail:
        yield Fold(start, length, more + 1, tail)


def lines(count: int, folded: Sequence[Fold]) -> list[Line]:
    """What is drawn of so many steps: each that is not folded away, and a line for each tail."""
    found, i = [], 0
    for fold in folded:
        piece = fold.start + fold.length
        found += [Line(k, k) for k in range(i, piece)]
        if fold.tail:
            found.append(Line(fold.end - fold.tail, fold.end - 1, like=fold.start))
        i = fold.end
    return found + [Line(k, k) for k in range(i, count)]


def unfold(count: int, folded: Sequence[Fold]) -> list[int]:
    """For each of so many steps the step that is drawn in its place."""
    drawn = list(range(count))
    for fold in folded:
        for k in range(fold.start, fold.end):
            drawn[k] = fold.start + (k - fold.start) % fold.length
    return drawn
