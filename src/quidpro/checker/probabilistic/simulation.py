"""One premise: is this relation a simulation between a joint of parts and a goal? (pAGAR, Definition 5)

The relation has to contain the initial pair. For each of its pairs the marks agree, and each transition of the joint is
answered by one of the goal, to a distribution with a weight function inside the relation. Where the goal does not know
an action it answers by staying, as a completed specification does; an assumption knows all that its part does.

What a certificate lists becomes tables. A pair of states is one number, in the mixed radix of the joint with the goal's
state as the lowest digit, so that a transition is the same change of it wherever it is taken. The numbers are 64-bit
integers as long as all pairs that there could be have one, and Python's integers beyond that; both are exact.

What some parts do together is the same in all pairs in which these parts and the goal are in the same states: such
pairs are checked together, in tables. Whether there is a weight function depends on the weights and on which states
are related; each such case is looked at once. Weights are Python's integers, on the scales of both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quidpro.checker.conclusion import Rejected
from quidpro.checker.probabilistic.flow import has_weight_function
from quidpro.checker.probabilistic.parts import Circle, Joint, Part, Row
from quidpro.core.budget import Budget

Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[Any]
"""64-bit integers, or Python's where those do not suffice."""

_MAX_NUMBER = 1 << 62


@dataclass(frozen=True)
class Relation:
    """Pairs by their numbers, ascending, none twice; a row of the table has the parts' states, and last the goal's."""

    table: Longs
    numbers: Numbers

    @classmethod
    def read(cls, rows: Any, joint: Joint, goal: Part, what: str) -> Relation:
        """The rows of a certificate; what is no pair of states is refused."""
        sizes = [*(part.states for part in joint.parts), goal.states]
        table = _table(rows, sizes, what)
        whole = joint.size * goal.states
        numbers = np.zeros(len(table), dtype=np.int64 if whole < _MAX_NUMBER else object)
        for column, factor in enumerate((*(radix * goal.states for radix in joint.radix), 1)):
            numbers = numbers + table[:, column].astype(numbers.dtype) * factor
        different, first = np.unique(numbers, return_index=True)
        return cls(table[first], different)

    def has(self, numbers: Numbers) -> Flags:
        """Which of these pairs are in the relation."""
        if not len(self.numbers):
            return np.zeros(numbers.shape, dtype=np.bool_)
        index = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
        return np.asarray(self.numbers[index] == numbers, dtype=np.bool_)

    def alike(self, columns: Sequence[int]) -> list[Longs]:
        """The pairs that have the same states in these columns, together."""
        kind = np.zeros(len(self.table), dtype=np.int64)
        for column in columns:
            wide = kind * (int(self.table[:, column].max()) + 1) + self.table[:, column]
            kind = np.unique(wide, return_inverse=True)[1]
        order = np.argsort(kind, kind="stable")
        return np.split(order, np.flatnonzero(np.diff(kind[order])) + 1)


def _table(rows: Any, sizes: Sequence[int], what: str) -> Longs:
    width = len(sizes)
    if not isinstance(rows, list):
        raise Rejected(f"{what} has no relation")
    if set(map(type, rows)) - {list} or set(map(len, rows)) - {width}:
        raise Rejected(f"{what}: a pair of the relation needs {width} states")
    strange = set(map(type, chain.from_iterable(rows))) - {int}
    if strange:
        wrong = next(state for row in rows for state in row if type(state) is not int)
        raise _no_state(wrong, what)
    try:
        table = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=len(rows) * width).reshape(-1, width)
    except OverflowError:
        raise _no_state(max(chain.from_iterable(rows), key=abs), what) from None
    outside = (table < 0) | (table >= np.array(sizes, dtype=np.int64))
    if outside.any():
        raise _no_state(table[outside][0], what)
    return table


def _no_state(state: object, what: str) -> Rejected:
    return Rejected(f"{what}: the relation speaks of the state {str(state)[:40]}, which does not exist")


_SLICE = 1 << 18
"""Pairs of states that are looked up at once."""


def check_simulation(joint: Joint, goal: Part, rows: Any, *, completed: bool, what: str, budget: Budget) -> None:
    """Refuse what is no simulation; a row of the certificate has the states of the parts, and last that of the goal."""
    related = Relation.read(rows, joint, goal, what)
    if not related.has(np.array([joint.initial * goal.states + goal.initial], dtype=related.numbers.dtype))[0]:
        raise Rejected(f"{what}: the initial states are not in the relation")
    _Check(joint, goal, related, completed, what, budget).run()


class _Question(NamedTuple):
    """A transition of the joint that some pairs have, and the distributions by which the goal may answer it."""

    action: str
    pairs: Longs
    """Their indices in the relation."""
    total: int
    row: Sequence[tuple[int, int]]
    """Changes of the number of the joint's state, with their weights."""
    state: int
    answers: Sequence[Row]


