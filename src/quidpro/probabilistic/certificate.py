"""From an outcome to a certificate: what shows the premises, the execution, or the values of a scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.frontend.pctl.formula import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.probabilistic.execution import Execution
from quidpro.probabilistic.outcome import Outcome
from quidpro.probabilistic.pctl.goal import bound_fields
from quidpro.verdict.lpts_certificate import head_fields, proof_fields, together


def certificate_of(
    outcome: Outcome,
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    budget: Budget = UNLIMITED,
    members: Sequence[Sequence[int]] | None = None,
) -> dict[str, Any] | None:
    """The certificate of a verdict about components as they were given; None where nothing was decided.

    ``members`` are the components of each group, where the outcome is about groups of them; an execution is always one
    of the components.
    """
    if outcome.verdict == "violated" and outcome.execution is not None:
        return execution_fields(outcome.execution, components, spec)
    if outcome.verdict == "violated" and isinstance(spec, Formula):
        values = bound_fields(*together(components, budget), spec, budget, lower=True)
        return {**head_fields(components, spec, "violated", "scheduler"), "values": values}
    if outcome.verdict != "holds":
        return None
    whole = [range(len(components))]
    taken = [[i] if members is None else members[i] for i in outcome.order] if outcome.assumptions else whole
    groups = [list(group) for group in taken]
    bounds: list[dict[str, Any]] = []
    if isinstance(spec, Formula):
        first = [*(components[i] for i in groups[0]), *outcome.assumptions[:1]]
        bounds = bound_fields(*together(first, budget), spec, budget)
    return proof_fields(components, spec, groups, outcome.assumptions, values=bounds, budget=budget)


def execution_fields(execution: Execution, components: Sequence[LPTS], spec: LPTS | Formula) -> dict[str, Any]:
    """The certificate that an execution refutes the specification; each distribution is written out once."""
    numbers: dict[tuple[int, int], int] = {}
    nodes = [
        {
            "states": list(node.states),
            "steps": [
                {
                    "action": step.action,
                    "choices": [numbers.setdefault(choice, len(numbers)) for choice in step.choices],
                    "branches": [[str(probability), child] for probability, child in step.branches],
                }
                for step in node.steps
            ],
        }
        for node in execution.nodes
    ]
    distributions = [
        [i, [[state, str(p)] for state, p in components[i].distributions.probabilities(number).items()]]
        for i, number in numbers
    ]
    return {
        **head_fields(components, spec, "violated", "execution"),
        "tree": {"distributions": distributions, "nodes": nodes},
    }
