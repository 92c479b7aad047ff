"""A system: components that run in parallel, the properties asked of them, priority, progress and assertions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from quidpro.core.source import Source
from quidpro.core.words import counted, sized
from quidpro.lts.ltl import Assertion
from quidpro.lts.lts import LTS


@dataclass(frozen=True)
class Component:
    """A named part of a system.

    ``path`` names the sub-composites it came through, outermost first, so that a split can name a sub-composite.
    A property is given as its error LTS P_err, complete over its alphabet; one that stands for a formula has it as its
    ``assertion``, since a run that stops can breach that without coming to ERROR.
    """

    name: str
    lts: LTS
    path: tuple[str, ...] = ()
    is_property: bool = False
    assertion: Assertion | None = None


@dataclass(frozen=True)
class Priority:
    """Action priority of a composite: ``<<`` raises the actions above all others, ``>>`` puts them below."""

    actions: frozenset[str]
    high: bool


@dataclass(frozen=True)
class Progress:
    """A progress test: in every terminal set some ``actions`` occur; with ``condition``, if some of those occur."""

    name: str
    actions: frozenset[str]
    condition: frozenset[str] | None = None

    @classmethod
    def of_each(cls, actions: Iterable[str]) -> tuple[Progress, ...]:
        """The tests that LTSA makes when a model defines none: every action happens again and again."""
        return tuple(cls(action, frozenset({action})) for action in actions)


@dataclass(frozen=True)
class System:
    """Components in parallel. ``components`` holds the processes and the properties, in the order of the model."""

    name: str
    components: tuple[Component, ...]
    priority: Priority | None = None
    progress: tuple[Progress, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    """Formulas that are asked of the processes. One that only an ERROR can breach is a property, too."""
    hidden: frozenset[str] = frozenset()
    """Actions that the composite itself hides; a check looks inside, so they count only when it is shown or reused."""
    source: Source | None = field(default=None, repr=False)

    @property
    def processes(self) -> tuple[Component, ...]:
        """The components that are not properties."""
        return tuple(c for c in self.components if not c.is_property)

    @property
    def properties(self) -> tuple[Component, ...]:
        """The properties that the model puts into the composition."""
        return tuple(c for c in self.components if c.is_property)

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """All actions of all components, sorted."""
        return tuple(sorted(set().union(*(c.lts.alphabet for c in self.components))))

    def with_properties(self, *properties: Component) -> System:
        """The same processes with exactly these properties."""
        return replace(self, components=(*self.processes, *properties))

    def __repr__(self) -> str:
        processes = counted(len(self.processes), "process", "processes")
        return sized("System", self.name, processes, counted(len(self.properties), "property", "properties"))
