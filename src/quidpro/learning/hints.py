"""Learning from an automaton that is nearly right, as adaptive model checking does (Groce, Peled, Yannakakis 2002).

The learner is asked to get those words right first that tell the states of the automaton apart: a shortest word to each
state, followed by suffixes that only some states accept. Where the automaton is right about such a word and the
hypothesis is not, it is a counterexample that no equivalence query was needed for. Where the two agree nothing is
asked, and where the automaton is wrong nothing is learned from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.protocol import Learner, Membership

MAX_WORDS = 50_000
"""Of an automaton with more words than this that tell its states apart, only so many are looked at."""


def start_from(learner: Learner, oracle: Membership, known: Dfa, words: Sequence[Word] = ()) -> Dfa:
    """The hypothesis of a learner that has started, as near to the known automaton as that is right.

    ``words`` are some about which it is known to be wrong.
    """
    asked: dict[Word, bool] = {}

    def truth(word: Word) -> bool:
        if word not in asked:
            asked[word] = bool(oracle.accepts(np.array([oracle.start()], dtype=np.int32), word)[0])
        return asked[word]

    claims = [(word, known.accepts(word)) for word in telling_words(known)]
    learned = True
    while learned:
        learned = False
        for word, claimed in claims:
            if learner.hypothesis.accepts(word) != claimed and truth(word) == claimed:
                learner.refine(word)
                learned = True
    for word in words:
        if learner.hypothesis.accepts(word) != truth(word):
            learner.refine(word)
    return learner.hypothesis


def telling_words(dfa: Dfa) -> list[Word]:
    """Words that, if it is minimal, no automaton with fewer states classifies as this one does; the shortest first."""
    pairs = islice(product(access_words(dfa), telling_suffixes(dfa)), MAX_WORDS)
    return sorted({(*access, *suffix) for access, suffix in pairs}, key=lambda word: (len(word), word))


def access_words(dfa: Dfa) -> list[Word]:
    """A shortest word to each state that can be reached."""
    found: dict[int, Word] = {0: ()} if dfa.states else {}
    queue = list(found)
    for state in queue:
        for letter, target in enumerate(dfa.next[state].tolist()):
            if target != SINK and target not in found:
                found[target] = (*found[state], letter)
                queue.append(target)
    return list(found.values())


def telling_suffixes(dfa: Dfa) -> list[Word]:
    """Suffixes such that any two states with different languages differ in which of them they accept.

    A letter before a suffix is looked at once: what does not divide the classes of states never will, as those only get
    finer.
    """
    suffixes: list[Word] = [()]
    accepting = [np.array([True] * dfa.states + [False])]
    """For each suffix the states that accept it; the last entry is the sink's."""
    classes, count = np.zeros(dfa.states, dtype=np.int64), 1
    for i, suffix in enumerate(suffixes):  # grows as it goes
        for letter in range(dfa.letters):
            accepted = np.append(accepting[i][dfa.next[:, letter]], False)
            found, finer = np.unique(2 * classes + accepted[:-1], return_inverse=True)
            if len(found) > count:
                classes, count = finer.reshape(-1), len(found)
                suffixes.append((letter, *suffix))
                accepting.append(accepted)
    return suffixes
