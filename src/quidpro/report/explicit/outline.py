"""What a model of labelled transition systems defines, with everything that is wrong with any part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError, UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import counted
from quidpro.frontend.model import Entry, Model, names_of
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.explicit.automaton import automaton_of
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.outline import Asked, Outline, Part, Portrait

_ASKED = ("property", "assert", "progress")
_FIRST_QUOTIENT = "strong"
"""What is tried where all states are too many to be drawn."""


def outline(model: Model, budget: Budget) -> Outline:
    """Every definition is compiled as long as there is time, so that none hides what is wrong with another."""
    found: list[Diagnostic] = []
    parts, entries = [], model.entries()
    try:
        for entry in sorted(entries, key=lambda entry: entry.kind == "composite"):
            with _noting(found):
                parts += _part(entry, model, budget)
    except BudgetExceeded:
        message = "this model takes long to build: not all of its parts were looked at"
        found.append(Diagnostic(message, severity="note"))
    return Outline(
        names_of(entries, "composite"),
        _default(model, found),
        tuple(Asked(entry.name, entry.kind) for entry in entries if entry.kind in _ASKED),
        tuple((name, str(value)) for name, value in getattr(model, "constants", {}).items()),
        tuple(parts),
        _distinct((*found, *model.warnings)),
    )


def _part(entry: Entry, model: Model, budget: Budget) -> list[Part]:
    """What there is to know of an entry; compiling it raises what is wrong with it."""
    if entry.kind == "progress":
        return []
    if entry.kind == "assert":
        model.assertion(entry.name)
        return []
    if entry.kind == "composite":
        model.system(entry.name, budget)
        return [Part(entry.name, entry.kind)]
    lts = model.lts(entry.name, budget)
    return [Part(entry.name, entry.kind, lts.states, lts.transitions, actions=len(lts.alphabet))]


@contextmanager
def _noting(found: list[Diagnostic]) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        found += error.diagnostics
    except UsageError as error:
        found.append(Diagnostic(str(error)))


def _default(model: Model, found: list[Diagnostic]) -> str:
    try:
        return model.default_system()
    except UsageError as error:
        found.append(Diagnostic(str(error)))
        return ""


def _distinct(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once: what is wrong with a process is wrong with all that is made of it, and no warning beside that."""
    kept: dict[tuple[int, str], Diagnostic] = {}
    for one in found:
        kept.setdefault((one.offset, one.message), one)
    return tuple(kept.values())


def parts_of(problem: Problem) -> list[Part]:
    """The components of a system."""
    return [
        Part(
            component.name,
            "property" if component.is_property else "process",
            component.lts.states,
            component.lts.transitions,
            actions=len(component.lts.alphabet),
        )
        for component in problem.model.components
    ]


def portrait(model: Model, name: str, reduction: str | None, budget: Budget) -> Portrait:
    """A process or composite as an automaton; where that has too many states, its quotient by strong bisimulation."""
    budget.phase = f"building {name}"
    whole = model.lts(name, budget)
    is_property = any(entry.name == name and entry.kind == "property" for entry in model.entries())
    if reduction is None:
        drawing = automaton_svg(automaton_of(whole, is_property=is_property), budget)
        if drawing.svg or not drawing.possible:
            return Portrait(drawing.svg, drawing.caption, whole.states, whole.transitions)
    from quidpro.lts.reduce import reduce

    chosen = reduction or _FIRST_QUOTIENT
    budget.phase = f"reducing {name}"
    lts = reduce(whole, chosen, budget)  # type: ignore[arg-type]
    drawing = automaton_svg(automaton_of(lts, is_property=is_property), budget)
    sizes = f"{counted(whole.states, 'state')}, {chosen} quotient: {counted(lts.states, 'state')}"
    return Portrait(drawing.svg, f"{sizes}. {drawing.caption}".strip(), lts.states, lts.transitions)
