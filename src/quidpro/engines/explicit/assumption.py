"""From a model, a part of it and a property to the weakest assumption of that part."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener, ignore
from quidpro.core.words import answered
from quidpro.engines.explicit.learned.assumption import Weakest, weakest_assumption
from quidpro.engines.explicit.questions import with_property
from quidpro.engines.explicit.shared.exposed import exposed, goals
from quidpro.engines.explicit.shared.rounds import alphabet_of, interface
from quidpro.frontend.model import Model
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.verdict.split import named_parts


@dataclass(frozen=True)
class Assumed:
    """The assumption, and what it is about."""

    weakest: Weakest
    system: str
    goal: str | None
    """The name of the property, or None for "no ERROR"."""
    part: tuple[str, ...]
    environment: tuple[str, ...]

    @property
    def lts(self) -> LTS:
        """The assumption as a safety LTS."""
        return self.weakest.lts

    @property
    def label(self) -> str:
        """What it is, in words."""
        return self.weakest.label

    @property
    def exists(self) -> bool:
        """Whether any assumption helps; if not, the part violates the property whatever the others do."""
        return self.weakest.dfa.states > 0

    @property
    def exact(self) -> bool:
        """Whether it is the weakest assumption, and not what a budget left of the work."""
        return self.weakest.ran_out is None

    def __repr__(self) -> str:
        return answered("Assumed", f"{', '.join(self.part)} in {self.system}", self.goal, self.label)


def find_assumption(
    model: Model,
    component: str,
    property: str | None,
    system: str | None,
    budget: Budget,
    events: Listener = ignore,
) -> Assumed:
    """The weakest assumption of some components of a system.

    It speaks of the actions shared with the other components or, when there are none, of all actions of the part and of
    the property.
    """
    whole = model.system(system or model.default_system(), budget)
    part = named_parts(component, whole.processes)
    environment = tuple(c for c in whole.processes if c not in part)
    asked = _asked(property, whole, model, budget)
    goal = goals(System(whole.name, (*part, *asked.properties)))
    first = [exposed(c) for c in part]
    shared = interface(first, goal, [c.lts for c in environment])
    alphabet = shared if environment else tuple(sorted(alphabet_of([*first, *goal])))
    weakest = weakest_assumption([*first, *goal], alphabet, budget, events)
    name = asked.properties[0].name if asked.properties else None
    return Assumed(weakest, whole.name, name, tuple(c.name for c in part), tuple(c.name for c in environment))


def _asked(name: str | None, system: System, model: Model, budget: Budget) -> System:
    """The system with the one property that is asked for."""
    if name is not None:
        return with_property(name, system, model, budget)
    if len(system.properties) > 1:
        names = ", ".join(p.name for p in system.properties)
        raise UsageError(f"{system.name} has several properties; choose one with --property ({names})")
    return system
