"""Assumptions as SAT: two ways to say which state a word leads to (ACR, chapter 6.1).

Each assumption has room for a number of states, and the error state. A word of the constraints is a node of a tree,
whose root, node 0, is the empty word; the state that stands for it is either one-hot (one variable a state) or binary
(the vectors of the thesis). The
one-hot form also numbers states in the order in which a breadth-first walk meets them, so that no assumption is found
twice under other numbers. A counter over the states in use bounds their number by an assumption of the SAT call:
clauses are only ever added. Error states are not counted (erratum 10 of docs/papers.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, pairwise, repeat

import numpy as np
from pysat.card import ITotalizer
from pysat.formula import IDPool
from pysat.solvers import Glucose4

from quidpro.core.budget import Budget
from quidpro.learning.dfa import SINK, Dfa

Word = tuple[str, ...]
Model = list[int]
"""A literal for each variable, from the first on: negative where it is false."""


@dataclass(frozen=True)
class Member:
    """An atomic constraint: the word is (``+``) or is not (``-``) in the language of an assumption."""

    word: Word
    part: int
    positive: bool

    def __str__(self) -> str:
        return f"{'+' if self.positive else '-'}(<{', '.join(self.word)}>, {self.part + 1})"


Constraint = tuple[Member, ...]
"""A disjunction."""


class Encoding(ABC):
    """The SAT instance for assumptions of at most ``room`` states each."""

    turn: int
    """Conflicts after which it is another encoding's turn, if there is one: they take about as long in each."""

    def __init__(self, alphabets: list[tuple[str, ...]], room: int, in_order: Sequence[Sequence[int]] = ()) -> None:
        self.alphabets = alphabets
        self.room = room
        self.ids = IDPool()
        self.solver = Glucose4()
        self._nodes: list[dict[tuple[int, str], int]] = [{} for _ in alphabets]
        """The number of the node behind each node by each letter."""
        self._waiting: list[Constraint] = []
        """Constraints that become clauses when the solver is asked, which it may never be."""
        for part, alphabet in enumerate(alphabets):
            for state in range(2, room):
                self.solver.add_clause([-self.used(part, state), self.used(part, state - 1)])
            self.structure(part, len(alphabet))
            self.root(part)
        for parts in in_order:
            self._order(parts)
        used = [self.used(part, state) for part in range(len(alphabets)) for state in range(1, room)]
        self._more_than = self._counted(used) if used else []

    def _order(self, parts: Sequence[int]) -> None:
        """None of these has an assumption with more states than one before it."""
        for larger, smaller in pairwise(parts):
            for state in range(1, self.room):
                self.solver.add_clause([-self.used(smaller, state), self.used(larger, state)])

    def _counted(self, used: list[int]) -> list[int]:
        """Literals that more than 0, 1, … of these are true."""
        counter = ITotalizer(lits=used, ubound=len(used) - 1, top_id=self.ids.top)
        self.ids.occupy(self.ids.top + 1, counter.top_id)
        for clause in counter.cnf.clauses:
            self.solver.add_clause(clause)
        return list(counter.rhs)

    @property
    def error(self) -> int:
        """The number of the error state."""
        return self.room

    def used(self, part: int, state: int) -> int:
        """The literal that a state is in use."""
        return int(self.ids.id(("used", part, state)))

    @abstractmethod
    def structure(self, part: int, letters: int) -> None:
        """Every state has exactly one successor by each letter; successors are in use."""

    @abstractmethod
    def root(self, part: int) -> None:
        """The empty word leads to state 0."""

    @abstractmethod
    def node(self, part: int, node: int, parent: int, letter: int) -> None:
        """A word leads where its last letter leads from where the word before it led; the error state is not left."""

    @abstractmethod
    def is_error(self, part: int, node: int) -> int:
        """The literal that a word leads to the error state."""

    @abstractmethod
    def target(self, part: int, state: int, letter: int, model: Model) -> int:
        """Where a letter leads in a model; SINK for the error state."""

    def add(self, constraint: Constraint) -> None:
        """One more constraint."""
        self._waiting.append(constraint)

    def _encode(self, constraint: Constraint) -> None:
        """One more clause, over nodes that are made as they are met."""
        literals = []
        for member in constraint:
            error = self.is_error(member.part, self._node(member.part, member.word))
            literals.append(-error if member.positive else error)
        self.solver.add_clause(literals)

    def _node(self, part: int, word: Word) -> int:
        """The node of a word."""
        nodes, node = self._nodes[part], 0
        for letter in word:
            parent, node = node, nodes.get((node, letter), 0)
            if not node:
                node = nodes[parent, letter] = len(nodes) + 1
                self.node(part, node, parent, self.alphabets[part].index(letter))
        return node

    def solve(self, size: int, conflicts: int) -> bool | None:
        """Whether there are assumptions with at most ``size`` states in all; None if that takes more conflicts."""
        for constraint in self._waiting:
            self._encode(constraint)
        self._waiting.clear()
        extra = size - len(self.alphabets)
        bound = [-self._more_than[extra]] if extra < len(self._more_than) else []
        self.solver.conf_budget(conflicts)
        answer: bool | None = self.solver.solve_limited(assumptions=bound, expect_interrupt=True)
        return answer

    def assumptions(self) -> list[Dfa]:
        """Those that were found last."""
        model = self.solver.get_model()
        return [self._assumption(part, model) for part in range(len(self.alphabets))]

    def _assumption(self, part: int, model: Model) -> Dfa:
        """The states that can be reached, numbered as they are met."""
        letters = range(len(self.alphabets[part]))
        number = {0: 0}
        rows: list[list[int]] = []
        for state in (order := [0]):
            row = []
            for letter in letters:
                target = self.target(part, state, letter, model)
                if target != SINK and target not in number:
                    number[target] = len(number)
                    order.append(target)
                row.append(SINK if target == SINK else number[target])
            rows.append(row)
        return Dfa(np.array(rows, dtype=np.int32).reshape(len(rows), len(letters)))


