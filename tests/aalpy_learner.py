"""AALpy's learners behind quidpro's protocol, as a second opinion.

AALpy runs its own loop and calls back for counterexamples; here the loop runs in a thread that waits at each
hypothesis.
"""

from __future__ import annotations

from queue import Queue
from threading import Thread

import numpy as np
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_KV, run_Lstar

from quidpro.learning.dfa import SINK, Dfa


class HandleSUL(SUL):
    """A system under learning that walks the handles of a membership oracle."""

    def __init__(self, oracle):
        super().__init__()
        self.oracle = oracle

    def pre(self):
        self.handle = self.oracle.start()

    def post(self):
        pass

    def step(self, letter):
        if letter is not None:
            self.handle = int(self.oracle.extensions(self.handle)[letter]) if self.handle else 0
        return self.handle != 0


class _Waiting(Oracle):
    def __init__(self, alphabet, sul, hypotheses, counterexamples):
        super().__init__(alphabet, sul)
        self.hypotheses, self.counterexamples = hypotheses, counterexamples

    def find_cex(self, hypothesis):
        self.hypotheses.put(hypothesis)
        return self.counterexamples.get()


class AalpyLearner:
    """``run_Lstar`` or ``run_KV`` as a learner."""

    algorithm = staticmethod(run_Lstar)

    def __init__(self, oracle):
        self.letters = list(range(oracle.letters))
        self.sul = HandleSUL(oracle)
        self.hypotheses, self.counterexamples = Queue(), Queue()
        self.hypothesis = Dfa(np.zeros((0, oracle.letters), dtype=np.int32))

    def start(self):
        waiting = _Waiting(self.letters, self.sul, self.hypotheses, self.counterexamples)
        arguments = (self.letters, self.sul, waiting, "dfa")
        Thread(target=self.algorithm, args=arguments, kwargs={"print_level": 0}, daemon=True).start()
        return self._next()

    def refine(self, counterexample):
        self.counterexamples.put(list(counterexample))
        return self._next()

    def _next(self):
        self.hypothesis = as_dfa(self.hypotheses.get(timeout=60), len(self.letters))
        return self.hypothesis


class AalpyKV(AalpyLearner):
    algorithm = staticmethod(run_KV)


def as_dfa(automaton, letters):
    """An AALpy DFA of a prefix-closed language as ours."""
    if not automaton.initial_state.is_accepting:
        return Dfa(np.zeros((0, letters), dtype=np.int32))
    others = [s for s in automaton.states if s.is_accepting and s is not automaton.initial_state]
    numbers = {id(s): i for i, s in enumerate([automaton.initial_state, *others])}
    table = [
        [numbers.get(id(s.transitions[a]), SINK) for a in range(letters)] for s in [automaton.initial_state, *others]
    ]
    return Dfa(np.array(table, dtype=np.int32).reshape(len(table), letters))
