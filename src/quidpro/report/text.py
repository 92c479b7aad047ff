"""A verdict for the terminal, in every world: the answer in the first line, then the facts, then the evidence."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.shown import shown
from quidpro.report.paint import WIDTH, Painter, fact_lines
from quidpro.report.race import decided_by, explained
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict


def render(
    verdict: AnyVerdict,
    problem: AnyProblem | None,
    renderer: Renderer,
    *,
    color: bool = False,
    explain: bool = False,
    width: int = WIDTH,
) -> str:
    """The whole report; the same verdict gives the same text, but for the times. ``explain`` adds the race."""
    verdict = shown(replace(verdict, certificate=None))
    painter = Painter(color)
    blocks = [
        [_headline(verdict, renderer, painter)],
        fact_lines(_facts(verdict, renderer), width),
        *renderer.evidence(verdict, problem, painter, width),
        *(explained(verdict, width) if explain else []),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _headline(verdict: AnyVerdict, renderer: Renderer, painter: Painter) -> str:
    method = verdict.method if verdict.winner is None else verdict.winner.method
    holds, fails = renderer.claim(verdict)
    whether = "whether " if verdict.outcome == "unknown" else ""
    claim = fails if verdict.outcome == "violated" else holds
    cost = f"({method}, {verdict.stats.seconds:.2f} s)"
    return f"{painter.outcome(verdict.outcome)}: {whether}{verdict.system} {claim} {cost}"


def _facts(verdict: AnyVerdict, renderer: Renderer) -> list[tuple[str, str]]:
    """Those of the world, with who decided it where it says so."""
    own = [fact if fact[0] else ("decided by", decided_by(verdict)) for fact in renderer.facts(verdict)]
    return [
        *own,
        ("certified", _certified(verdict, renderer)),
        ("because", verdict.reason if verdict.outcome == "unknown" else ""),
        *(("note", note) for note in verdict.notes),
    ]


def _certified(verdict: AnyVerdict, renderer: Renderer) -> str:
    if verdict.outcome == "unknown":
        return ""
    if verdict.certified:
        how = "the proof was checked again" if verdict.outcome == "holds" else renderer.replayed(verdict)
        return f"yes, {how} ({verdict.stats.certify_seconds:.2f} s)"
    return f"no{': ' + verdict.reason if verdict.reason else ''}"
