"""Learning from an automaton that is nearly right, as adaptive model checking does (Groce, Peled, Yannakakis 2002).

The learner is asked to get those words right first that tell the states of the automaton apart: a shortest word to each
state, followed by suffixes that only some states accept. A suffix counts only if it tells two of those words apart in
the language itself. Where the automaton is right about such a word and the hypothesis is not, it is a counterexample
that no equivalence query was needed for. Where the two agree nothing is asked, and where the automaton is wrong nothing
is learned from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice, product

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.protocol import Flags, Learner, Membership
from quidpro.lts.lts import Ints

MAX_WORDS = 50_000
"""Of an automaton with more words than this that tell its states apart, only so many are looked at."""
Truth = Callable[[Word], bool]
"""Whether a word is in the language."""


def start_from(learner: Learner, oracle: Membership, known: Dfa, words: Sequence[Word] = ()) -> Dfa:
    """The hypothesis of a learner that has started, as near to the known automaton as that is right.

    ``words`` are some about which it is known to be wrong.
    """
    asked: dict[Word, bool] = {}

    def truth(word: Word) -> bool:
        if word not in asked:
            asked[word] = bool(oracle.accepts(np.array([oracle.start()], dtype=np.int32), word)[0])
        return asked[word]

    claims = [(word, known.accepts(word)) for word in telling_words(known, truth)]
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


def telling_words(dfa: Dfa, truth: Truth) -> list[Word]:
    """The words to the states of an automaton, each followed by every suffix that tells some of them apart."""
    access = access_words(dfa)
    pairs = islice(product(access.values(), telling_suffixes(dfa, access, truth)), MAX_WORDS)
    return sorted({(*word, *suffix) for word, suffix in pairs}, key=lambda word: (len(word), word))


def access_words(dfa: Dfa) -> dict[int, Word]:
    """For each state a shortest word that leads there."""
    found: dict[int, Word] = {0: ()} if dfa.states else {}
    queue = list(found)
    for state in queue:
        for letter, target in enumerate(dfa.next[state].tolist()):
            if target != SINK and target not in found:
                found[target] = (*found[state], letter)
                queue.append(target)
    return found


def telling_suffixes(dfa: Dfa, access: Mapping[int, Word], truth: Truth) -> list[Word]:
    """Suffixes by which states differ, and so do their words in truth; all states can be reached."""
    suffixes: list[Word] = [()]
    accepting = [np.array([True] * dfa.states + [False])]
    """For each suffix the states that accept it; the last entry is the sink's."""
    classes = np.zeros(dfa.states, dtype=np.int32)
    for i, suffix in enumerate(suffixes):  # grows as it goes
        for letter in range(dfa.letters):
            accepted = np.append(accepting[i][dfa.next[:, letter]], False)
            words = {state: (*word, letter, *suffix) for state, word in access.items()}
            if _divide(classes, accepted[:-1], words, truth):
                suffixes.append((letter, *suffix))
                accepting.append(accepted)
    return suffixes


def _divide(classes: Ints, accepted: Flags, words: Mapping[int, Word], truth: Truth) -> bool:
    """Put the states that accept a suffix into classes of their own, where it is true of their words, for one of each.

    ``words`` are those of the states, with the suffix. Tells whether any class was divided.
    """
    divided = False
    for one in np.intersect1d(classes[accepted], classes[~accepted]).tolist():
        inside = classes == one
        yes, no = np.flatnonzero(inside & accepted), np.flatnonzero(inside & ~accepted)
        if truth(words[int(yes[0])]) and not truth(words[int(no[0])]):
            classes[yes] = classes.max() + 1
            divided = True
    return divided
