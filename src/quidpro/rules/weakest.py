"""The weakest assumption, directly: M1 ∥ P_err over the interface, trimmed, made deterministic, minimised; capped.

(Giannakopoulou, Pasareanu, Barringer 2002, CGP03's reference 14.) What comes out is A_w with its error transitions.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS
from quidpro.lts.ops import extend, hide
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build

MOST_STATES = 200_000
MOST_SETS = 20_000


def deterministic(
    components: Sequence[LTS],
    alphabet: Sequence[str],
    budget: Budget,
    most_states: int = MOST_STATES,
    most_sets: int = MOST_SETS,
) -> LTS | None:
    """The components as one minimal deterministic LTS over the alphabet; None where that grows past a cap."""
    try:
        whole = build(Product(components), budget, ignore, max_states=most_states)
        private = set(whole.alphabet) - set(alphabet)
        return reduce(extend(hide(whole, private), alphabet), "trace", budget, max_states=most_sets)
    except TooManyStates:
        return None
