"""A verdict about labelled transition systems for the terminal: its facts, and its run in lanes or as plain lines.

The steps of a stepwise composition are a small table: what each was made of, and how large before and after. A deadlock
is told in words: why nothing can happen any more, then what each process waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System
from quidpro.report.chart.terminal import draw_lanes
from quidpro.report.explicit.chart import chart, repeated
from quidpro.report.paint import DECIDED_BY, Painter, columns, cut
from quidpro.report.text import LOOP
from quidpro.verdict.chart import Chart
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Trace
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.explicit.waiting import Wait, Waiting, circular_wait, waiting

_NOTHING_MORE = "# then nothing happens any more"


def steps(verdict: ExplicitVerdict, problem: Problem | None) -> list[str] | None:
    """The actions of the run, silent steps included; of what happens for ever in no certain order, a comment."""
    trace = verdict.trace
    if trace is None or problem is None:
        return None
    if (loop := repeated(trace, problem.model)) is not None:
        return [*trace.actions, LOOP, *loop.actions]
    if trace.cycle is None:
        return list(trace.actions)
    recurring = f"# then for ever, in some order: {', '.join(trace.cycle)}"
    return [*trace.actions, recurring if trace.cycle else _NOTHING_MORE]


_MAX_WAITING = 12
_MAX_LINES = 12


def deadlock_lines(trace: Trace, system: System, width: int) -> list[str]:
    """The circle of processes that wait for each other, or those that have stopped; then all, one per line."""
    processes = waiting(trace, system)
    if not any(one.offers for one in processes):
        return _why(processes, width)
    lines = [*_why(processes, width), "", "Waiting for:"]
    for one in processes[:_MAX_WAITING]:
        lines += wrap(_offers_line(one), width, subsequent_indent="    ", max_lines=3, placeholder=" …")
    rest = len(processes) - _MAX_WAITING
    return [*lines, f"  … and {counted(rest, 'process', 'processes')} more"] if rest > 0 else lines


def _offers_line(one: Waiting) -> str:
    offered = ", ".join(offer.action for offer in one.offers)
    return f"  {one.component}: {offered or f'nothing, it has {_manner([one])}'}"


def _why(processes: Sequence[Waiting], width: int) -> list[str]:
    if cycle := circular_wait(processes):
        head = "Nothing can happen any more: each of these waits for the next one to join in."
        return [*wrap(head, width), *_circle(cycle, width)]
    idle = [one for one in processes if not one.offers]
    names = " and ".join(one.component for one in idle)
    have = "has" if len(idle) == 1 else "have"
    why = f"everybody waits for {names}, which {have} {_manner(idle)}"
    if len(idle) == len(processes):
        why = f"{names} {have} {_manner(idle)}" if len(idle) == 1 else f"all have {_manner(idle)}"
    return wrap(f"Nothing can happen any more: {why}.", width, max_lines=_MAX_LINES, placeholder=" …")


def _manner(idle: Sequence[Waiting]) -> str:
    return "ended" if all(one.ended for one in idle) else "stopped"


def _circle(cycle: Sequence[Wait], width: int) -> list[str]:
    """``A (a) → B (b) → A``: A waits to do ``a`` with B. No link is broken where it has spaces."""
    links = " ".join(f"{name} ({action}) →".replace(" ", "\xa0") for name, action in cycle)
    whole = f"  {links} {cycle[0][0]}"
    lines = wrap(whole, width, subsequent_indent="  ", max_lines=_MAX_LINES, placeholder=" …", break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]


_MAX_STEPS = 12


def composed(verdict: ExplicitVerdict, width: int) -> list[str]:
    """A line for each of the last steps of method ``minimise``; nothing for other methods."""
    method = verdict.method if verdict.winner is None else verdict.winner.method
    rounds = verdict.stats.rounds
    if method != "minimise" or not rounds:
        return []
    last = rounds[-_MAX_STEPS:]
    rows = [(f"{step.states:,}", f"{step.assumption_states:,}", step.outcome) for step in last]
    lines = [cut(f"  {line}", width) for line in columns([("states", "after", "step"), *rows], numbers=(0, 1))]
    left = len(rounds) - len(last)
    return [lines[0], f"  … {left:,} earlier", *lines[1:]] if left else lines


def claim(verdict: ExplicitVerdict) -> tuple[str, str]:
    """What holds, and what it is called if it does not."""
    if verdict.kind == "safety" and verdict.property is None:
        return "reaches no ERROR", "reaches an ERROR"
    return {
        "deadlock": ("is free of deadlock", "has a deadlock"),
        "progress": (f"makes progress{_named(verdict)}", f"does not make progress{_named(verdict)}"),
    }.get(verdict.kind, (f"satisfies {verdict.property}", f"does not satisfy {verdict.property}"))


def _named(verdict: ExplicitVerdict) -> str:
    return f" {verdict.property}" if verdict.property not in (None, "progress") else ""


def facts(verdict: ExplicitVerdict) -> list[tuple[str, str]]:
    """What there is to know of a verdict."""
    names = verdict.components
    return [
        ("components", f"{len(names)}: {', '.join(names)}" if names else ""),
        DECIDED_BY,
        ("explored", _explored(verdict)),
        ("rounds", _rounds(verdict)),
        *(("assumption", _assumption(assumption)) for assumption in verdict.assumptions),
    ]


def _explored(verdict: ExplicitVerdict) -> str:
    stats = verdict.stats
    if not verdict.components:
        return ""
    if stats.peak_nodes:
        states = f"{counted(stats.reached, 'state')} in " if stats.reached else ""
        return f"{states}{counted(stats.peak_nodes, 'node')} of decision diagrams"
    if stats.queries and not (stats.states_explored or stats.iterations):
        clauses = f"{counted(stats.clauses, 'clause')}, " if stats.clauses else ""
        return f"{clauses}{counted(stats.queries, 'question')} to a SAT solver"
    states = counted(stats.states_explored, "state")
    return f"{states}, {counted(stats.transitions_explored, 'transition')}" if stats.transitions_explored else states


def _rounds(verdict: ExplicitVerdict) -> str:
    stats = verdict.stats
    if not stats.iterations:
        return ""
    return (
        f"{stats.iterations:,}, {counted(stats.queries, 'query', 'queries')}"
        if stats.queries
        else f"{stats.iterations:,}"
    )


def _assumption(assumption: Assumption) -> str:
    about = f" for {', '.join(assumption.about)}" if assumption.about else ""
    size = f"{counted(assumption.lts.states, 'state')}, {counted(assumption.lts.transitions, 'transition')}"
    given = " (given)" if assumption.given else ""
    return f"{assumption.name}{given}{about}: {size} over {{{', '.join(assumption.lts.alphabet)}}}"


def replayed(_verdict: ExplicitVerdict) -> str:
    """How a violation was checked again."""
    return "the run was replayed on every component"


def evidence(verdict: ExplicitVerdict, problem: Problem | None, painter: Painter, width: int) -> list[list[str]]:
    """What was composed; then the run, and what it ends in."""
    blocks = [composed(verdict, width)]
    if verdict.trace is not None and problem is not None:
        run = chart(verdict, problem)
        assert run is not None
        named = {field: shown(getattr(problem.model, field)) for field in ("components", "assertions", "source")}
        system = replace(problem.model, **named)
        blocks += [
            _counterexample(verdict, verdict.trace, run, painter, width),
            _ending(verdict, verdict.trace, system, run, painter, width),
        ]
    return blocks


def _counterexample(verdict: ExplicitVerdict, trace: Trace, run: Chart, painter: Painter, width: int) -> list[str]:
    what = {
        "safety": f"an error of {verdict.violated_by}",
        "deadlock": "a deadlock",
        "progress": "a terminal set without progress",
        "liveness": f"where {verdict.violated_by} fails",
    }[verdict.kind]
    if verdict.kind == "liveness" and ERROR in trace.states[-1]:
        what = f"an error of {verdict.violated_by}"
    if verdict.kind == "progress" and ERROR in trace.states[-1]:
        what = f"an error of {trace.components[trace.states[-1].index(ERROR)]}"
    if not trace.steps and verdict.kind == "liveness":
        return [f"{verdict.violated_by} fails from the initial state on."]
    if not trace.steps:
        return [f"The initial state is already in {what}." if verdict.kind != "safety" else f"{what} at once."]
    head = f"{counted(len(trace.steps), 'step')} to {what}:"
    return [head, "", *draw_lanes(run, painter, width, last=run.loop)]


def _ending(
    verdict: ExplicitVerdict, trace: Trace, system: System, run: Chart, painter: Painter, width: int
) -> list[str]:
    if verdict.kind == "progress":
        return _no_progress(verdict, trace, system, width)
    if verdict.kind == "deadlock":
        return deadlock_lines(trace, system, width)
    if verdict.kind == "liveness" and trace.cycle is not None:
        return _for_ever(trace, run, painter, width)
    if verdict.kind == "liveness" and ERROR not in trace.states[-1]:
        return [f"Whatever comes next, {verdict.violated_by} is false on this run."]
    return []


def _no_progress(verdict: ExplicitVerdict, trace: Trace, system: System, width: int) -> list[str]:
    """What remains, and what fails: the test, or without tests every action that is missing."""
    if ERROR in trace.states[-1]:
        return ["An error ends the run: there is no progress after it."]
    remaining = trace.cycle or ()
    missing = ", ".join(action for action in system.alphabet if action not in remaining)
    fails = f"It fails: {verdict.violated_by}." if system.progress else f"Never again: {missing}."
    happens = f"From here on only this happens: {', '.join(remaining) or 'nothing at all'}."
    return [line for words in (happens, fails) for line in wrap(words, width, break_on_hyphens=False)]


def _for_ever(trace: Trace, run: Chart, painter: Painter, width: int) -> list[str]:
    """What happens again and again; without fair choice, the loop step by step."""
    if not trace.cycle:
        return ["From here on nothing happens that is seen: the last position is repeated for ever."]
    if run.loop is not None:
        return ["And then for ever:", "", *draw_lanes(run, painter, width, first=run.loop)]
    return wrap(f"From here on all of this happens again and again: {', '.join(trace.cycle)}.", width)
