"""A PRISM or JANI file as a model: its modules as open LPTSs, and what is known of its labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.lpts.lpts import LPTS


@dataclass(frozen=True)
class PrismModel:
    """The modules of a file in its order, each an LPTS whose shared actions wait for no partner."""

    source: Source
    name: str
    components: Mapping[str, LPTS]
    labels: Mapping[str, str] = field(default_factory=dict)
    """Every label of the file, with the reason why it is no mark of the modules, or nothing."""
    constants: Mapping[str, str] = field(default_factory=dict)
    """Every constant of the file, with its type."""
    values: Mapping[str, Fraction] = field(default_factory=dict)
    """The constants whose values are plain numbers, or were set."""
    private: frozenset[str] = frozenset()
    """The actions that stand for commands without one."""
    warnings: tuple[Diagnostic, ...] = ()
    world: Literal["probabilistic"] = "probabilistic"

    @property
    def properties(self) -> tuple[str, ...]:
        """The labels that a formula can speak of."""
        marks = {mark for component in self.components.values() for mark in component.marks}
        return tuple(sorted(mark for mark in marks if not self.labels.get(mark)))

    def without(self, names: Sequence[str]) -> PrismModel:
        """The model without some of its modules."""
        gone = {mark: name for name in names if name in self.components for mark in self.components[name].marks}
        lost = {mark: f"it speaks of {name}, which is not part of the system" for mark, name in gone.items()}
        kept = {name: component for name, component in self.components.items() if name not in names}
        return replace(self, components=kept, labels={**self.labels, **lost})

    def __repr__(self) -> str:
        return sized("PrismModel", self.name, counted(len(self.components), "module"))
