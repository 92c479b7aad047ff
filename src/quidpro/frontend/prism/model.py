"""A PRISM or JANI file as a model: its modules as open LPTSs, and what is known of its labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.frontend.pctl.expressions import Condition, Definition, Vocabulary
from quidpro.frontend.pctl.tokens import tokens_of
from quidpro.lpts.lpts import LPTS


@dataclass(frozen=True)
class Conditions:
    """The names of a file's text, and the way to read it again with conditions on variables as marks."""

    names: frozenset[str]
    """Its variables, constants and formulas."""
    labels: Mapping[str, str]
    """The expressions of the labels that are no marks of components."""
    again: Callable[[Sequence[Condition], Budget], PrismModel] = field(repr=False)
    missing: frozenset[str] = frozenset()
    """The constants without a value, which the model itself does not use."""


@dataclass(frozen=True)
class PrismModel(Displayed, world="probabilistic"):
    """The components of a file in its order, mostly a module each: LPTSs whose shared actions wait for no partner."""

    source: Source
    name: str
    components: Mapping[str, LPTS]
    labels: Mapping[str, str] = field(default_factory=dict)
    """Every label of the file, with the reason why it is no mark of the components, or nothing."""
    constants: Mapping[str, str] = field(default_factory=dict)
    """Every constant of the file, with its type."""
    values: Mapping[str, Fraction] = field(default_factory=dict)
    """The constants whose values are plain numbers, or were set."""
    private: frozenset[str] = frozenset()
    """The actions that stand for commands without one."""
    warnings: tuple[Diagnostic, ...] = ()
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The modules of each component that is made of several."""
    removed: tuple[str, ...] = ()
    """The modules of the file that the model does not have."""
    expressions: Conditions | None = None
    """What a formula may speak of besides the labels that are marks."""
    world: Literal["probabilistic"] = "probabilistic"

    @property
    def properties(self) -> tuple[str, ...]:
        """The labels that a formula can speak of."""
        marks = {mark for component in self.components.values() for mark in component.marks}
        described = set() if self.expressions is None else set(self.expressions.labels)
        return tuple(sorted(described | {mark for mark in marks if not self.labels.get(mark)}))

    def vocabulary(self) -> Vocabulary:
        """What a formula about this model may speak of."""
        if self.expressions is None:
            return Vocabulary(self.values)
        texts = {name: Source(f'label "{name}"', text) for name, text in self.expressions.labels.items()}
        labels = {name: Definition(source, tokens_of(source)) for name, source in texts.items()}
        return Vocabulary(self.values, self.expressions.names, labels, missing=self.expressions.missing)

    def with_conditions(self, conditions: Sequence[Condition], budget: Budget) -> PrismModel:
        """The model with conditions on variables as marks; components that one of them compares are one."""
        if self.expressions is None or not conditions:
            return self
        return self.expressions.again(conditions, budget).without(self.removed)

    def without(self, names: Sequence[str]) -> PrismModel:
        """The model without some of its modules."""
        for component, modules in self.members.items():
            for name in names:
                if name in modules:
                    raise UsageError(f"{name} cannot be taken out of {self.source.name}: it is a part of {component}")
        owner = {mark: name for name in names if name in self.components for mark in self.components[name].marks}
        lost = {mark: f"it speaks of {name}, which is not part of the system" for mark, name in owner.items()}
        kept = {name: component for name, component in self.components.items() if name not in names}
        return replace(self, components=kept, labels={**self.labels, **lost}, removed=(*self.removed, *names))

    def __repr__(self) -> str:
        modules = sum(len(self.members.get(name, (name,))) for name in self.components)
        return sized("PrismModel", self.name, counted(modules, "module"))
