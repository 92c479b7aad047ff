"""Invariants proved from what they need of a model, layer by layer, before the whole is searched.

A layer is given up at its first bad state, and all of them once they have made so many nodes together that the whole
should have its turn: a property that is violated, or that needs everything, pays no more than that. Layers are in the
diagrams of the whole, which is built in any case, since the model is checked by that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from quidpro.core.events import Listener, begin
from quidpro.engines.symbolic.shared.layers import clauses_about, initial, steps, worthwhile
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Reached, Search
from quidpro.flat.clauses import clauses
from quidpro.flat.expr import Expr
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd

ALLOWANCE = 2_000_000
"""So many nodes may be made for nothing: very roughly two seconds of work."""

_SHARE = 0.75
"""A layer with more of the bits is not worth a look of its own."""


class _Enough(Exception):
    """The layers have had their share."""


@dataclass(frozen=True, eq=False)
class Proof:
    """All that the variables of a layer can reach, with nothing bad among it."""

    kept: frozenset[str]
    reached: Reached


@dataclass(eq=False)
class Parts:
    """The searches through layers of one model; invariants that have a layer in common share its search."""

    machine: Machine
    events: Listener
    allowance: int = ALLOWANCE
    _searches: dict[frozenset[str], Search] = field(default_factory=dict)

    def proof(self, invariant: Expr, bad: Bdd) -> Proof | None:
        """A layer that is enough for an invariant of states; None when there is none, or none that is cheap."""
        manager = self.machine.manager
        for kept in self._layers(invariant):
            manager.poll()
            before = manager.created
            with self._limited(before):
                search = self._search(kept)
                if search.first(bad) is None:
                    return Proof(kept, search.found)
            manager.poll()
            self.allowance -= manager.created - before
        return None

    def _layers(self, invariant: Expr) -> Iterator[frozenset[str]]:
        variables = self.machine.model.variables
        found = worthwhile(
            clauses(self.machine.model),
            names(invariant),
            frozenset(variables),
            lambda layer: sum(variables[name].domain.bits for name in layer),
            _SHARE,
        )
        return (layer for layer in found if self.allowance > 0)

    def _search(self, kept: frozenset[str]) -> Search:
        if kept not in self._searches:
            about = clauses_about(clauses(self.machine.model), kept)
            begin(
                f"following {len(kept)} of {len(self.machine.model.variables)} variables",
                self.machine.manager.budget,
                self.events,
            )
            start, relation = initial(self.machine, about, kept), steps(self.machine, about, kept)
            self._searches[kept] = Search(relation, start, self.events)
        return self._searches[kept]

    @contextmanager
    def _limited(self, since: int) -> Iterator[None]:
        """Stop where the allowance is used up; nobody else watches meanwhile."""
        manager = self.machine.manager

        def watch() -> None:
            if manager.created - since > self.allowance:
                raise _Enough

        others, manager.watch = manager.watch, watch
        try:
            yield
        except _Enough:
            pass
        finally:
            manager.watch = others