class OneHot(Encoding):
    """One variable for each state a word may lead to, and for each target of a state and a letter."""

    turn = 500

    def _step(self, part: int, state: int, letter: int, target: int) -> int:
        return int(self.ids.id(("step", part, state, letter, target)))

    def _at(self, part: int, node: int, state: int) -> int:
        return int(self.ids.id(("at", part, node, state)))

    def _met(self, part: int, moment: int, state: int) -> int:
        return int(self.ids.id(("met", part, moment, state)))

    def structure(self, part: int, letters: int) -> None:
        """Exactly one target each; states are preferred to stay where they are."""
        phases = []
        for state in range(self.room):
            for letter in range(letters):
                targets = [self._step(part, state, letter, target) for target in range(self.room + 1)]
                self._exactly_one(targets)
                phases.append(targets[state])
                for target in range(1, self.room):
                    self.solver.add_clause([-targets[target], self.used(part, target)])
        self.solver.set_phases(phases)
        self._number_states(part, letters)

    def _number_states(self, part: int, letters: int) -> None:
        """A state is first met only after the one before it was."""
        add = self.solver.add_clause
        for state in range(1, self.room):
            add([-self._met(part, 0, state)])
        for moment, (source, letter) in enumerate((s, a) for s in range(self.room) for a in range(letters)):
            for target in range(1, self.room):
                now, then = self._met(part, moment, target), self._met(part, moment + 1, target)
                step = self._step(part, source, letter, target)
                add([-now, then])
                add([-step, then])
                add([-then, now, step])
                if target > 1:
                    add([-step, now, self._met(part, moment, target - 1)])

    def _exactly_one(self, literals: list[int]) -> None:
        self.solver.add_clause(literals)
        for i, one in enumerate(literals):
            for other in literals[i + 1 :]:
                self.solver.add_clause([-one, -other])

    def root(self, part: int) -> None:
        """State 0 and no other."""
        self._exactly_one([self._at(part, 0, state) for state in range(self.room + 1)])
        self.solver.add_clause([self._at(part, 0, 0)])

    def node(self, part: int, node: int, parent: int, letter: int) -> None:
        """One state for the word, by the step from the state before."""
        here = [self._at(part, node, state) for state in range(self.room + 1)]
        before = [self._at(part, parent, state) for state in range(self.room + 1)]
        self._exactly_one(here)
        self.solver.add_clause([-before[self.error], here[self.error]])
        for state in range(self.room):
            for target in range(self.room + 1):
                self.solver.add_clause([-before[state], -self._step(part, state, letter, target), here[target]])

    def is_error(self, part: int, node: int) -> int:
        """A variable of its own."""
        return self._at(part, node, self.error)

    def target(self, part: int, state: int, letter: int, model: Model) -> int:
        """The one target that is true."""
        return next((t for t in range(self.room) if model[self._step(part, state, letter, t) - 1] > 0), SINK)


