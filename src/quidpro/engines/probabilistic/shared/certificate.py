"""From an outcome to a certificate: what shows the premises, the execution, or the values of a scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.pctl.goal import bound_fields
from quidpro.engines.probabilistic.shared.execution import Execution
from quidpro.engines.probabilistic.shared.outcome import Outcome
from quidpro.engines.probabilistic.shared.proof import Premise, related_rows
from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import completed, joined
from quidpro.verdict.probabilistic.certificate import head_fields, proof_fields


@dataclass(frozen=True)
class Members:
    """The components of a group by their numbers, and their states for each state of the group, in rows."""

    numbers: Sequence[int]
    states: Ints


def certificate_of(
    outcome: Outcome,
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    budget: Budget | None = None,
    members: Sequence[Members] | None = None,
) -> dict[str, Any] | None:
    """The certificate of a verdict about components as they were given; None where nothing was decided.

    ``members`` are the components of each group, where the outcome is about groups of them; an execution is always one
    of the components.
    """
    budget = budget or Budget()
    if outcome.verdict == "violated" and outcome.execution is not None:
        return execution_fields(outcome.execution, components, spec)
    if outcome.verdict == "violated" and isinstance(spec, Formula):
        whole, vectors = joined(components, budget)
        values = bound_fields(Checking(whole, budget), vectors.tolist(), range(whole.states), spec, lower=True)
        return {**head_fields(components, spec, "violated", "scheduler"), "values": values}
    if outcome.verdict != "holds":
        return None
    assert outcome.proof is not None
    alone = [Members([i], np.arange(c.states, dtype=np.int32)[:, None]) for i, c in enumerate(components)]
    given = members or alone
    order = [given[i] for i in outcome.order]
    groups = [[one] for one in order] if outcome.assumptions else [order]
    made = _Premises(outcome, spec, groups, budget)
    numbers = [[number for one in group for number in one.numbers] for group in groups]
    premises = [made.fields(number) for number in range(len(groups))]
    return proof_fields(components, spec, numbers, outcome.assumptions, premises)


class _Premises:
    """What shows the premises of a proof, as lists; each has a group, and an assumption but for the last."""

    def __init__(
        self, outcome: Outcome, spec: LPTS | Formula, groups: Sequence[Sequence[Members]], budget: Budget
    ) -> None:
        assert outcome.proof is not None
        self.proof, self.assumptions = outcome.proof, outcome.assumptions
        self.spec, self.groups, self.budget = spec, groups, budget

    def fields(self, number: int) -> dict[str, Any]:
        """A relation, or for premise 1 of a formula values."""
        self.budget.check()
        behind = self.assumptions[number] if number < len(self.assumptions) else None
        vectors, of = self.proof.carried(number, behind, self.budget)
        rows = self._spread(number, vectors)
        premise = self.proof.premises[number]
        if isinstance(premise.shown, Checking):
            assert isinstance(self.spec, Formula)
            return {"values": bound_fields(premise.shown, rows.tolist(), of.tolist(), self.spec)}
        pairs = premise.pairs(self._goal(number, premise), self.budget)
        return {"relation": related_rows(rows, of, pairs).tolist()}

    def _goal(self, number: int, premise: Premise) -> LPTS:
        if number:
            return self.assumptions[number - 1]
        assert isinstance(self.spec, LPTS)
        return completed(self.spec, premise.lpts.alphabet)

    def _spread(self, number: int, vectors: Ints) -> Ints:
        """The states of groups as those of their members; what stands behind them is the assumption's state."""
        group = self.groups[number]
        spread = [one.states[vectors[:, place]] for place, one in enumerate(group)]
        return np.column_stack((*spread, vectors[:, len(group) :]))


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
