"""Ways to cut a model into groups of variables, with their sizes in bits. Plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SizedCut:
    """A cut with its sizes in bits; the ``cost`` is what cuts are ranked by, for those that were."""

    groups: tuple[tuple[str, ...], ...]
    """The variables of M1, M2 and so on."""
    text: str
    """The cut as ``--split`` takes it."""
    bits: tuple[int, ...]
    shared: tuple[str, ...]
    """The communication variables."""
    shared_bits: int
    cost: float | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cuts:
    """The ranked cuts of a model into two groups, and one into more."""

    system: str
    property: str | None
    bits: int
    considered: int
    splits: tuple[SizedCut, ...]
    chains: tuple[SizedCut, ...]