class Binary(Encoding):
    """The thesis' form: states as bit vectors, for words and for the targets of a state and a letter."""

    turn = 2_000

    @property
    def _width(self) -> int:
        return self.room.bit_length()

    def _bits(self, *key: object) -> list[int]:
        return [int(self.ids.id((*key, bit))) for bit in range(self._width)]

    def _differs(self, bits: list[int], value: int) -> list[int]:
        """A clause that the bits do not spell the value."""
        return [-bit if value >> i & 1 else bit for i, bit in enumerate(bits)]

    def _valid(self, bits: list[int]) -> None:
        for value in range(self.room + 1, 1 << self._width):
            self.solver.add_clause(self._differs(bits, value))

    def structure(self, part: int, letters: int) -> None:
        """A vector for each target; the states that it spells are in use."""
        for state in range(self.room):
            for letter in range(letters):
                bits = self._bits("step", part, state, letter)
                self._valid(bits)
                for target in range(1, self.room):
                    self.solver.add_clause([*self._differs(bits, target), self.used(part, target)])

    def root(self, part: int) -> None:
        """All bits are zero."""
        for bit in self._bits("at", part, 0):
            self.solver.add_clause([-bit])

    def node(self, part: int, node: int, parent: int, letter: int) -> None:
        """If the word before spells a state, this one spells the target of that state."""
        here, before = self._bits("at", part, node), self._bits("at", part, parent)
        self._valid(here)
        for state in range(self.room):
            elsewhere = self._differs(before, state)
            for mine, step in zip(here, self._bits("step", part, state, letter), strict=True):
                self.solver.add_clause([*elsewhere, -step, mine])
                self.solver.add_clause([*elsewhere, step, -mine])
        for i, bit in enumerate(here):
            self.solver.add_clause([*self._differs(before, self.error), bit if self.error >> i & 1 else -bit])

    def is_error(self, part: int, node: int) -> int:
        """A variable that is true exactly when the bits spell the error state."""
        bits = self._bits("at", part, node)
        wrong = int(self.ids.id(("error", part, node)))
        differs = self._differs(bits, self.error)
        self.solver.add_clause([*differs, wrong])
        for literal in differs:
            self.solver.add_clause([-wrong, -literal])
        return wrong

    def target(self, part: int, state: int, letter: int, model: Model) -> int:
        """What the bits spell."""
        bits = self._bits("step", part, state, letter)
        value = sum(1 << i for i, bit in enumerate(bits) if model[bit - 1] > 0)
        return SINK if value == self.error else value


ENCODINGS: dict[str, tuple[type[Encoding], ...]] = {
    "onehot": (OneHot,),
    "binary": (Binary,),
    "both": (Binary, OneHot),
}
"""Those that take turns: models are found sooner in binary, and refuted sooner one-hot, where states are numbered."""


def in_turns(
    encodings: Sequence[Encoding],
    size: int,
    budget: Budget,
    after_turn: Callable[[], None] = lambda: None,
    head_start: int = 0,
) -> list[Dfa] | None:
    """Assumptions of at most this size, or None; the encodings take turns, and the budget is checked between them.

    The first has a head start of so many turns.
    """
    for encoding in chain(repeat(encodings[0], head_start), cycle(encodings)):
        budget.check()
        answer = encoding.solve(size, encoding.turn)
        if answer is not None:
            return encoding.assumptions() if answer else None
        after_turn()
    raise AssertionError("there is an encoding")
