"""From an outcome to a certificate: what shows the premises, the execution, or the values of a scheduler.

Components may have been taken in groups; a certificate speaks of their members.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.shared.execution import Execution
from quidpro.engines.probabilistic.shared.goal import Premise
from quidpro.engines.probabilistic.shared.outcome import Outcome
from quidpro.logic.pctl import Formula, Until, limits
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.ops import completed, composed, joined
from quidpro.verdict.probabilistic.certificate import head_fields, proof_fields


@dataclass(frozen=True)
class Group:
    """The composition of some components; ``states`` and ``choices`` tell what its states and distributions are of."""

    members: tuple[int, ...]
    lpts: LPTS
    states: Ints
    """For each state a row with the states of the members."""
    choices: Ints
    """For each distribution a row with those of the members, -1 for one that stays."""


def grouped(components: Sequence[LPTS], members: tuple[int, ...], budget: Budget) -> Group:
    """The group of these components."""
    group = alone(components[members[0]], members[0])
    for member in members[1:]:
        group = _join(group, components[member], member, budget)
    return group


def alone(component: LPTS, member: int) -> Group:
    """A component as a group."""
    return Group((member,), component, _column(component.states), _column(len(component.distributions)))


def _column(size: int) -> Ints:
    return np.arange(size, dtype=np.int32)[:, None]


def _join(group: Group, component: LPTS, member: int, budget: Budget) -> Group:
    product = composed(group.lpts, component, budget)
    theirs, own = product.contributions
    staying = np.full((1, len(group.members)), -1, dtype=np.int32)
    return Group(
        (*group.members, member),
        product.lpts,
        np.column_stack((group.states[product.sides[0]], product.sides[1])),
        np.column_stack((np.vstack((group.choices, staying))[theirs], own)),
    )


def certificate_of(
    outcome: Outcome,
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    budget: Budget | None = None,
    groups: Sequence[Group] | None = None,
) -> dict[str, Any] | None:
    """The certificate of a verdict about components as they were given; None where nothing was decided.

    The outcome may be about ``groups`` of them; an execution is always one of the components.
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
    grouping = groups or [grouped(components, (i,), budget) for i in range(len(components))]
    order = [grouping[i] for i in outcome.order]
    parts = [[one] for one in order] if outcome.by_parts else [order]
    shown = _Premises(outcome, spec, parts, budget)
    numbers = [[number for one in part for number in one.members] for part in parts]
    premises = [shown.fields(number) for number in range(len(parts))]
    assumptions = outcome.assumptions if outcome.by_parts else ()
    return proof_fields(components, spec, numbers, assumptions, premises)


class _Premises:
    """What shows the premises of a proof, as lists; each has a group, and an assumption but for the last."""

    def __init__(
        self, outcome: Outcome, spec: LPTS | Formula, groups: Sequence[Sequence[Group]], budget: Budget
    ) -> None:
        assert outcome.proof is not None
        self.proof, self.assumptions = outcome.proof, outcome.assumptions if outcome.by_parts else ()
        self.spec, self.groups, self.budget = spec, groups, budget

    def fields(self, number: int) -> dict[str, Any]:
        """A relation, or for premise 1 of a formula values."""
        self.budget.check()
        behind = self.assumptions[number] if number < len(self.assumptions) else None
        vectors, of = self.proof.carry_over(number, behind, self.budget)
        rows = self._spread(number, vectors)
        premise = self.proof.premises[number]
        if isinstance(premise.shown, Checking):
            assert isinstance(self.spec, Formula)
            return {"values": bound_fields(premise.shown, rows.tolist(), of.tolist(), self.spec)}
        pairs = premise.pairs(self._goal(number, premise), self.budget)
        return {"relation": related_rows(rows, of, pairs).tolist()}

    def _goal(self, number: int, premise: Premise) -> LPTS:
        goal = self.assumptions[number - 1] if number else self.spec
        assert isinstance(goal, LPTS)
        return completed(goal, premise.lpts.alphabet)

    def _spread(self, number: int, vectors: Ints) -> Ints:
        """The states of groups as those of their members; what stands behind them is the assumption's state."""
        group = self.groups[number]
        spread = [one.states[vectors[:, i]] for i, one in enumerate(group)]
        return np.column_stack((*spread, vectors[:, len(group) :]))


def related_rows(vectors: Ints, of: Longs, pairs: tuple[Longs, Longs]) -> Longs:
    """A relation in rows: the states of the parts, and last a partner of the state that this is."""
    states, partners = pairs
    begin, end = np.searchsorted(states, of, "left"), np.searchsorted(states, of, "right")
    counts = end - begin
    which = np.repeat(np.arange(len(of)), counts)
    index = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts) + begin[which]
    return np.column_stack((vectors[which], partners[index]))


def bound_fields(
    checking: Checking, vectors: Sequence[Sequence[int]], of: Sequence[int], formula: Formula, *, lower: bool = False
) -> list[dict[str, Any]]:
    """For each P over an unbounded U the maximal probabilities, by vectors of states, for a certificate.

    ``of`` tells for each vector the state of the LPTS whose probabilities it has. As upper bounds those of 1 are left
    out, as lower bounds those of 0.
    """
    paths = (limit.path for limit in limits(formula.root))
    unbounded = [path for path in paths if isinstance(path, Until) and path.steps is None]
    return [_values(checking.maximal(path).values, vectors, of, 0 if lower else 1) for path in unbounded]


def _values(
    values: Sequence[Fraction], vectors: Sequence[Sequence[int]], of: Sequence[int], known: int
) -> dict[str, Any]:
    numbers: dict[str, int] = {}
    rows = [
        [*vector, numbers.setdefault(str(values[state]), len(numbers))]
        for vector, state in zip(vectors, of, strict=True)
        if values[state] != known
    ]
    return {"values": list(numbers), "rows": rows}


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
