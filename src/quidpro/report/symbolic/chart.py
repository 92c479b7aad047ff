"""A counterexample of the symbolic world as a chart: rows of values, nearest to the property first.

What occurs in the property comes first (a DEFINE that its text names, too), then what feeds those, and so on outwards:
the cone of influence. A variable is fed by what its assignments read, and by all that a constraint speaks of with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.shown import shown
from quidpro.flat.evaluate import Program
from quidpro.flat.influence import distances, named_defines
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import typed_text, value_text
from quidpro.verdict.chart import Branch, Chart, ChartStep, Position, Row
from quidpro.verdict.symbolic.evidence import State, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem


def chart(verdict: SymbolicVerdict, problem: Problem | None) -> Chart | None:
    """The run of a violation; None when there is none."""
    trace = verdict.trace
    if trace is None or problem is None:
        return None
    rows, positions = table(problem.model, trace.states, problem.spec)
    drawn = Chart(
        title=f"{verdict.property} in {verdict.system}",
        lanes=(),
        rows=rows,
        positions=positions,
        steps=tuple(ChartStep(i, "", (), (Branch(i + 1),)) for i in range(len(trace.states) - 1)),
        end="error" if trace.loop is None else "loop",
        loop=trace.loop,
    )
    return shown(drawn)


def run_chart(trace: SymbolicTrace) -> Chart:
    """A run without the model that it is of: variables by their names, values as they are."""
    names_of_all = sorted({name for state in trace.states for name in state})
    positions = (
        tuple(value_text(state[name]) if name in state else "" for name in names_of_all) for state in trace.states
    )
    drawn = Chart(
        title="A run",
        lanes=(),
        rows=tuple(Row(name, "state") for name in names_of_all),
        positions=tuple(Position(values=values) for values in positions),
        steps=tuple(ChartStep(i, "", (), (Branch(i + 1),)) for i in range(trace.length)),
        end="" if trace.loop is None else "loop",
        loop=trace.loop,
    )
    return shown(drawn)


def table(
    model: FlatModel, states: Sequence[State], spec: Spec | None = None
) -> tuple[tuple[Row, ...], tuple[Position, ...]]:
    """Variables as rows, those that decide a specification first, and their values in each state."""
    specs = () if spec is None else (spec,)
    far = distances(model, specs)
    order = sorted(model.variables.values(), key=lambda variable: far[variable.name])
    defines = {name: model.defines[name] for name in named_defines(model, specs)}
    rows = [Row(name, "define") for name in defines]
    rows += [Row(one.name, "input" if one.kind == "input" else "state", far[one.name]) for one in order]
    program = Program(defines.values())
    types = [expr.type for expr in defines.values()]
    positions = []
    for state in states:
        held = program.held(state)
        defined = (_text(value, type_) for value, type_ in zip(held, types, strict=True))
        values = (_text(state.get(one.name), one.domain.type) for one in order)
        positions.append(Position(values=(*defined, *values)))
    return tuple(rows), tuple(positions)


def _text(value: object, type_: object) -> str:
    """A value as SMV writes it; nothing where there is none."""
    if value is None or isinstance(value, EvaluationError | frozenset):
        return ""
    return typed_text(value, type_)  # type: ignore[arg-type]
