"""CTL with fairness: the states that satisfy a formula, among those that can be reached.

Everything is reduced to EX, EU and EG over fair paths (Burch et al. 1992), a formula holds when all initial states with
a fair path satisfy it, which is how NuSMV decides it. Bounded operators count steps.

COMPUTE counts steps between sets of states: ``MIN[f, g]`` those of a shortest path from a reachable state of f to one
of g, ``MAX[f, g]`` those of a longest path from f that meets g only at its end; it is infinite when some path from f
never meets g.
"""

from __future__ import annotations

from collections.abc import Callable

from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.whole.fairness import Fairness, backwards
from quidpro.flat.formula import Atom, Formula, Temporal
from quidpro.flat.model import Span
from quidpro.solvers.bdd import Bdd


class Ctl:
    """Evaluates formulas over the reachable states of a machine."""

    def __init__(self, machine: Machine, fairness: Fairness) -> None:
        self.machine = machine
        self.manager = machine.manager
        self.fairness = fairness
        self.everything = fairness.everything
        self.known: dict[Formula, Bdd] = {}

    def violating(self, formula: Formula, span: Span) -> Bdd:
        """The initial states with a fair path that do not satisfy a formula."""
        return self.machine.initial & self.fairness.fair & ~self.states(formula, span)

    def states(self, formula: Formula, span: Span) -> Bdd:
        """The reachable states that satisfy a formula."""
        known = self.known
        for node in _postorder(formula):
            if node in known:
                continue
            if isinstance(node, Atom):
                known[node] = self.everything & self.machine.predicate(node.expr, span)
            else:
                known[node] = self._operator(node, [known[arg] for arg in node.args])
        return known[formula]

    def ex(self, states: Bdd) -> Bdd:
        """A fair path starts with a step into the states."""
        return self._before(states & self.fairness.fair)

    def eu(self, through: Bdd, target: Bdd) -> Bdd:
        """A fair path goes through states to a target."""
        return backwards(through, target & self.fairness.fair, self._before)

    def eg(self, among: Bdd) -> Bdd:
        """A fair path stays among states."""
        return self.fairness.states(self.fairness.inside(among))

    def _before(self, states: Bdd) -> Bdd:
        return self.machine.relation.preimage(states) & self.everything

    def complement(self, states: Bdd) -> Bdd:
        """The other reachable states."""
        return self.everything & ~states

    def _operator(self, node: Temporal, args: list[Bdd]) -> Bdd:
        if node.bounds is not None:
            return self._bounded(node.op, args, *node.bounds)
        if len(args) == 1:
            return self._unary(node.op, args[0])
        return self._nary(node.op, args)

    def _unary(self, op: str, arg: Bdd) -> Bdd:
        complement = self.complement
        match op:
            case "not":
                return complement(arg)
            case "EX":
                return self.ex(arg)
            case "EF":
                return self.eu(self.everything, arg)
            case "EG":
                return self.eg(arg)
            case "AX":
                return complement(self.ex(complement(arg)))
            case "AF":
                return complement(self.eg(complement(arg)))
            case "AG":
                return complement(self.eu(self.everything, complement(arg)))
        raise AssertionError(op)

    def _nary(self, op: str, args: list[Bdd]) -> Bdd:
        complement = self.complement
        match op, args:
            case "and", _:
                return self.manager.conjunction(args) & self.everything
            case "or", _:
                return self.manager.disjunction(args)
            case "xor", [left, right]:
                return left ^ right
            case "iff", [left, right]:
                return complement(left ^ right)
            case "implies", [left, right]:
                return complement(left) | right
            case "EU", [left, right]:
                return self.eu(left, right)
            case "AU", [left, right]:
                never = complement(right)
                return complement(self.eu(never, complement(left) & never) | self.eg(never))
        raise AssertionError(op)

    def _bounded(self, op: str, args: list[Bdd], low: int, high: int) -> Bdd:
        complement, fair, right = self.complement, self.fairness.fair, args[-1]
        match op:
            case "EBF" | "EBU":
                return self._count(right & fair, self.ex, args[0] if op == "EBU" else self.everything, low, high)
            case "ABG":
                return complement(self._bounded("EBF", [complement(right)], low, high))
            case "EBG":
                return self._always(right, low, high)
            case "ABF":
                return complement(self._always(complement(right), low, high))
            case "ABU":
                return self._count(right, lambda z: complement(self.ex(complement(z))), args[0], low, high)
        raise AssertionError(op)

    def _count(self, target: Bdd, before: Callable[[Bdd], Bdd], through: Bdd, low: int, high: int) -> Bdd:
        """The target after at least ``low`` and at most ``high`` steps through a set."""
        found = _repeat(target, high - low, lambda z: target | (through & before(z)))
        return _repeat(found, low, lambda z: through & before(z))

    def _always(self, states: Bdd, low: int, high: int) -> Bdd:
        """A fair path whose states from position ``low`` to position ``high`` are all in the set."""
        found = _repeat(states & self.fairness.fair, high - low, lambda z: states & self.ex(z))
        return _repeat(found, low, self.ex)


def _repeat(states: Bdd, times: int, step: Callable[[Bdd], Bdd]) -> Bdd:
    """Take a step this many times, or until nothing changes any more."""
    for _ in range(times):
        following = step(states)
        if following == states:
            break
        states = following
    return states


def atoms(formula: Formula) -> list[Atom]:
    """The propositional parts of a formula."""
    return [node for node in _postorder(formula) if isinstance(node, Atom)]


def _postorder(formula: Formula) -> list[Formula]:
    found: dict[Formula, None] = {}
    stack: list[tuple[Formula, bool]] = [(formula, False)]
    while stack:
        node, ready = stack.pop()
        if ready or isinstance(node, Atom):
            found[node] = None
        elif node not in found:
            stack.append((node, True))
            stack.extend((arg, False) for arg in node.args)
    return list(found)


def path_length(ctl: Ctl, formula: Temporal, span: Span) -> int | None:
    """The length, None for an infinite one."""
    start, goal = (ctl.states(arg, span) for arg in formula.args)
    return _shortest(ctl, start, goal) if formula.op == "MIN" else _longest(ctl, start, goal)


def _shortest(ctl: Ctl, start: Bdd, goal: Bdd) -> int | None:
    seen = frontier = start
    steps = 0
    while frontier.satisfiable():
        if (frontier & goal).satisfiable():
            return steps
        frontier = ctl.machine.relation.image(frontier) & ~seen
        seen = seen | frontier
        steps += 1
    return None


def _longest(ctl: Ctl, start: Bdd, goal: Bdd) -> int | None:
    """Rounds that strip, from the states off the goal, those whose successors are all stripped or in the goal."""
    avoiding, steps = ctl.complement(goal), 0
    left = avoiding
    while (left & start).satisfiable():
        steps += 1
        further = avoiding & ctl.ex(left)
        if further == left:
            return None
        left = further
    return steps
