"""Method ``deep``: the product as far as so many states, one module that is all there is to it."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import Listener
from quidpro.core.options import option
from quidpro.engines.explicit.shared.traces import culprit, product_of, trace_of
from quidpro.lts.search import search
from quidpro.verdict.engine import Attempt, EngineInfo, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, certificate_of


@dataclass(frozen=True)
class Options:
    """Of ``deep``."""

    most: int = option(1_000_000, "For deep: the number of states to look at.", metavar="N", least=1)


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Explore, and say what was found."""
    options: Options = attempt.options or Options()
    product, stats = product_of(problem.model), Stats()
    try:
        found = search(product, budget, events, max_states=options.most)
    except (BudgetExceeded, TooManyStates) as over:
        return problem.verdict("deep", stats, "unknown", reason=f"{over}")
    stats.states_explored = found.states
    if found.hit is not None:
        trace = trace_of(problem.model, product, found)
        return problem.verdict("deep", stats, "violated", trace=trace, violated_by=culprit(problem.model, trace))
    processes = tuple(component.name for component in problem.model.processes)
    return problem.verdict("deep", stats, "holds", certificate=certificate_of(problem, "deep", (processes,)))


solve = each(decide)
INFO = EngineInfo(
    "deep",
    "explicit",
    "toy_quidpro.deep",
    "explores the product as far as it is told to",
    frozenset({"safety"}),
    Options,
    takes_split=False,
    rounds=False,
)
