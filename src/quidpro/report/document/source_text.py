"""The model text on a page, in colours; lit are the lines that say what is asked, and those that the run takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from quidpro.core.source import Source
from quidpro.core.words import counted, printable
from quidpro.report.document.room import Room
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict

MAX_LINES = 800
MAX_WIDTH = 400
_AROUND = 12
_HEAD = 120
_GAP = 4
_COMMENT = re.compile(r"\s*(?://|--)\s?(.*)")
_MAX_COMMENT = 6
Answers = Sequence[tuple[AnyVerdict, AnyProblem | None]]


@dataclass(frozen=True)
class Line:
    """A line of the listing as HTML; number 0 stands for lines that are left out."""

    number: int
    html: str
    mark: str = ""
    """``asked`` or ``run``, or nothing."""
    steps: str = ""
    """The steps of the run that this line makes."""


@dataclass(frozen=True)
class Listing:
    """The text, and what is lit in it."""

    lines: list[Line]
    note: str = ""
    asked: bool = False
    run: bool = False


def listing(source: Source, answers: Answers, renderer: Renderer, room: Room) -> Listing:
    """The listing of a model."""
    from quidpro.report.highlight import highlighted

    texts = source.text.replace("\r\n", "\n").split("\n")
    asked = {line for _, problem in answers if problem is not None for line in _joined(renderer.asked_at(problem))}
    run = _steps(source, answers, renderer)
    cut = [text if len(text) <= MAX_WIDTH else text[:MAX_WIDTH] + " …" for text in texts]
    suffix = PurePath(source.name).suffix
    shown = _shown(len(texts), asked | run.keys())
    html = highlighted("\n".join(cut), suffix)
    lines = [_line(number, html, asked, run) for number in shown if number <= len(html) or number == 0]
    left_out = len(html) - sum(line.number > 0 for line in lines)
    if not room.take("".join(line.html for line in lines)):
        return Listing([], f"Its {counted(len(html), 'line')} are left out.")
    note = f"{counted(left_out, 'line')} of {len(html):,} are left out." if left_out else ""
    return Listing(lines, note, bool(asked), bool(run))


def comment_above(source: Source, lines: Sequence[int]) -> str:
    """What the comment right above the first of these lines says."""
    texts = source.text.split("\n")
    said: list[str] = []
    number = min(lines, default=1) - 2
    while 0 <= number < len(texts) and (found := _COMMENT.fullmatch(texts[number].rstrip("\r"))):
        said.insert(0, found[1].strip())
        number -= 1
    return printable(" ".join(said)) if len(said) <= _MAX_COMMENT else ""


def _joined(lines: Sequence[int]) -> list[int]:
    """The lines with small gaps between them filled: they are one definition."""
    gaps = [n for before, after in pairwise(lines) if after - before <= _GAP for n in range(before + 1, after)]
    return [*lines, *gaps]


def _line(number: int, html: Sequence[str], asked: Iterable[int], run: dict[int, list[int]]) -> Line:
    if number == 0:
        return Line(0, "⋮")
    steps = run.get(number, [])
    mark = "run" if steps else "asked" if number in asked else ""
    return Line(number, html[number - 1], mark, _few(steps))


def _few(steps: Sequence[int]) -> str:
    shown = ", ".join(map(str, steps[:3]))
    return f"{shown} …" if len(steps) > 3 else shown


def _steps(source: Source, answers: Answers, renderer: Renderer) -> dict[int, list[int]]:
    """The lines that the runs go through, and by which steps, counted from 1."""
    found: dict[int, list[int]] = {}
    for verdict, problem in answers:
        chart = renderer.chart(verdict, problem)
        for number, step in enumerate(chart.steps if chart else (), 1):
            for move in step.moves:
                place = move.place
                if place is not None and place.file == printable(source.name):
                    steps = found.setdefault(place.line, [])
                    steps += [] if number in steps else [number]
    return found


def _shown(lines: int, lit: Iterable[int]) -> list[int]:
    """The numbers of the lines to show: all, or of many the first ones and those near a lit one; 0 is a gap."""
    if lines <= MAX_LINES:
        return list(range(1, lines + 1))
    near = {number for line in lit for number in range(line - _AROUND, line + _AROUND + 1)}
    kept = sorted({*range(1, _HEAD + 1), *(number for number in near if 1 <= number <= lines)})[:MAX_LINES]
    found: list[int] = []
    for number in kept:
        found += [number] if not found or found[-1] == number - 1 else [0, number]
    return [*found, 0] if kept and kept[-1] < lines else found
