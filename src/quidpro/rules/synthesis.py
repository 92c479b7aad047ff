"""GenAssmp: the smallest assumptions that satisfy membership constraints, by SAT (ACR, chapter 6).

One solver for all sizes. Each assumption g_i has room for a number of states and the error state; a trace of the
constraints is a node of a tree, and exactly one state stands for it (one-hot, where the thesis uses binary vectors).
States are numbered in the order in which a breadth-first walk meets them, so that no two assignments are the same
assumption. A counter over the states that are used bounds their number: the bound is an assumption of the SAT call,
so that constraints and bounds are only ever added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from pysat.card import ITotalizer
from pysat.formula import IDPool
from pysat.solvers import Glucose4

from quidpro.core.budget import Budget
from quidpro.learning.dfa import SINK, Dfa

Word = tuple[str, ...]

_CONFLICTS = 20_000
"""Conflicts between two looks at the budget."""


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


class Synthesis:
    """Assumptions over given alphabets, under constraints that only grow."""

    def __init__(self, alphabets: Sequence[tuple[str, ...]], budget: Budget) -> None:
        self.alphabets = list(alphabets)
        self.budget = budget
        self.size = len(alphabets)
        """No smaller assumptions satisfy the constraints: their number of states in all."""
        self.constraints: list[Constraint] = []
        self._encoding = _Encoding(self.alphabets, _room(self.size, len(alphabets)))

    def add(self, constraint: Constraint) -> None:
        """One more constraint; those that are there already are ignored."""
        if constraint not in self.constraints:
            self.constraints.append(constraint)
            self._encoding.add(constraint)

    def smallest(self) -> list[Dfa]:
        """Algorithm 6.1: assumptions with as few states in all as the constraints allow."""
        while True:
            model = self._encoding.solve(self.size, self.budget)
            if model is not None:
                return model
            self.size += 1
            if _room(self.size, len(self.alphabets)) > self._encoding.room:
                self._encoding = _Encoding(self.alphabets, 2 * self._encoding.room)
                for constraint in self.constraints:
                    self._encoding.add(constraint)


def _room(size: int, parts: int) -> int:
    """How many states one assumption may need."""
    return max(2, size - parts + 1)


class _Encoding:
    """The SAT instance for assumptions of at most ``room`` states each."""

    def __init__(self, alphabets: list[tuple[str, ...]], room: int) -> None:
        self.alphabets = alphabets
        self.room = room
        self._ids = IDPool()
        self._solver = Glucose4()
        self._nodes: list[set[Word]] = [set() for _ in alphabets]
        for part, alphabet in enumerate(alphabets):
            self._structure(part, alphabet)
            self._node(part, ())
            self._solver.add_clause([self._at(part, (), 0)])
        used = [self._used(part, state) for part in range(len(alphabets)) for state in range(1, room)]
        self._counter = ITotalizer(lits=used, ubound=len(used) - 1, top_id=self._ids.top)
        self._ids.occupy(self._ids.top + 1, self._counter.top_id)
        for clause in self._counter.cnf.clauses:
            self._solver.add_clause(clause)

    def _step(self, part: int, state: int, letter: int, target: int) -> int:
        return int(self._ids.id(("step", part, state, letter, target)))

    def _used(self, part: int, state: int) -> int:
        return int(self._ids.id(("used", part, state)))

    def _met(self, part: int, moment: int, state: int) -> int:
        return int(self._ids.id(("met", part, moment, state)))

    def _at(self, part: int, word: Word, state: int) -> int:
        return int(self._ids.id(("at", part, word, state)))

    @property
    def _error(self) -> int:
        return self.room

    def _structure(self, part: int, alphabet: tuple[str, ...]) -> None:
        """Exactly one target for each state and letter; the states numbered as they are met."""
        add = self._solver.add_clause
        phases = []
        for state in range(self.room):
            for letter in range(len(alphabet)):
                targets = [self._step(part, state, letter, target) for target in range(self.room + 1)]
                self._exactly_one(targets)
                phases.append(targets[state])
                for target in range(1, self.room):
                    add([-targets[target], self._used(part, target)])
        self._solver.set_phases(phases)
        for state in range(2, self.room):
            add([-self._used(part, state), self._used(part, state - 1)])
        self._numbered(part, len(alphabet))

    def _numbered(self, part: int, letters: int) -> None:
        """A state is first met only after the one before it was."""
        add = self._solver.add_clause
        moment = 0
        for state in range(1, self.room):
            add([-self._met(part, 0, state)])
        for source in range(self.room):
            for letter in range(letters):
                for target in range(1, self.room):
                    now, then = self._met(part, moment, target), self._met(part, moment + 1, target)
                    step = self._step(part, source, letter, target)
                    add([-now, then])
                    add([-step, then])
                    add([-then, now, step])
                    if target > 1:
                        add([-step, now, self._met(part, moment, target - 1)])
                moment += 1

    def _exactly_one(self, literals: list[int]) -> None:
        self._solver.add_clause(literals)
        for i, one in enumerate(literals):
            for other in literals[i + 1 :]:
                self._solver.add_clause([-one, -other])

    def _node(self, part: int, word: Word) -> None:
        """The state that a word leads to, and those of its prefixes."""
        if word in self._nodes[part]:
            return
        self._nodes[part].add(word)
        here = [self._at(part, word, state) for state in range(self.room + 1)]
        self._exactly_one(here)
        if not word:
            return
        self._node(part, word[:-1])
        letter = self.alphabets[part].index(word[-1])
        before = [self._at(part, word[:-1], state) for state in range(self.room + 1)]
        self._solver.add_clause([-before[self._error], here[self._error]])
        for state in range(self.room):
            for target in range(self.room + 1):
                step = self._step(part, state, letter, target)
                self._solver.add_clause([-before[state], -step, here[target]])

    def add(self, constraint: Constraint) -> None:
        """A disjunction of memberships."""
        literals = []
        for member in constraint:
            for end in range(len(member.word) + 1):
                self._node(member.part, member.word[:end])
            error = self._at(member.part, member.word, self._error)
            literals.append(-error if member.positive else error)
        self._solver.add_clause(literals)

    def solve(self, size: int, budget: Budget) -> list[Dfa] | None:
        """Assumptions of at most so many states in all, or None; looks at the budget in between."""
        extra = size - len(self.alphabets)
        bound = [-self._counter.rhs[extra]] if extra < len(self._counter.rhs) else []
        answer = None
        while answer is None:
            budget.check()
            self._solver.conf_budget(_CONFLICTS)
            answer = self._solver.solve_limited(assumptions=bound)
        return self._read() if answer else None

    def _read(self) -> list[Dfa]:
        true = {literal for literal in self._solver.get_model() if literal > 0}
        return [self._assumption(part, true) for part in range(len(self.alphabets))]

    def _assumption(self, part: int, true: set[int]) -> Dfa:
        """The states that can be reached, with their transitions; they are numbered as they are met."""
        rows: list[list[int]] = []
        count = 1
        while len(rows) < count:
            rows.append([self._target(part, len(rows), a, true) for a in range(len(self.alphabets[part]))])
            count = max(count, *(target + 1 for target in rows[-1]), 1)
        return Dfa(np.array(rows, dtype=np.int32).reshape(count, len(self.alphabets[part])))

    def _target(self, part: int, state: int, letter: int, true: set[int]) -> int:
        steps = (t for t in range(self.room) if self._step(part, state, letter, t) in true)
        return next(steps, SINK)
