"""The first look: in this process and with a small cap, so that a small system is answered at once.

The whole product is explored as far as the cap. What is small enough for that never starts a process, and has a
shortest counterexample; for the rest, the race begins.
"""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Explored, Listener
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.glance import GLANCE
from quidpro.run.solve import solve
from quidpro.verdict.types import Verdict

CAP = GLANCE
"""States of the product that the first look may find before it gives up: as many as a rule alone glances at."""


def first_look(problem: Problem, budget: Budget, events: Listener) -> Verdict | None:
    """The verdict on a small system; None where it is not small."""
    verdict = solve(problem, "monolithic", budget, _capped(events))
    return None if verdict.outcome == "unknown" and verdict.stats.states_explored > CAP else verdict


def _capped(events: Listener) -> Listener:
    """A listener that ends the exploration at the cap."""

    def listen(event: Event) -> None:
        events(event)
        if isinstance(event, Explored) and event.states > CAP and event.frontier:
            raise BudgetExceeded("work", "looking at the system")

    return listen
