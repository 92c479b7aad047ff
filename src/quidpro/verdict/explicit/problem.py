"""Problems about systems of LTSs.

For ``safety`` the model holds its processes and at most the one property asked for; a process that reaches its own
ERROR violates it too. For ``liveness`` it holds its processes and the assertion asked for. For ``deadlock`` and
``progress`` it holds its processes: a property only watches. The specification of ``progress`` are its tests.
"""

from __future__ import annotations

from quidpro.lts.system import Progress, System
from quidpro.verdict import problem as general
from quidpro.verdict.explicit.evidence import WORLD, Assumption, Certificate, Clause, Kind, StateSet, digests
from quidpro.verdict.split import Groups

Problem = general.Problem[System, tuple[Progress, ...]]


def problem_about(system: System, kind: Kind, property: str | None, tests: tuple[Progress, ...] = ()) -> Problem:
    """The problem whether a system satisfies a property."""
    components = tuple(component.name for component in system.components)
    return Problem(WORLD, system.name, property, kind, system, tests, components)


def certificate_of(
    problem: Problem,
    rule: str,
    groups: Groups,
    assumptions: tuple[Assumption, ...] = (),
    states: StateSet | None = None,
    clauses: tuple[Clause, ...] | None = None,
) -> Certificate:
    """What a rule needs to be checked again on this problem."""
    return Certificate(
        rule=rule,
        system=problem.system,
        property=problem.property,
        kind=problem.kind,  # type: ignore[arg-type]
        groups=groups,
        assumptions=assumptions,
        digests=digests(problem.model),
        fair=problem.model.assertions[0].fair if problem.kind == "liveness" else None,
        states=states,
        clauses=clauses,
    )
