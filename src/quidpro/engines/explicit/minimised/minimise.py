"""Method ``minimise``: compose and reduce stepwise, in an order chosen from the synchronisation graph.

Compositional reachability (Graf, Steffen, Lüttgen 1996; Cheung and Kramer 1999 for safety with π): two parts at a time
are composed, the actions that nobody else has are hidden, and the result is reduced modulo an equivalence that
preserves safety. π is reachable in the whole exactly when some part reaches it by itself in the end. As soon as no
part has π any more the property is proved, and the components that were not needed for it are not looked at.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, Phase
from quidpro.engines.explicit.minimised.order import Composer
from quidpro.engines.explicit.minimised.parts import Part
from quidpro.engines.explicit.minimised.proof import certified_steps
from quidpro.engines.explicit.minimised.unfold import unfolded_trace
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.glance import SEEN, glance
from quidpro.engines.explicit.shared.rounds import Journal
from quidpro.engines.explicit.shared.traces import culprit
from quidpro.engines.explicit.whole import monolithic
from quidpro.verdict.types import Certificate, Verdict

NAME = "minimise"


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by composing and reducing its components, two by two."""
    journal = Journal(budget, events)
    budget.phase = "composing and reducing"
    events(Phase(budget.phase))
    make = partial(problem.verdict, NAME, journal.stats)
    parts = [Part.of(component) for component in problem.system.components]
    composer = Composer(parts, journal, shortcuts=problem.options.get("candidates", True))
    try:
        budget.check()
        seen = glance(problem, journal.stats, budget, events)
        if seen is not None:
            return make(outcome="violated", trace=seen, violated_by=culprit(problem.system, seen), notes=(SEEN,))
        run = composer.run()
        if run is None:
            return make(outcome="holds", certificate=_certificate(problem, composer, budget))
        if problem.system.priority is not None:
            return _under_priority(problem, budget, events)
        trace = unfolded_trace(run, problem.system, budget)
        return make(outcome="violated", trace=trace, violated_by=culprit(problem.system, trace))
    except BudgetExceeded as ran_out:
        return make(outcome="unknown", reason=f"{ran_out}, {_reached(composer)}")


def _reached(composer: Composer) -> str:
    """How far the steps had come: how many parts are left, and the largest of them."""
    steps = composer.journal.stats.iterations
    largest = max(composer.parts, key=lambda part: part.lts.states)
    left = f"{len(composer.parts)} parts left, the largest {composer.names[largest]} with {largest.lts.states:,} states"
    return f"after {steps:,} steps: {left}"


def _certificate(problem: Problem, composer: Composer, budget: Budget) -> Certificate:
    """The steps behind those parts that once had an ERROR; the other components were not needed."""
    wrong = {component.name for component in problem.system.components if component.lts.has_error}
    last = [part for part in composer.parts if part.members & wrong]
    steps = certified_steps(composer.taken, last, composer.names, budget)
    processes = tuple(component.name for component in problem.system.processes)
    return problem.certificate(NAME, (processes,), steps)


def _under_priority(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Priority only takes behaviour away: a proof without it stands, a counterexample has to be looked for again."""
    verdict = monolithic.solve(problem, budget, events)
    note = "the steps do not see priority; what they could not prove without it was decided on the whole product"
    return replace(verdict, notes=(*verdict.notes, note))
