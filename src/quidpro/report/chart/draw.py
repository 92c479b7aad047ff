"""The elements that pictures are made of, and how much room texts take.

Colours are those of the page, by name (``var(--ink)``), in attributes: a page that allows no style sheets inside it
shows them too. A picture that stands alone has the light colours in it, and a style sheet that changes them for
readers who like it dark; on paper it is light.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any
from unicodedata import east_asian_width

from quidpro.report.theme import DARK, LABEL, LIGHT, MONO, SANS, dark_rules, literal

CELL = 0.6 * LABEL
"""The width of a letter of the code font."""
_LETTER = 0.58 * LABEL
INK, MUTED, LINE, LANE, SURFACE, SUNK = (
    f"var(--{name})" for name in ("ink", "muted", "line", "lane", "surface", "sunk")
)
ACCENT, SOFT, BAD, BAD_SOFT, GOOD = (f"var(--{name})" for name in ("accent", "accent-soft", "bad", "bad-soft", "good"))


@dataclass(frozen=True)
class Picture:
    """Elements and how much room they take; the parts above ``top`` and left of ``left`` stay in sight in a page."""

    width: float
    height: float
    body: str
    heads: str = ""
    actions: str = ""
    top: float = 0
    left: float = 0


def cells(words: str) -> int:
    """How many letters of the code font a text takes; some letters are two wide."""
    return len(words) + sum(east_asian_width(letter) in "WF" for letter in words if letter > "\u1100")


def mono_width(words: str) -> float:
    """The width of a text in the code font."""
    return cells(words) * CELL


def sans_width(words: str) -> float:
    """The width of a text in the font for words, at most about."""
    return cells(words) * _LETTER


def cut(words: str, width: float, letter: float = CELL) -> str:
    """The text, or its beginning and end where it is too wide."""
    most = max(3, int(width / letter))
    if cells(words) <= most:
        return words
    if cells(words) > len(words):
        most = max(3, most // 2)
    return f"{words[: most * 2 // 3]}…{words[len(words) - (most - most * 2 // 3 - 1) :]}"


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, content: str | None = None, **attributes: Any) -> str:
    """An element; underscores in the names of attributes are hyphens, those without a value are left out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{said}/>" if content is None else f"<{name}{said}>{content}</{name}>"


def group(content: Iterable[str] | str, **attributes: Any) -> str:
    """Elements together."""
    return element("g", "".join(content), **attributes)


def title(words: str) -> str:
    """What is shown when one points at it."""
    return f"<title>{escape(words, quote=False)}</title>" if words else ""


def words(
    x: float,
    y: float,
    text: str,
    *,
    fill: str = "",
    anchor: str = "",
    bold: bool = False,
    sans: bool = False,
    **more: Any,
) -> str:
    """A text; its baseline is at y. It is in the code font unless it is made of words."""
    return element(
        "text",
        escape(text, quote=False),
        x=float(x),
        y=float(y),
        fill=fill,
        text_anchor=anchor,
        font_weight=600 if bold else None,
        font_family=SANS if sans else None,
        **more,
    )


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, width: float = 1, **more: Any) -> str:
    """A straight line."""
    return path(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", stroke, width, **more)


def path(data: str, stroke: str = INK, width: float = 1, fill: str = "none", **more: Any) -> str:
    """A line along a path."""
    thick = None if width == 1 else float(width)
    return element("path", d=data, fill=fill, stroke=stroke, stroke_width=thick, **more)


def box(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "", radius: float = 0, **more: Any
) -> str:
    """A rectangle."""
    rounded = float(radius) if radius else None
    place: dict[str, Any] = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return element("rect", **place, rx=rounded, fill=fill, stroke=stroke, **more)


def dot(x: float, y: float, radius: float = 5, fill: str = "", stroke: str = "", **more: Any) -> str:
    """A disc."""
    return element("circle", cx=float(x), cy=float(y), r=float(radius), fill=fill, stroke=stroke, **more)


def cross(x: float, y: float, size: float = 5, stroke: str = BAD) -> str:
    """What marks something wrong."""
    d = number(2 * size)
    return path(f"M{number(x - size)} {number(y - size)}l{d} {d}m0 -{d}l-{d} {d}", stroke, 2.2)


def arrow_head(x: float, y: float, dx: float, dy: float, colour: str, size: float = 8) -> str:
    """A filled head whose tip is at x, y, in a direction of length 1."""
    back = (x - dx * size, y - dy * size)
    corners = [
        (x, y),
        (back[0] - dy * size / 2, back[1] + dx * size / 2),
        (back[0] + dy * size / 2, back[1] - dx * size / 2),
    ]
    return element("polygon", points=" ".join(f"{number(a)},{number(b)}" for a, b in corners), fill=colour)


def svg(picture: Picture, called: str, *, standalone: bool) -> str:
    """The whole picture, with its title."""
    root = {"xmlns": "http://www.w3.org/2000/svg"} if standalone else {}
    head = title(called) + (f"<style>{_style()}</style>" if standalone else "")
    whole = _root(picture, head, **root, class_="chart", role="img")
    return literal(whole) if standalone else whole


def piece(picture: Picture, name: str) -> str:
    """A part of a picture once more, in a page that has it already."""
    return _root(picture, "", class_=f"chart {name}", aria_hidden="true")


def _root(picture: Picture, head: str, **attributes: Any) -> str:
    width, height = number(picture.width), number(picture.height)
    paper = box(0, 0, picture.width, picture.height, SURFACE, class_="paper")
    inside = paper + picture.body + picture.heads + picture.actions
    content = group(inside, fill=INK, font_family=MONO, font_size=LABEL, font_variant="none")
    return element("svg", head + content, **attributes, width=width, height=height, viewBox=f"0 0 {width} {height}")


def _style() -> str:
    """The dark colours in the place of the light ones, and what a reader sees when pointing at a step."""
    light, dark = (f".step:hover>.hit{{fill:{colours['accent-soft']};fill-opacity:.6}}" for colours in (LIGHT, DARK))
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark_rules()}{dark}}}"
