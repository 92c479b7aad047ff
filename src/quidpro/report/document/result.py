"""What a report says of one result, as plain data for the page: the answer, its facts, its evidence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.core.shown import shown
from quidpro.core.source import Source
from quidpro.core.words import counted
from quidpro.report.architecture import architecture_drawing, caption, families
from quidpro.report.document import Again
from quidpro.report.document.certificate import CertificatePart, certificate_part
from quidpro.report.document.room import NO_ROOM, Room
from quidpro.report.document.source_text import comment_above
from quidpro.report.text import render, size_in_words
from quidpro.verdict.architecture import Architecture
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Runner
from quidpro.verdict.watch import RoundView

MARKS = {"holds": "✓", "violated": "✕", "unknown": "?"}
_TEXT_WIDTH = 100
_MAX_TEXT = 60_000
_MAX_RUNNERS = 40
_COLUMN = 660
"""How wide a picture may be that has words beside it."""
_WIDTH = re.compile(r'<svg[^>]*? width="([0-9.]+)"')
_WAITING = "Who waits for whom"
_TOO_LATE = "There was no time left to draw it."
Answers = Sequence[tuple[AnyVerdict, AnyProblem | None]]


@dataclass(frozen=True)
class Figure:
    """A picture in its natural size and the words below it; without a picture the words say why."""

    svg: str
    caption: str = ""
    papers: str = ""
    """The same in sheets that fit on paper, where it does not."""

    @property
    def wide(self) -> bool:
        """Whether it needs the width of the page, so that words go below it."""
        found = _WIDTH.search(self.svg)
        return found is not None and float(found[1]) > _COLUMN


@dataclass(frozen=True)
class AssumptionPart:
    """What a part is assumed to do: drawn and in words."""

    name: str
    about: str
    size: str
    given: bool
    figure: Figure
    words: list[str]


@dataclass(frozen=True)
class PremisePart:
    """A premise as it was checked last; sizes are empty where they were not measured."""

    text: str
    outcome: str
    states: str
    transitions: str


@dataclass(frozen=True)
class SystemPart:
    """What the system is made of."""

    figure: Figure
    groups: list[tuple[str, str]]


@dataclass(frozen=True)
class ResultPart:
    """One result."""

    outcome: str
    mark: str
    claim: str
    question: str
    formula: str
    comment: str
    sentence: str
    because: str
    facts: list[tuple[str, str, str]]
    """Head, words, and the outcome that colours them or nothing."""
    notes: Sequence[str]
    system: SystemPart | None
    assumptions: list[AssumptionPart]
    premises: list[PremisePart]
    chart: list[Figure]
    race: list[tuple[str, ...]]
    race_note: str
    certificate: CertificatePart | None
    text: str
    """The same for a terminal, where it is not too long."""


def result_parts(
    answers: Answers,
    renderer: Renderer,
    source: Source | None,
    again: Again,
    room: Room,
    budget: Budget,
    views: Sequence[RoundView] = (),
) -> list[ResultPart]:
    """The results in order; what the system is made of is drawn again only where it differs."""
    parts: list[ResultPart] = []
    drawn: list[object] = []
    for verdict, problem in answers:
        system = None
        if problem is not None:
            found = renderer.architecture(problem, verdict)
            looks = (found.processes, found.groups)
            if looks not in drawn:
                drawn.append(looks)
                system = _system(found, room, budget)
        parts.append(_result(verdict, problem, renderer, source, again, room, budget, system, views))
    return parts


def _result(
    verdict: AnyVerdict,
    problem: AnyProblem | None,
    renderer: Renderer,
    source: Source | None,
    again: Again,
    room: Room,
    budget: Budget,
    system: SystemPart | None,
    views: Sequence[RoundView],
) -> ResultPart:
    whole, verdict = verdict, shown(replace(verdict, certificate=None))
    holds, fails = renderer.claim(verdict)
    asked_at = [] if problem is None else renderer.asked_at(problem)
    text = render(whole, problem, renderer, width=_TEXT_WIDTH)
    return ResultPart(
        outcome=verdict.outcome,
        mark=MARKS[verdict.outcome],
        claim=f"{verdict.system} {fails if verdict.outcome == 'violated' else holds}",
        question=f"whether {verdict.system} {holds}",
        formula=dict(renderer.facts(verdict)).get("formula", ""),
        comment=comment_above(source, asked_at) if source is not None and asked_at else "",
        sentence=_sentence(verdict, renderer),
        because=verdict.reason,
        facts=_facts(verdict, "" if whole.certificate is None else whole.certificate.rule),
        notes=verdict.notes,
        system=system,
        assumptions=[_assumption(one, renderer, room, budget) for one in verdict.assumptions],
        premises=_premises(verdict, views),
        chart=_chart(verdict, problem, renderer, room),
        race=[_row(runner) for runner in verdict.race if runner.seconds][:_MAX_RUNNERS]
        if len(verdict.race) > 1
        else [],
        race_note=_race_note(verdict),
        certificate=certificate_part(whole, renderer, source, again, room),
        text=text if len(text) <= _MAX_TEXT else "",
    )


def _sentence(verdict: AnyVerdict, renderer: Renderer) -> str:
    """How it came to be known, and whether it was checked again."""
    seconds = f"in {_seconds(verdict.stats.seconds)}"
    if verdict.outcome == "unknown":
        return f"Not decided {seconds}."
    if verdict.outcome == "holds":
        parts = len(verdict.assumptions)
        how = f"Proved by parts {seconds}, with {counted(parts, 'assumption')}" if parts else f"Proved {seconds}"
        return f"{how}. {'The proof was checked again by separate code.' if verdict.certified else ''}".strip()
    steps = "" if verdict.trace is None else f"{counted(verdict.trace.length, 'step')} show it. "
    steps = steps.replace("1 step show", "1 step shows")
    replayed = renderer.replayed(verdict)
    return (
        f"Found {seconds}. {steps}{replayed[:1].upper()}{replayed[1:]}." if verdict.certified else f"Found {seconds}."
    )


def _facts(verdict: AnyVerdict, rule: str) -> list[tuple[str, str, str]]:
    """Four facts: the method, what it looked at, how far it went, and whether it was checked again."""
    stats = verdict.stats
    method = verdict.method if verdict.winner is None else verdict.winner.method
    facts = [("method", method if rule in ("", method) else f"{method}, rule {rule}", "")]
    if stats.states:
        facts.append(("states looked at", f"{stats.states:,}", ""))
    elif stats.nodes:
        facts.append(("nodes of diagrams at most", f"{stats.nodes:,}", ""))
    if stats.iterations:
        facts.append(("rounds", f"{stats.iterations:,}", ""))
    elif verdict.trace is not None:
        facts.append(("steps", f"{verdict.trace.length:,}", ""))
    else:
        facts.append(("time", _seconds(stats.seconds), ""))
    if verdict.outcome != "unknown":
        yes = f"✓ yes, {_seconds(stats.certify_seconds)}"
        facts.append(
            ("checked again", yes if verdict.certified else "no", "holds" if verdict.certified else "violated")
        )
    return facts


def _seconds(seconds: float) -> str:
    return f"{seconds:,.2f} s" if seconds >= 0.005 else "less than 0.01 s"


def _system(architecture: Architecture, room: Room, budget: Budget) -> SystemPart:
    def draw() -> Figure:
        found = architecture_drawing(architecture, budget)
        return Figure(room.take(found.svg), found.caption)

    figure = _within(draw, caption(architecture))
    groups = [(name, ", ".join(architecture.members(number))) for number, name in enumerate(architecture.groups)]
    return SystemPart(figure, [group for group in groups if group[1]])


def _assumption(assumption: Any, renderer: Renderer, room: Room, budget: Budget) -> AssumptionPart:
    def draw() -> Figure:
        found = renderer.assumption_picture(assumption, budget)
        if found is None:
            return Figure("")
        svg = room.take(found.svg, 0.5)
        return Figure(svg, found.caption if svg or not found.svg else NO_ROOM)

    return AssumptionPart(
        assumption.name,
        ", ".join(families(assumption.about)),
        counted(assumption.states, "state"),
        bool(getattr(assumption, "given", False)),
        _within(draw, ""),
        renderer.words(assumption),
    )


def _premises(verdict: AnyVerdict, views: Sequence[RoundView]) -> list[PremisePart]:
    """Those of the last round of a proof: as it is shown or, without that, as far as it was counted."""
    if verdict.outcome != "holds" or not verdict.assumptions:
        return []
    asked = verdict.property or verdict.kind
    last = next((v for v in reversed(views) if v.outcome == "holds" and asked in v.asked.split(", ")), None)
    if last is not None and last.premises:
        return [
            PremisePart(f"{one.number} {one.text}", one.outcome, _count(one.states), _count(one.transitions))
            for one in last.premises
        ]
    counted_ones = [done for done in verdict.stats.rounds if done.premise and done.states]
    final = [done for done in counted_ones if done.number == counted_ones[-1].number]
    return [PremisePart(str(one.premise), "holds", _count(one.states), _count(one.transitions)) for one in final]


def _count(number: int) -> str:
    return f"{number:,}" if number else ""


def _chart(verdict: AnyVerdict, problem: AnyProblem | None, renderer: Renderer, room: Room) -> list[Figure]:
    """The counterexample; below the run of a deadlock, who waits for whom."""
    from quidpro.report.chart import draw, names
    from quidpro.report.chart.deadlock import waits_picture
    from quidpro.report.chart.page import paper_sheets
    from quidpro.report.chart.svg import to_svg

    chart = renderer.chart(verdict, problem)
    if chart is None:
        return []
    run = room.take(to_svg(replace(chart, waiting=(), cycle=()), standalone=False), 0.7)
    papers = room.take(paper_sheets(chart), 0.5) if run else ""
    drawn = [Figure(run, names.summary(chart) if run else NO_ROOM, papers)]
    if chart.waiting:
        waits = room.take(draw.svg(waits_picture(chart), _WAITING, standalone=False), 0.7)
        drawn.append(Figure(waits, "" if waits else NO_ROOM))
    return drawn


def _within(draw: Any, words: str) -> Figure:
    """The picture; where no time is left, the words with a note."""
    try:
        figure: Figure = draw()
    except BudgetExceeded:
        return Figure("", f"{words} {_TOO_LATE}".strip())
    except QuidproError as failed:
        return Figure("", f"{words} Not drawn: {failed}.".strip())
    return figure


def _row(runner: Runner) -> tuple[str, ...]:
    options = "".join(f", {name} {value}" for name, value in runner.options.items())
    return (
        runner.method + options,
        runner.split or "",
        runner.state,
        f"{runner.seconds:.2f}",
        f"{runner.states:,}" if runner.states else "",
        f"{runner.rounds:,}" if runner.rounds else "",
        f"{runner.peak_memory_mb:,.0f}" if runner.peak_memory_mb else "",
    )


def _race_note(verdict: AnyVerdict) -> str:
    idle = sum(not runner.seconds for runner in verdict.race)
    said = [f"The whole system has {size_in_words(verdict.whole)}."] if verdict.whole is not None else []
    said += [f"{counted(idle, 'more method')} did not begin."] if idle and len(verdict.race) > 1 else []
    return " ".join(said)
