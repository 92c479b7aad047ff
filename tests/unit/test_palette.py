"""The colours: readable in both schemes, and told apart by those who see fewer of them."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from quidpro.report.theme import DARK, LIGHT

SCHEMES = {"light": LIGHT, "dark": DARK}
TEXT = ("ink", "muted", "accent", "bad", "good")
GROUNDS = ("surface", "bg", "sunk")
SOFT = {"accent-soft": ("ink", "accent"), "bad-soft": ("ink", "bad")}
SIGHTS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009,
severity 1.0; on linear RGB."""


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour):
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def oklab(rgb):
    r, g, b = rgb
    cone = [
        max(0.0, part) ** (1 / 3)
        for part in (
            0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
            0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
            0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
        )
    ]
    rows = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    return [sum(weight * part for weight, part in zip(row, cone, strict=True)) for row in rows]


def seen(colour, sight):
    rgb = linear(colour)
    return oklab([min(1.0, max(0.0, sum(w * p for w, p in zip(row, rgb, strict=True)))) for row in SIGHTS[sight]])


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXT)
def test_text_can_be_read(scheme, ground, text):
    assert contrast(SCHEMES[scheme][text], SCHEMES[scheme][ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read_on_what_is_marked(scheme):
    colours = SCHEMES[scheme]
    assert [
        (ground, text) for ground in SOFT for text in SOFT[ground] if contrast(colours[text], colours[ground]) < 4.5
    ] == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_that_mean_something_are_told_apart_by_everyone(scheme, sight):
    colours = SCHEMES[scheme]
    shown = {name: seen(colours[name], sight) for name in ("good", "bad", "accent")}
    apart = {(one, other): dist(shown[one], shown[other]) for one, other in combinations(shown, 2)}
    assert min(apart.values()) >= 0.08, apart
