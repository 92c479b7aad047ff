"""A problem: one question about one model. What is asked, never how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from quidpro.verdict.verdict import Outcome, Stats, Verdict

M = TypeVar("M")
Q = TypeVar("Q")


@dataclass(frozen=True)
class Problem(Generic[M, Q]):
    """Does ``model`` satisfy ``spec``? Both are what the world makes of them."""

    world: str
    system: str
    """What the model is called."""
    property: str | None
    """What the specification is called; None where it has no name, such as "no process reaches ERROR"."""
    kind: str
    model: M
    spec: Q
    components: tuple[str, ...]
    text: str = ""
    """The specification in words, where its name does not say it all."""
    notes: tuple[str, ...] = ()
    """To be shown with the answer."""

    def verdict(self, method: str, stats: Stats, outcome: Outcome, **fields: Any) -> Verdict[Any, Any, Any, Any]:
        """A method's answer to this problem."""
        return Verdict(
            world=self.world,
            outcome=outcome,
            method=method,
            system=self.system,
            property=self.property,
            kind=self.kind,
            text=self.text,
            components=fields.pop("components", self.components),
            stats=stats,
            **fields,
        )


AnyProblem = Problem[Any, Any]
