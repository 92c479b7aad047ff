"""What recurs behind a state, for runs that are replayed: its terminal set as a decision diagram, if it is in one."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.checker.explicit.set_steps import Seen
from quidpro.checker.explicit.sets import Ancestors, Back
from quidpro.core.budget import Budget
from quidpro.lts.lts import TAU_NAME
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import StateSet


def recurring_behind(system: System, state: Sequence[int], budget: Budget) -> frozenset[str] | None:
    """The actions of the terminal set of a state, silent steps left out; None where it is in no such set.

    The state is one of a system without priority, and none of its components is in ERROR. Levels are the components in
    their order.
    """
    levels = tuple((component.name, tuple(range(component.lts.states))) for component in system.components)
    seen = Seen(StateSet(levels, ()), system, budget)
    sets = seen.sets
    turned = [{n: [(q, p) for p, q in pairs] for n, pairs in moves.items()} for _, moves in seen.steps()]
    with sets.deep():
        here = seen.box({number: [local] for number, local in enumerate(state)})
        after = Ancestors(sets, map(Back.of, turned)).of(here, sets.box({}))
        comes_back = seen.ancestors().of(here, after) == after
        if not comes_back or sets.meet(after, seen.errors()):
            return None
        return frozenset(a for a in seen.members if a != TAU_NAME and sets.meet(after, seen.possible([a])))
