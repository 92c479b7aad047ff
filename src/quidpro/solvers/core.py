"""The part of a proof that it takes: clauses that exclude what is bad, those that keep these, and so on."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.aig import clauses as cnf
from quidpro.solvers.aig import sat
from quidpro.solvers.circuit import Circuit, Clauses
from quidpro.solvers.sat import Solver


def needed(circuit: Circuit, found: Clauses, budget: Budget) -> Clauses | None:
    """A proof by some of the clauses of a proof; None where they are none by themselves, or that takes too long."""
    try:
        kept = _closed(circuit, found.clauses, budget)
    except BudgetExceeded:
        return None
    return None if kept is None else Clauses(tuple(found.clauses[i] for i in sorted(kept)))


def _closed(circuit: Circuit, clauses: Sequence[tuple[int, ...]], budget: Budget) -> set[int] | None:
    """The numbers of clauses that exclude what is bad and are inductive, as few as cores show."""
    solver = Solver(budget, cnf(circuit.graph, circuit.graph.cone(circuit.roots)), "minisat22")
    solver.add([sat(circuit.facts)])
    first = len(circuit.graph) + 1
    for switch, clause in enumerate(clauses, first):
        solver.add([-switch, *(_named(circuit.latches, x) for x in clause)])
    kept: dict[int, None] = {}
    left = dict.fromkeys(range(first, first + len(clauses)))
    goals = [[sat(circuit.bad)]]
    try:
        while goals:
            # those that are kept come first, so that a core takes others only where it must
            if solver.solve([*goals.pop(), *kept, *left]):
                return None
            for switch in [x for x in solver.core() if x in left]:
                del left[switch]
                kept[switch] = None
                broken = [-_named(circuit.next, x) for x in clauses[switch - first]]
                goals.append([sat(circuit.constraint), *broken])
    finally:
        solver.close()
    return {switch - first for switch in kept}


def _named(literals: Sequence[int], number: int) -> int:
    literal = sat(literals[abs(number) - 1])
    return literal if number > 0 else -literal
