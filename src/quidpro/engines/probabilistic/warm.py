"""What comes before the clock of a measurement: loading the kernels, by work that uses them, and the sizes.

Sizes are the states of the groups, of the components and of the specification, as pAGAR's table has them.
"""

from __future__ import annotations

from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.verdict.probabilistic.problem import Network, Problem, problem_about


def sizes(problem: Problem, groups: tuple[tuple[int, ...], ...] | None, budget: Budget) -> dict[str, Any]:
    """|L1|, the largest other group, all components, and |P|."""
    parts, spec = problem.model.components, problem.spec
    found: dict[str, Any] = {"components": tuple(component.states for component in parts)}
    if isinstance(spec, LPTS):
        found["specification"] = spec.states
    if groups:
        first, *others = ([parts[i] for i in group] for group in groups)
        found["first"] = _states(first, budget)
        found["rest"] = max((_states(group, budget) or 0 for group in others), default=0) or None
    return found


def _states(components: list[LPTS], budget: Budget) -> int | None:
    try:
        return composition(components, budget).states
    except BudgetExceeded:
        return None


_WARM = 300
"""States that are too many for plain Python: the kernels are loaded."""


def warm_problem() -> Problem:
    """A question that costs nothing, for which the kernels are loaded."""
    ring = LPTS.of([(i, "turn", {i: "1/2", (i + 1) % _WARM: "1/2"}) for i in range(_WARM)])
    toggle = LPTS.of([(0, "on", 1), (1, "off", 0), (1, "turn", 1)])
    return problem_about("warm", Network(("ring", "toggle"), (ring, toggle)), ring, "ring")
