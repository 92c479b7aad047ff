"""The page has the colours of everything else that is drawn."""

import re
from importlib.resources import files

from quidpro.report.theme import DARK, LIGHT


def colours(text):
    """The colours with names that a rule gives, as in the palette."""
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{3,6})", text))


def long(colour):
    return colour if len(colour) == 7 else "#" + "".join(letter * 2 for letter in colour[1:])


def test_the_style_has_the_palette():
    style = (files("quidpro.studio") / "web" / "style.css").read_text(encoding="utf-8")
    schemes = [colours(rule) for rule in re.findall(r"\{([^{}]*--ink:[^{}]*)\}", style)]
    assert len(schemes) == 3
    for scheme, palette in zip(schemes, (LIGHT, DARK, DARK), strict=True):
        assert {name: long(scheme[name]) for name in palette} == palette
