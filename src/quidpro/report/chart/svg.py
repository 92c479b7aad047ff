"""A chart as SVG: lanes for a run of components, a waveform for variables, a tree where coins are tossed."""

from __future__ import annotations

from quidpro.report.chart import draw, names
from quidpro.report.chart.draw import Picture
from quidpro.verdict.chart import Chart


def to_svg(chart: Chart, *, standalone: bool = True, fold: bool = True) -> str:
    """The picture. One that stands alone brings its colours; else they are the variables of the page."""
    return draw.svg(picture_of(chart, fold=fold), names.summary(chart), standalone=standalone)


def picture_of(chart: Chart, *, fold: bool = True) -> Picture:
    """The elements of the picture."""
    if chart.kind == "tree":
        from quidpro.report.chart.tree import tree_picture

        return tree_picture(chart)
    if chart.kind == "waveform":
        from quidpro.report.chart.waveform import waveform_picture

        return waveform_picture(chart)
    from quidpro.report.chart.lanes import lanes_picture

    run = lanes_picture(chart, fold=fold)
    if not chart.waiting:
        return run
    from quidpro.report.chart.deadlock import waits_picture, with_waits

    return with_waits(run, waits_picture(chart))