class _Check:
    def __init__(self, joint: Joint, goal: Part, related: Relation, completed: bool, what: str, budget: Budget) -> None:
        self.joint, self.goal = joint, goal
        self.related, self.completed = related, completed
        self.what, self.budget = what, budget

    def run(self) -> None:
        """All pairs, circle by circle."""
        self._compare_marks()
        for circle in self.joint.circles:
            questions = list(self._questions(circle))
            tried = 0
            while questions:
                questions = [
                    question for some in self._slices(questions, tried) for question in self._unanswered(some, tried)
                ]
                tried += 1

    def _compare_marks(self) -> None:
        for pairs in self.related.alike([*self.joint.marked, -1]):
            *states, own = self.related.table[pairs[0]].tolist()
            if self.joint.marks(self.joint.code(states)) != self.goal.marks[own]:
                raise Rejected(f"{self.what}: {self._describe(pairs[0])} have different marks")

    def _questions(self, circle: Circle) -> Iterator[_Question]:
        for pairs in self.related.alike([*circle.members, -1]):
            *states, own = self.related.table[pairs[0]].tolist()
            for action, total, row in circle.moves(states):
                answers = self.goal.answers(own, action, completed=self.completed)
                yield _Question(action, pairs, total, row, own, answers)

    def _slices(self, questions: Iterable[_Question], tried: int) -> Iterator[list[_Question]]:
        """Questions with as many states on both sides, not too many at once; one without another answer is refused."""
        waiting: dict[tuple[int, int], list[_Question]] = {}
        cells: Counter[tuple[int, int]] = Counter()
        for question in questions:
            if len(question.answers) <= tried:
                raise Rejected(f"{self.what}: {self._describe(question.pairs[0])}: nothing answers {question.action}")
            shape = len(question.row), len(question.answers[tried])
            waiting.setdefault(shape, []).append(question)
            cells[shape] += len(question.pairs) * prod(shape)
            if cells[shape] > _SLICE:
                yield waiting.pop(shape)
                del cells[shape]
        yield from waiting.values()

    def _unanswered(self, questions: Sequence[_Question], tried: int) -> list[_Question]:
        """The questions again, for the pairs in which this answer does not do."""
        self.budget.check()
        kind = self.related.numbers.dtype
        changes = np.array([self._changes(question, tried) for question in questions], dtype=kind)
        pairs = np.concatenate([question.pairs for question in questions])
        which = np.repeat(np.arange(len(questions)), [len(question.pairs) for question in questions])
        held = self.related.has(self.related.numbers[pairs][:, None] + changes[which])
        missed = self._unmatched(questions, tried, which, held)
        left: dict[int, list[int]] = {}
        for number, pair in zip(which[missed].tolist(), pairs[missed].tolist(), strict=True):
            left.setdefault(number, []).append(pair)
        return [questions[number]._replace(pairs=np.array(some)) for number, some in left.items()]

    def _unmatched(self, questions: Sequence[_Question], tried: int, which: Longs, held: Flags) -> Longs:
        """Where there is no weight function: not all pairs are related, and a side has one state or no flow exists."""
        doubtful = np.flatnonzero(~held.all(axis=1))
        if not len(doubtful) or len(questions[0].row) == 1 or len(questions[0].answers[tried]) == 1:
            return doubtful
        numbers: dict[object, int] = {}
        weights = np.array([numbers.setdefault(_weights(one, tried), len(numbers)) for one in questions])
        cases = np.column_stack((weights[which[doubtful]], np.packbits(held[doubtful], axis=1)))
        _, first, case = np.unique(cases, axis=0, return_index=True, return_inverse=True)
        wrong = np.array([not self._fits(questions[which[k]], tried, held[k]) for k in doubtful[first]])
        return np.compress(wrong[case.ravel()], doubtful)

    def _changes(self, question: _Question, tried: int) -> list[int]:
        """How the number of a pair changes to that of each pair of states behind a transition and its answer."""
        states = self.goal.states
        answer = question.answers[tried]
        return [change * states + goal - question.state for change, _ in question.row for goal, _ in answer]

    def _fits(self, question: _Question, tried: int, held: Flags) -> bool:
        left, right, total = _weights(question, tried)
        related = [np.flatnonzero(row).tolist() for row in held.reshape(len(left), len(right))]
        scale = self.goal.scale
        return has_weight_function([weight * scale for weight in left], [weight * total for weight in right], related)

    def _describe(self, pair: int) -> str:
        *states, own = self.related.table[pair].tolist()
        return f"the states ({', '.join(map(str, states))}) and {own}"


def _weights(question: _Question, tried: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The weights of a transition and of its answer, and what those of the transition sum to."""
    answer = question.answers[tried]
    return tuple([weight for _, weight in question.row]), tuple([weight for _, weight in answer]), question.total
