"""An order that is improved on the way: when a search makes many nodes, CUDD sifts what it works with.

A static order cannot know which sets of states a search will meet. Once so many nodes were made that the work is slow,
the states found so far, the relation and its clusters are copied into CUDD and sifted there (see
``shared.reorder``). If they become clearly smaller, and the states among them do not grow, the search begins anew in
the order found: an order that suits the relation alone can make the states many times as large. If not it goes on, and
is looked at again when it has made a multiple of these nodes. Nodes are counted rather than seconds, so that two runs
do the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from quidpro.core.parts import MissingPart
from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Search
from quidpro.engines.symbolic.shared.reorder import Sifted, Sifter
from quidpro.solvers.bdd import Bdd

FIRST_NODES = 2_000_000
"""The order is reconsidered after this many new nodes: very roughly two seconds of work."""
GROWTH = 4
"""Each next time comes after this many times as many nodes."""
MAX_SIFTED_NODES = 100_000
"""At most this many nodes are sifted, which takes a second or two."""
BETTER, MUCH_BETTER = 0.75, 0.4
"""To begin anew, the diagrams must shrink to this share: to the smaller one while states are still being found, since
then all of them are to be found again, and those known so far say less about what is to come."""


class Reordered(Exception):
    """A better order was found, and the search in the old one is not worth going on with."""

    def __init__(self, order: Sequence[Bit], patience: int) -> None:
        super().__init__("a better order of the variables was found")
        self.order, self.patience = order, patience


@dataclass
class Watch:
    """Looks at a search whenever its manager polls; ``patience`` is how many nodes it may make until then."""

    machine: Machine
    search: Search
    patience: int = FIRST_NODES

    def __post_init__(self) -> None:
        """What was made before is the relation."""
        self.begin()

    def begin(self) -> None:
        """Count from here."""
        self.machine.manager.poll()
        self._since, self._complete = self.machine.manager.created, self.search.found.complete

    def __call__(self) -> None:
        """Raise :class:`Reordered` when it is time and sifting finds an order that is clearly better."""
        manager = self.machine.manager
        complete = self.search.found.complete
        if complete is not self._complete:  # what it took to find all states is over
            self._since, self._complete = manager.created, complete
        if manager.created - self._since < (self.patience if complete else GROWTH * self.patience):
            return
        self.patience, self._since = self.patience * GROWTH, manager.created
        order = better_order(self.machine, _working_set(self.search), BETTER if complete else MUCH_BETTER)
        if order is not None:
            raise Reordered(order, self.patience)


def _working_set(search: Search) -> list[Bdd]:
    """States, then what images and preimages are made of, as far as it is small enough to be sifted.

    The states are all that were found, or else the last ring that is small enough.
    """
    small = (f for f in (search.found.states, *reversed(search.found.rings)) if f.node_count() <= MAX_SIFTED_NODES)
    states = next(small, search.relation.manager.false)
    kept, total = [states], states.node_count()
    for function in (*search.relation.in_use(), search.relation.primed(states)):
        size = function.node_count()
        if total + size <= MAX_SIFTED_NODES:
            kept.append(function)
            total += size
    return kept


def better_order(machine: Machine, functions: Sequence[Bdd], share: float) -> list[Bit] | None:
    """The order that sifting the functions comes to; None without CUDD.

    None also when it does not shrink them so far, or when the first of them, which are states, get larger.
    """
    layout = machine.bits.layout
    try:
        sifter = Sifter(layout.size, machine.manager.budget)
    except MissingPart:
        return None
    with sifter.limits():
        states, *others = _copy(sifter, functions)
        before, states_before = len(sifter.cudd), states.node_count()
        sifter.start(layout)
        order = sifter.order(layout)
        after, states_after = len(sifter.cudd), states.node_count()
    del states, others  # until here, since nodes without references would not be sifted
    return order if after <= share * before and states_after <= states_before else None


def _copy(sifter: Sifter, functions: Sequence[Bdd]) -> list[Sifted]:
    """The functions in CUDD, built from the leaves; nothing refers to what they are made of."""
    copies: dict[Bdd, Sifted] = {}
    for root in functions:
        stack = [root]
        while stack:
            node = stack.pop()
            pending = [child for child in node.cofactors() or () if child not in copies]
            if node in copies:
                continue
            if pending:
                stack += [node, *pending]
            else:
                copies[node] = _copy_node(sifter, node, copies)
    return [copies[root] for root in functions]


def _copy_node(sifter: Sifter, node: Bdd, copies: dict[Bdd, Sifted]) -> Sifted:
    """The copy of a node whose children are copied."""
    variable, children = node.node_var(), node.cofactors()
    if variable is None or children is None:
        return cast("Sifted", sifter.constant(node.satisfiable()))
    high, low = (copies[child] for child in children)
    return cast("Sifted", sifter.var(variable)).ite(high, low)
