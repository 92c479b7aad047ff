"""Method ``saturation``: the whole system as a decision diagram, whatever the number of its states.

All states are found at once, by saturation (:mod:`quidpro.solvers.mdd`), on levels and in an order that are chosen for
the system (:mod:`.levels`). Most violations are near, so the first layers of a breadth-first search go before; a set
of all states that has bad ones among it gives a shortest run to the nearest, where that is affordable. A proof is the
set itself: it holds the initial state, no step leaves it, and nothing in it is bad.

Steps under priority are no product of local steps, so systems with priority are left to others.
"""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin
from quidpro.engines.explicit.saturated.levels import Reached, reach
from quidpro.engines.explicit.saturated.proof import state_set
from quidpro.engines.explicit.saturated.runs import Run, find_nearby, run_to
from quidpro.engines.explicit.shared.traces import culprit, product_of, trace_along
from quidpro.engines.options import Saturated
from quidpro.solvers.mdd.forest import TooManyNodes
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, certificate_of

NAME = "saturation"
NOT_SHORTEST = "the run is not a shortest one"


def unsuited(problem: Problem) -> str:
    """Why it cannot decide a problem; empty when it can."""
    return "method saturation does not know priority" if problem.model.priority is not None else ""
