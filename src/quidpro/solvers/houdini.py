"""Clauses that are inductive together: the largest such part of a set of them (Houdini: Flanagan and Leino 2001).

The clauses must hold of all initial states. One question is asked about all of them at once, and a step that breaks
some of them drops these, until no step from where all that are left hold breaks one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from math import inf

from quidpro.core.budget import Budget
from quidpro.solvers.circuit import Circuit
from quidpro.solvers.cnf import Cnf
from quidpro.solvers.sat import Solver

Cube = tuple[int, ...]
"""Literals of latches, as the SAT solver has them: a set of states, which a clause excludes."""

_CUBES_LIKE_A_QUESTION = 8
_CONFLICTS_LIKE_A_QUESTION = 10
_MOST_CONFLICTS = 100_000


class Houdini:
    """A machine, as clauses for a solver, and what is known of all of its states."""

    def __init__(self, circuit: Circuit, cnf: Cnf, budget: Budget, solver: str) -> None:
        sat = cnf.literal
        self._solver = Solver(budget, cnf.clauses, solver)
        self._solver.add([sat(circuit.facts)])
        self._constraint = sat(circuit.constraint)
        self._new = count(cnf.variables + 1)
        self._next: dict[int, int] = {}
        for latch, following in zip(circuit.latches, circuit.next, strict=True):
            self._next[sat(latch)], self._next[-sat(latch)] = sat(following), -sat(following)
        self._switches: dict[Cube, tuple[int, int]] = {}
        self.effort = 0
        """What has been asked so far, in questions of usual size."""

    def close(self) -> None:
        """Release everything."""
        self._solver.close()

    def know(self, clause: Sequence[int]) -> None:
        """A clause holds of all states."""
        self._solver.add(list(clause))

    def largest(self, cubes: Collection[Cube], effort: float = inf) -> list[Cube]:
        """The most of these cubes that no step enters from outside all of them; none where that takes more effort."""
        effort += self.effort
        left = list(dict.fromkeys(cubes))
        while left:
            if self.effort > effort:
                return []
            self.effort += 1 + len(left) // _CUBES_LIKE_A_QUESTION
            some = next(self._new)
            pairs = [self._pair(cube) for cube in left]
            self._solver.add([-some, *(entered for _, entered in pairs)])
            broken = self._solve([self._constraint, some, *(excluded for excluded, _ in pairs)], effort - self.effort)
            true = set(self._solver.model()) if broken else set()
            self._solver.add([-some])
            if broken is None:
                return []
            if not broken:
                break
            left = [cube for cube in left if not all(self._next[x] in true for x in cube)]
        return left

    def _solve(self, assumptions: Sequence[int], effort: float) -> bool | None:
        """The answer to a question, None where it takes too much: one about many cubes may be hard."""
        before = self._solver.conflicts
        most = int(min(max(effort, 1) * _CONFLICTS_LIKE_A_QUESTION, _MOST_CONFLICTS))
        answer = self._solver.solve_within(most, assumptions)
        self.effort += (self._solver.conflicts - before) // _CONFLICTS_LIKE_A_QUESTION
        return answer

    def _pair(self, cube: Cube) -> tuple[int, int]:
        """Literals that keep the state outside a cube, and have the step lead into it."""
        if cube not in self._switches:
            excluded, entered = next(self._new), next(self._new)
            self._solver.add([-excluded, *(-x for x in cube)])
            for x in cube:
                self._solver.add([-entered, self._next[x]])
            self._switches[cube] = excluded, entered
        return self._switches[cube]
