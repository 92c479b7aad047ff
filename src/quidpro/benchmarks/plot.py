"""Time against k, a panel for each case and a line for each method, drawn with matplotlib.

Runs that did not come to an end stand at the limit, with an open marker. Methods are named where their lines end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, log10
from pathlib import Path
from typing import TYPE_CHECKING

from quidpro.benchmarks.comparison import Comparison, Row
from quidpro.benchmarks.tables import Table
from quidpro.core.errors import UsageError
from quidpro.core.parts import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
_COLOURS = {
    "auto": "#111111",
    "monolithic": "#8a8a8a",
    "saturation": "#d4a017",
    "minimise": "#b07aa1",
    "lstar": "#1f77b4",
    "lstar-refine": "#76b7e5",
    "agar": "#c44e1c",
    "agar-refine": "#f0a35e",
    "smallest": "#17838f",
    "smallest-refine": "#7cc4cc",
    "circular": "#2a8c4a",
    "circular-refine": "#8fcf9b",
    "asym": "#c44e1c",
    "asym-n": "#1f77b4",
}
_LEAST_SECONDS = 0.001
_MAX_ACROSS = 3
_MIN_GAP = 0.055
"""Between two names at the ends of lines, as a fraction of the panel's height."""


@dataclass(frozen=True)
class Point:
    """A run: its size, its seconds, and whether it came to an end."""

    k: int
    seconds: float
    decided: bool


@dataclass
class Panel:
    """A case of a table: points by method."""

    title: str
    lines: dict[str, list[Point]] = field(default_factory=dict)
    across: str = "k"
    """What grows."""


def reject_unplottable(path: Path) -> None:
    """Complain before the work, not after it."""
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot plot into {path}: its suffix must be one of {', '.join(SUFFIXES)}")
    require("matplotlib")


def plot(tables: Sequence[Table], path: Path) -> None:
    """Draw all cases that have runs at all into one picture."""
    shown = [panel for panel in panels(tables) if any(panel.lines.values())]
    if not shown:
        raise UsageError(f"nothing has been measured yet, so there is nothing to plot into {path}")
    _plot(shown, path)


def plot_rows(comparison: Comparison, path: Path) -> None:
    """Draw the rows of a comparison: a bar for each method, or lines over the values of its constant."""
    runs = [row for row in comparison if row.outcome != "unfit"]
    if comparison.constant is None:
        _plot_bars(comparison.model, runs, path)
        return
    panel = Panel(comparison.model, across=comparison.constant)
    for row in runs:
        panel.lines.setdefault(row.method, []).append(Point(row.value or 0, row.seconds, row.decided))
    _plot([panel], path)


def _plot_bars(title: str, runs: Sequence[Row], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6, 1.1 + 0.32 * len(runs)), layout="constrained")
    axes = figure.add_subplot(1, 1, 1)
    for place, row in enumerate(reversed(runs)):
        colour = _COLOURS.get(row.method, "#444444")
        axes.barh(place, max(row.seconds, _LEAST_SECONDS), color=colour if row.decided else "white", edgecolor=colour)
    axes.set_xscale("log")
    axes.set_yticks(range(len(runs)), [row.method for row in reversed(runs)])
    axes.set_xlabel("seconds", fontsize=9, loc="right")
    _finish(axes, title)
    _note_open(figure, all(row.decided for row in runs), "bars")
    _save(figure, path)


def _plot(shown: Sequence[Panel], path: Path) -> None:
    from matplotlib.figure import Figure

    across = min(_MAX_ACROSS, len(shown))
    down = ceil(len(shown) / across)
    figure = Figure(figsize=(4.6 * across, 3.3 * down), layout="constrained")
    for number, panel in enumerate(shown):
        _draw(figure.add_subplot(down, across, number + 1), panel)
    _note_open(figure, all(p.decided for panel in shown for points in panel.lines.values() for p in points), "markers")
    _save(figure, path)


def _note_open(figure: Figure, all_decided: bool, marks: str) -> None:
    if not all_decided:
        words = f"open {marks}: not decided within the limits"
        figure.supxlabel(words, fontsize=8, color="#777777", x=0.01, ha="left")


