"""The languages of SCV, word by word: what M1 and M2 can do, what an assumption allows; plain sets, no diagrams.

A letter is a valuation of the communication variables. L2 are the words that M2 can do; L1 those along which M1 cannot
come to a state that violates the property.
"""

from __future__ import annotations

from itertools import product

from quidpro.flat.clauses import clauses
from quidpro.flat.evaluate import Program
from quidpro.flat.walk import to_next
from quidpro.verdict.symbolic.predicates import FIRST


class Side:
    """One module with all its states and steps, as valuations of the variables that it sees.

    It has all clauses that speak of these only or, where it is said which variables it owns, those that decide them.
    """

    def __init__(self, model, names, owned=None):
        self.names = [name for name in model.variables if name in names]
        self.states = [
            dict(zip(self.names, values, strict=True))
            for values in product(*(list(model.variables[name].domain) for name in self.names))
        ]
        own = [c for c in clauses(model) if c.names <= set(names) and (owned is None or c.decides.name in owned)]
        self.always = Program(c.formula for c in own if c.kind == "invar")
        self.first = Program(c.formula for c in own if c.kind == "init")
        self.steps = Program([c.formula for c in own if c.kind == "trans"])
        self.then = Program([to_next(c.formula) for c in own if c.kind == "invar"])

    def initial(self):
        return [s for s in self.states if all(self.always.run(s)) and all(self.first.run(s))]

    def after(self, state):
        return [s for s in self.states if all(self.steps.run(state, s)) and all(self.then.run(state, s))]


class Assumption:
    """The automaton of a certificate, run letter by letter."""

    def __init__(self, assumption):
        self.assumption = assumption

    def step(self, state, letter):
        targets = [e.target for e in self.assumption.edges if e.source == state and self.holds(e.predicate, letter)]
        assert len(targets) == 1, "an assumption is deterministic and complete"
        return targets[0]

    def holds(self, reference, letter):
        while reference >= FIRST:
            node = self.assumption.graph.node(reference)
            reference = node.then if letter[node.variable] in node.values else node.otherwise
        return reference == 1


def check_languages(certificate, model, invariant, bound):
    """L2 ⊆ L(A) ⊆ L1 on all words of at most this many letters."""
    shared = certificate.shared
    automaton = Assumption(certificate.assumption)
    rejecting = certificate.assumption.rejecting
    fails = Program([invariant])

    def letter(state):
        return tuple(state[name] for name in shared)

    def read(side, inspect):
        """Every run of a side beside the automaton, as far as it accepts."""
        seen, frontier = set(), [(0, s) for s in side.initial()]
        for _ in range(bound):
            following = []
            for q, state in frontier:
                target = automaton.step(q, dict(zip(shared, letter(state), strict=True)))
                inspect(target, state)
                key = (target, tuple(state.values()))
                if target != rejecting and key not in seen:
                    seen.add(key)
                    following.extend((target, s) for s in side.after(state))
            frontier = following

    def premise_1(target, state):
        assert target == rejecting or fails.run(state)[0] is True, "L(A) is not within L1"

    def premise_2(target, _state):
        assert target != rejecting, "L2 is not within L(A)"

    read(Side(model, set(certificate.first) | set(shared)), premise_1)
    read(Side(model, set(certificate.second) | set(shared)), premise_2)
