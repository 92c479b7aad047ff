"""The SAT solver of the checkers."""

from __future__ import annotations

from quidpro.checker.solver import Solver
from quidpro.core.budget import Budget

CLAUSES = """
1; -2 -4 18; 2 4 18; -4 4 18; -2 4 -18; 2 -4 -18; 4 -4 -18; -3 -5 19; 3 5 19; -5 5 19; -3 5 -19; 3 -5 -19; 5 -5 -19;
-2 4 20; 2 -4 20; 4 -4 20; -2 -4 -20; 2 4 -20; -4 4 -20; -3 5 21; 3 -5 21; 5 -5 21; -3 -5 -21; 3 5 -21; -5 5 -21
"""
"""Of a certificate on which Glucose wrote past the end of its arrays, and crashed when it was released."""


def test_a_literal_may_be_asked_about_twice():
    for _ in range(50):
        solver = Solver(Budget())
        for clause in CLAUSES.split(";"):
            solver.require(map(int, clause.split()))
        assert not solver.satisfiable([20, -18, 1, 1, 20, 1, -6, -19, -21])
        assert solver.satisfiable([1, 1, 1])
        solver.close()
