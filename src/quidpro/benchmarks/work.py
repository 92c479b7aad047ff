"""What the bench asks of a worker process, and what comes back: plain data that can be pickled and written as JSON."""

from __future__ import annotations

import re
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
    edits: tuple[tuple[str, str], ...] = ()
    """What is replaced in the text of the file: regular expressions, and what stands in their place."""
    problem: str = ""
    """Which of the problems that it stands for, by name: ``deadlock``, say; empty where there is only one."""

    @property
    def spec(self) -> str | None:
        """The file of a specification, where that is another one."""
        return self.asked.get("spec")

    @property
    def property(self) -> str | None:
        """What it is checked against: a property, or the file of a specification."""
        named = (self.problem,) if self.problem else self.asked.get("property")
        return named[0] if named else self.spec and Path(self.spec).name

    def text(self, original: str) -> str:
        """The text that is asked about, made from that of the file."""
        for pattern, replacement in self.edits:
            original = re.sub(pattern, replacement, original)
        return f"{original}\n{self.added}"


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
    by_oracle: bool = False
    """Whether each check of each oracle is counted, as in CGP03's Table 3."""


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
    at_least: int = 0
    """How many states any assumption needs, where a smallest one was looked for."""
    premises: tuple[int, ...] = ()
    """The most states that a check of each premise visited."""
    peak_nodes: int = 0
    """The most nodes of decision diagrams."""
    reachable: str = ""
    """How many states the whole system has, where a decision diagram counted them; a text, for it may be huge."""
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


@dataclass(frozen=True)
class OracleCheck:
    """One check of one oracle (CGP03, section 4): by the paper's measure, and as the method itself did it."""

    iteration: int
    oracle: int
    assumption: int
    """The states of the conjecture."""
    result: str
    states: int
    """Taken off the queue when the composition is searched breadth first to its first error."""
    transitions: int
    our_states: int
    our_transitions: int


@dataclass(frozen=True)
class Oracles:
    """A run of CGP03's algorithm, check by check; none where the limits did not allow to count them."""

    checks: tuple[OracleCheck, ...] = ()
    direct_states: int = 0
    """Of M1 ∥ M2 ∥ P, breadth first to its first error."""
    direct_transitions: int = 0
    whole_states: int = 0
    """Of M1 ∥ M2 ∥ P, all of it."""
    whole_transitions: int = 0


Answer = Measured | Sizes | Oracles


def ran_out(answer: Answer) -> bool:
    """Whether larger limits might have given a better answer."""
    if isinstance(answer, Measured):
        return answer.outcome == "unknown"
    if isinstance(answer, Oracles):
        return not answer.checks
    return None in (answer.first, answer.first_with_property, answer.rest) and not answer.bits


def answer(fields: Mapping[str, Any]) -> Answer:
    """The answer that was written as these fields; TypeError or ValueError where they do not make one."""
    values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    if "checks" in values:
        return Oracles(**{**values, "checks": tuple(OracleCheck(**check) for check in values["checks"])})
    return Measured(**values) if "outcome" in values else Sizes(**values)
