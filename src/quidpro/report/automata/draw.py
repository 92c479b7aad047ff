"""An automaton as a picture: what is drawn and what is said, within the limits of what can be read.

The layout has two seconds, and Graphviz its own process. What is too large, or takes longer, is not drawn; the caption
says why. Where it takes that long around states that are to stay, or cannot be read that way, they do not stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.isolated import Crashed, isolated
from quidpro.core.parts import MissingPart, require
from quidpro.core.words import printable
from quidpro.report.automata.arrows import Arrow, arrows, everywhere, folded
from quidpro.report.automata.automaton import NO_MARKS, Automaton, Drawing, Marks, Places
from quidpro.report.automata.layout import Layout, by_graphviz, pitch_of
from quidpro.report.automata.shape import Shape, shape_of
from quidpro.report.automata.svg import to_svg
from quidpro.report.folder import MAX_ARROWS, MAX_STATES

LAYOUT_SECONDS = 2.0
WIDE = 1600.0
"""What would be wider goes from top to bottom if that is narrower."""
MANY = 15
CROWDED, MESSY = 0.4, 1.0
"""States stay up to this clutter, in a picture of more than ``MANY`` and in a smaller one; ..."""
BETTER = 0.8
"""... beyond it they move where that leaves at most this part of it."""


def automaton_svg(
    graph: Automaton,
    budget: Budget,
    *,
    standalone: bool = False,
    places: Places | None = None,
    marks: Marks = NO_MARKS,
    direction: str = "LR",
) -> Drawing:
    """The picture and its caption; states that have places stay there, others are put beside them.

    ``standalone`` is a file of its own; otherwise the page has the colours.
    """
    size = sum(state.kind not in ("error", "chance") for state in graph.states)
    if size > MAX_STATES:
        return _undrawn(f"{size:,} states make no readable picture (at most {MAX_STATES})", places)
    hoisted = everywhere(graph)
    drawn = arrows(graph, marks, hoisted)
    if len(drawn) > MAX_ARROWS:
        return _undrawn(f"{len(drawn):,} arrows make no readable picture (at most {MAX_ARROWS})", places)
    shapes = [shape_of(state) for state in graph.states]
    try:
        layout = _laid_out(_Task(graph, shapes, drawn, places, direction), budget)
    except MissingPart as missing:
        return replace(_undrawn(str(missing), places), possible=False)
    except Crashed:
        return _undrawn("Graphviz fails to lay this out", places)
    except BudgetExceeded as ran_out:
        if ran_out.resource != "time":
            raise
        budget.check()
        return _undrawn(f"no layout was found within {LAYOUT_SECONDS:g} s", places)
    caption = _caption(graph, hoisted)
    svg, box = to_svg(graph, shapes, drawn, layout, marks, standalone=standalone, caption=caption)
    points = {state.identity: point for state, point in zip(graph.states, layout.points, strict=True)}
    return Drawing(svg, caption, Places(points, pitch_of(drawn, shapes), box))


@dataclass(frozen=True)
class _Task:
    """What is to be laid out."""

    graph: Automaton
    shapes: Sequence[Shape]
    arrows: Sequence[Arrow]
    places: Places | None
    direction: str


def _laid_out(task: _Task, budget: Budget) -> Layout:
    """States stay, unless that takes too long, or cannot be read where a layout from nothing can."""
    kept = _around_places(task, budget)
    if kept is None:
        return _fresh(task, budget)
    from quidpro.report.automata.clutter import clutter

    mess = clutter(kept, task.shapes, task.arrows)
    if mess <= (CROWDED if len(task.shapes) > MANY else MESSY):
        return kept
    try:
        fresh = _fresh(task, budget)
    except (MissingPart, Crashed, BudgetExceeded):
        budget.check()
        return kept
    return fresh if clutter(fresh, task.shapes, task.arrows) < BETTER * mess else kept


def _around_places(task: _Task, budget: Budget) -> Layout | None:
    """None where there are no places, or no time."""
    keys, places = tuple(state.identity for state in task.graph.states), task.places
    if places is None or not any(key in places.points for key in keys):
        return None
    from quidpro.report.automata.pinned import around  # numpy is not loaded where nothing is watched

    try:
        return around(task.shapes, task.arrows, task.graph.initial, keys, places, _limits(budget))
    except BudgetExceeded:
        budget.check()
        return None


def _fresh(task: _Task, budget: Budget) -> Layout:
    require("pygraphviz")  # before the process is made, so that a missing library is reported in words
    limits, drawn = _limits(budget), (task.shapes, task.arrows, task.graph.initial)
    found: Layout = isolated(by_graphviz, *drawn, task.direction, budget=limits)
    if task.direction == "LR" and _width(found) > WIDE:
        upright: Layout = isolated(by_graphviz, *drawn, "TB", budget=limits)
        found = min(found, upright, key=_width)
    return found


def _limits(budget: Budget) -> Budget:
    limits = budget.within(LAYOUT_SECONDS)
    limits.phase = "laying out a picture"
    return limits


def _width(layout: Layout) -> float:
    xs = [x for x, _ in layout.points]
    return max(xs) - min(xs)


def _undrawn(why: str, places: Places | None) -> Drawing:
    return Drawing("", f"Not drawn: {why}.", places or Places())


def _caption(graph: Automaton, hoisted: Sequence[str]) -> str:
    loops = ", ".join(folded(map(printable, hoisted)))
    return " · ".join(text for text in (f"↻ in every state: {loops}" if loops else "", graph.caption) if text)
