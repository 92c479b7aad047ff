"""A model with the properties of another file: nets, AUT and JSON have no words for what is asked of them.

The other file is a model too, FSP most likely. Its properties, assertions and progress tests are about the actions of
the first model; its processes only help to say them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic
from quidpro.frontend.load import load
from quidpro.frontend.model import Entry, Kind, Model, names_of, summary
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Progress, System


def with_properties(model: Model, beside: str | os.PathLike[str] | Model) -> WatchedModel:
    """The model with the properties of a file, or of another model."""
    return WatchedModel(model, load(os.fspath(beside)) if isinstance(beside, str | os.PathLike) else beside)


def given_names(model: Model, *kinds: Kind) -> tuple[str, ...]:
    """The names of what is given beside a model."""
    return names_of(model.given, *kinds) if isinstance(model, WatchedModel) else ()


class WatchedModel:
    """The :class:`~quidpro.frontend.model.Model` of a file and of the properties given beside it."""

    world: Literal["explicit"] = "explicit"

    def __init__(self, model: Model, beside: Model) -> None:
        self.source = model.source
        self.model = model
        self.beside = beside
        self.given = tuple(e for e in beside.entries() if e.kind in ("property", "assert", "progress"))
        if not self.given:
            raise UsageError(f"{beside.source.name} defines no property, no assertion and no progress test")
        self._reject_namesakes()

    def _reject_namesakes(self) -> None:
        """Answers, runs and certificates call everything by its name."""
        taken = {entry.name for entry in self.model.entries()} | {*self.model.components}
        both = next((entry.name for entry in self.given if entry.name in taken), None)
        if both is not None:
            files = f"{self.source.name} and {self.beside.source.name}"
            raise UsageError(f"{files} both define {both}; give what is in the second another name")

    @property
    def name(self) -> str:
        """What the model is called."""
        return self.model.name

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the processes of the model."""
        return self.model.components

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties and assertions of both."""
        return (*self.model.properties, *names_of(self.given, "property", "assert"))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd in either."""
        return (*self.model.warnings, *self.beside.warnings)

    def entries(self) -> tuple[Entry, ...]:
        """What the model defines, and what is given beside it."""
        return (*self.model.entries(), *self.given)

    def default_system(self) -> str:
        """That of the model."""
        return self.model.default_system()

    def system(self, name: str, budget: Budget) -> System:
        """A system of the model, with the progress tests of both."""
        system = self.model.system(name, budget)
        return replace(system, progress=(*system.progress, *self.beside.progress()))

    def progress(self) -> tuple[Progress, ...]:
        """The progress tests of both."""
        return (*self.model.progress(), *self.beside.progress())

    def lts(self, name: str, budget: Budget) -> LTS:
        """A process or composite of the model."""
        return self.model.lts(name, budget)

    def property(self, name: str, budget: Budget) -> Component:
        """A property of either; what is given beside has no places in the text of the model."""
        if name not in names_of(self.given, "property"):
            return self.model.property(name, budget)
        found = self.beside.property(name, budget)
        return replace(found, lts=replace(found.lts, origin=None))

    def assertion(self, name: str) -> Assertion | None:
        """A formula of either."""
        return self.model.assertion(name) or self.beside.assertion(name)

    def __repr__(self) -> str:
        return summary("WatchedModel", self)
