"""The observation table of the symbolic L* (SCV, section 4.2 and figure 3), with errata 14 to 17 of docs/papers.md.

``R[i]`` are the states that M1 may be in after the representative word of state i, ``E[j]`` those from which
experiment j can go wrong, ``G1[i]`` the vector that says for every experiment whether it is still a member after word
i. There is no ``G2``: ``_edges`` has the letters of a state that go with a vector, all at once.

A word is also rejected when M1 may end in a state that violates φ whatever its inputs are (``doomed``): M2 cannot
prevent what comes next, unless it has no next step at all. That is what makes the assumption of the paper's example
`simple` one that just says y = 0. Where ``doomed`` is false only what has happened counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from quidpro.engines.symbolic.scv.dfa import SymbolicDFA
from quidpro.engines.symbolic.scv.module import Module, Word
from quidpro.solvers.bdd import Bdd

Vector = tuple[bool, ...]


@dataclass(eq=False)
class Table:
    """What is known of the language L1 of M1's safe environments; φ is over the states of M1."""

    module: Module
    wrong: Bdd
    """¬φ."""
    doomed: Bdd
    """The states that violate φ whatever the inputs are; false to look at the past only."""
    R: list[Bdd | None] = field(default_factory=list)
    """None for the rejecting state."""
    words: list[Word] = field(default_factory=list)
    E: list[Bdd] = field(default_factory=list)
    G1: list[Vector] = field(default_factory=list)
    splits: int = 0
    """How many times a set of letters was split: each is a membership query for many words at once."""
    _before: list[Bdd] = field(default_factory=list)
    _edges: list[dict[Vector, Bdd]] = field(default_factory=list)
    """For each state its letters, by the vector of the word that they make."""

    def __post_init__(self) -> None:
        self._add_experiment(self.doomed)
        self._add_state((), self.module.init)

    def member(self, states: Bdd | None, experiment: Bdd) -> bool:
        """Whether a word that leads to ``states`` is still a member after an experiment."""
        return states is not None and not (states & experiment).satisfiable()

    def reading(self, experiment: Bdd) -> Bdd:
        """The states, letter included, that go wrong now or by an experiment in the next state."""
        return self.wrong | self.module.before(experiment)

    def addR(self, i: int, vector: Vector) -> None:  # noqa: N802
        """A new state: the word of state i and one of the letters that lead from there to the vector."""
        states = self.R[i]
        assert states is not None
        letter = self.module.letter(self._edges[i][vector])
        self._add_state((*self.words[i], letter), self.module.after(states, letter) if vector[0] else None)

    def addE(self, experiment: Bdd) -> None:  # noqa: N802
        """A new experiment splits the vectors of states and the letters of edges."""
        self._add_experiment(experiment)
        for i, states in enumerate(self.R):
            self.G1[i] = (*self.G1[i], self.member(states, experiment))
            self._edges[i] = self._split(i, self._edges[i], len(self.E) - 1)

    def seed(self, words: Iterable[Word]) -> None:
        """Experiments for these words, where there are none yet."""
        for word in words:
            experiment = self.suffixes(word)[0]
            if experiment not in self.E:
                self.addE(experiment)

    def _add_experiment(self, experiment: Bdd) -> None:
        self.E.append(experiment)
        self._before.append(self.reading(experiment))

    def _add_state(self, word: Word, states: Bdd | None) -> None:
        if states is not None and not self.member(states, self.doomed):
            states = None
        self.R.append(states)
        self.words.append(word)
        self.G1.append(tuple(self.member(states, experiment) for experiment in self.E))
        classes: dict[Vector, Bdd] = {(): self.module.alphabet}
        for j in range(len(self.E)):
            classes = self._split(len(self.R) - 1, classes, j)
        self._edges.append(classes)

    def _split(self, i: int, classes: dict[Vector, Bdd], j: int) -> dict[Vector, Bdd]:
        """Classes of letters of state i, split by what experiment j says after them."""
        wrong = self._wrong_letters(i, j)
        found = {}
        for vector, letters in classes.items():
            for member, part in ((True, letters & ~wrong), (False, letters & wrong)):
                if part.satisfiable():
                    found[(*vector, member)] = part
        self.splits += len(classes)
        self.module.manager.poll()
        return found

    def _wrong_letters(self, i: int, j: int) -> Bdd:
        states = self.R[i]
        if states is None:
            return self.module.manager.true
        return self.module.manager.and_exists(states, self._before[j], self.module.private_cube)

    def close(self) -> None:
        """Add states until every letter of every state leads to one."""
        i = 0
        while i < len(self.R):
            for vector in self._edges[i]:
                if vector not in self.G1:
                    self.addR(i, vector)
            i += 1

    def conjecture(self) -> SymbolicDFA:
        """The DFA of a closed table."""
        index = {vector: i for i, vector in enumerate(self.G1)}
        edges = tuple({index[vector]: letters for vector, letters in row.items()} for row in self._edges)
        return SymbolicDFA(edges, next((i for i, states in enumerate(self.R) if states is None), None))

    def suffixes(self, word: Word) -> list[Bdd]:
        """For every suffix of a word, the longest first, the states from which it can go wrong."""
        found = [self.doomed]
        for letter in reversed(word):
            found.append(self.doomed | (letter & self.reading(found[-1])))
        return found[::-1]

    def findSuffix(self, word: Word, path: list[int]) -> Bdd:  # noqa: N802
        """The experiment of the longest suffix where the conjecture went wrong (Rivest and Schapire)."""
        return self.suffixes(word)[self.turn(word, path) + 1]

    def turn(self, word: Word, path: list[int]) -> int:
        """How many letters the conjecture was right about.

        ``path`` are the conjecture's states along the word. The word of its k-th state and the rest of the given word
        is a member or not; where that changes, the word of the next state is a poor stand-in for what was read.
        """
        rest = self.suffixes(word)
        answers = [self.member(self.R[state], wrong) for state, wrong in zip(path, rest, strict=True)]
        return next(k for k in range(len(word)) if answers[k] != answers[k + 1])

    def kinds(self, state: int, letters: Bdd, experiment: Bdd) -> tuple[Bdd, Bdd]:
        """Letters read in a state, apart: those after which the experiment is a member, and the others."""
        states = self.R[state]
        assert states is not None
        wrong = self.module.manager.and_exists(states, self.reading(experiment), self.module.private_cube)
        return letters & ~wrong, letters & wrong

    def safe(self, word: Word) -> bool:
        """Whether a word is a member: M1 stays safe along it."""
        return self.member(self.module.init, self.suffixes(word)[0])
