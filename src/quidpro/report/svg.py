"""An LTS as an SVG picture."""

from __future__ import annotations

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import UsageError
from quidpro.lts.lts import LTS
from quidpro.report.dot import NO_MARKS, Marks, arrows, to_dot
from quidpro.report.graphviz import drawn

MOST_STATES = 200
MOST_ARROWS = 600


class Unreadable(UsageError):
    """A picture in which nobody could make out anything."""


def to_svg(lts: LTS, marks: Marks = NO_MARKS, budget: Budget = UNLIMITED) -> str:
    """The picture; the same LTS gives the same text."""
    refuse_unreadable(lts.states, len(arrows(lts)), "make it smaller with --reduce weak or trace, show a part of it")
    return drawn(to_dot(lts, marks), budget)


def refuse_unreadable(states: int, arrows: int, advice: str) -> None:
    """Complain about what nobody could make out in a picture."""
    if states > MOST_STATES or arrows > MOST_ARROWS:
        raise Unreadable(
            f"{states:,} states and {arrows:,} arrows make no readable picture (at most {MOST_STATES} and "
            f"{MOST_ARROWS}); {advice}, or write --format dot for a tool that can zoom and filter"
        )
