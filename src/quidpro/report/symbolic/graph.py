"""The states of a small SMV model, or of a part of it, as text, JSON, DOT and SVG."""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.core.budget import Budget
from quidpro.core.words import as_json, counted, printable
from quidpro.flat.model import FlatModel
from quidpro.flat.types import Value, typed_text
from quidpro.report.automata.arrows import MAX_LABELS, MAX_LETTERS
from quidpro.report.automata.automaton import Automaton, Edge, State
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.graphviz import STOPPED, drawing, drawn, quoted, reject_unreadable, stacked
from quidpro.report.symbolic.text import wrap_predicate
from quidpro.verdict.symbolic.states import StateGraph

_MAX_VALUES = 8
"""A picture says so many values of each state."""
_ADVICE = "show an instance or a variable by its name, which is smaller"


def graph_text(graph: StateGraph, model: FlatModel, format: str, budget: Budget) -> str:
    """The graph in a format."""
    if format == "json":
        return as_json(_view(graph), 2)
    if format == "dot":
        return _dot(graph, model)
    if format == "svg":
        return _svg(graph, model, budget)
    return "\n".join(_lines(graph, model)) + "\n"


def _values(graph: StateGraph, number: int, model: FlatModel) -> list[str]:
    """``lit``, ``!lit``, ``left = 3``: the values of a state, by their names inside what is shown."""
    prefix = f"{graph.name}."
    return [_value(name, value, model, prefix) for name, value in graph.states[number].items()]


def _value(name: str, value: Value, model: FlatModel, prefix: str) -> str:
    type_, local = model.variables[name].domain.type, printable(name.removeprefix(prefix))
    if type_.kind == "boolean":
        return local if value else f"!{local}"
    return f"{local} = {printable(typed_text(value, type_))}"


def _lines(graph: StateGraph, model: FlatModel) -> Iterator[str]:
    """Size first, then the steps out of each state."""
    size = f"{counted(len(graph.states), 'state')}, {counted(len(graph.arrows), 'transition')}"
    yield f"{printable(graph.name)}: {size}, {counted(graph.initial, 'initial state')}"
    if graph.reads:
        yield f"reads: {', '.join(map(printable, graph.reads))}"
    yield ""
    leaving: dict[int, list[str]] = {}
    for arrow in graph.arrows:
        leaving.setdefault(arrow.source, []).append(printable(f"{arrow.when} -> {arrow.target}".strip()))
    for number in range(len(graph.states)):
        begins = " (initial)" if number < graph.initial else ""
        yield f"{number}{begins}: {', '.join(_values(graph, number, model))}"
        yield from (f"    {line}" for line in leaving.get(number, ["no step"]))


def _view(graph: StateGraph) -> dict[str, object]:
    return {
        "name": graph.name,
        "reads": list(graph.reads),
        "initial": list(range(graph.initial)),
        "states": list(graph.states),
        "transitions": [{"from": one.source, "to": one.target, "when": one.when} for one in graph.arrows],
    }


def _notes(graph: StateGraph, number: int, model: FlatModel) -> tuple[str, ...]:
    values = _values(graph, number, model)
    return tuple(values if len(values) <= _MAX_VALUES else [*values[: _MAX_VALUES - 1], f"… {len(values) - 7} more"])


def _dot(graph: StateGraph, model: FlatModel) -> str:
    stopped = set(range(len(graph.states))) - {arrow.source for arrow in graph.arrows}
    nodes = [
        f"  {number} [label={quoted(chr(10).join((str(number), *_notes(graph, number, model))))}, "
        f"shape=box{', ' + STOPPED if number in stopped else ''}];"
        for number in range(len(graph.states))
    ]
    starts = [f"  start -> {number};" for number in range(1, graph.initial)]
    labels: dict[tuple[int, int], list[str]] = {}
    for arrow in graph.arrows:
        labels.setdefault((arrow.source, arrow.target), []).append(printable(arrow.when))
    edges = [f"  {source} -> {target} [label={quoted(stacked(when))}];" for (source, target), when in labels.items()]
    begins = 0 if graph.initial else None
    return drawing(quoted(printable(graph.name)), [*nodes, *starts, *edges], begins, "nodesep=0.35; ranksep=0.55")


def _svg(graph: StateGraph, model: FlatModel, budget: Budget) -> str:
    found = automaton_svg(_automaton(graph, model), budget, standalone=True)
    if found.svg:
        return f"{found.svg}\n"
    reject_unreadable(len(graph.states), lambda: len(graph.arrows), _ADVICE)
    return drawn(_dot(graph, model), budget)


def _automaton(graph: StateGraph, model: FlatModel) -> Automaton:
    """States with their values; where several are initial, each says so."""
    several = graph.initial > 1
    going = {arrow.source for arrow in graph.arrows}
    states = tuple(
        State(
            number,
            f"{number}, initial" if several and number < graph.initial else str(number),
            "" if number in going else "stop",
            _notes(graph, number, model),
        )
        for number in range(len(graph.states))
    )
    edges = tuple(
        Edge(one.source, one.target, one.when, number, lines=tuple(wrap_predicate(one.when, MAX_LETTERS, MAX_LABELS)))
        for number, one in enumerate(graph.arrows)
    )
    caption = f"On the arrows: what is read of {', '.join(map(printable, graph.reads))}" if graph.reads else ""
    return Automaton(graph.name, states, edges, 0 if graph.initial == 1 else None, caption)
