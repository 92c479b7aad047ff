"""An answer as the page shows it: in a sentence, with its facts, and drawn; and the files that can be downloaded."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError
from quidpro.core.shown import shown
from quidpro.reading.child import Put
from quidpro.report.json import result_json, to_json
from quidpro.report.racers import Whose, to_show
from quidpro.report.text import facts_of, statement
from quidpro.run.check import AnyResult, Checked
from quidpro.run.world import World
from quidpro.verdict.chart import Chart
from quidpro.verdict.problem import AnyProblem

_DRAWING_SECONDS = 5.0
"""For all pictures of an answer."""
_MAX_AUTOMATA = 16
_MAX_CERTIFICATE_BYTES = 2 << 20
"""A certificate beyond this is only named: it is in a file anyway."""


def result_event(world: World, result: AnyResult) -> dict[str, Any]:
    """What the page gets of an answer."""
    verdict, renderer = shown(replace(result.verdict, certificate=None)), world.renderer
    budget = drawing_budget()
    chart = chart_of(world, result)
    return {
        "type": "result",
        "result": _published(world, result),
        "sentence": statement(verdict, renderer),
        "facts": [list(fact) for fact in facts_of(verdict, renderer) if fact[1]],
        "chart": None if chart is None else _drawn_chart(chart),
        "automata": list(_automata(world, result, chart, budget)),
        "architecture": "" if result.problem is None else architecture_picture(world, result.problem, budget)[0],
    }


def drawing_budget(seconds: float = _DRAWING_SECONDS) -> Budget:
    """Time for pictures, which no answer has to wait for longer."""
    return Budget(seconds, started=time.monotonic(), clock=time.monotonic)


def _published(world: World, result: AnyResult) -> dict[str, Any]:
    fields, certificate = result_json(result.verdict, result.problem, world.renderer), result.verdict.certificate
    if certificate is not None and len(json.dumps(fields["certificate"])) > _MAX_CERTIFICATE_BYTES:
        fields["certificate"] = {"rule": certificate.rule}
    return fields


def chart_of(world: World, result: AnyResult) -> Chart | None:
    """The counterexample to look at, if there is one."""
    return None if result.problem is None else world.renderer.chart(result.verdict, result.problem)


def _drawn_chart(chart: Chart) -> dict[str, Any]:
    from quidpro.report.chart.json import to_json as chart_json
    from quidpro.report.chart.svg import to_svg

    svg, unfolded = (to_svg(chart, standalone=False, fold=fold) for fold in (True, False))
    return {"svg": svg, "unfolded": "" if unfolded == svg else unfolded, "json": chart_json(chart)}


def _automata(world: World, result: AnyResult, chart: Chart | None, budget: Budget) -> Iterator[dict[str, Any]]:
    """Those who move in the counterexample, or the assumptions of a proof, as long as there is time to draw."""
    renderer = world.renderer
    with _as_far_as_possible():
        if chart is not None and result.problem is not None:
            for lane in _moving(chart)[:_MAX_AUTOMATA]:
                drawing = renderer.component_picture(result.problem, lane, budget)
                if drawing is not None:
                    name = chart.lanes[lane].name
                    yield {"lane": lane, "name": name, "svg": drawing.svg, "caption": drawing.caption}
        for assumption in result.verdict.assumptions[:_MAX_AUTOMATA]:
            drawing = renderer.assumption_picture(assumption, budget)
            if drawing is not None:
                yield {"lane": None, "name": assumption.name, "svg": drawing.svg, "caption": drawing.caption}


def _moving(chart: Chart) -> list[int]:
    return sorted({move.lane for step in chart.steps for move in step.moves})


@contextmanager
def _as_far_as_possible() -> Iterator[None]:
    """Pictures are no part of the answer: what cannot be drawn is left out."""
    with suppress(QuidproError):
        yield


def architecture_picture(world: World, problem: AnyProblem, budget: Budget) -> tuple[str, str]:
    """The parts of a system and what they share, drawn and in words; no picture where there is no time for it."""
    from quidpro.report.architecture import architecture_drawing, caption

    found = world.renderer.architecture(problem)
    try:
        drawing = architecture_drawing(found, budget)
    except QuidproError:
        return "", caption(found)
    return drawing.svg, drawing.caption


def send_files(put: Put, world: World, checked: Checked, rounds: Sequence[Any]) -> None:
    """All that can be downloaded of a check."""
    for name, make in _FILES.items():
        with _as_far_as_possible():
            text = make(world, checked, rounds)
            if text is not None:
                put({"type": "file", "name": name, "text": text})


def _verdict_text(world: World, checked: Checked, _rounds: Sequence[Any]) -> str:
    from quidpro.verdict.documents import indented

    answers = [(result.verdict, result.problem) for result in checked.results]
    return indented(to_json(answers, world.renderer, checked.warnings))


def _certificate_text(world: World, checked: Checked, _rounds: Sequence[Any]) -> str | None:
    found = [one.verdict.certificate for one in checked.results if one.verdict.certificate is not None]
    return world.write_certificates(found) if found else None


def _chart_text(suffix: str) -> Callable[[World, Checked, Sequence[Any]], str | None]:
    """The first counterexample in a format."""

    def make(world: World, checked: Checked, _rounds: Sequence[Any]) -> str | None:
        chart = next((chart for one in checked.results if (chart := chart_of(world, one)) is not None), None)
        if chart is None:
            return None
        from quidpro.report.chart.write import chart_text

        return chart_text(chart, suffix)

    return make


def _report_text(_world: World, checked: Checked, rounds: Sequence[Any]) -> str:
    from quidpro.report.document import Rounds, report_html

    whose = [Whose(view.asked, view.runner, view.turn) for view in rounds]
    chosen, note = to_show(Counter(whose), [result.verdict for result in checked.results])
    mine = [view for view, one in zip(rounds, whose, strict=True) if one in chosen]
    return report_html(checked, rounds=Rounds(mine, note), budget=drawing_budget())


_FILES: dict[str, Callable[[World, Checked, Sequence[Any]], str | None]] = {
    "verdict.json": _verdict_text,
    "certificate.json": _certificate_text,
    **{f"chart{suffix}": _chart_text(suffix) for suffix in (".svg", ".mmd", ".puml", ".html", ".json", ".vcd")},
    "report.html": _report_text,
}
