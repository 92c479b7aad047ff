"""The last premise of a chain, and the only one when there is one group: ⟨true⟩ M ⟨goal⟩, explored."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.events import ignore
from quidpro.engines.explicit.shared.rounds import Holds, Journal, Rounds, Violated
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.search import search, steps


def alone(group: Sequence[LTS], goal: Sequence[LTS], journal: Journal) -> Rounds:
    """Whether a group keeps the goals from π by itself. The counterexample is over all actions that there are."""
    product = Product([*group, *goal])
    found = search(product, journal.budget, ignore, errors=True)
    yield found.states
    if found.hit is None:
        return Holds(states=found.states, transitions=found.transitions)
    actions = tuple(m.action for m in steps(product, found.path, found.hit) if m.action != "tau")
    return Violated(actions, product.alphabet, found.states, found.transitions)
