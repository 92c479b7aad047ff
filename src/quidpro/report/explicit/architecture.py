"""What a composition of labelled transition systems is made of: its components, and the actions that they share."""

from __future__ import annotations

import re

from quidpro.core.errors import UsageError
from quidpro.core.words import counted
from quidpro.lts.system import Component, System
from quidpro.verdict.architecture import Architecture, Part, PartKind, shared_names, watched_by
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.split import Groups, parse_groups


def architecture(problem: Problem, verdict: ExplicitVerdict | None = None) -> Architecture:
    """The processes and the property that watches them; in groups where the verdict came by parts."""
    system = problem.model
    groups = _groups(system, verdict)
    owner = {name: number for number, group in enumerate(groups) for name in group}
    processes, properties = system.processes, system.properties
    alphabets = [component.lts.alphabet for component in processes]
    watching = [
        link
        for number, component in enumerate(properties, len(processes))
        for link in watched_by(number, component.lts.alphabet, alphabets)
    ]
    return Architecture(
        system.name,
        tuple(_part(component, owner) for component in (*processes, *properties)),
        (*shared_names(alphabets), *watching),
        tuple(f"M{number}" for number in range(1, len(groups) + 1)),
    )


def _part(component: Component, owner: dict[str, int]) -> Part:
    kind: PartKind = "property" if component.is_property else "process"
    size = counted(component.lts.states, "state")
    return Part(component.name, kind, size, owner.get(component.name))


def _groups(system: System, verdict: ExplicitVerdict | None) -> Groups:
    """Those of the certificate, or of the split that found the violation; none where the whole was looked at."""
    if verdict is None:
        return ()
    if verdict.certificate is not None:
        groups = verdict.certificate.groups
    else:
        groups = _named_groups(system, verdict.winner.split if verdict.winner else None)
    return groups if len(groups) > 1 else ()


def _named_groups(system: System, split: str | None) -> Groups:
    try:
        return parse_groups(split, system.processes) if split else ()
    except UsageError:
        return ()


def asked_at(problem: Problem) -> list[int]:
    """The lines where the property, or the assertion, is defined, and those where its actions stand."""
    system = problem.model
    if system.source is None or problem.property is None:
        return []
    head = re.compile(rf"\b(property|assert|ltl_property|progress)\s+(\|\|\s*)?{re.escape(problem.property)}\b")
    offsets = [found.start() for found in head.finditer(system.source.text)]
    for component in system.properties:
        origin = component.lts.origin
        offsets += [] if origin is None else sorted({int(offset) for offset in origin if offset >= 0})
    return sorted({system.source.position(offset)[0] for offset in offsets})
