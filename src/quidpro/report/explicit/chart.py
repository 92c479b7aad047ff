"""A counterexample of the explicit world as a chart: a lane for each component, the fluents of its formulas as rows.

The automaton that a formula is turned into has no states that mean anything to a reader: its lane has no names for
them, and the fluents tell what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.shown import shown
from quidpro.logic.ltl import Fluent, fluents
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System
from quidpro.report.explicit.fluents import fluent_values
from quidpro.verdict.chart import Branch, Chart, ChartStep, End, Lane, Move, Position, Row
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Step, Trace
from quidpro.verdict.explicit.lanes import asked_of, failed_in, lanes_of, parted, place_of, position_of, waits_of
from quidpro.verdict.explicit.problem import Problem


def chart(verdict: ExplicitVerdict, problem: Problem | None) -> Chart | None:
    """The run of a violation; None when there is none."""
    trace = verdict.trace
    if trace is None or problem is None:
        return None
    system, loop = problem.model, repeated(trace, problem.model)
    run = trace if loop is None else _joined(trace, loop)
    known = _fluents(system)
    rows = tuple(Row(fluent.name, "fluent") for fluent in known)
    drawn = Chart(
        title=f"{verdict.violated_by or verdict.property or verdict.kind} in {verdict.system}",
        lanes=lanes_of(system),
        rows=rows,
        asked=asked_of(system, rows),
        positions=tuple(_positions(run, system, known)),
        steps=tuple(chart_step(system, i, step) for i, step in enumerate(run.steps)),
        end=_end(verdict, trace),
        failed=failed_in(system, run.states[-1]),
        loop=None if loop is None else len(trace.steps),
        recurring=(trace.cycle or ()) if loop is None else (),
        **(waits_of(trace, system) if verdict.kind == "deadlock" else {}),
    )
    return shown(drawn)


def repeated(trace: Trace, system: System) -> Trace | None:
    """The loop that a run ends in, where it is one; under fair choice all ways of a terminal set are taken."""
    return None if any(assertion.fair for assertion in system.assertions) else trace.loop


def run_chart(trace: Trace) -> Chart:
    """A run without the system that it is of: states are numbers, and the model text is not known."""
    run = trace if trace.loop is None else _joined(trace, trace.loop)
    steps = enumerate(run.steps)
    return shown(
        Chart(
            title="A run",
            lanes=tuple(Lane(name, process=process) for name, process in map(parted, trace.components)),
            rows=(),
            positions=tuple(Position(tuple(map(_numbered, vector)), tuple(map(int, vector))) for vector in run.states),
            steps=tuple(ChartStep(i, s.action, tuple(map(Move, sorted(s.moves))), (Branch(i + 1),)) for i, s in steps),
            end="error" if ERROR in run.states[-1] else "" if trace.loop is None else "loop",
            failed=next((c for c, state in enumerate(run.states[-1]) if state == ERROR), None),
            loop=None if trace.loop is None else len(trace.steps),
            recurring=(trace.cycle or ()) if trace.loop is None else (),
        )
    )


def _numbered(state: int) -> str:
    return "ERROR" if state == ERROR else str(state)


def _joined(trace: Trace, loop: Trace) -> Trace:
    return Trace(trace.components, (*trace.states, *loop.states[1:]), (*trace.steps, *loop.steps))


def _fluents(system: System) -> tuple[Fluent, ...]:
    found = (fluent for assertion in system.assertions for fluent in fluents(assertion.formula))
    return tuple(sorted(set(found), key=lambda fluent: fluent.name))


def _positions(run: Trace, system: System, known: Sequence[Fluent]) -> Iterator[Position]:
    for vector, held in zip(run.states, fluent_values(known, run.actions), strict=True):
        yield position_of(system, vector, tuple("true" if value else "false" for value in held))


def chart_step(system: System, source: int, step: Step) -> ChartStep:
    """The step that leads from a position to the next."""
    moves = (Move(c, int(i), place_of(system, c, int(i))) for c, i in sorted(step.moves.items()))
    return ChartStep(source, step.action, tuple(moves), (Branch(source + 1),))


def _end(verdict: ExplicitVerdict, trace: Trace) -> End:
    if verdict.kind == "deadlock":
        return "deadlock"
    if trace.cycle is not None and ERROR not in trace.states[-1]:
        return "loop" if trace.cycle else "stop"
    return "error"
