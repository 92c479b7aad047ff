"""What a probabilistic model is made of: its components, and the actions that they share."""

from __future__ import annotations

from quidpro.core.words import counted
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.architecture import Architecture, Link, Part, shared_names, watched_by
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.probabilistic.problem import Problem


def architecture(problem: Problem, verdict: ProbVerdict | None = None) -> Architecture:
    """The components and the specification, if there is one; in groups where the verdict came by parts."""
    network, spec = problem.model, problem.spec
    groups = _groups(verdict)
    owner = {member: number for number, group in enumerate(groups) for member in group}
    alphabets = [component.alphabet for component in network.components]
    parts = [
        Part(name, size=counted(component.states, "state"), group=owner.get(number))
        for number, (name, component) in enumerate(zip(network.names, network.components, strict=True))
    ]
    links = list(shared_names(alphabets))
    if not problem.property:
        return Architecture(problem.system, tuple(parts), tuple(links))
    if isinstance(spec, LPTS):
        links += watched_by(len(parts), spec.alphabet, alphabets)
        size = counted(spec.states, "state")
    else:
        links += _marked(len(parts), spec.marks, network.components)
        size = ""
    parts.append(Part(problem.property, "property", size))
    names = tuple(f"M{number}" for number in range(1, len(groups) + 1))
    return Architecture(problem.system, tuple(parts), tuple(links), names)


def _marked(property: int, marks: frozenset[str], components: tuple[LPTS, ...]) -> list[Link]:
    """The components whose marks a formula speaks of."""
    found = [sorted(marks & component.marks.keys()) for component in components]
    return [Link((property, number), tuple(own)) for number, own in enumerate(found) if own]


def _groups(verdict: ProbVerdict | None) -> list[list[int]]:
    """The numbers of the components in the order of the rule; none where the whole was looked at."""
    if verdict is None or verdict.certificate is None:
        return []
    groups: list[list[int]] = verdict.certificate.fields.get("groups", [])
    return groups if len(groups) > 1 else []


def asked_at(_problem: Problem) -> list[int]:
    """What is asked stands in a file of its own."""
    return []
