"""Rule ``saturation``: a set of states as a decision diagram, that has the initial state and that no step leaves.

So it has every state that can be reached, and what no state of it does the system does not do. The set may have more
than that. A set that is closed under all steps is closed under those that priority leaves; but what it does not leave
may be a deadlock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quidpro.checker.conclusion import Rejected, Unproved
from quidpro.checker.explicit.claims import claimed_tests
from quidpro.checker.explicit.diagram import Diagram
from quidpro.checker.explicit.diagram_liveness import unproved_assertion
from quidpro.checker.explicit.diagram_progress import unproved_progress
from quidpro.checker.explicit.diagram_rest import is_covered
from quidpro.checker.explicit.diagram_steps import SystemSteps
from quidpro.checker.explicit.diagram_walk import met, not_closed
from quidpro.core.budget import Budget
from quidpro.core.words import printable
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Certificate, StateSet

Check = Callable[[Certificate, System, Diagram, SystemSteps, Budget], None]
"""Raises :class:`Rejected` where a closed set does not show what the certificate claims."""


def check_saturation(certificate: Certificate, system: System, budget: Budget) -> None:
    """The set of the certificate, and what it shows of the system."""
    if certificate.assumptions:
        raise Rejected("a proof by saturation has no assumptions")
    if certificate.states is None:
        raise Rejected("the certificate has no set of states")
    diagram, steps = _closed(certificate.states, system.components, budget)
    _CHECKS[certificate.kind](certificate, system, diagram, steps, budget)


def check_invariant(states: StateSet, components: Sequence[Component], budget: Budget) -> None:
    """A set of states of some components, from none of which they come to ERROR."""
    diagram, steps = _closed(states, components, budget)
    _check_no_error(diagram, steps, budget)


def _closed(states: StateSet, components: Sequence[Component], budget: Budget) -> tuple[Diagram, SystemSteps]:
    """The set as a diagram, and the steps of the components, none of which leaves it."""
    diagram = Diagram.of(states, components)
    steps = SystemSteps([c.lts.named(c.name) for c in components], diagram.levels)
    if not diagram.contains([lts.initial for lts in steps.parts]):
        raise Rejected("the initial state is not in the set")
    leaving = not_closed(diagram, steps.relations(), budget)
    if leaving is not None:
        raise Rejected(f"the set is not closed: {printable(leaving)} leads out of it")
    return diagram, steps


def _check_no_error(diagram: Diagram, steps: SystemSteps, budget: Budget) -> None:
    wrong = met(diagram, steps.errors(), budget)
    if wrong is not None:
        raise Rejected(f"there is a state in the set from which {printable(wrong)}")


def _check_safety(
    certificate: Certificate, system: System, diagram: Diagram, steps: SystemSteps, budget: Budget
) -> None:
    _check_no_error(diagram, steps, budget)


def _check_deadlock(
    certificate: Certificate, system: System, diagram: Diagram, steps: SystemSteps, budget: Budget
) -> None:
    if certificate.property not in (None, "deadlock"):
        raise Rejected(f"a proof of kind deadlock says nothing of {certificate.property}")
    _reject_priority(certificate, system)
    if not is_covered(diagram, steps.guards(), budget):
        raise Rejected("there is a deadlock in the set")


def _check_progress(
    certificate: Certificate, system: System, diagram: Diagram, steps: SystemSteps, budget: Budget
) -> None:
    _reject_priority(certificate, system)
    assert certificate.states is not None
    wrong = unproved_progress(certificate.states, system, claimed_tests(certificate.property, system), budget)
    if wrong is not None:
        raise Rejected(f"progress {wrong.name} may fail in a terminal set")


def _check_liveness(
    certificate: Certificate, system: System, diagram: Diagram, steps: SystemSteps, budget: Budget
) -> None:
    """Under fair choice the checker is content with less than it could know, so that it may not see why it holds."""
    _reject_priority(certificate, system)
    assert certificate.states is not None
    for assertion in system.assertions:
        wrong = unproved_assertion(certificate.states, system, assertion, budget)
        if wrong is not None:
            raise Unproved(wrong) if assertion.fair else Rejected(wrong)


def _reject_priority(certificate: Certificate, system: System) -> None:
    if system.priority is not None:
        raise Rejected(f"rule saturation does not know priority, and nothing of {certificate.kind} under it")


_CHECKS: dict[str, Check] = {
    "safety": _check_safety,
    "deadlock": _check_deadlock,
    "progress": _check_progress,
    "liveness": _check_liveness,
}
