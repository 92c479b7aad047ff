"""A discrimination-tree learner (Kearns and Vazirani 1994, counterexamples by Rivest and Schapire).

An inner node of the tree is a suffix, a leaf is a state of the hypothesis; a word belongs to the leaf it sifts to. The root asks for
λ, so its rejecting side is the sink, and with a prefix-closed language no word that reached the sink is ever asked again.
A counterexample splits one leaf: only the transitions into it are sifted anew, all in one question.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.protocol import Membership
from quidpro.learning.rivest_schapire import breakpoint_of
from quidpro.lts.lts import Ints


@dataclass
class _Node:
    """A leaf (``suffix`` is None) or an inner node with its two sides."""

    state: int = SINK
    suffix: Word | None = None
    rejecting: _Node | None = None
    accepting: _Node | None = None


class KearnsVazirani:
    """The tree, the states with the handles of their access words, and their transitions."""

    def __init__(self, oracle: Membership) -> None:
        self.oracle = oracle
        self.words: list[Word] = []
        """The access word of each state."""
        self._handles: list[int] = []
        self._leaves: list[_Node] = []
        self._root = _Node()
        self._room(16)

    def _room(self, states: int) -> None:
        grown = np.full((states, self.oracle.letters), SINK, dtype=np.int32)
        used = len(self.words)
        if used:
            grown[:used] = self._next[:used]
        self._next = grown
        handles = np.zeros((states, self.oracle.letters), dtype=np.int32)
        if used:
            handles[:used] = self._after[:used]
        self._after = handles

    @property
    def hypothesis(self) -> Dfa:
        """The automaton of the tree's leaves."""
        return Dfa(self._next[: len(self.words)])

    def start(self) -> Dfa:
        """One state, for the empty word, unless even that is not in the language."""
        handle = self.oracle.start()
        if bool(self.oracle.accepts(np.array([handle], dtype=np.int32), ())[0]):
            self._root = _Node(suffix=(), rejecting=_Node(), accepting=_Node())
            assert self._root.accepting is not None
            self._add_state((), handle, self._root.accepting)
        return self.hypothesis

    def refine(self, counterexample: Word) -> Dfa:
        """Split leaves until the counterexample is none."""
        start = np.array([self._handles[0] if self._handles else 0], dtype=np.int32)
        truth = bool(self.oracle.accepts(start, counterexample)[0])
        hypothesis = self.hypothesis
        while hypothesis.accepts(counterexample) != truth:
            i = breakpoint_of(hypothesis, counterexample, self._agrees)
            state = hypothesis.run(counterexample[:i])
            self._split(state, counterexample[i], counterexample[i + 1 :])
            hypothesis = self.hypothesis
        return hypothesis

    def _agrees(self, state: int, suffix: Word) -> bool:
        if state == SINK:
            return False
        return bool(self.oracle.accepts(np.array([self._handles[state]], dtype=np.int32), suffix)[0])

    def _split(self, state: int, letter: int, suffix: Word) -> None:
        """The word that ``letter`` leads to from ``state`` gets a state of its own, told apart by the suffix."""
        old = int(self._next[state, letter])
        leaf = self._leaves[old]
        kept, new = _Node(state=old), _Node()
        accepting = self._agrees(old, suffix)
        leaf.suffix, leaf.state = suffix, SINK
        leaf.accepting, leaf.rejecting = (kept, new) if accepting else (new, kept)
        self._leaves[old] = kept
        into = np.nonzero(self._next[: len(self.words)] == old)
        self._add_state((*self.words[state], letter), int(self._after[state, letter]), new)
        self._next[into] = self._sift(self._after[into], leaf)

    def _add_state(self, word: Word, handle: int, leaf: _Node) -> None:
        state = len(self.words)
        if state == len(self._next):
            self._room(2 * state)
        leaf.state = state
        self.words.append(word)
        self._handles.append(handle)
        self._leaves.append(leaf)
        self._after[state] = self.oracle.extensions(handle)
        self._next[state] = self._sift(self._after[state], self._root)

    def _sift(self, handles: Ints, node: _Node) -> Ints:
        """The states that words belong to, all of them taken down the tree together."""
        found = np.full(len(handles), SINK, dtype=np.int32)
        todo = [(node, np.flatnonzero(handles != 0))]
        while todo:
            node, some = todo.pop()
            if not len(some):
                continue
            if node.suffix is None:
                found[some] = node.state
                continue
            accepted = self.oracle.accepts(handles[some], node.suffix)
            assert node.accepting is not None and node.rejecting is not None
            todo.append((node.accepting, some[accepted]))
            todo.append((node.rejecting, some[~accepted]))
        return found
