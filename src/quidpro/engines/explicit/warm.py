"""What comes before the clock of a measurement: loading what is loaded on first use, and the sizes of the groups.

The kernels are compiled once per machine and kept on disk; they come first. Then a method is run once as it is and once
plainly, on a system that is just too large for plain Python. Sizes are as the papers give them: as in LTSA, the error
state is not counted.
"""

from __future__ import annotations

from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.product import Product
from quidpro.lts.ready import load_kernels
from quidpro.lts.search import search
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.problem import Problem, problem_about
from quidpro.verdict.split import Groups


def sizes(problem: Problem, groups: Groups | None, budget: Budget) -> dict[str, Any]:
    """|M1|, |M1 ∥ P_err|, the largest other group, and all components."""
    system = problem.model
    parts = {component.name: component.lts for component in system.processes}
    goal = [component.lts for component in system.properties]
    components = tuple(component.lts.states for component in system.components)
    if groups is None or len(groups) < 2:
        return {"components": components}
    first, *others = ([parts[name] for name in group] for group in groups)
    return {
        "first": _states(first, budget),
        "first_with_property": _states([*first, *goal], budget),
        "rest": max((_states(group, budget) or 0 for group in others), default=0) or None,
        "components": components,
    }


def _states(components: list[LTS], budget: Budget) -> int | None:
    try:
        return search(Product(components), budget, ignore, errors=False).states
    except BudgetExceeded:
        return None


_WINDOW, _LANES = 6, 500
SPLIT: Groups = (("RECEIVER",), ("SENDER",))


def warm_problem() -> Problem:
    """A question that costs nothing, and is just too large for plain Python; the kernels for it are loaded."""
    load_kernels()
    return problem_about(_system(), "safety", "ORDER")


def _system() -> System:
    """A sender with many like lanes fills a window and flushes it; the receiver counts along."""
    steps: list[tuple[object, str, object]] = []
    for lane in range(_LANES):
        steps.append(("idle", "open", (lane, 0)))
        steps += [((lane, i), "fill", (lane, i + 1)) for i in range(_WINDOW)]
        steps.append(((lane, _WINDOW), "flush", "idle"))
    receiver = [(0, action, 0) for action in ("open", "fill", "flush")]
    order = [*((i, "fill", i + 1) for i in range(_WINDOW)), (_WINDOW, "flush", 0)]
    return System(
        "lanes",
        (
            Component("RECEIVER", LTS.of(receiver)),
            Component("SENDER", LTS.of(steps, initial="idle")),
            Component("ORDER", complete_property(LTS.of(order)), is_property=True),
        ),
    )
