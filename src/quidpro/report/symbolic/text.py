"""A verdict about an SMV model for the terminal: its facts, and its run as changes only."""

from __future__ import annotations

import re
from textwrap import wrap

from quidpro.core.words import counted
from quidpro.flat.model import FlatModel
from quidpro.flat.types import typed_text
from quidpro.report.paint import DECIDED_BY, Painter
from quidpro.report.text import LOOP
from quidpro.verdict.symbolic.evidence import State, SymbolicAssumption, SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

_MAX_EDGES = 12
_AROUND_A_COMPARISON = re.compile(r" (=|!=|<|<=|>|>=) ")
_UNBROKEN = "\N{NO-BREAK SPACE}"


def claim(verdict: SymbolicVerdict) -> tuple[str, str]:
    """What holds, and what it is called if it does not."""
    named = verdict.property if verdict.property == verdict.text else f"{verdict.property}: {verdict.text}"
    return f"satisfies {named}", f"does not satisfy {named}"


def facts(verdict: SymbolicVerdict) -> list[tuple[str, str]]:
    """What there is to know of a verdict."""
    stats = verdict.stats
    sides = verdict.components if len(verdict.components) > 1 else ()
    return [
        *((f"M{number}", side) for number, side in enumerate(sides, 1)),
        DECIDED_BY,
        ("size", _size(verdict)),
        _work(stats),
        ("rounds", _rounds(stats)),
        *(("assumption", _assumption(one, _after(verdict, i))) for i, one in enumerate(verdict.assumptions)),
    ]


def _work(stats: SymbolicStats) -> tuple[str, str]:
    """What the diagrams took, or a SAT solver."""
    if not stats.frames:
        return "diagrams", f"{counted(stats.peak_nodes, 'node')} at most, {counted(stats.rings, 'image')}"
    asked = f", {counted(stats.queries, 'question')} to the SAT solver" if stats.queries else ""
    found = f"{counted(stats.clauses, 'clause')}, " if stats.clauses else ""
    return "search", f"{found}{counted(stats.frames, 'step')} far{asked}"


def replayed(_verdict: SymbolicVerdict) -> str:
    """How a violation was checked again."""
    return "the run was replayed on the model"


def evidence(verdict: SymbolicVerdict, problem: Problem | None, _painter: Painter, width: int) -> list[list[str]]:
    """The assumptions, then the run as changes only."""
    blocks = [_edges(one, verdict, i, width) for i, one in enumerate(verdict.assumptions)]
    if verdict.trace is not None and problem is not None:
        blocks.append(_run(verdict.trace, problem.model))
    return blocks


def _rounds(stats: SymbolicStats) -> str:
    return f"{stats.iterations}, {counted(stats.queries, 'query', 'queries')}" if stats.iterations else ""


def _size(verdict: SymbolicVerdict) -> str:
    shared = verdict.stats.communication_bits
    between = f", {counted(shared, 'bit')} of communication" if len(verdict.components) > 1 else ""
    return f"{counted(verdict.stats.bits, 'bit')}{between}"


def _after(verdict: SymbolicVerdict, number: int) -> str:
    """The groups that an assumption is about: all after the one that makes it, in a circle one's own."""
    if in_a_circle(verdict):
        return _groups(number, number + 1)
    return _groups(number + 1, max(len(verdict.components), 2))


def in_a_circle(verdict: SymbolicVerdict) -> bool:
    """Whether every group has an assumption of its own."""
    return len(verdict.assumptions) == len(verdict.components)


def _groups(first: int, end: int) -> str:
    return ", ".join(f"M{number + 1}" for number in range(first, end))


def _assumption(assumption: SymbolicAssumption, others: str) -> str:
    over = f"over {{{', '.join(assumption.variables)}}}" if assumption.variables else "over nothing"
    return f"{assumption.name} for {others}: {counted(assumption.states, 'state')} {over}"


def _edges(assumption: SymbolicAssumption, verdict: SymbolicVerdict, number: int, width: int) -> list[str]:
    """The assumption, an edge in a line; what it forbids leads to REJECT."""
    lines = [f"{assumption.name} allows M2 and M1 to show, state by state:"]
    if in_a_circle(verdict):
        lines = [f"{assumption.name}, of {_after(verdict, number)}, allows, state by state:"]
    elif len(verdict.components) > 2:
        sides = f"{_groups(0, number + 1)} and {_after(verdict, number)}"
        lines = [f"{assumption.name}, between {sides}, allows, state by state:"]
    shown = [edge for edge in assumption.edges if edge.source != assumption.rejecting]
    for edge in shown[:_MAX_EDGES]:
        target = "REJECT" if edge.target == assumption.rejecting else str(edge.target)
        lines += wrap_predicate(f"  {edge.source} → {target}: {edge.words}", width, 4, indent=" " * 8)
    more = len(shown) - _MAX_EDGES
    return [*lines, f"  … and {counted(more, 'edge')} more"] if more > 0 else lines


def wrap_predicate(words: str, width: int, most_lines: int, *, indent: str = "") -> list[str]:
    """The lines, a comparison always on one, all but the first indented; what is past the last of them is left out."""
    held = _AROUND_A_COMPARISON.sub(rf"{_UNBROKEN}\1{_UNBROKEN}", words)
    lines = wrap(held, width, subsequent_indent=indent, max_lines=most_lines, placeholder=" …", break_on_hyphens=False)
    return [line.replace(_UNBROKEN, " ") for line in lines]


def _run(trace: SymbolicTrace, model: FlatModel) -> list[str]:
    last = len(trace.states) - 1
    lines = ["The initial state violates it:" if not last else f"{counted(last, 'step')} to a violation:"]
    if trace.loop is not None:
        lines = [f"A run that goes on for ever, from state {last + 1} as from state {trace.loop + 1}:"]
    for number, changed in enumerate(trace.changes(), 1):
        lines.append(f"  state {number}")
        lines += [f"    {line}" for line in _values(changed, model)] or ["    (nothing changes)"]
    return lines


def steps(verdict: SymbolicVerdict, problem: Problem | None) -> list[str] | None:
    """The first state in a line, then the changes of each step; ``loop:`` before the steps that are repeated."""
    trace = verdict.trace
    if trace is None or problem is None:
        return None
    lines = [", ".join(_values(changed, problem.model)) or "(nothing changes)" for changed in trace.changes()]
    return lines if trace.loop is None else [*lines[: trace.loop + 1], LOOP, *lines[trace.loop + 1 :]]


def _values(state: State, model: FlatModel) -> list[str]:
    return [f"{name} = {typed_text(value, model.variables[name].domain.type)}" for name, value in state.items()]
