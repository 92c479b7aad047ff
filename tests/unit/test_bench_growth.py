"""Fits of growth: exact laws are found exactly, and nothing is made of too little."""

from __future__ import annotations

from math import isclose

import pytest

from quidpro.benchmarks.growth import Fit, fits, line


@pytest.mark.parametrize("exponent", [0.5, 1.0, 3.2])
def test_a_power_law(exponent):
    best, other = fits([(k, 0.3 * k**exponent) for k in (2, 3, 5, 8, 13)])
    assert (best.law, other.law) == ("power", "exponential")
    assert isclose(best.rate, exponent)
    assert isclose(best.r2, 1.0)
    assert other.r2 < 1


@pytest.mark.parametrize("base", [1.1, 2.0, 7.0])
def test_an_exponential(base):
    best, _ = fits([(k, 0.01 * base**k) for k in (2, 3, 4, 6)])
    assert best.law == "exponential"
    assert isclose(best.rate, base)
    assert best.points == 4


def test_what_is_below_the_floor_does_not_count():
    overhead = [(1, 0.1), (2, 0.1), (3, 0.15)]
    best, _ = fits([*overhead, (4, 16.0), (5, 25.0), (6, 36.0)], floor=0.2)
    assert best.law == "power"
    assert isclose(best.rate, 2.0)
    assert best.points == 3


@pytest.mark.parametrize(
    "points", [[], [(1, 1.0), (2, 4.0)], [(3, 1.0), (3, 2.0), (3, 3.0)], [(1, 0.0), (2, 0.0), (3, 0.0)]]
)
def test_too_few_points_give_no_fit(points):
    assert fits(points) == ()


def test_noise_lowers_r2():
    slope, r2 = line([(0, 0.0), (1, 3.0), (2, 0.0), (3, 3.0)])
    assert isclose(slope, 0.6)
    assert isclose(r2, 0.2)


def test_what_never_changes_is_a_power_of_nought():
    best, _ = fits([(k, 5.0) for k in (1, 2, 3)])
    assert (best.law, best.rate, best.r2) == ("power", 0.0, 1.0)


def test_in_words():
    assert str(Fit("power", 2.345, 0.9876, 5)) == "k^2.35 (R² = 0.988, 5 points)"
    assert str(Fit("exponential", 7.0, 1.0, 3)) == "7.00^k (R² = 1.000, 3 points)"
