"""A discrimination-tree learner (Kearns and Vazirani 1994, counterexamples by Rivest and Schapire).

An inner node of the tree is a suffix, a leaf is a state of the hypothesis; a word belongs to the leaf it sifts to.
The root asks for λ, so its rejecting side is the sink, and with a prefix-closed language no word that reached the
sink is ever asked again. A counterexample splits one leaf: only the transitions into it are sifted further, all in
one question. Words with the same handle are the same to the oracle, so each handle is sifted once, and further from
where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word, breakpoint_of
from quidpro.learning.protocol import Membership
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
        self._node_of: dict[int, _Node] = {0: self._root}
        """Where each handle has sifted to so far."""
        self._next = np.full((16, oracle.letters), SINK, dtype=np.int32)
        self._after = np.zeros((16, oracle.letters), dtype=np.int32)

    @property
    def hypothesis(self) -> Dfa:
        """The automaton of the tree's leaves."""
        return Dfa(self._next[: len(self.words)])

    def start(self) -> Dfa:
        """One state, for the empty word, unless even that is not in the language."""
        handle = self.oracle.start()
        if bool(self.oracle.accepts(np.array([handle], dtype=np.int32), ())[0]):
            sink, first = _Node(), _Node()
            self._root = _Node(suffix=(), rejecting=sink, accepting=first)
            self._node_of[0] = sink
            self._add_state((), handle, first)
        return self.hypothesis

    def refine(self, counterexample: Word) -> Dfa:
        """Split leaves until it is no longer a counterexample: one may not be enough (erratum 13 of docs/papers.md)."""
        start = np.array([self._handles[0] if self._handles else 0], dtype=np.int32)
        truth = bool(self.oracle.accepts(start, counterexample)[0])
        hypothesis = self.hypothesis
        while hypothesis.accepts(counterexample) != truth:
            i = breakpoint_of(hypothesis, counterexample, self._agrees)
            state = hypothesis.run(counterexample[:i])
            self._split(state, counterexample[i], counterexample[i + 1 :])
            hypothesis = self.hypothesis
        return hypothesis

    def paths(self) -> list[tuple[tuple[Word, bool], ...]]:
        """For each state the suffixes on its way down the tree, and the side that was taken at each."""
        found: list[tuple[tuple[Word, bool], ...]] = [()] * len(self.words)
        waiting: list[tuple[_Node, tuple[tuple[Word, bool], ...]]] = [(self._root, ())]
        for node, path in waiting:
            if node.suffix is None:
                if node.state != SINK:
                    found[node.state] = path
                continue
            for side, accepted in ((node.accepting, True), (node.rejecting, False)):
                assert side is not None
                waiting.append((side, (*path, (node.suffix, accepted))))
        return found

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
        self._next[into] = self._sift(self._after[into])

    def _add_state(self, word: Word, handle: int, leaf: _Node) -> None:
        state = len(self.words)
        if state == len(self._next):
            self._next = np.concatenate([self._next, np.full_like(self._next, SINK)])
            self._after = np.concatenate([self._after, np.zeros_like(self._after)])
        leaf.state = state
        self.words.append(word)
        self._handles.append(handle)
        self._leaves.append(leaf)
        self._after[state] = self.oracle.extensions(handle)
        self._node_of[handle] = leaf
        self._next[state] = self._sift(self._after[state])

    def _sift(self, handles: Ints) -> Ints:
        """The states that words belong to, all of them taken down the tree together."""
        different, where = np.unique(handles, return_inverse=True)
        waiting: dict[int, list[int]] = {}
        nodes: dict[int, _Node] = {}
        for handle in different.tolist():
            self._wait(handle, self._node_of.get(handle, self._root), waiting, nodes)
        while waiting:
            key, some = waiting.popitem()
            node = nodes[key]
            assert node.suffix is not None
            assert node.accepting is not None
            assert node.rejecting is not None
            accepted = self.oracle.accepts(np.array(some, dtype=np.int32), node.suffix)
            for handle, yes in zip(some, accepted.tolist(), strict=True):
                self._wait(handle, node.accepting if yes else node.rejecting, waiting, nodes)
        found = np.array([self._node_of[handle].state for handle in different.tolist()], dtype=np.int32)
        return found[where.reshape(-1)]

    def _wait(self, handle: int, node: _Node, waiting: dict[int, list[int]], nodes: dict[int, _Node]) -> None:
        """Put a handle down at a node; at an inner one it waits for the next question."""
        self._node_of[handle] = node
        if node.suffix is not None:
            waiting.setdefault(id(node), []).append(handle)
            nodes[id(node)] = node
