"""Rule ``inductive``: clauses over local states that the initial state satisfies and that every step keeps.

So every state that can be reached satisfies them, and what no such state does the system does not do. Each clause is
looked at with each step by itself: is there a state that satisfies all clauses, in which the step can happen and lead
to where the clause is false? A SAT solver says so, over a variable for each local state, of which every component has
exactly one. Clauses that all steps keep are kept by those that priority leaves; but what it does not leave may be a
deadlock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import count

from quidpro.checker.conclusion import Rejected
from quidpro.checker.explicit.diagram import Level
from quidpro.checker.explicit.diagram_steps import Relation, SystemSteps
from quidpro.checker.solver import Solver
from quidpro.core.budget import Budget
from quidpro.core.words import printable
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Certificate, Clause

Allowed = dict[int, set[int]]
"""By a component the states in which it satisfies a clause."""
Places = Mapping[int, Collection[int]]
"""By a component some of its states."""


def check_inductive(certificate: Certificate, system: System, budget: Budget) -> None:
    """The clauses of the certificate, and what they show of the system."""
    _check_claim(certificate, system)
    clauses = [_allowed(clause, system.components) for clause in certificate.clauses or ()]
    parts = [component.lts.named(component.name) for component in system.components]
    for number, clause in enumerate(clauses, 1):
        if not any(parts[component].initial in states for component, states in clause.items()):
            raise Rejected(f"the initial state does not satisfy clause {number}")
    steps = SystemSteps(parts, [Level(i, {s: s for s in range(lts.states)}, False) for i, lts in enumerate(parts)])
    with closing(_States(parts, clauses, budget)) as states:
        _check_kept(clauses, steps, states)
        if certificate.kind == "safety":
            _check_no_error(steps, states)
        else:
            _check_no_deadlock(steps, states)


def _check_claim(certificate: Certificate, system: System) -> None:
    """It is one that clauses can show."""
    if certificate.kind not in ("safety", "deadlock"):
        raise Rejected(f"rule inductive proves safety and freedom of deadlock, not {certificate.kind}")
    if certificate.assumptions:
        raise Rejected("a proof by inductive clauses has no assumptions")
    if certificate.clauses is None:
        raise Rejected("the certificate has no clauses")
    if certificate.kind == "deadlock":
        if certificate.property not in (None, "deadlock"):
            raise Rejected(f"a proof of kind deadlock says nothing of {certificate.property}")
        if system.priority is not None:
            raise Rejected("rule inductive does not know priority, and nothing of deadlock under it")


def _allowed(clause: Clause, components: Sequence[Component]) -> Allowed:
    """A clause by the numbers of components."""
    number = {component.name: i for i, component in enumerate(components)}
    found: Allowed = {}
    for name, states in clause:
        if name not in number:
            raise Rejected(f"a clause speaks of {name}, which the system does not have")
        most = components[number[name]].lts.states
        wrong = next((state for state in states if not 0 <= state < most), None)
        if wrong is not None:
            raise Rejected(f"a clause speaks of state {wrong} of {name}, which has {most}")
        found.setdefault(number[name], set()).update(states)
    return found


class _States(Solver):
    """The states that satisfy all clauses, a variable for each state of each component."""

    def __init__(self, parts: Sequence[LTS], clauses: Iterable[Allowed], budget: Budget) -> None:
        super().__init__(budget)
        new = count(1)
        self._at = [[next(new) for _ in range(lts.states)] for lts in parts]
        for variables in self._at:
            self.require(variables)
            self._at_most_one(variables, new)
        for clause in clauses:
            self.require(self._at[component][state] for component, states in clause.items() for state in states)

    def _at_most_one(self, variables: Sequence[int], new: Iterable[int]) -> None:
        """A ladder: a rung says that one of the variables so far is true, and then none that follows is."""
        before: int | None = None
        for variable, rung in zip(variables, new, strict=False):
            self.require([-variable, rung])
            if before is not None:
                self.require([-before, rung])
                self.require([-before, -variable])
            before = rung

    def any_where(self, inside: Places, outside: Places | None = None) -> bool:
        """Whether in one of them some components are in one of the states said for each, and others in none of them."""
        wrong = [x for component, states in inside.items() for x in self._others(component, states)]
        wrong += (self._at[component][state] for component, states in (outside or {}).items() for state in states)
        return self.satisfiable([-x for x in wrong])

    def exclude(self, inside: Places) -> None:
        """Leave out those in which each of some components is in one of the states said for it."""
        self.require(x for component, states in inside.items() for x in self._others(component, states))

    def _others(self, component: int, states: Collection[int]) -> Iterable[int]:
        return (x for state, x in enumerate(self._at[component]) if state not in states)


def _check_kept(clauses: Sequence[Allowed], steps: SystemSteps, states: _States) -> None:
    about: dict[int, list[int]] = {}
    for number, clause in enumerate(clauses):
        for component in clause:
            about.setdefault(component, []).append(number)
    for name, relation in steps.relations():
        for number in sorted({one for component in relation for one in about.get(component, ())}):
            if _is_broken(clauses[number], relation, states):
                raise Rejected(f"clause {number + 1} is not kept: {printable(name)} breaks it")


def _is_broken(clause: Allowed, relation: Relation, states: _States) -> bool:
    """Whether the step leads from some state to one in which the clause is false."""
    before: Allowed = {}
    for component, moves in relation.items():
        kept = clause.get(component, set())
        before[component] = {state for state, after in moves.items() if not kept.issuperset(after)}
        if not before[component]:
            return False
    outside = {component: allowed for component, allowed in clause.items() if component not in relation}
    return states.any_where(before, outside)


def _check_no_error(steps: SystemSteps, states: _States) -> None:
    for name, where in steps.errors():
        if states.any_where(where):
            raise Rejected(f"the clauses allow a state from which {printable(name)}")


def _check_no_deadlock(steps: SystemSteps, states: _States) -> None:
    """What is left without the states in which something can happen, or all has ended."""
    for where in steps.guards():
        states.exclude(where)
    if states.satisfiable():
        raise Rejected("the clauses allow a deadlock")
