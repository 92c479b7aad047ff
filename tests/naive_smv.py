"""Flat models read state by state, with nothing clever: what the fast engines are compared with."""

from __future__ import annotations

from quidpro.flat.evaluate import evaluate
from quidpro.flat.explicit import Explicit
from quidpro.flat.formula import Atom


class Graph:
    """The reachable states of a model, by number, and which follow which.

    ``layers`` holds the states by their distance from the initial ones. For an input that a specification or a fairness
    constraint reads, a step is remembered with its inputs.
    """

    def __init__(self, model, limit=100_000):
        self.model = model
        explicit = Explicit(model)
        self.states = []
        self.numbers = {}
        self.steps = []
        self.layers = []
        frontier = [self._number(state) for state in explicit.initial()]
        self.initial = frontier = list(dict.fromkeys(frontier))
        while frontier:
            self.layers.append(frontier)
            found = {}
            for source in frontier:
                for given in explicit.inputs():
                    for state in explicit.steps({**self.states[source], **given}):
                        known = len(self.states)
                        target = self._number(state)
                        self.steps[source].append((target, given))
                        if target == known:
                            found[target] = None
                if len(self.states) > limit:
                    raise AssertionError("too many states for the naive way")
            frontier = list(found)

    def _number(self, state):
        key = tuple(state[variable.name] for variable in self.model.states)
        if key not in self.numbers:
            self.numbers[key] = len(self.states)
            self.states.append(state)
            self.steps.append([])
        return self.numbers[key]

    def where(self, expr):
        """The states in which an expression without inputs holds."""
        return {number for number, state in enumerate(self.states) if evaluate(expr, state) is True}

    def invariant(self, expr):
        """Whether an expression without inputs and next holds everywhere."""
        return len(self.where(expr)) == len(self.states)

    def holds(self, formula):
        """Whether a CTL formula holds in every initial state, on fair paths."""
        fair = self.fair()
        return set(self.initial) <= self.satisfying(formula, fair)

    def satisfying(self, formula, fair):
        """The states that satisfy a CTL formula (without bounds), by fixpoints over sets of numbers."""
        everything = set(range(len(self.states)))
        if isinstance(formula, Atom):
            return self.where(formula.expr)
        args = [self.satisfying(arg, fair) for arg in formula.args]
        match formula.op:
            case "not":
                return everything - args[0]
            case "and":
                return set.intersection(*args)
            case "or":
                return set.union(*args)
            case "implies":
                return (everything - args[0]) | args[1]
            case "iff":
                return everything - (args[0] ^ args[1])
            case "xor":
                return args[0] ^ args[1]
            case "EX":
                return self.before(args[0] & fair)
            case "EF":
                return self.until(everything, args[0] & fair)
            case "EU":
                return self.until(args[0], args[1] & fair)
            case "EG":
                return self.always(args[0])
            case "AX":
                return everything - self.before((everything - args[0]) & fair)
            case "AG":
                return everything - self.until(everything, (everything - args[0]) & fair)
            case "AF":
                return everything - self.always(everything - args[0])
            case "AU":
                never = everything - args[1]
                return everything - (self.until(never, (never - args[0]) & fair) | self.always(never))
        raise AssertionError(formula.op)

    def fair(self):
        """The states from which a fair path starts."""
        return self.always(set(range(len(self.states))))

    def before(self, targets, given=lambda inputs, source: True):
        return {s for s, steps in enumerate(self.steps) if any(t in targets and given(i, s) for t, i in steps)}

    def until(self, through, targets):
        found = set(targets)
        while True:
            more = (self.before(found) & through) - found
            if not more:
                return found
            found |= more

    def always(self, through):
        """The states from which some fair path stays inside a set: the greatest fixpoint of Emerson and Lei."""
        found = set(through)
        while True:
            kept = found
            for constraint in self.model.justice:
                kept = kept & self._fairly(found, constraint.expr)
            if not self.model.justice:
                kept = kept & self.before(found)
            if kept == found:
                return found
            found = kept

    def _fairly(self, inside, expr):
        """States of a set that reach, within it, a step that satisfies a fairness constraint and stays within it."""

        def given(inputs, source):
            return evaluate(expr, {**self.states[source], **inputs}) is True

        found = self.before(inside, given) & inside
        while True:
            more = (self.before(found) & inside) - found
            if not more:
                return found
            found |= more
