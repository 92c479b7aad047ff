"""What a front end hands on: a model whose parts are compiled when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from quidpro.core.budget import Budget
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Progress, System

Kind = Literal["process", "composite", "property", "assert", "progress"]


@dataclass(frozen=True)
class Entry:
    """A named thing of a model."""

    name: str
    kind: Kind


def names_of(entries: Iterable[Entry], *kinds: Kind) -> tuple[str, ...]:
    """The names of some kinds, in the order of the text."""
    return tuple(entry.name for entry in entries if entry.kind in kinds)


def summary(kind: str, model: Model) -> str:
    """A model in one line: its name, and how much of what it defines; nothing is compiled for it."""
    composites = names_of(model.entries(), "composite")
    counts = (
        (len(model.components), "process", "processes"),
        (len(composites), "composite", "composites"),
        (len(model.properties), "property", "properties"),
    )
    return sized(kind, model.name, *(counted(*count) for count in counts if count[0]))


class Model(Protocol):
    """A loaded model file: names, and what they mean. Every method may raise InputError or BudgetExceeded."""

    source: Source
    world: Literal["explicit"]

    @property
    def name(self) -> str:
        """What the model is called."""

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the processes that systems are made of."""

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the properties and assertions that can be asked for."""

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted so far (more may come as parts are compiled)."""

    def entries(self) -> tuple[Entry, ...]:
        """Everything that has a name, in the order of the text."""

    def default_system(self) -> str:
        """The last composite that can be built, or ``DEFAULT`` (all processes in parallel) when there is none."""

    def system(self, name: str, budget: Budget) -> System:
        """A composite (or a process as a system of one component) taken apart into its components."""

    def lts(self, name: str, budget: Budget) -> LTS:
        """A process or composite as one LTS, with its own hiding, minimal, deterministic and property applied."""

    def property(self, name: str, budget: Budget) -> Component:
        """A property process, as a component with its error LTS."""

    def assertion(self, name: str) -> Assertion | None:
        """A formula that can be asked of a system; None when the name stands for something else."""

    def progress(self) -> tuple[Progress, ...]:
        """The progress tests."""
