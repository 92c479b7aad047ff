"""How a cost grows with the size k: least squares on logarithms.

A power law (cost ~ k^e) is a straight line of log cost against log k, an exponential (cost ~ b^k) one of log cost
against k. Small costs are mostly overhead, so points below a floor are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import correlation, linear_regression
from typing import Literal

Point = tuple[float, float]
"""A size and what it cost."""

FLOOR_SECONDS = 0.2
MIN_POINTS = 3
"""A fit needs this many points; through two there is always a line."""


@dataclass(frozen=True)
class Fit:
    """A law, its exponent (power) or base (exponential), and the part of the variance that it explains."""

    law: Literal["power", "exponential"]
    rate: float
    r2: float
    points: int

    def __str__(self) -> str:
        law = f"k^{self.rate:.2f}" if self.law == "power" else f"{self.rate:.2f}^k"
        return f"{law} (R² = {self.r2:.3f}, {self.points} points)"


def fits(points: Sequence[Point], floor: float = 0.0) -> tuple[Fit, ...]:
    """The power law and the exponential, the one that fits better first; none with too few points or sizes."""
    used = [(k, cost) for k, cost in points if cost > floor and k > 0]
    if len({k for k, _ in used}) < MIN_POINTS:
        return ()
    slope, r2 = line([(log(k), log(cost)) for k, cost in used])
    power = Fit("power", slope, r2, len(used))
    slope, r2 = line([(k, log(cost)) for k, cost in used])
    exponential = Fit("exponential", exp(slope), r2, len(used))
    return (power, exponential) if power.r2 >= exponential.r2 else (exponential, power)


def line(points: Sequence[Point]) -> tuple[float, float]:
    """The slope of the straight line through some points, and R²."""
    xs, ys = zip(*points, strict=True)
    r2 = 1.0 if len(set(ys)) == 1 else correlation(xs, ys) ** 2
    return linear_regression(xs, ys).slope, r2
