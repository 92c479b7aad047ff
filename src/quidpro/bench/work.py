"""What the bench asks of a worker process, and what comes back: plain data that can be pickled and written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

from quidpro.verdict.verdict import Outcome

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Question:
    """A system and a property of a model file, and the groups of its components."""

    file: str
    asked: Mapping[str, Any] = field(default_factory=dict)
    """What is asked of it, by the names of its world's question."""
    split: str | None = None
    added: str = ""
    """Text put after that of the file, say a specification that stands there as a comment."""

    @property
    def spec(self) -> str | None:
        """The file of a specification, where that is another one."""
        return self.asked.get("spec")

    @property
    def property(self) -> str | None:
        """What it is checked against: a property, or the file of a specification."""
        named = self.asked.get("property")
        return named[0] if named else self.spec and Path(self.spec).name


@dataclass(frozen=True)
class Limits:
    """What a run may take."""

    seconds: float
    megabytes: float

    def cover(self, other: Limits) -> bool:
        """Whether they allow all that the others do."""
        return self.seconds >= other.seconds and self.megabytes >= other.megabytes


@dataclass(frozen=True)
class Work:
    """One run: a method on a question within limits; without a method the sizes of the groups are counted."""

    question: Question
    method: str | None
    options: Options
    seconds: float
    megabytes: float
    as_published: bool = False
    """Whether the method is exactly the algorithm of its paper."""


@dataclass(frozen=True)
class Measured:
    """What a run found, and what it cost. ``seconds`` is all that a user waits for once the model is read."""

    outcome: Outcome
    certified: bool = False
    reason: str = ""
    seconds: float = 0.0
    proof_seconds: float = 0.0
    certify_seconds: float = 0.0
    read_seconds: float = 0.0
    states: int = 0
    transitions: int = 0
    iterations: int = 0
    queries: int = 0
    largest_assumption: int = 0
    """The most states that an assumption had in any round."""
    assumptions: tuple[int, ...] = ()
    """The states of the assumptions of the proof."""
    premises: tuple[int, ...] = ()
    """The most states that a check of each premise visited."""
    peak_nodes: int = 0
    """The most nodes of decision diagrams, in the symbolic world."""
    trace: int | None = None
    memory_mb: float = 0.0
    base_mb: float = 0.0
    """Of the memory, what the warm interpreter had before the run began."""
    winner: str | None = None


@dataclass(frozen=True)
class Sizes:
    """States of M1, M1 ∥ P_err and M2, None where the limits did not allow to count them; sizes of all components.

    An SMV model has ``bits`` instead: of the whole, of M1, of M2, and of the communication variables. A probabilistic
    model has a specification, which counts apart.
    """

    first: int | None = None
    first_with_property: int | None = None
    rest: int | None = None
    components: tuple[int, ...] = ()
    bits: tuple[int, ...] = ()
    specification: int | None = None

    @property
    def bound(self) -> int:
        """The product of the sizes of all components: the whole system cannot have more states."""
        return prod(self.components)


Answer = Measured | Sizes


def ran_out(answer: Answer) -> bool:
    """Whether larger limits might have given a better answer."""
    if isinstance(answer, Measured):
        return answer.outcome == "unknown"
    return None in (answer.first, answer.first_with_property, answer.rest) and not answer.bits


def answer(fields: Mapping[str, Any]) -> Answer:
    """The answer that was written as these fields; TypeError or ValueError where they do not make one."""
    values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Measured(**values) if "outcome" in values else Sizes(**values)
