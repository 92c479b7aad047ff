"""The formats in which an LTS can be written, by name."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.aut import aut_losses, write_aut
from quidpro.frontend.lts_json import write_lts_json
from quidpro.lts.lts import LTS
from quidpro.report.dot import to_dot
from quidpro.report.explicit.fsp import fsp_losses, to_fsp
from quidpro.report.svg import to_svg
from quidpro.report.text import to_text

_TEXTS: dict[str, Callable[[LTS, str], str]] = {
    "aut": lambda lts, name: write_aut(lts),
    "dot": lambda lts, name: to_dot(lts.named(name)),
    "json": lambda lts, name: write_lts_json(lts.named(name)),
    "fsp": to_fsp,
    "text": lambda lts, name: to_text(lts.named(name)),
}
FORMATS = (*_TEXTS, "svg")


def render_lts(lts: LTS, format: str, name: str, budget: Budget = UNLIMITED) -> str:
    """The LTS, under that name, as text in a format; a picture takes time, and the budget says how much."""
    if format == "svg":
        return to_svg(lts.named(name), budget=budget)
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; known are {', '.join(FORMATS)}")
    return _TEXTS[format](lts, name)


def losses(lts: LTS, format: str) -> list[str]:
    """What the format cannot hold of this LTS, in words; pictures and texts are for the eye and lose nothing
    here.
    """
    return {"aut": aut_losses, "fsp": fsp_losses}.get(format, lambda _: [])(lts)
