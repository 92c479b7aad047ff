"""What lanes, states, steps and changes are called in a picture or a text."""

from __future__ import annotations

from quidpro.core.words import counted
from quidpro.verdict.chart import Chart, ChartStep, Lane, Place


def head(lane: Lane) -> str:
    """``c.1``; of an instance that is shared, which has a set of labels, ``FORK p.0.right,p.1.left``."""
    return f"{lane.process} {labels}" if (labels := shared(lane)) else lane.name


def shared(lane: Lane) -> str:
    """The labels of an instance that is shared; nothing of another."""
    braces = lane.process and lane.name.startswith("{") and lane.name.endswith("}")
    return lane.name[1:-1] if braces else ""


def two_lines(lane: Lane) -> tuple[str, str]:
    """A head where there is room: the name, and below it the process or kind; of a shared instance its labels below."""
    return (lane.process, labels) if (labels := shared(lane)) else (lane.name, lane.process or lane.kind)


def state(chart: Chart, position: int, lane: int) -> str:
    """The state of a lane without the name of its process: ``request`` for ``CLIENT.request``."""
    whole = chart.positions[position].states[lane]
    own = chart.lanes[lane].process or chart.lanes[lane].name
    return whole.removeprefix(f"{own}.")


def place(where: Place | None) -> str:
    """``file:line:col``, without the folder; nothing where it is not known."""
    return "" if where is None else f"{where.file.rpartition('/')[2]}:{where.line}:{where.column}"


def step_place(chart: Chart, step: ChartStep) -> str:
    """Where the model text has a step: the first place that is known, processes before properties."""
    moves = sorted(step.moves, key=lambda move: (chart.lanes[move.lane].kind == "property", move.lane))
    return next((where for move in moves if (where := place(move.place))), "")


def move_words(chart: Chart, step: ChartStep, target: int) -> list[str]:
    """``c.1: CLIENT → CLIENT.request`` for each lane that takes part."""
    before, after = chart.positions[step.source].states, chart.positions[target].states
    return [
        f"{head(chart.lanes[move.lane])}: {before[move.lane]} → {after[move.lane]}"
        if after[move.lane]
        else head(chart.lanes[move.lane])
        for move in step.moves
    ]


def still(chart: Chart) -> list[int]:
    """The lanes that never move."""
    moving = {move.lane for step in chart.steps for move in step.moves}
    return [lane for lane in range(len(chart.lanes)) if lane not in moving]


def idle(chart: Chart) -> str:
    """Who has no part in the run; nothing where all have, or the one that fails."""
    lanes = [head(chart.lanes[lane]) for lane in still(chart) if lane != chart.failed]
    if not lanes:
        return ""
    never = "no move so far" if chart.recurring else "never moves" if len(lanes) == 1 else "never move"
    return f"{never}: {', '.join(lanes)}"


def ending_head(chart: Chart) -> str:
    """What the run comes to, in words; nothing where the last step says it."""
    if chart.end == "deadlock":
        return "deadlock: no action is enabled"
    if chart.end == "stop":
        return "nothing happens any more"
    if chart.end == "loop" and chart.loop is None:
        return "and then for ever, in some order"
    if chart.end == "error" and chart.failed is None and chart.kind == "lanes":
        return "whatever comes next, it is violated by now"
    return ""


def ending(chart: Chart) -> str:
    """The same, with the actions that recur."""
    return ": ".join(part for part in (ending_head(chart), ", ".join(chart.recurring)) if part)


def summary(chart: Chart) -> str:
    """The title of a picture: what is violated, and how."""
    return f"{chart.title}: {outcome(chart)}"


def outcome(chart: Chart) -> str:
    """How it goes wrong, and after how many steps."""
    if chart.kind == "tree":
        return f"violated, a tree of {counted(len(chart.positions), 'node')}"
    count = counted(len(chart.steps), "step")
    repeated = "" if chart.loop is None else f" the last {len(chart.steps) - chart.loop:,}"
    return {
        "deadlock": f"a deadlock after {count}",
        "loop": f"violated, {count} and then for ever{repeated}",
        "stop": f"violated, after {count} nothing happens any more",
        "error": f"violated in {count}",
        "": count,
    }[chart.end]


def changed(old: str, new: str) -> str:
    """Of ``a=1, b=2`` the parts that are new, if both states tell the same variables."""
    parts = [state.split(", ") for state in (old, new)]
    names = [[part.partition("=")[0] for part in state] for state in parts]
    if names[0] != names[1] or not all("=" in part for part in parts[1]):
        return new
    return ", ".join(part for was, part in zip(*parts, strict=True) if was != part)
