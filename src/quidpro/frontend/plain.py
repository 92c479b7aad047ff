"""A model without a language behind it: one system whose parts are already LTSs."""

from __future__ import annotations

from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.model import Entry, names_of, summary
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Progress, System


class PlainModel(Displayed, world="explicit"):
    """The :class:`~quidpro.frontend.model.Model` of an AUT or JSON file, or of a system built in Python."""

    world: Literal["explicit"] = "explicit"

    def __init__(self, source: Source, system: System) -> None:
        self.source = source
        self._system = system
        self._parts = {component.name: component for component in system.components}

    @property
    def name(self) -> str:
        """What the system is called."""
        return self._system.name

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the processes."""
        return names_of(self.entries(), "process")

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties."""
        return names_of(self.entries(), "property")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Nothing is ever odd here: these formats are either right or wrong."""
        return ()

    def entries(self) -> tuple[Entry, ...]:
        """The components, the properties, and the system unless it is just its one component."""
        parts = [Entry(c.name, "property" if c.is_property else "process") for c in self._system.components]
        composite = [] if self._system.name in self._parts else [Entry(self._system.name, "composite")]
        tests = [Entry(test.name, "progress") for test in self._system.progress]
        return (*parts, *composite, *tests)

    def default_system(self) -> str:
        """The one system there is."""
        return self._system.name

    def system(self, name: str, budget: Budget) -> System:
        """The system, or one of its components as a system of its own."""
        if name == self._system.name:
            return self._system
        return System(name, (self._part(name),), source=self.source)

    def lts(self, name: str, budget: Budget) -> LTS:
        """A component, or the composition of all of them."""
        if name in self._parts:
            return self._parts[name].lts
        if name != self._system.name:
            self._part(name)
        from quidpro.lts.product import compose

        parts = [component.lts for component in self._system.components]
        return compose(parts, self._system.priority, budget, name=name)

    def property(self, name: str, budget: Budget) -> Component:
        """A property of the system."""
        part = self._part(name)
        if not part.is_property:
            raise UsageError(f"{name} is a process, not a property")
        return part

    def assertion(self, name: str) -> Assertion | None:
        """These formats have no formulas."""
        return None

    def progress(self) -> tuple[Progress, ...]:
        """The progress tests of the system."""
        return self._system.progress

    def _part(self, name: str) -> Component:
        if name not in self._parts:
            known = ", ".join(entry.name for entry in self.entries())
            raise UsageError(f"there is no {name!r} in {self.source.name}; it has {known}")
        return self._parts[name]

    def __repr__(self) -> str:
        return summary("PlainModel", self)
