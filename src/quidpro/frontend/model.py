"""What a front end hands on: a model whose parts are compiled when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from quidpro.core.budget import Budget
from quidpro.core.source import Diagnostic, Source
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System

Kind = Literal["process", "composite", "property", "assert", "progress"]


@dataclass(frozen=True)
class Entry:
    """A named thing of a model."""

    name: str
    kind: Kind


class Model(Protocol):
    """A loaded model file: names, and what they mean. Every method may raise InputError or BudgetExceeded."""

    source: Source
    world: Literal["explicit"]

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted so far (more may come as parts are compiled)."""

    def entries(self) -> tuple[Entry, ...]:
        """Everything that has a name, in the order of the text."""

    def default_system(self) -> str:
        """The last composite, or ``DEFAULT`` (all processes in parallel) when there is none."""

    def system(self, name: str, budget: Budget) -> System:
        """A composite (or a process as a system of one component) taken apart into its components."""

    def lts(self, name: str, budget: Budget) -> LTS:
        """A process or composite as one LTS, with its own hiding, minimal, deterministic and property applied."""

    def property(self, name: str, budget: Budget) -> Component:
        """A property process or safety assertion, as a component with its error LTS."""
