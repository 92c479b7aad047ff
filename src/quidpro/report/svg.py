"""An LTS as an SVG picture."""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import UsageError
from quidpro.lts.lts import LTS
from quidpro.report.dot import NO_MARKS, Marks, arrows, to_dot
from quidpro.report.graphviz import drawn
from quidpro.report.text import counted

MOST_STATES = 200
MOST_ARROWS = 600
_ADVICE = "hide what does not matter (||SMALL = {name} @ {{a, b}}.) and show that with --reduce weak, show a part"


class Unreadable(UsageError):
    """A picture in which nobody could make out anything."""


def to_svg(lts: LTS, marks: Marks = NO_MARKS, budget: Budget = UNLIMITED) -> str:
    """The picture; the same LTS gives the same text."""
    refuse_unreadable(lts.states, lambda: len(arrows(lts)), _ADVICE.format(name=lts.name or "S"))
    return drawn(to_dot(lts, marks), budget)


def refuse_unreadable(states: int, arrows: Callable[[], int], advice: str) -> None:
    """Complain about what nobody could make out in a picture; arrows are counted only where there are not too many."""
    if states > MOST_STATES:
        what = f"{states:,} states make no readable picture (at most {MOST_STATES})"
    elif (count := arrows()) > MOST_ARROWS:
        what = f"{counted(states, 'state')} with {count:,} arrows make no readable picture (at most {MOST_ARROWS})"
    else:
        return
    raise Unreadable(f"{what}: {advice}, or write DOT for a tool that can zoom and filter")
