"""A verdict about a probabilistic model for the terminal: the answer, the facts, the assumptions, then the tree."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.shown import shown
from quidpro.report.facts import WIDTH, fact_lines
from quidpro.report.paint import Painter
from quidpro.report.probabilistic.lpts_text import rows_of
from quidpro.report.probabilistic.tree_text import draw_tree
from quidpro.report.race import decided_by, race_table
from quidpro.report.text import counted
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbVerdict

_MOST_ROWS = 12


def render(verdict: ProbVerdict, color: bool = False, explain: bool = False, width: int = WIDTH) -> str:
    """The whole report; the same verdict gives the same text, but for the times. ``explain`` adds the race."""
    verdict = shown(replace(verdict, certificate=None))
    painter = Painter(color)
    blocks = [[_headline(verdict, painter)], _facts(verdict, width)]
    blocks += [_assumption(assumption) for assumption in verdict.assumptions]
    if verdict.trace is not None:
        blocks.append(draw_tree(verdict.trace, painter, width))
    if explain and verdict.race:
        blocks.append(race_table(verdict, width))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _headline(verdict: ProbVerdict, painter: Painter) -> str:
    method = verdict.method if verdict.winner is None else verdict.winner.method
    cost = f"({method}, {verdict.stats.seconds:.2f} s)"
    verb = "simulated by" if verdict.kind == "simulation" else "satisfies"
    claim = {
        "simulation": {"holds": f"is {verb}", "violated": f"is not {verb}", "unknown": f"is {verb}"},
        "pctl": {"holds": verb, "violated": "does not satisfy", "unknown": verb},
    }[verdict.kind][verdict.outcome]
    whether = "whether " if verdict.outcome == "unknown" else ""
    return f"{painter.outcome(verdict.outcome)}: {whether}{verdict.system} {claim} {verdict.property} {cost}"


def _facts(verdict: ProbVerdict, width: int) -> list[str]:
    stats = verdict.stats
    facts = [
        ("formula", verdict.text if _is_news(verdict) else ""),
        ("components", _components(verdict)),
        ("decided by", decided_by(verdict)),
        (
            "largest",
            f"{counted(stats.largest, 'state')} {'was' if stats.largest == 1 else 'were'} composed at most"
            if stats.largest
            else "",
        ),
        ("rounds", counted(stats.refinements, "refinement") if verdict.assumptions else ""),
        *(("assumption", _words(assumption)) for assumption in verdict.assumptions),
        ("certified", _certified(verdict)),
        ("because", verdict.reason if verdict.outcome == "unknown" else ""),
        *(("note", note) for note in verdict.notes),
    ]
    return fact_lines(facts, width)


def _is_news(verdict: ProbVerdict) -> bool:
    """Whether the formula is not the one that the property is called by: it has a name, or asks for a number."""
    return verdict.kind == "pctl" and ("[" not in verdict.property or "?" in verdict.property)


def _components(verdict: ProbVerdict) -> str:
    sizes = verdict.stats.states
    if len(sizes) != len(verdict.components):
        return " | ".join(verdict.components)
    return " | ".join(f"{name} ({size:,})" for name, size in zip(verdict.components, sizes, strict=True))


def _words(assumption: ProbAssumption) -> str:
    size = f"{counted(assumption.lpts.states, 'state')}, {counted(assumption.lpts.transitions, 'transition')}"
    return f"{assumption.name} of {' | '.join(assumption.about)}: {size}"


def _certified(verdict: ProbVerdict) -> str:
    if verdict.outcome == "unknown":
        return ""
    if verdict.certified:
        how = "the proof was checked again" if verdict.outcome == "holds" else "its probabilities were checked again"
        how = "the tree was replayed on every component" if verdict.trace else how
        return f"yes, {how} ({verdict.stats.certify_seconds:.2f} s)"
    return f"no{': ' + verdict.reason if verdict.reason else ''}"


def _assumption(assumption: ProbAssumption) -> list[str]:
    """The assumption, a transition in a line, unless it is large."""
    rows = rows_of(assumption.lpts)
    if len(rows) > _MOST_ROWS:
        return []
    return [f"{assumption.name} allows {' | '.join(assumption.about)}:", *(f"  {row}" for row in rows)]
