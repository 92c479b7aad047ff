"""Strong simulation as one SMT problem over linear rational arithmetic (pAGAR, section 6), solved by z3.

A boolean stands for each pair of states that matters, and says that the pair is in the simulation; another for each
pair of distributions, with a weight function (Definition 4) that it forces to be one. When there is no solution the
unsatisfiable core tells which transitions of the first LPTS matter; the fixed point on that sub-structure, which has
the states and distributions of the whole, then gives the tree. The route is here for comparison: it is far slower than
:func:`quidpro.lpts.simulation.simulation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.parts import require
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.simulation import Pair, Simulation, simulation


@dataclass(frozen=True)
class SmtSimulation:
    """The outcome: a simulation, or the fixed point on the sub-structure of the first LPTS that shows there is none."""

    related: frozenset[Pair]
    refutation: Simulation | None

    @property
    def holds(self) -> bool:
        """Whether the second LPTS simulates the first."""
        return self.refutation is None


def smt_simulation(first: LPTS, second: LPTS, budget: Budget | None = None) -> SmtSimulation:
    """Does the second LPTS simulate the first? Needs z3, the extra ``quidpro[prob]``."""
    budget = budget or Budget()
    problem = _Problem(first, second)
    problem.state(budget)
    if problem.is_satisfiable(budget):
        return SmtSimulation(problem.solution(), None)
    refutation = simulation(substructure(first, problem.core()), second, budget)
    assert not refutation.holds, "the core of an unsatisfiable problem must not be simulated"
    return SmtSimulation(frozenset(), refutation)


def substructure(lpts: LPTS, transitions: set[int]) -> LPTS:
    """The LPTS with only these of its transitions; states and distributions keep their numbers."""
    kept = np.array(sorted(transitions), dtype=np.int64)
    row = np.zeros(lpts.states + 1, dtype=np.int64)
    np.cumsum(np.bincount(lpts.source[kept], minlength=lpts.states), out=row[1:])
    return replace(lpts, row=row, label=lpts.label[kept], target=lpts.target[kept])


class _Problem:
    """The constraints, pair by pair as they are met; each need is tracked, for the core."""

    def __init__(self, first: LPTS, second: LPTS) -> None:
        self.first, self.second = first, second
        self.z3 = require("z3")
        self.solver = self.z3.SolverFor("QF_LRA")
        self.pairs: dict[Pair, Any] = {}
        self.couples: dict[Pair, Any] = {}
        self.waiting: list[Pair] = []
        self.tracked: dict[str, int] = {}

    def state(self, budget: Budget) -> None:
        """All constraints for the initial pair."""
        self.solver.add(self.pair(self.first.initial, self.second.initial))
        for pair in self.waiting:
            budget.check()
            if self.first.marks_of(pair[0]) != self.second.marks_of(pair[1]):
                self.solver.add(self.z3.Not(self.pairs[pair]))
            else:
                self._needs(pair)

    def pair(self, p: int, q: int) -> Any:
        """The variable of a pair of states."""
        if (p, q) not in self.pairs:
            self.pairs[p, q] = self.z3.Bool(f"R_{p}_{q}")
            self.waiting.append((p, q))
        return self.pairs[p, q]

    def _needs(self, pair: Pair) -> None:
        """Definition 5: each transition of the first state has an answer."""
        begin = int(self.first.row[pair[0]])
        for transition, (label, number) in enumerate(self.first.moves[pair[0]], begin):
            action = self.second.labels.get(self.first.alphabet[label], -1)
            answers = [self.couple(number, answer) for other, answer in self.second.moves[pair[1]] if other == action]
            name = f"need_{transition}_{pair[1]}"
            self.tracked[name] = transition
            self.solver.assert_and_track(self.z3.Implies(self.pairs[pair], self.z3.Or(answers)), name)

    def couple(self, d: int, e: int) -> Any:
        """The variable of a pair of distributions, which forces a weight function on the pairs in the simulation."""
        if (d, e) not in self.couples:
            self.couples[d, e] = self.z3.Bool(f"M_{d}_{e}")
            self.solver.add(self.z3.Implies(self.couples[d, e], self.z3.And(*self._weights(d, e))))
        return self.couples[d, e]

    def _weights(self, d: int, e: int) -> Iterator[Any]:
        """Definition 4."""
        left, right = self.first.distributions.probabilities(d), self.second.distributions.probabilities(e)
        weight = {(p, q): self.z3.Real(f"w_{d}_{e}_{p}_{q}") for p in left for q in right}
        for p, probability in left.items():
            yield self.z3.Sum([weight[p, q] for q in right]) == self._number(probability)
        for q, probability in right.items():
            yield self.z3.Sum([weight[p, q] for p in left]) == self._number(probability)
        for (p, q), amount in weight.items():
            yield amount >= 0
            yield self.z3.Or(amount == 0, self.pair(p, q))

    def _number(self, probability: Fraction) -> Any:
        return self.z3.Q(probability.numerator, probability.denominator)

    def is_satisfiable(self, budget: Budget) -> bool:
        """The answer of the solver, which gets the time that is left."""
        budget.check()
        remaining = budget.remaining()
        if remaining is not None:
            self.solver.set("timeout", max(1, int(remaining * 1000)))
        answer = self.solver.check()
        if answer == self.z3.unknown:
            budget.check()
            raise BudgetExceeded("time", budget.phase, f"z3: {self.solver.reason_unknown()}")
        return bool(answer == self.z3.sat)

    def solution(self) -> frozenset[Pair]:
        """The pairs of the simulation that was found."""
        model = self.solver.model()
        return frozenset(pair for pair, name in self.pairs.items() if self.z3.is_true(model[name]))

    def core(self) -> set[int]:
        """The transitions of the first LPTS that an unsatisfiable core speaks of."""
        return {self.tracked[str(name)] for name in self.solver.unsat_core()}
