"""Infinite fair paths: the states of a set from which some fair path stays in it.

Justice asks that a condition holds infinitely often; compassion (p, q) that q does if p does. The set is the greatest
one in which every state has a successor, reaches every justice condition, and reaches q or never sees p again (Kesten,
Pnueli and Raviv 1998; with justice alone it is the fixpoint of Emerson and Lei 1986). Conditions may speak of inputs
(``FAIRNESS running``), so the fixpoint is over pairs of state and input where they do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd


@dataclass
class Fairness:
    """The fairness conditions of a model, over a set of states that is all there is (the reachable ones)."""

    machine: Machine
    everything: Bdd

    @cached_property
    def justice(self) -> list[Bdd]:
        """What must hold infinitely often."""
        return [self.machine.predicate(c.expr, c.span) for c in self.machine.model.justice]

    @cached_property
    def compassion(self) -> list[tuple[Bdd, Bdd]]:
        """Pairs of which the second must hold infinitely often if the first does."""
        pairs = self.machine.model.compassion
        return [(self.machine.predicate(c.often, c.span), self.machine.predicate(c.then, c.span)) for c in pairs]

    @cached_property
    def with_inputs(self) -> bool:
        """Whether a condition speaks of inputs."""
        model = self.machine.model
        conditions = [c.expr for c in model.justice] + [e for pair in model.compassion for e in (pair.often, pair.then)]
        return any(v.name in names(*conditions) for v in model.inputs)

    @cached_property
    def fair(self) -> Bdd:
        """The states with a fair path."""
        if self.machine.model.always_goes_on:
            return self.everything
        return self.states(self.inside(self.everything))

    def inside(self, among: Bdd) -> Bdd:
        """The states (or pairs with an input) from which a fair path stays among states."""
        core = self.core(among)
        return self.until(among & self.everything, core) if self.compassion else core

    def core(self, among: Bdd) -> Bdd:
        """Where fair paths among states end up: every state reaches, inside, whatever fairness asks of it."""
        manager = self.machine.manager
        new, old = among & self.everything, manager.false
        while new != old:
            old = new
            for condition in self.justice:
                new = self.until(new, new & condition)
            for often, then in self.compassion:
                new = (new & ~often) | self.until(new, new & then)
            new = self._without_dead_ends(new)
            manager.poll()
        return new

    def _without_dead_ends(self, among: Bdd) -> Bdd:
        """The part in which every state has a successor in the part."""
        while (kept := among & self.before(among)) != among:
            among = kept
        return among

    def until(self, through: Bdd, target: Bdd) -> Bdd:
        """What reaches a target through a set."""
        return backwards(through, target, self.before)

    def before(self, targets: Bdd) -> Bdd:
        """The states, or pairs with an input, with a step into the targets."""
        relation = self.machine.relation
        if self.with_inputs:
            return relation.preimage_with_inputs(self.states(targets)) & self.everything
        return relation.preimage(targets) & self.everything

    def states(self, pairs: Bdd) -> Bdd:
        """The states of pairs of state and input."""
        return self.machine.manager.exists(pairs, self.machine.relation.input_cube) if self.with_inputs else pairs


def backwards(through: Bdd, target: Bdd, before: Callable[[Bdd], Bdd]) -> Bdd:
    """What comes to a target through a set, by steps back."""
    found = frontier = target
    while frontier.satisfiable():
        frontier = through & before(frontier) & ~found
        found = found | frontier
    return found
