"""The states of a model, or of a part of it, and the steps between them. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.flat.types import Value


@dataclass(frozen=True)
class Arrow:
    """From state to state, by number, when a predicate over what is read holds; ``when`` is empty if it always does."""

    source: int
    target: int
    when: str = ""


@dataclass(frozen=True)
class StateGraph:
    """All states that can be reached, the initial ones first."""

    name: str
    reads: tuple[str, ...]
    """What it depends on besides its own state: inputs and, of a part, variables of others, which may do anything."""
    states: tuple[dict[str, Value], ...]
    initial: int
    """How many of the states are initial."""
    arrows: tuple[Arrow, ...]
