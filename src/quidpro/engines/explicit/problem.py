"""A problem: one question about one system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quidpro.lts.system import Progress, System
from quidpro.verdict.explicit.digest import digests
from quidpro.verdict.types import Assumption, Certificate, Kind, Stats, Verdict

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Problem:
    """Does ``system`` satisfy the property?

    For ``safety`` the system holds its processes and at most the one property asked for; a process that reaches its
    own ERROR violates it too. For ``liveness`` it holds its processes and the assertion asked for. For ``deadlock`` and
    ``progress`` it holds its processes: a property only watches. ``split`` groups the names of the processes for the
    rules that reason about parts.
    """

    system: System
    kind: Kind
    property: str | None
    progress: tuple[Progress, ...] = ()
    split: Groups | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def components(self) -> tuple[str, ...]:
        """Names of the components of the system, properties included."""
        return tuple(c.name for c in self.system.components)

    def verdict(self, method: str, stats: Stats, **fields: Any) -> Verdict:
        """A method's answer to this problem."""
        return Verdict(
            method=method,
            system=self.system.name,
            property=self.property,
            kind=self.kind,
            components=self.components,
            stats=stats,
            **fields,
        )

    def certificate(self, rule: str, groups: Groups, assumptions: tuple[Assumption, ...] = ()) -> Certificate:
        """What a rule needs to be checked again on this problem."""
        return Certificate(
            rule=rule,
            system=self.system.name,
            property=self.property,
            kind=self.kind,
            groups=groups,
            assumptions=assumptions,
            digests=digests(self.system),
            fair=self.system.assertions[0].fair if self.kind == "liveness" else None,
        )
