"""A verdict about an SMV model for the terminal: the answer, the facts, then the run as changes only."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.shown import shown
from quidpro.flat.model import FlatModel
from quidpro.flat.types import shown_typed
from quidpro.report.facts import WIDTH, fact_lines
from quidpro.report.paint import Painter
from quidpro.report.race import decided_by, race_table
from quidpro.report.symbolic.predicates import wrapped
from quidpro.report.symbolic.view import changes
from quidpro.report.text import counted
from quidpro.report.trace_text import LOOP
from quidpro.verdict.symbolic.evidence import State, SymbolicAssumption, SymbolicStats, SymbolicTrace, SymbolicVerdict

_MOST_EDGES = 12


def render(
    verdict: SymbolicVerdict,
    model: FlatModel | None,
    color: bool = False,
    explain: bool = False,
    width: int = WIDTH,
) -> str:
    """The whole report; the same verdict gives the same text, but for the times. ``explain`` adds the race."""
    verdict = shown(replace(verdict, certificate=None))
    blocks = [[_headline(verdict, Painter(color))], _facts(verdict, width)]
    blocks += [_edges(assumption, width) for assumption in verdict.assumptions]
    if verdict.trace is not None and model is not None:
        blocks.append(_run(verdict.trace, model))
    if explain:
        blocks.append(race_table(verdict, width))
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _headline(verdict: SymbolicVerdict, painter: Painter) -> str:
    method = verdict.method if verdict.winner is None else verdict.winner.method
    cost = f"({method}, {verdict.stats.seconds:.2f} s)"
    named = verdict.property if verdict.property == verdict.text else f"{verdict.property}: {verdict.text}"
    claim = {"holds": "satisfies", "violated": "does not satisfy", "unknown": "satisfies"}[verdict.outcome]
    whether = "whether " if verdict.outcome == "unknown" else ""
    return f"{painter.outcome(verdict.outcome)}: {whether}{verdict.system} {claim} {named} {cost}"


def _facts(verdict: SymbolicVerdict, width: int) -> list[str]:
    stats = verdict.stats
    sides = verdict.components if len(verdict.components) > 1 else ()
    facts = [
        *((f"M{number}", side) for number, side in enumerate(sides, 1)),
        ("decided by", decided_by(verdict)),
        ("size", _size(verdict)),
        ("diagrams", f"{counted(stats.peak_nodes, 'node')} at most, {counted(stats.rings, 'image')}"),
        ("rounds", _rounds(stats)),
        *(("assumption", _assumption(assumption)) for assumption in verdict.assumptions),
        ("certified", _certified(verdict)),
        ("because", verdict.reason if verdict.outcome == "unknown" else ""),
        *(("note", note) for note in verdict.notes),
    ]
    return fact_lines(facts, width)


def _rounds(stats: SymbolicStats) -> str:
    asked = f"{stats.queries:,} {'query' if stats.queries == 1 else 'queries'}"
    return f"{stats.iterations}, {asked}" if stats.iterations else ""


def _size(verdict: SymbolicVerdict) -> str:
    shared = verdict.stats.communication_bits
    between = f", {counted(shared, 'bit')} of communication" if len(verdict.components) > 1 else ""
    return f"{counted(verdict.stats.bits, 'bit')}{between}"


def _assumption(assumption: SymbolicAssumption) -> str:
    over = f"over {{{', '.join(assumption.variables)}}}" if assumption.variables else "over nothing"
    return f"{assumption.name} for M2: {counted(assumption.states, 'state')} {over}"


def _certified(verdict: SymbolicVerdict) -> str:
    if verdict.outcome == "unknown":
        return ""
    if verdict.certified:
        how = "the run was replayed on the model" if verdict.trace else "the proof was checked again"
        return f"yes, {how} ({verdict.stats.certify_seconds:.2f} s)"
    return f"no{': ' + verdict.reason if verdict.reason else ''}"


def _edges(assumption: SymbolicAssumption, width: int) -> list[str]:
    """The assumption, an edge in a line; what it forbids leads to REJECT."""
    lines = [f"{assumption.name} allows M2 and M1 to show, state by state:"]
    shown = [edge for edge in assumption.edges if edge.source != assumption.rejecting]
    for edge in shown[:_MOST_EDGES]:
        target = "REJECT" if edge.target == assumption.rejecting else str(edge.target)
        lines += wrapped(f"  {edge.source} → {target}: {edge.words}", width, 4, indent=" " * 8)
    more = len(shown) - _MOST_EDGES
    return [*lines, f"  … and {counted(more, 'edge')} more"] if more > 0 else lines


def _run(trace: SymbolicTrace, model: FlatModel) -> list[str]:
    last = len(trace.states) - 1
    lines = ["The initial state violates it:" if not last else f"{counted(last, 'step')} to a violation:"]
    if trace.loop is not None:
        lines = [f"A run that goes on for ever, from state {last + 1} as from state {trace.loop + 1}:"]
    for number, changed in enumerate(changes(trace), 1):
        lines.append(f"  state {number}")
        lines += [f"    {line}" for line in _values(changed, model)] or ["    (nothing changes)"]
    return lines


def run_lines(trace: SymbolicTrace, model: FlatModel) -> list[str]:
    """The first state in a line, then the changes of each step; ``loop:`` before the steps that are repeated."""
    lines = [", ".join(_values(changed, model)) or "(nothing changes)" for changed in changes(trace)]
    return lines if trace.loop is None else [*lines[: trace.loop + 1], LOOP, *lines[trace.loop + 1 :]]


def _values(state: State, model: FlatModel) -> list[str]:
    return [f"{name} = {shown_typed(value, model.variables[name].domain.type)}" for name, value in state.items()]
