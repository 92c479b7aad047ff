"""What a learner is, and what it may ask. Contracts only; no code.

The languages are prefix-closed. A question is put as *prefix* and *suffix*: a prefix is known to the oracle by a
handle, so that asking the same prefixes with another suffix costs only the suffix. Handles are the oracle's business;
0 always stands for "some prefix that is not in the language", and so is every extension of it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from quidpro.learning.dfa import Dfa, Word
from quidpro.lts.lts import Ints

Flags = npt.NDArray[np.bool_]


class Membership(Protocol):
    """Answers membership queries, many at a time."""

    letters: int
    queries: int
    """How many questions have been answered."""

    def start(self) -> int:
        """The handle of the empty word; 0 when even that is not in the language."""

    def extensions(self, handle: int) -> Ints:
        """The handles of the prefix extended by each letter."""

    def accepts(self, handles: Ints, suffix: Word) -> Flags:
        """For each prefix whether prefix · suffix is in the language."""


class Learner(Protocol):
    """Learns a language from questions and counterexamples.

    Each hypothesis agrees with every answer seen so far; after ``refine`` it classifies the counterexample rightly and
    has more states than before. It never has more than the minimal automaton of the language.
    """

    def start(self) -> Dfa:
        """The first hypothesis. Called once, before anything else."""

    def refine(self, counterexample: Word) -> Dfa:
        """The next hypothesis, given a word that the last one classifies wrongly."""

    @property
    def hypothesis(self) -> Dfa:
        """The last hypothesis."""
