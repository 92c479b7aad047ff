"""Objects as HTML for a notebook: answers, charts, races and simulations; what belongs to a world, its renderer knows.

A picture waits for nobody: all that an object has drawn takes a few seconds at most, and what is too large to be looked
at is a table. Nothing is loaded from outside.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from itertools import islice
from typing import Any

from quidpro.api.results import Results
from quidpro.benchmarks.comparison import Comparison, picture
from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError
from quidpro.core.shown import shown
from quidpro.core.words import counted, format_word
from quidpro.notebook.html import page
from quidpro.report.display import Display, Picture, Sentences, Table, of_chart, short_table, without_empty
from quidpro.report.text import facts_of, race_rows, size_in_words, statement
from quidpro.run.check import AnyResult, Result
from quidpro.run.registry import world_named
from quidpro.stepping.simulation import Simulation, in_words
from quidpro.verdict.chart import Chart, End
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Outcome, Race, Verdict
from quidpro.verdict.watch import RoundView

_SECONDS = 5.0
"""For everything that is drawn of one object."""
_MAX_CHOICES = 12
ENDS: dict[End, str] = {
    "": "",
    "error": "a property is violated",
    "deadlock": "deadlock: nothing can happen any more",
    "stop": "all have ended",
    "loop": "",
}
"""Why nothing can follow."""
_MAX_PICTURES = 6
"""So many assumptions of an answer are drawn; the others are named."""
_SAID: dict[Outcome, str] = {"violated": "violated", "unknown": "undecided", "holds": "proved"}


def to_html(thing: Any, world: str = "") -> str:
    """What a notebook shows of an object; one that belongs to a world is shown by that."""
    budget = Budget(_SECONDS, started=time.monotonic(), clock=time.monotonic)
    try:
        found = world_named(world).renderer.display(thing, budget) if world else display(thing, budget)
    except QuidproError as error:
        found = Display(repr(thing), parts=(Sentences((f"It cannot be shown: {error}",)),))
    return page(found or Display(repr(thing)))


@singledispatch
def display(_thing: Any, _budget: Budget) -> Display | None:
    """What is shown of something that all worlds have; None where there is nothing but its name."""
    return None


@display.register
def _chart(chart: Chart, _budget: Budget) -> Display:
    return Display(chart.title, counted(len(chart.steps), "step"), parts=(of_chart(chart),))


@display.register
def _race(race: Race, _budget: Budget) -> Display:
    return Display("Race", counted(len(race), "attempt"), parts=(_race_table(race),))


def _race_table(race: Race) -> Table:
    head, *rows = race_rows(race)
    idle = len(race) - len(rows)
    more = f"and {idle} more that did not begin" if idle else ""
    return without_empty(Table(head, tuple(rows), frozenset(range(2, 6)), more))


@display.register(Results)
def _results(results: Results[Any], budget: Budget) -> Display:
    """One answer as it is; of several the worst is open, and the others can be opened."""
    if len(results) == 1:
        found = _result(results[0], budget)
    else:
        parts = [replace(_result(one, budget), folded=one.verdict is not results.verdict) for one in results]
        found = Display(counted(len(results), "answer"), _tally(results), parts=tuple(parts))
    warnings = tuple(("warning", one.message) for one in results.warnings)
    return replace(found, facts=(*found.facts, *warnings))


def _tally(results: Results[Any]) -> str:
    """``1 violated, 2 proved``."""
    found = [one.outcome for one in results]
    return ", ".join(f"{found.count(outcome)} {words}" for outcome, words in _SAID.items() if outcome in found)


@display.register(Result)
def _result(result: AnyResult, budget: Budget) -> Display:
    verdict, renderer = result.verdict, world_named(result.verdict.world).renderer
    return replace(_verdict(verdict, budget), parts=tuple(_evidence(result, renderer, budget)))


@display.register(Verdict)
def _verdict(verdict: AnyVerdict, budget: Budget) -> Display:
    """The sentence and the facts; the counterexample needs the model, which stands beside it in a result."""
    renderer = world_named(verdict.world).renderer
    plain = shown(replace(verdict, certificate=None))
    method = verdict.method if verdict.winner is None else verdict.winner.method
    return Display(
        statement(plain, renderer),
        f"{method}, {verdict.stats.seconds:.2f} s",
        verdict.outcome,
        tuple(fact for fact in facts_of(plain, renderer) if fact[1]),
        tuple(_assumptions(verdict, renderer, budget)),
    )


def _evidence(result: AnyResult, renderer: Renderer, budget: Budget) -> Iterator[Any]:
    """The counterexample; the assumptions, and who took part in the race, to be opened."""
    if (chart := result.chart) is not None:
        yield of_chart(chart)
    yield from _assumptions(result.verdict, renderer, budget)
    race = result.verdict.race
    if len(race) > 1:
        whole = result.verdict.whole
        size = () if whole is None else (Sentences((f"The whole system: {size_in_words(whole)}.",)),)
        yield Display("Race", counted(len(race), "attempt"), parts=(*size, _race_table(Race(race))), folded=True)


def _assumptions(verdict: AnyVerdict, renderer: Renderer, budget: Budget) -> Iterator[Display]:
    """Those that can be looked at, drawn."""
    for assumption in verdict.assumptions[:_MAX_PICTURES]:
        found = renderer.display(assumption, budget)
        if found is not None and any(isinstance(part, Picture) and part.svg for part in found.parts):
            yield replace(found, title=f"Assumption {found.title}")


@display.register
def _simulation(simulation: Simulation, _budget: Budget) -> Display:  # type: ignore[type-arg]
    """Where it is, what can happen, and how it came here."""
    state = simulation.state
    places = [*state.components.items(), *state.values.items()]
    rows = [(name, value, ", ".join(state.forbids.get(name, ()))) for name, value in places]
    table = short_table(("name", "is in", "forbids now"), rows, len(rows), ("name", "names"))
    chart = (of_chart(simulation.chart()),) if len(simulation) else ()
    return Display(
        simulation.title,
        f"after {counted(len(simulation), 'step')}" if len(simulation) else "at the beginning",
        facts=(("can happen", _choices(simulation)), ("it ends here", ENDS[state.end]), *_seen(state.seen)),
        parts=(without_empty(table), *chart),
    )


def _choices(simulation: Simulation[Any]) -> str:
    found = [in_words(choice) for choice in islice(simulation.choices, _MAX_CHOICES)]
    more = simulation.total - len(found)
    return ", ".join(dict.fromkeys(found)) + (f" and {more:,} more" if more > 0 else "")


def _seen(number: int | None) -> Iterator[tuple[str, str]]:
    if number is not None:
        yield "seen before", f"after {counted(number, 'step')}" if number else "at the beginning"


@display.register
def _comparison(comparison: Comparison, _budget: Budget) -> Display:
    """The rows, and their seconds drawn."""
    grid = comparison.grid()
    numbers = frozenset(i for i, column in enumerate(grid.columns) if column.number)
    table = Table(tuple(column.heading for column in grid.columns), grid.rows, numbers)
    wrong = Sentences(tuple(f"Internal error: {sentence}" for sentence in comparison.contradictions))
    drawn = Picture(picture(comparison, comparison.constant))
    words = counted(len(comparison), "run")
    return Display(comparison.model, words, comparison.outcome, parts=(wrong, without_empty(table), drawn))


@display.register
def _round(view: RoundView, _budget: Budget) -> Display:
    """The conjecture, what the teacher said to it, and what that taught."""
    return Display(
        f"Round {view.number}: {view.title}",
        view.verdict,
        facts=((view.word_caption or "counterexample", format_word(view.word) if view.word else ""),),
        parts=tuple(_round_parts(view)),
    )


def _round_parts(view: RoundView) -> Iterator[Any]:
    for conjecture in view.conjectures:
        yield Picture(conjecture.svg, conjecture.caption)
    if view.picture:
        yield Picture(view.picture)
    if view.lesson:
        yield Sentences((view.lesson,))
    if view.premises:
        rows = [(one.text, one.outcome, _size(one.states), _size(one.transitions)) for one in view.premises]
        yield without_empty(Table(("premise", "", "states", "transitions"), tuple(rows), frozenset({2, 3})))
    if view.table is not None:
        table = short_table(view.table.head, view.table.rows, len(view.table.rows), ("row", "rows"))
        yield Display("What the learner knows", view.table.caption, parts=(table,), folded=True)


def _size(number: int) -> str:
    return f"{number:,}" if number else ""
