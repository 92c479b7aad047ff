"""One premise: is this relation a simulation between a joint of parts and a goal? (pAGAR, Definition 5)

The relation has to contain the initial pair. For each of its pairs the marks agree, and each transition of the joint is
answered by one of the goal, to a distribution with a weight function inside the relation. Where the goal does not know
an action it answers by staying, as a completed specification does; an assumption knows all that its part does.

What some parts do together is the same in all pairs in which these parts and the goal are in the same states: such
pairs are asked together, by tables. Whether there is a weight function depends on the weights and on who is related
to whom; each such case is looked at once. Weights are Python's integers, on the scales of both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from quidpro.certify.conclusion import Rejected
from quidpro.certify.probabilistic.flow import has_weight_function
from quidpro.certify.probabilistic.parts import Circle, Joint, Part, Row
from quidpro.certify.probabilistic.relation import Flags, Longs, Relation
from quidpro.core.budget import Budget

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
    """Their places in the relation."""
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
            asked = list(self._questions(circle))
            tried = 0
            while asked:
                asked = [question for some in self._slices(asked, tried) for question in self._unanswered(some, tried)]
                tried += 1

    def _compare_marks(self) -> None:
        for pairs in self.related.alike([*self.joint.marked, -1]):
            *states, own = self.related.table[pairs[0]].tolist()
            if self.joint.marks(self.joint.code(states)) != self.goal.marks[own]:
                raise Rejected(f"{self.what}: {self._named(pairs[0])} have different marks")

    def _questions(self, circle: Circle) -> Iterator[_Question]:
        for pairs in self.related.alike([*circle.who, -1]):
            *states, own = self.related.table[pairs[0]].tolist()
            for action, total, row in circle.moves(states):
                yield _Question(action, pairs, total, row, own, self._answers(own, action))

    def _answers(self, state: int, action: str) -> Sequence[Row]:
        if self.completed and action not in self.goal.alphabet:
            return [((state, self.goal.scale),)]
        return self.goal.moves[state].get(action, ())

    def _slices(self, asked: Iterable[_Question], tried: int) -> Iterator[list[_Question]]:
        """Questions with as many states on both sides, not too many at once; one without another answer is refused."""
        waiting: dict[tuple[int, int], list[_Question]] = {}
        cells: Counter[tuple[int, int]] = Counter()
        for question in asked:
            if len(question.answers) <= tried:
                raise Rejected(f"{self.what}: {self._named(question.pairs[0])}: nothing answers {question.action}")
            shape = len(question.row), len(question.answers[tried])
            waiting.setdefault(shape, []).append(question)
            cells[shape] += len(question.pairs) * prod(shape)
            if cells[shape] > _SLICE:
                yield waiting.pop(shape)
                del cells[shape]
        yield from waiting.values()

    def _unanswered(self, asked: Sequence[_Question], tried: int) -> list[_Question]:
        """The questions again, for the pairs in which this answer does not do."""
        self.budget.check()
        kind = self.related.numbers.dtype
        changes = np.array([self._changes(question, tried) for question in asked], dtype=kind)
        pairs = np.concatenate([question.pairs for question in asked])
        which = np.repeat(np.arange(len(asked)), [len(question.pairs) for question in asked])
        held = self.related.has(self.related.numbers[pairs][:, None] + changes[which])
        missed = self._unmatched(asked, tried, which, held)
        left: dict[int, list[int]] = {}
        for number, pair in zip(which[missed].tolist(), pairs[missed].tolist(), strict=True):
            left.setdefault(number, []).append(pair)
        return [asked[number]._replace(pairs=np.array(some)) for number, some in left.items()]

    def _unmatched(self, asked: Sequence[_Question], tried: int, which: Longs, held: Flags) -> Longs:
        """Where there is no weight function: not all pairs are related, and no flow does; nor can it for one state."""
        doubtful = np.flatnonzero(~held.all(axis=1))
        if not len(doubtful) or len(asked[0].row) == 1 or len(asked[0].answers[tried]) == 1:
            return doubtful
        numbers: dict[object, int] = {}
        weights = np.array([numbers.setdefault(_weights(one, tried), len(numbers)) for one in asked])
        cases = np.column_stack((weights[which[doubtful]], np.packbits(held[doubtful], axis=1)))
        _, first, case = np.unique(cases, axis=0, return_index=True, return_inverse=True)
        wrong = np.array([not self._fits(asked[which[k]], tried, held[k]) for k in doubtful[first]])
        return np.compress(wrong[case.ravel()], doubtful)

    def _changes(self, question: _Question, tried: int) -> list[int]:
        """How the number of a pair changes to that of each pair of states behind a transition and its answer."""
        states = self.goal.states
        answer = question.answers[tried]
        return [change * states + goal - question.state for change, _ in question.row for goal, _ in answer]

    def _fits(self, question: _Question, tried: int, held: Flags) -> bool:
        left, right, total = _weights(question, tried)
        places = [np.flatnonzero(row).tolist() for row in held.reshape(len(left), len(right))]
        scale = self.goal.scale
        return has_weight_function([weight * scale for weight in left], [weight * total for weight in right], places)

    def _named(self, pair: int) -> str:
        *states, own = self.related.table[pair].tolist()
        return f"the states ({', '.join(map(str, states))}) and {own}"


def _weights(question: _Question, tried: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The weights of a transition and of its answer, and what those of the transition sum to."""
    answer = question.answers[tried]
    return tuple([weight for _, weight in question.row]), tuple([weight for _, weight in answer]), question.total
