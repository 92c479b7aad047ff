"""A verdict for the terminal: the answer in the first line, then the facts, then the counterexample."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap

from quidpro.core.shown import shown
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System
from quidpro.report.explicit.composed import composed
from quidpro.report.explicit.deadlock import deadlock_lines
from quidpro.report.explicit.lanes import draw_lanes
from quidpro.report.facts import WIDTH, fact_lines
from quidpro.report.paint import Painter
from quidpro.report.race import decided_by, explained
from quidpro.report.text import counted
from quidpro.report.trace_text import repeated
from quidpro.verdict.types import Trace, Verdict


def render(verdict: Verdict, system: System, color: bool = False, explain: bool = False, width: int = WIDTH) -> str:
    """The whole report; the same verdict gives the same text, but for the times. ``explain`` adds the race."""
    verdict = shown(replace(verdict, certificate=None))
    parts = {name: shown(getattr(system, name)) for name in ("components", "assertions", "source")}
    system = replace(system, **parts)
    painter = Painter(color)
    blocks = [[_headline(verdict, painter)], _facts(verdict, width), composed(verdict, width)]
    if verdict.trace is not None:
        blocks += [
            _counterexample(verdict, verdict.trace, system, painter, width),
            _ending(verdict, verdict.trace, system, painter, width),
        ]
    if explain:
        blocks += explained(verdict, width)
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _headline(verdict: Verdict, painter: Painter) -> str:
    method = verdict.method if verdict.winner is None else verdict.winner.method
    cost = f"({method}, {verdict.stats.seconds:.2f} s)"
    return f"{painter.outcome(verdict.outcome)}: {_claim(verdict)} {cost}"


def _claim(verdict: Verdict) -> str:
    """What was found, as a sentence about the system."""
    holds, fails = {
        "deadlock": ("is free of deadlock", "has a deadlock"),
        "progress": (f"makes progress{_named(verdict)}", f"does not make progress{_named(verdict)}"),
    }.get(verdict.kind, (f"satisfies {verdict.property}", f"does not satisfy {verdict.property}"))
    if verdict.kind == "safety" and verdict.property is None:
        holds, fails = "reaches no ERROR", "reaches an ERROR"
    if verdict.outcome == "unknown":
        return f"whether {verdict.system} {holds}"
    return f"{verdict.system} {fails if verdict.outcome == 'violated' else holds}"


def _named(verdict: Verdict) -> str:
    return f" {verdict.property}" if verdict.property not in (None, "progress") else ""


def _facts(verdict: Verdict, width: int) -> list[str]:
    facts = [
        ("components", _components(verdict)),
        ("decided by", decided_by(verdict)),
        ("explored", _explored(verdict)),
        ("rounds", _rounds(verdict)),
        *(("assumption", _assumption(verdict, i)) for i in range(len(verdict.assumptions))),
        ("certified", _certified(verdict)),
        ("because", verdict.reason if verdict.outcome == "unknown" else ""),
        *(("note", note) for note in verdict.notes),
    ]
    return fact_lines(facts, width)


def _components(verdict: Verdict) -> str:
    return f"{len(verdict.components)}: {', '.join(verdict.components)}" if verdict.components else ""


def _explored(verdict: Verdict) -> str:
    stats = verdict.stats
    if not verdict.components:
        return ""
    states = counted(stats.states_explored, "state")
    return f"{states}, {counted(stats.transitions_explored, 'transition')}" if stats.transitions_explored else states


def _rounds(verdict: Verdict) -> str:
    stats = verdict.stats
    if not stats.iterations:
        return ""
    return f"{stats.iterations:,}, {stats.queries:,} queries" if stats.queries else f"{stats.iterations:,}"


def _assumption(verdict: Verdict, i: int) -> str:
    assumption = verdict.assumptions[i]
    about = f" for {', '.join(assumption.about)}" if assumption.about else ""
    size = f"{counted(assumption.lts.states, 'state')}, {counted(assumption.lts.transitions, 'transition')}"
    return f"{assumption.name}{about}: {size} over {{{', '.join(assumption.lts.alphabet)}}}"


def _certified(verdict: Verdict) -> str:
    if verdict.outcome == "unknown":
        return ""
    if verdict.certified:
        how = "the run was replayed on every component" if verdict.trace else "the proof was checked again"
        return f"yes, {how} ({verdict.stats.certify_seconds:.2f} s)"
    return f"no{': ' + verdict.reason if verdict.reason else ''}"


def _counterexample(verdict: Verdict, trace: Trace, system: System, painter: Painter, width: int) -> list[str]:
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
    return [head, "", *draw_lanes(trace, system, painter, width)]


def _ending(verdict: Verdict, trace: Trace, system: System, painter: Painter, width: int) -> list[str]:
    if verdict.kind == "progress":
        return _no_progress(verdict, trace, system, width)
    if verdict.kind == "deadlock":
        return deadlock_lines(trace, system, width)
    if verdict.kind == "liveness" and trace.cycle is not None:
        return _for_ever(trace, system, painter, width)
    if verdict.kind == "liveness" and ERROR not in trace.states[-1]:
        return [f"Whatever comes next, {verdict.violated_by} is false on this run."]
    return []


def _no_progress(verdict: Verdict, trace: Trace, system: System, width: int) -> list[str]:
    """What remains, and what fails: the test, or without tests every action that is missing."""
    if ERROR in trace.states[-1]:
        return ["An error ends the run: there is no progress after it."]
    remaining = trace.cycle or ()
    missing = ", ".join(action for action in system.alphabet if action not in remaining)
    fails = f"It fails: {verdict.violated_by}." if system.progress else f"Never again: {missing}."
    happens = f"From here on only this happens: {', '.join(remaining) or 'nothing at all'}."
    return [line for words in (happens, fails) for line in wrap(words, width, break_on_hyphens=False)]


def _for_ever(trace: Trace, system: System, painter: Painter, width: int) -> list[str]:
    """What happens again and again; without fair choice, the loop step by step."""
    if not trace.cycle:
        return ["From here on nothing happens that is seen: the last position is repeated for ever."]
    if (loop := repeated(trace, system)) is not None:
        return ["And then for ever:", "", *draw_lanes(loop, system, painter, width, trace.actions)]
    return wrap(f"From here on all of this happens again and again: {', '.join(trace.cycle)}.", width)
