"""A chart as plain data for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from quidpro.verdict.chart import Chart, ChartStep


def to_json(chart: Chart) -> dict[str, Any]:
    """All of it; probabilities are texts like ``1/10``, lanes and positions are numbers."""
    return {
        "title": chart.title,
        "lanes": [asdict(lane) for lane in chart.lanes],
        "rows": [asdict(row) for row in chart.rows],
        "positions": [asdict(position) for position in chart.positions],
        "steps": [_step(step) for step in chart.steps],
        "end": chart.end,
        "failed": chart.failed,
        "loop": chart.loop,
        "recurring": list(chart.recurring),
        "waiting": [asdict(wait) for wait in chart.waiting],
        "cycle": list(chart.cycle),
    }


def _step(step: ChartStep) -> dict[str, Any]:
    return {
        "source": step.source,
        "action": step.action,
        "moves": [asdict(move) for move in step.moves],
        "branches": [
            {"target": branch.target, "probability": None if branch.probability is None else str(branch.probability)}
            for branch in step.branches
        ],
    }
