"""Method ``minimise``: compose and reduce stepwise, in an order chosen from the synchronisation graph.

Compositional reachability (Graf, Steffen, Lüttgen 1996; Cheung and Kramer 1999 for safety with π): two parts at a time
are composed, the actions that no other part has are hidden, and the result is reduced modulo an equivalence that
preserves safety. π is reachable in the whole exactly when some part reaches it by itself in the end. As soon as no
part has π any more the property is proved, and the components that were not needed for it are not looked at.

The certificate has the steps, each of which includes what it was made of. A step that is not deterministic gets a
witness, the relation between the states of its parts and its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin, ignore
from quidpro.engines.explicit.minimised.order import Composer
from quidpro.engines.explicit.minimised.parts import Part
from quidpro.engines.explicit.minimised.unfold import unfolded_trace
from quidpro.engines.explicit.shared.rounds import Log
from quidpro.engines.explicit.shared.traces import culprit, first_look
from quidpro.engines.explicit.whole import monolithic
from quidpro.engines.options import Minimised
from quidpro.lts.determinise import leading_to_error, silently_wrong
from quidpro.lts.lts import ERROR, LTS, Ints
from quidpro.lts.ops import hide, is_deterministic
from quidpro.lts.partition import partition
from quidpro.lts.product import Product
from quidpro.lts.search import record
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import Assumption, Certificate, ExplicitVerdict, Rows
from quidpro.verdict.explicit.problem import Problem, certificate_of

NOTHING = LTS.of([], initial=0)
"""A part of which nothing is seen and that cannot go wrong."""


def certified_steps(
    steps: Sequence[Part], last: Sequence[Part], names: Mapping[Part, str], budget: Budget
) -> tuple[Assumption, ...]:
    """Those of the steps that led to the last parts, in their order."""
    needed = _behind(last)
    return tuple(_step(part, part in last, names, budget) for part in steps if part in needed)


def _behind(last: Sequence[Part]) -> set[Part]:
    found = list(last)
    for part in found:
        found.extend(part.parts)
    return set(found)


def _step(part: Part, is_last: bool, names: Mapping[Part, str], budget: Budget) -> Assumption:
    """The last steps need only show that π is out of reach."""
    lts = NOTHING if is_last else part.lts
    witness = None if is_deterministic(lts) else _witness(part, budget)
    parts = tuple(names[inner] for inner in part.parts)
    return Assumption(names[part], lts.named(names[part]), tuple(sorted(part.members)), witness, parts)


def _witness(part: Part, budget: Budget) -> Rows:
    """For each state of the composed parts the state of the step that simulates it."""
    recorded = record(Product([inner.lts for inner in part.parts]), budget, ignore)
    whole = recorded.graph()
    inner = hide(whole, set(whole.alphabet) - set(part.lts.alphabet))
    found = _counterparts(inner, part, budget)
    return tuple((*recorded.vector(p), q) for p, q in enumerate(found.tolist()) if q >= 0)


def _counterparts(inner: LTS, part: Part, budget: Budget) -> Ints:
    """The state of the step that is bisimilar to each state of its parts; -1 where there is none.

    There is none for those that reach π silently, which the step has as π, and for those that were cut off.
    """
    wrong = silently_wrong(inner)
    kept = ~wrong & (leading_to_error(inner, np.ones(inner.transitions, dtype=bool)) if part.cut else True)
    block = partition(_side_by_side(inner, part.lts, wrong, kept), "branching", budget)
    number = np.full(block.max() + 1, -1, dtype=np.int32)
    number[block[inner.states :]] = np.arange(part.lts.states, dtype=np.int32)
    return np.where(kept, number[block[: inner.states]], -1)


def _side_by_side(inner: LTS, lts: LTS, wrong: npt.NDArray[np.bool_], kept: npt.NDArray[np.bool_]) -> LTS:
    """Two LTSs over one alphabet as one, the first as the step saw it: cut, and with π as early as can be."""
    states = np.where(kept, np.arange(inner.states), -2)
    states[wrong] = ERROR
    target = np.append(states, ERROR)[inner.target]
    stays = kept[inner.source] & (target >= ERROR)
    moved = np.where(lts.target == ERROR, ERROR, lts.target + inner.states)
    return LTS.from_arrays(
        lts.alphabet,
        inner.states + lts.states,
        np.concatenate([inner.source[stays], lts.source + inner.states]),
        np.concatenate([inner.label[stays], lts.label]),
        np.concatenate([target[stays], moved]),
        initial=inner.initial,
    )


NAME = "minimise"


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by composing and reducing its components, two by two."""
    options: Minimised = attempt.options or Minimised()
    log = Log(budget, events)
    begin("composing and reducing", budget, events)
    make = partial(problem.verdict, NAME, log.stats)
    parts = [Part.of(component) for component in problem.model.components]
    composer = Composer(parts, log, shortcuts=options.candidates)
    try:
        budget.check()
        seen = first_look(problem, attempt, log.stats, budget, events) if options.candidates else None
        if seen is not None:
            return seen
        run = composer.run()
        if run is None:
            return make(outcome="holds", certificate=_certificate(problem, composer, budget))
        if problem.model.priority is not None:
            return monolithic.under_priority(problem, "steps", budget, events)
        trace = unfolded_trace(run, problem.model, budget)
        return make(outcome="violated", trace=trace, violated_by=culprit(problem.model, trace))
    except BudgetExceeded as ran_out:
        return make(outcome="unknown", reason=f"{ran_out}, {_reached(composer)}")


def _reached(composer: Composer) -> str:
    """How far the steps had come: how many parts are left, and the largest of them."""
    steps = composer.log.stats.iterations
    largest = max(composer.parts, key=lambda part: part.lts.states)
    left = f"{len(composer.parts)} parts left, the largest {composer.names[largest]} with {largest.lts.states:,} states"
    return f"after {steps:,} steps: {left}"


def _certificate(problem: Problem, composer: Composer, budget: Budget) -> Certificate:
    """The steps behind those parts that once had an ERROR; the other components were not needed."""
    wrong = {component.name for component in problem.model.components if component.lts.has_error}
    last = [part for part in composer.parts if part.members & wrong]
    steps = certified_steps(composer.steps, last, composer.names, budget)
    processes = tuple(component.name for component in problem.model.processes)
    return certificate_of(problem, NAME, (processes,), steps)


solve = each(decide)
