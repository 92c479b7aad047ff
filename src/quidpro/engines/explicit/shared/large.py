"""The last premise of a chain, ⟨true⟩ M ⟨A⟩, where M is a group too large to be explored: as a decision diagram.

Most groups are explored state by state. One of many components may have more states than anyone explores and still be
a small diagram (:mod:`quidpro.engines.explicit.saturated`); then the group and A are a system of their own, of which
all states are found at once. For the certificate that is done once more, with the original components of the group:
the set of states is why they guarantee A.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import ignore
from quidpro.core.words import counted
from quidpro.engines.explicit.saturated.levels import Reached, reach
from quidpro.engines.explicit.saturated.proof import state_set
from quidpro.engines.explicit.saturated.runs import violation
from quidpro.engines.explicit.shared.rounds import Answer, Group, Holds, Log, Rounds, Violated, check_group
from quidpro.engines.explicit.shared.traces import visible
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, System
from quidpro.solvers.mdd.forest import TooManyNodes
from quidpro.verdict.explicit.evidence import StateSet

TURNS = ((200_000, 50_000), (5_000_000, 1_000_000))
"""States to be explored, if any, then nodes to be made, and more of both; in the end, states without limit."""


def check_guarantee(group: Group, goal: Group, log: Log) -> Rounds:
    """Whether a group keeps the error LTS of an assumption from π, by exploring it or as a diagram.

    A group that was decided as a diagram once is not explored again.
    """
    known = tuple(group)
    for states, nodes in TURNS:
        if states and known not in log.large:
            try:
                return (yield from check_group(group, goal, log, states))
            except TooManyStates:
                yield states
        answer = _as_diagram([*group, *goal], log.budget, nodes)
        if answer is not None:
            log.large.add(known)
            return answer
    return (yield from check_group(group, goal, log))


def _as_diagram(components: Sequence[LTS], budget: Budget, max_nodes: int) -> Answer | None:
    """The answer for a product of components of which only the goals have an ERROR; None past that many nodes."""
    try:
        reached = _reached(list(map(str, range(len(components)))), components, budget, max_nodes)
        run = violation(reached.encoding, reached.forest, reached.states, "safety")
    except TooManyNodes:
        return None
    if run is None:
        size = counted(reached.forest.made, "node")
        return Holds(saturated=True, note=f"the last premise was decided as a decision diagram of {size}")
    return Violated(visible(run.moves), tuple(sorted({action for lts in components for action in lts.alphabet})))


def _reached(names: Sequence[str], components: Sequence[LTS], budget: Budget, max_nodes: int) -> Reached:
    parts = (Component(name, lts) for name, lts in zip(names, components, strict=True))
    return reach(System("premise", tuple(parts)), budget, ignore, max_nodes)


def invariant(group: Sequence[str], originals: Group, assumption: LTS, name: str, budget: Budget) -> StateSet | None:
    """All states of the original components of a group together with an assumption that they guarantee.

    None if that takes too long; what is proved stays proved.
    """
    try:
        names, components = [*group, name], [*originals, complete_property(assumption)]
        reached = _reached(names, components, budget, TURNS[-1][1])
    except (TooManyNodes, BudgetExceeded):
        return None
    return state_set(reached.encoding, reached.forest.diagram(reached.states))
