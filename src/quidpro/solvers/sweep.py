"""Latches that never change, and latches that always have equal or opposite values (van Eijk 2000).

Simulation of many random runs at once says which may be so. Of these the largest part is kept that holds initially and
is preserved by steps, which a SAT solver decides: each violation that it finds tells classes apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.aig import FALSE, TRUE, clauses, evaluate, sat, value
from quidpro.solvers.circuit import Circuit, Reduced, rebuild
from quidpro.solvers.sat import Solver

LANES = 64
STEPS = 24
SECONDS = 2.0
"""So much time is given to it."""
CONSTANT = -1
"""The number of what is always false, beside those of the latches."""
Member = tuple[int, int]
"""A latch, or what is always false, and whether it is taken negated."""
Class = list[Member]
"""Latches with equal values, negated where it says so."""


def sweep(circuit: Circuit, budget: Budget) -> Reduced:
    """The machine with one latch for those that are always alike; as it was, where there is nothing to gain in time."""
    found = _candidates(circuit)
    try:
        found = _Refinement(circuit, budget.within(SECONDS)).largest(found) if found else []
    except BudgetExceeded:
        budget.check()
        found = []
    equal = {latch: _literal(one[0], negated) for one in found for latch, negated in one[1:]}
    kept = [i for i in range(len(circuit.latches)) if i not in equal]
    instead = {circuit.latches[i] >> 1: _of_graph(circuit, literal) for i, literal in equal.items()}
    reduced = rebuild(replace(circuit, reset=_resets(circuit, equal)), kept, instead)
    reduced.equal = equal
    reduced.facts = [clause for latch, literal in equal.items() for clause in _clauses(latch, literal)]
    return reduced


def _resets(circuit: Circuit, equal: dict[int, int]) -> list[int | None]:
    """The first values; a latch that stands for another one has that one's, too."""
    reset = list(circuit.reset)
    for latch, literal in equal.items():
        value = reset[latch]
        if literal >= 0 and value is not None:
            reset[literal >> 1] = value ^ (literal & 1)
    return reset


def _literal(first: Member, negated: int) -> int:
    """The latch that stands for a class, as a literal: twice its number, plus one where the other is opposite."""
    latch, phase = first
    return 2 * latch + (phase ^ negated)


def _of_graph(circuit: Circuit, literal: int) -> int:
    node = FALSE if literal >> 1 == CONSTANT else circuit.latches[literal >> 1]
    return node ^ (literal & 1)


def _clauses(latch: int, literal: int) -> Iterator[tuple[int, ...]]:
    """That a latch is what stands for it, as clauses over latches numbered from 1."""
    mine, other = latch + 1, (literal >> 1) + 1
    if literal >> 1 == CONSTANT:
        yield (mine if literal & 1 else -mine,)
        return
    other = -other if literal & 1 else other
    yield (-mine, other)
    yield (mine, -other)


def _candidates(circuit: Circuit) -> list[Class]:
    """Classes of latches that random runs do not tell apart; what is always false stands first in its class."""
    times = list(_random_runs(circuit))
    if not times:
        return []
    masks = [counted for _, counted in times]
    lane = (masks[0] & -masks[0]).bit_length() - 1
    found: dict[tuple[int, ...], Class] = {(0,) * len(masks): [(CONSTANT, 0)]}
    for i in range(len(circuit.latches)):
        negated = times[0][0][i] >> lane & 1
        key = tuple((values[i] if not negated else ~values[i]) & counted for values, counted in times)
        found.setdefault(key, []).append((i, negated))
    return [members for members in found.values() if len(members) > 1]


def _random_runs(circuit: Circuit) -> Iterator[tuple[list[int], int]]:
    """The values of the latches in many runs at once, time after time, and the runs that are still runs."""
    rng, mask = Random(1), (1 << LANES) - 1
    graph, cone = circuit.graph, circuit.graph.cone(circuit.roots)
    fixed = {0: 0, 1: mask}
    latches = [rng.getrandbits(LANES) if reset is None else fixed[reset] for reset in circuit.reset]
    counted, start = mask, circuit.start
    for _ in range(STEPS):
        inputs = [rng.getrandbits(LANES) for _ in circuit.inputs]
        leaves = {
            lit >> 1: now for lit, now in zip((*circuit.latches, *circuit.inputs), (*latches, *inputs), strict=True)
        }
        values = evaluate(graph, cone, leaves, mask)
        counted &= value(values, start, mask)
        if not counted:
            return
        yield latches, counted
        counted &= value(values, circuit.constraint, mask)
        latches, start = [value(values, lit, mask) for lit in circuit.next], TRUE


class _Refinement:
    """Classes, as far as they hold initially and after steps from where they hold."""

    def __init__(self, circuit: Circuit, budget: Budget) -> None:
        self.circuit = circuit
        self._solver = Solver(budget, clauses(circuit.graph, circuit.graph.cone(circuit.roots)), "minisat22")
        self._solver.add([sat(circuit.facts)])
        self._new = count(len(circuit.graph) + 1)
        self._now = [sat(lit) for lit in circuit.latches]
        self._then = [sat(lit) for lit in circuit.next]

    def largest(self, classes: list[Class]) -> list[Class]:
        """The largest refinement of classes that is inductive."""
        circuit = self.circuit
        reset = [x if value else -x for x, value in zip(self._now, circuit.reset, strict=True) if value is not None]
        try:
            classes = self._split(classes, self._now, lambda _: [*reset, sat(circuit.start)])
            constraint = sat(circuit.constraint)
            return self._split(classes, self._then, lambda known: [constraint, self._assumed(known)])
        finally:
            self._solver.close()

    def _split(
        self, classes: list[Class], literals: Sequence[int], given: Callable[[list[Class]], list[int]]
    ) -> list[Class]:
        """Tell classes apart until nothing that is given breaks one."""
        while classes and self._solver.solve([*given(classes), self._broken(classes, literals)]):
            true = {x for x in self._solver.model() if x > 0}
            classes = [part for one in classes for part in _parts(one, literals, true)]
        return classes

    def _assumed(self, classes: list[Class]) -> int:
        """A literal that makes all members of a class equal now."""
        guard = next(self._new)
        for one in classes:
            first = self._member(one[0], self._now)
            for member in one[1:]:
                other = self._member(member, self._now)
                self._solver.add([-guard, -first, other])
                self._solver.add([-guard, first, -other])
        return guard

    def _broken(self, classes: list[Class], literals: Sequence[int]) -> int:
        """A literal that makes two members of some class different."""
        guard = next(self._new)
        different = []
        for one in classes:
            first = self._member(one[0], literals)
            for member in one[1:]:
                other, apart = self._member(member, literals), next(self._new)
                different.append(apart)
                self._solver.add([-apart, first, other])
                self._solver.add([-apart, -first, -other])
        self._solver.add([-guard, *different])
        return guard

    @staticmethod
    def _member(member: Member, literals: Sequence[int]) -> int:
        latch, negated = member
        literal = sat(FALSE) if latch == CONSTANT else literals[latch]
        return -literal if negated else literal


def _parts(one: Class, literals: Sequence[int], true: set[int]) -> Iterator[Class]:
    """A class by the values of its members; a part of one member is no class."""
    parts: tuple[Class, Class] = ([], [])
    for latch, negated in one:
        is_true = latch != CONSTANT and ((abs(literals[latch]) in true) == (literals[latch] > 0))
        parts[is_true ^ bool(negated)].append((latch, negated))
    yield from (part for part in parts if len(part) > 1)
