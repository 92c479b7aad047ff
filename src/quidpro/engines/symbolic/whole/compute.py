"""COMPUTE: the lengths of the shortest and of the longest path from one set of states to another.

``MIN[f, g]`` counts the steps of a shortest path from a reachable state of f to one of g. ``MAX[f, g]`` counts those
of a longest path from f that meets g only at its end; it is infinite when some path from f never meets g.
"""

from __future__ import annotations

from quidpro.engines.symbolic.whole.ctl import Ctl
from quidpro.flat.formula import Temporal
from quidpro.flat.model import Place
from quidpro.solvers.bdd import Bdd


def computed(ctl: Ctl, formula: Temporal, place: Place) -> int | None:
    """The length, None for an infinite one."""
    start, goal = (ctl.states(arg, place) for arg in formula.args)
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
    avoiding, steps = ctl.no(goal), 0
    left = avoiding
    while (left & start).satisfiable():
        steps += 1
        further = avoiding & ctl.ex(left)
        if further == left:
            return None
        left = further
    return steps
