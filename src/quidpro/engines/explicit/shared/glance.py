"""A glance at the whole product before a rule sets to work: most violations are not far away.

A rule that reasons by parts shows its strength where the property holds. A violation that is a few steps away is found
sooner, and with a shortest trace, by exploring the product for a moment. The glance never proves anything: what it
does not refute is left to the rule. It goes with the cheap candidates, and is switched off with them.
"""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Event, Explored, Listener
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.traces import product_of, trace_of
from quidpro.lts.search import search
from quidpro.verdict.types import Stats, Trace

GLANCE = 30_000
"""So many states of the product are looked at."""
SEEN = "the violation was seen at a first glance at the product; --no-candidates leaves it to the method"


def glance(problem: Problem, stats: Stats, budget: Budget, events: Listener) -> Trace | None:
    """A shortest run into π among the first states of the product, if there is one.

    Only where candidates are wanted, and where nobody has had a look before (``glanced``).
    """
    if not problem.options.get("candidates", True) or problem.options.get("glanced", False):
        return None
    counts = [0, 0]

    def listen(event: Event) -> None:
        if isinstance(event, Explored):
            counts[:] = event.states, event.transitions
        events(event)

    product = product_of(problem.system)
    try:
        found = search(product, budget, listen, max_states=GLANCE)
    except TooManyStates:
        return None
    finally:
        stats.states_explored += counts[0]
        stats.transitions_explored += counts[1]
    return trace_of(problem.system, product, found) if found.hit else None
