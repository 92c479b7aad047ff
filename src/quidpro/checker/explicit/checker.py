"""``certify``: is this certificate right about this system? Simple code, so that no one has to trust the
engines.

The chain rule (CGP03, sections 4 and 6): with groups M1 … Mn and assumptions A1 … An-1, if A1 ∥ M1 satisfies
P, each Ai ∥ Mi guarantees Ai-1, and Mn alone guarantees An-1, then M1 ∥ … ∥ Mn satisfies P. That Mi
guarantees A is checked as: Mi ∥ (complement of A) never reaches the error state; or, where the certificate has a
witness for it, as: A weakly simulates Mi; or, where it has an invariant, as: no step of Mi and A leaves that, and
A forbids none from there. An action of A that Mi does not have is then free to happen at any time, so
the conclusion is sound whatever the alphabets are. Priority
only removes behaviour, so the chain may ignore it. An ERROR of a process is made an action of its own that P forbids,
so that assumptions can speak of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from quidpro.checker.conclusion import Rejected, concluded
from quidpro.checker.explicit.circular import broken_premise, parts_of
from quidpro.checker.explicit.claims import (
    Graph,
    claimed_tests,
    deadlock_reachable,
    error_action,
    error_reachable,
    no_errors,
    run_into_error,
    visible_error,
)
from quidpro.checker.explicit.determinise import complement, completed
from quidpro.checker.explicit.explore import Joint
from quidpro.checker.explicit.inductive import check_inductive
from quidpro.checker.explicit.liveness import fails
from quidpro.checker.explicit.safety import missed, only_watches
from quidpro.checker.explicit.saturation import check_invariant, check_saturation
from quidpro.checker.explicit.simulation import not_simulated
from quidpro.checker.explicit.steps import broken_step
from quidpro.core.budget import Budget
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Assumption, Certificate, StateSet, assertion_digest, assertion_key, digest
from quidpro.verdict.verdict import Certification


def certify(certificate: Certificate, system: System, budget: Budget) -> Certification:
    """Check a certificate against the system it speaks of."""
    return concluded(lambda: _check(certificate, system, budget))


def _check(certificate: Certificate, system: System, budget: Budget) -> None:
    budget.phase = "checking the certificate"
    if certificate.rule not in _RULES:
        raise Rejected(f"there is no rule {certificate.rule!r}; known are {', '.join(sorted(_RULES))}")
    checked = _claimed(certificate, system)
    _check_digests(certificate, checked)
    _check_groups(certificate, checked)
    _check_formula(checked, budget)
    _RULES[certificate.rule](certificate, checked, budget)


def _claimed(certificate: Certificate, system: System) -> System:
    """The system with exactly the properties that the claim is about.

    Deadlock, progress and assertions are asked of the processes. Safety is asked of one property; without a name it is
    asked of the properties that the certificate lists, besides the errors of the processes themselves.
    """
    if certificate.kind == "liveness":
        return _asserted(certificate, system)
    if certificate.kind != "safety":
        return system.unwatched()
    wanted = set(certificate.digests) if certificate.property is None else {certificate.property}
    chosen = [component for component in system.properties if component.name in wanted]
    if certificate.property is not None and not chosen:
        raise Rejected(f"{system.name} has no property {certificate.property}")
    asserted = tuple(assertion for assertion in system.assertions if assertion.name == certificate.property)
    return replace(system.with_properties(*chosen), assertions=asserted)


def _asserted(certificate: Certificate, system: System) -> System:
    """The processes and the one assertion, under fair choice or not as the claim says."""
    chosen = [assertion for assertion in system.assertions if assertion.name == certificate.property]
    if len(chosen) != 1:
        raise Rejected(f"{system.name} has no assertion {certificate.property}")
    if certificate.fair is None:
        raise Rejected("the certificate does not say whether it is about fair choice")
    return replace(system.with_properties(), assertions=(replace(chosen[0], fair=certificate.fair),))


def _check_digests(certificate: Certificate, system: System) -> None:
    named = [component.name for component in system.components]
    names = Counter([*named, *(assertion_key(assertion.name) for assertion in system.assertions)])
    duplicates = [name for name, count in names.items() if count > 1]
    if duplicates:
        raise Rejected(f"two components of {system.name} are called {duplicates[0]}")
    missing = sorted(names.keys() - certificate.digests.keys())
    unknown = sorted(certificate.digests.keys() - names.keys())
    if missing:
        raise Rejected(f"the certificate says nothing of {', '.join(missing)}")
    if unknown:
        raise Rejected(f"the system has no {', '.join(unknown)}")
    for component in system.components:
        if digest(component.lts) != certificate.digests[component.name]:
            raise Rejected(f"{component.name} is not the component that was proved: its digest differs")
    for assertion in system.assertions:
        if assertion_digest(assertion) != certificate.digests[assertion_key(assertion.name)]:
            raise Rejected(f"{assertion.name} is not the assertion that was proved: its digest differs")


def _check_formula(system: System, budget: Budget) -> None:
    """Where a formula is asked for as a property, the LTS of that must see everything that breaches the formula."""
    for assertion in system.assertions:
        for watching in (component.lts for component in system.properties if component.name == assertion.name):
            if not only_watches(system, watching, assertion):
                raise Rejected(f"the property of {assertion.name} does more than look on")
            wrong = missed(system, watching, assertion, budget)
            if wrong is not None:
                raise Rejected(f"{assertion.name} is breached by something that its property does not see: {wrong}")


def _check_groups(certificate: Certificate, system: System) -> None:
    """Every process stands in exactly one group; properties may stand in one too, but need not."""
    grouped = Counter(name for group in certificate.groups for name in group)
    for name, count in grouped.items():
        if count > 1:
            raise Rejected(f"{name} stands in the groups {count} times")
    left = {c.name for c in system.processes} - grouped.keys()
    if left:
        raise Rejected(f"no group holds {', '.join(sorted(left))}")
    foreign = grouped.keys() - {c.name for c in system.components}
    if foreign:
        raise Rejected(f"the groups hold {', '.join(sorted(foreign))}, which the system does not have")


def _monolithic(certificate: Certificate, system: System, budget: Budget) -> None:
    components = [c.lts for c in system.components]
    if certificate.assumptions:
        raise Rejected("a monolithic proof has no assumptions")
    if certificate.kind == "safety":
        if error_reachable(components, budget, system.priority):
            raise Rejected("the error state is reachable")
    elif certificate.kind == "deadlock":
        if certificate.property not in (None, "deadlock"):
            raise Rejected(f"a proof of kind deadlock says nothing of {certificate.property}")
        if deadlock_reachable(components, budget, system.priority):
            raise Rejected("a deadlock is reachable")
    elif certificate.kind == "progress":
        _check_progress(certificate, system, budget)
    else:
        _check_liveness(system, budget)


def _check_liveness(system: System, budget: Budget) -> None:
    if error_reachable([c.lts for c in system.components], budget, system.priority):
        raise Rejected("the error state is reachable")
    for assertion in system.assertions:
        if fails(system, assertion, budget):
            raise Rejected(f"there is a run on which {assertion.name} is false")


def _check_progress(certificate: Certificate, system: System, budget: Budget) -> None:
    tests = claimed_tests(certificate.property, system)
    graph = Graph.of(Joint([c.lts for c in system.components], system.priority), budget)
    for test in tests:
        if graph.fails(test, budget):
            raise Rejected(f"progress {test.name} fails in a terminal set")


def _chain(certificate: Certificate, system: System, budget: Budget) -> None:
    """The premises of the chain rule, in order."""
    if certificate.kind != "safety":
        raise Rejected(f"rule {certificate.rule} proves safety, not {certificate.kind}")
    assumptions = certificate.assumptions
    if len(certificate.groups) != len(assumptions) + 1:
        raise Rejected(f"{len(certificate.groups)} groups do not go with {len(assumptions)} assumptions")
    _check_alphabets(certificate, system)
    by_name = {c.name: visible_error(c) for c in system.processes}
    helps: list[list[Component]] = [*([Component(a.name, a.lts)] for a in assumptions), []]
    parts = [[*_members(group, by_name), *help] for group, help in zip(certificate.groups, helps, strict=True)]
    goal = [*(c.lts for c in system.properties), *no_errors(system.processes)]
    first = [*(part.lts for part in parts[0]), *goal]
    if error_reachable(first, budget):
        raise Rejected(_broken_premise(certificate, 0) + run_into_error(first, budget))
    for i, assumption in enumerate(assumptions, start=1):
        why = _not_guaranteed(parts[i], assumption, budget)
        if why is not None:
            raise Rejected(_broken_premise(certificate, i) + why)


def _not_guaranteed(parts: Sequence[Component], assumption: Assumption, budget: Budget) -> str | None:
    """Why the parts do not guarantee the assumption, by what it has to show for that; None when they do."""
    components = [part.lts for part in parts]
    if assumption.witness is not None:
        wrong = not_simulated(components, assumption.lts, assumption.witness, budget)
        return wrong and f", or its witness is wrong: {wrong}"
    if assumption.invariant is not None:
        wrong = _not_invariant(parts, assumption, assumption.invariant, budget)
        return wrong and f", or its invariant is wrong: {wrong}"
    product = [*components, complement(assumption.lts, budget)]
    return run_into_error(product, budget) if error_reachable(product, budget) else None


def _not_invariant(parts: Sequence[Component], assumption: Assumption, states: StateSet, budget: Budget) -> str | None:
    """Why the set does not show that the parts guarantee the assumption; None when it does."""
    error_lts = completed(assumption.lts)
    if error_lts is None:
        return f"{assumption.name} is not deterministic"
    components = [*parts, Component(assumption.name, error_lts)]
    if len({component.name for component in components}) < len(components):
        return "two of those that it is about have the same name"
    try:
        check_invariant(states, components, budget)
    except Rejected as wrong:
        return str(wrong)
    return None


def _members(group: Sequence[str], by_name: dict[str, LTS]) -> list[Component]:
    return [Component(name, by_name[name]) for name in group if name in by_name]


def _check_alphabets(certificate: Certificate, system: System) -> None:
    _check_error_actions(system)
    for assumption in _every(certificate.assumptions):
        errors = {error_action(c.name) for c in system.processes if c.lts.has_error}
        foreign = set(assumption.lts.alphabet) - set(system.alphabet) - errors
        if foreign:
            raise Rejected(f"assumption {assumption.name} speaks of {min(foreign)}, which no component has")
        if assumption.lts.has_error:
            raise Rejected(f"assumption {assumption.name} has an error state")


def _every(assumptions: Sequence[Assumption]) -> Iterator[Assumption]:
    """These and those inside of their premises."""
    for assumption in assumptions:
        yield assumption
        yield from _every(assumption.inner)


def _check_error_actions(system: System) -> None:
    """An action of the model that is spelled like the ERROR of a process could keep that ERROR from being seen."""
    clashes = {error_action(c.name) for c in system.processes if c.lts.has_error} & set(system.alphabet)
    if clashes:
        raise Rejected(f"the action {min(clashes)} is spelled like the ERROR of a process")


def _broken_premise(certificate: Certificate, i: int) -> str:
    group = ", ".join(certificate.groups[i])
    goal = certificate.assumptions[i - 1].name if i else (certificate.property or "the property")
    assumed = f"under {certificate.assumptions[i].name} " if i < len(certificate.assumptions) else ""
    return f"premise {i + 1} fails: {group} {assumed}does not guarantee {goal}"


def _pair(certificate: Certificate, system: System, budget: Budget) -> None:
    if len(certificate.groups) != 2:
        raise Rejected(f"rule asym needs two groups, not {len(certificate.groups)}")
    _chain(certificate, system, budget)


def _circle(certificate: Certificate, system: System, budget: Budget) -> None:
    """The premises of the circular rule."""
    if certificate.kind != "safety":
        raise Rejected(f"rule {certificate.rule} proves safety, not {certificate.kind}")
    if not certificate.assumptions or len(certificate.groups) != len(certificate.assumptions):
        raise Rejected(f"{len(certificate.groups)} groups do not go with {len(certificate.assumptions)} assumptions")
    _check_alphabets(certificate, system)
    by_name = {c.name: visible_error(c) for c in system.processes}
    goals = [*(c.lts for c in system.properties), *no_errors(system.processes)]
    wrong = broken_premise(parts_of(certificate.groups, certificate.assumptions, by_name), goals, budget)
    if wrong is not None:
        raise Rejected(wrong)


def _steps(certificate: Certificate, system: System, budget: Budget) -> None:
    """The steps of a stepwise composition; it may ignore priority, which only removes behaviour."""
    if certificate.kind != "safety":
        raise Rejected(f"rule {certificate.rule} proves safety, not {certificate.kind}")
    wrong = broken_step({c.name: c.lts for c in system.components}, certificate.assumptions, budget)
    if wrong is not None:
        raise Rejected(wrong)


_RULES: dict[str, Callable[[Certificate, System, Budget], None]] = {
    "monolithic": _monolithic,
    "asym": _pair,
    "asym-n": _chain,
    "circ-ag": _circle,
    "minimise": _steps,
    "saturation": check_saturation,
    "inductive": check_inductive,
}