def _save(figure: Figure, path: Path) -> None:
    from matplotlib import rc_context

    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "quidpro"}):
        try:
            figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def panels(tables: Iterable[Table]) -> list[Panel]:
    """One for each case of each table, in order."""
    found: dict[tuple[str, str], Panel] = {}
    for table in tables:
        for block in table.blocks:
            panel = found.setdefault(
                (table.kind.name, block.row.title), Panel(f"{block.row.title} ({table.kind.name})")
            )
            for line in block.lines:
                if line.measured is not None:
                    point = Point(block.row.k, line.measured.seconds, line.measured.outcome != "unknown")
                    panel.lines.setdefault(line.variant, []).append(point)
    return list(found.values())


def _draw(axes: Axes, panel: Panel) -> None:
    for name, points in panel.lines.items():
        _line(axes, name, sorted(points, key=lambda point: point.k))
    ks = sorted({point.k for points in panel.lines.values() for point in points})
    axes.set_yscale("log")
    axes.set_xticks(ks if len(ks) <= 8 else ks[:: ceil(len(ks) / 8)])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda seconds, _: f"{seconds:g}")
    axes.set_xlim(ks[0] - 0.04 * _spread(ks), ks[-1] + 0.04 * _spread(ks))
    axes.set_xlabel(panel.across, fontsize=9, loc="right")
    axes.set_ylabel("seconds", fontsize=9, loc="top")
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.6)
    _finish(axes, panel.title)
    _name_lines(axes, panel)


def _finish(axes: Axes, title: str) -> None:
    """What all panels have in common."""
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold")
    axes.tick_params(labelsize=8, length=3, color="#999999")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color("#999999")
    axes.set_axisbelow(True)


def _spread(ks: Sequence[int]) -> int:
    return max(ks[-1] - ks[0], 1)


def _line(axes: Axes, name: str, points: Sequence[Point]) -> None:
    colour = _COLOURS.get(name, "#444444")
    width = 2.2 if name == "auto" else 1.3
    axes.plot([p.k for p in points], [p.seconds for p in points], color=colour, linewidth=width, zorder=3)
    for decided, face in ((True, colour), (False, "white")):
        chosen = [p for p in points if p.decided == decided]
        where = [p.k for p in chosen], [p.seconds for p in chosen]
        axes.scatter(*where, s=16, facecolor=face, edgecolor=colour, linewidth=1.1, zorder=4)


def _name_lines(axes: Axes, panel: Panel) -> None:
    """Each method's name beside its last point, moved apart where two would touch."""
    low, high = (log10(limit) for limit in axes.get_ylim())
    ends = {name: max(points, key=lambda point: point.k) for name, points in panel.lines.items()}
    heights = {name: (log10(max(end.seconds, 1e-9)) - low) / (high - low) for name, end in ends.items()}
    for name, height in spread_out(heights).items():
        axes.annotate(
            name,
            xy=(1.02, height),
            xycoords="axes fraction",
            color=_COLOURS.get(name, "#444444"),
            fontsize=8,
            va="center",
            fontweight="bold" if name == "auto" else "normal",
            annotation_clip=False,
        )


def spread_out(heights: dict[str, float]) -> dict[str, float]:
    """The same order with at least _MIN_GAP between neighbours, centred on where they want to be."""
    groups: list[tuple[list[str], float]] = []
    for name in sorted(heights, key=heights.__getitem__):
        groups.append(([name], heights[name]))
        while len(groups) > 1 and _touch(groups[-2], groups[-1]):
            (lower, a), (upper, b) = groups[-2:]
            middle = (a * len(lower) + b * len(upper)) / (len(lower) + len(upper))
            groups[-2:] = [(lower + upper, middle)]
    return {
        name: middle + (i - (len(names) - 1) / 2) * _MIN_GAP for names, middle in groups for i, name in enumerate(names)
    }


def _touch(lower: tuple[list[str], float], upper: tuple[list[str], float]) -> bool:
    return upper[1] - lower[1] < (len(lower[0]) + len(upper[0])) / 2 * _MIN_GAP
