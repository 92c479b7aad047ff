"""A system: components that run in parallel, the properties asked of them, priority, progress and assertions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from quidpro.core.displayed import Displayed
from quidpro.core.source import Source
from quidpro.core.words import counted, sized
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS, TAU_NAME


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
    """Action priority of a composite: ``<<`` raises the actions above all others, ``>>`` puts them below.

    ``among`` are the actions of the composite; None where there are no others. An action that only a property has that
    watches the composite from outside has no part in it.
    """

    actions: frozenset[str]
    high: bool
    among: frozenset[str] | None = None

    def concerns(self, action: str) -> bool:
        """Whether the action goes before others, or waits for them; silent steps do."""
        return self.among is None or action == TAU_NAME or action in self.among

    def goes_first(self, action: str) -> bool:
        """Whether others wait for it."""
        return self.concerns(action) and (action in self.actions) == self.high


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
class System(Displayed, world="explicit"):
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

    def __post_init__(self) -> None:
        """Unless the priority says what it is among, it is among the actions of the processes."""
        if self.priority is not None and self.priority.among is None:
            object.__setattr__(self, "priority", replace(self.priority, among=_actions(self.processes)))

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
        """The same processes with exactly these properties.

        A property process that stands inside a priority and is not asked about goes on doing what only it has, where
        others wait for that. A formula only looks on.
        """
        kept = [_bystander(part, self) for part in self.properties if part.name not in {p.name for p in properties}]
        return replace(self, components=(*self.processes, *(part for part in kept if part), *properties))

    def unwatched(self) -> System:
        """The processes alone, of which deadlock and progress are asked; everything where there are only properties."""
        return self.with_properties() if self.processes else self

    def __repr__(self) -> str:
        processes = counted(len(self.processes), "process", "processes")
        return sized("System", self.name, processes, counted(len(self.properties), "property", "properties"))


def _actions(components: Iterable[Component]) -> frozenset[str]:
    return frozenset(action for component in components for action in component.lts.alphabet)


def _bystander(part: Component, system: System) -> Component | None:
    """A property as a process that does nothing but what others wait for and no process has; None without."""
    if system.priority is None or part.assertion is not None:
        return None
    alone = set(part.lts.alphabet) - _actions(system.processes)
    own = sorted(action for action in alone if system.priority.goes_first(action))
    return replace(part, lts=LTS.of([(0, a, 0) for a in own], name=part.name), is_property=False) if own else None
