"""A verdict about a probabilistic model for the terminal: its facts, the assumptions, then the tree."""

from __future__ import annotations

from quidpro.core.words import counted
from quidpro.report.paint import DECIDED_BY, Painter
from quidpro.report.probabilistic.formats import rows_of
from quidpro.report.probabilistic.tree import draw_tree
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbVerdict, Refutation
from quidpro.verdict.probabilistic.problem import Problem

_MAX_ROWS = 12


def claim(verdict: ProbVerdict) -> tuple[str, str]:
    """What holds, and what it is called if it does not."""
    if verdict.kind == "simulation":
        return f"is simulated by {verdict.property}", f"is not simulated by {verdict.property}"
    return f"satisfies {verdict.property}", f"does not satisfy {verdict.property}"


def facts(verdict: ProbVerdict) -> list[tuple[str, str]]:
    """What there is to know of a verdict."""
    stats = verdict.stats
    largest = f"{counted(stats.largest, 'state')} {'was' if stats.largest == 1 else 'were'} composed at most"
    return [
        ("formula", verdict.text if _is_news(verdict) else ""),
        ("components", _components(verdict)),
        DECIDED_BY,
        ("largest", largest if stats.largest else ""),
        ("rounds", counted(stats.iterations, "refinement") if verdict.assumptions else ""),
        *(("assumption", _words(assumption)) for assumption in verdict.assumptions),
    ]


def replayed(verdict: ProbVerdict) -> str:
    """How a violation was checked again."""
    return "the tree was replayed on every component" if verdict.trace else "its probabilities were checked again"


def evidence(verdict: ProbVerdict, _problem: Problem | None, painter: Painter, width: int) -> list[list[str]]:
    """The assumptions, each with what is wrong with it, then the tree of a violation."""
    blocks = []
    for assumption in verdict.assumptions:
        blocks.append(_assumption(assumption))
        blocks += [_refutation(one, painter, width) for one in assumption.refutations]
    if verdict.trace is not None:
        blocks.append(draw_tree(verdict.trace, painter, width))
    return blocks


def _refutation(refutation: Refutation, painter: Painter, width: int) -> list[str]:
    """A premise that fails, and the tree that shows it."""
    head = f"Premise {refutation.premise} fails, {refutation.why}."
    return [head] if refutation.tree is None else [head, *draw_tree(refutation.tree, painter, width)]


def _is_news(verdict: ProbVerdict) -> bool:
    """Whether the formula is not the one that the property is called by: it has a name, or asks for a number."""
    name = verdict.property or ""
    return verdict.kind == "pctl" and ("[" not in name or "?" in name)


def _components(verdict: ProbVerdict) -> str:
    sizes = verdict.stats.group_states
    if len(sizes) != len(verdict.components):
        return " | ".join(verdict.components)
    return " | ".join(f"{name} ({size:,})" for name, size in zip(verdict.components, sizes, strict=True))


def _words(assumption: ProbAssumption) -> str:
    size = f"{counted(assumption.lpts.states, 'state')}, {counted(assumption.lpts.transitions, 'transition')}"
    return f"{assumption.name} of {' | '.join(assumption.about)}: {size}"


def _assumption(assumption: ProbAssumption) -> list[str]:
    """The assumption, a transition in a line, unless it is large."""
    rows = rows_of(assumption.lpts)
    if len(rows) > _MAX_ROWS:
        return []
    return [f"{assumption.name} allows {' | '.join(assumption.about)}:", *(f"  {row}" for row in rows)]
