"""Who runs next when there are more jobs than workers.

A job that has to wait is paused, not ended, so that nothing is ever done twice. Each job's running time is divided by
its weight, and the workers go to those with the smallest quotient; a job with an infinite weight always runs, the
earlier one first. Everybody is taken to have run for a little while at the start, so that jobs begin in the order of
their weights, a light one only when the heavy ones have had their head start. Slices grow with the time that has
passed: a pause costs little, but a cache that has gone cold does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_SHORTEST = 0.2
_SHARE = 0.05
_HEAD_START = 0.5
"""Seconds by which a job of weight 2 is ahead of one of weight 1."""


@dataclass(frozen=True)
class Claim:
    """A job that could run: how long it has run, and its weight."""

    handle: int
    seconds: float
    weight: float

    @property
    def due(self) -> float:
        """What the workers are given by; small is first."""
        return (self.seconds + _HEAD_START) / self.weight


def slice_seconds(elapsed: float) -> float:
    """How long the workers stay with their jobs, so long after the start."""
    return max(_SHORTEST, _SHARE * elapsed)


def chosen(claims: Sequence[Claim], workers: int) -> set[int]:
    """The jobs that run in the next slice."""
    ranked = sorted(claims, key=lambda claim: (claim.weight != float("inf"), claim.due, claim.handle))
    return {claim.handle for claim in ranked[:workers]}
