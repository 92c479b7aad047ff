"""What a picture shows, as HTML tables: for those who do not see it, search in it or copy from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from quidpro.report.chart import deadlock, names
from quidpro.verdict.chart import Chart, ChartStep


def twin(chart: Chart) -> str:
    """The run, the values or the tree; of a deadlock :func:`waits_table` tells the rest."""
    return {"lanes": _run, "waveform": _values, "tree": _tree}[chart.kind](chart)


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain texts."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def waits_table(chart: Chart) -> str:
    """Who waits for whom."""
    return table("Who waits for whom", ("part", "would do", "but that needs"), deadlock.rows(chart))


def _run(chart: Chart) -> str:
    fluents = [row.name for row in chart.rows]
    rows = [
        (
            str(i + 1),
            step.action,
            "; ".join(names.move_words(chart, step, i + 1)),
            *chart.positions[i + 1].values,
            names.step_place(chart, step),
        )
        for i, step in enumerate(chart.steps)
    ]
    shown = table("The run", ("step", "action", "who takes part", *fluents, "in the model"), rows)
    remarks = [names.ending(chart)] if names.ending(chart) else []
    if chart.loop is not None:
        remarks.append(f"Steps {chart.loop + 1} to {len(chart.steps)} are repeated for ever.")
    remarks += [names.idle(chart)] if names.idle(chart) else []
    return shown + "".join(f"<p>{escape(remark)}</p>" for remark in remarks)


def _values(chart: Chart) -> str:
    before: Sequence[str] = [""] * len(chart.rows)
    rows = []
    for i, position in enumerate(chart.positions):
        pairs = zip(chart.rows, position.values, before, strict=True)
        news = [f"{row.name} = {value}" for row, value, old in pairs if value and value != old]
        rows.append((str(i + 1), ", ".join(news) or "nothing changes"))
        before = position.values
    remark = "" if chart.loop is None else f"<p>The last state is state {chart.loop + 1} again, and so on for ever.</p>"
    return table("The run, in each state what changes", ("state", "values"), rows) + remark


def _tree(chart: Chart) -> str:
    come = {branch.target: (step, branch.probability) for step in chart.steps for branch in step.branches}
    rows = []
    for i, position in enumerate(chart.positions):
        step, chance = come.get(i, (None, None))
        states = (f"{names.head(lane)}: {state}" for lane, state in zip(chart.lanes, position.states, strict=True))
        rows.append((str(i), _by(chart, step), str(chance or ""), "; ".join(states), ", ".join(position.marks)))
    return table("The tree", ("node", "reached by", "probability", "states", "marks"), rows)


def _by(chart: Chart, step: ChartStep | None) -> str:
    if step is None:
        return ""
    movers = " × ".join(names.head(chart.lanes[move.lane]) for move in step.moves)
    return f"{step.action} ({movers}) from {step.source}"
