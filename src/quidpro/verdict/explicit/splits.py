"""Ways to take a system of labelled transition systems apart, with their sizes. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.verdict.split import Groups

MAX_STATES = 10_000
"""The states of a group are counted up to this many."""


@dataclass(frozen=True)
class Decomposition:
    """Groups of processes; the first is the one that assumes. Sizes are bounds, as powers of two."""

    groups: Groups
    interface: int
    first_bits: float
    rest_bits: float

    @property
    def imbalance(self) -> float:
        """By how many powers of two M1 ∥ P_err and M2 differ at most."""
        return abs(self.first_bits - self.rest_bits)

    @property
    def score(self) -> float:
        """The larger side and the interface, in one number; small is good."""
        return max(self.first_bits, self.rest_bits) + self.interface


@dataclass(frozen=True)
class Sized:
    """A split with the states of M1 ∥ P_err and of the largest other group; None for one too large to be counted."""

    split: Decomposition
    text: str
    """The split as ``--split`` takes it."""
    first_states: int | None
    rest_states: int | None
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Decompositions:
    """The ranked splits of a system: into two groups, and into more."""

    system: str
    property: str | None
    considered: int
    splits: tuple[Sized, ...]
    chains: tuple[Sized, ...]
