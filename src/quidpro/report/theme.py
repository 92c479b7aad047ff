"""The looks of everything that is drawn: colours in light and dark, sizes, fonts. Nothing is loaded from outside.

Colour never speaks alone: holds has a tick, violated a cross, what is new is thick, a wrong run dashed.
"""

from __future__ import annotations

import re

SANS = "Inter, system-ui, sans-serif"
MONO = '"JetBrains Mono", ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace'
LABEL, CODE, TEXT, SECTION, TITLE = 12, 13, 15, 18, 24
"""Sizes of text in pixels; nothing is smaller than the first."""
LIGHT = {
    "bg": "#f7f8f9",
    "surface": "#ffffff",
    "sunk": "#f1f3f5",
    "ink": "#1b1f24",
    "muted": "#5b636d",
    "line": "#dde1e6",
    "lane": "#c3c9d1",
    "accent": "#0a66c2",
    "accent-soft": "#e3effb",
    "bad": "#b8420a",
    "bad-soft": "#fdeee6",
    "good": "#0c6054",
}
DARK = {
    "bg": "#101317",
    "surface": "#171b20",
    "sunk": "#1e232a",
    "ink": "#e8ebee",
    "muted": "#9da6b1",
    "line": "#2c333b",
    "lane": "#46505b",
    "accent": "#6cb2f7",
    "accent-soft": "#17304a",
    "bad": "#ff9d6b",
    "bad-soft": "#3a2115",
    "good": "#54e2b6",
}


_COLOUR = re.compile(r'="var\(--([a-z-]+)\)"')


def literal(svg: str) -> str:
    """The light colours in the place of the variables, which many viewers of pictures do not know."""
    return _COLOUR.sub(lambda found: f'="{LIGHT[found[1]]}"', svg)


def dark_rules() -> str:
    """What makes a picture with the light colours in it dark."""
    return "".join(
        f'svg:not([data-scheme=light]) [{what}="{light}"]{{{what}:{DARK[name]}}}'
        for name, light in LIGHT.items()
        for what in ("fill", "stroke")
    )


def variables(scope: str = ":root") -> str:
    """CSS that gives the colours their names (``var(--ink)``): those of the reader's scheme; on paper the light ones.

    An element with the attribute ``data-scheme`` (``light`` or ``dark``) has its own say.
    """
    light, dark = (
        "".join(f"--{name}:{value};" for name, value in colours.items()) + f"color-scheme:{scheme}"
        for scheme, colours in (("light", LIGHT), ("dark", DARK))
    )
    return (
        f"{scope}{{{light}}}"
        f"@media (prefers-color-scheme: dark){{{scope}:not([data-scheme=light]){{{dark}}}}}"
        f"{scope}[data-scheme=dark]{{{dark}}}"
        f"@media print{{{scope},{scope}:not([data-scheme=light]),{scope}[data-scheme=dark]{{{light}}}}}"
    )
