"""Several runs in one job, row by row: the methods compared on a model, and how they grow with a constant; then a plot.

All runs share the time of the job, each an equal part. A method that came to no answer for a value of the constant is
not asked about larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.words import counted
from quidpro.reading.child import Put
from quidpro.report.plot import Bar, Point, bars, lines
from quidpro.run.check import check
from quidpro.run.registry import engines_of
from quidpro.studio.ask import Body, check_request
from quidpro.studio.teller import Pace, Teller
from quidpro.verdict.verdict import AnyVerdict, decisive

_MAX_VALUES = 50
_MAX_METHODS = 12
_SHORT_SECONDS = 1.0
"""A first run that is shorter than this may have spent its time on loading the method."""


@dataclass
class Telling:
    """Where progress goes, and how often; and the methods that have been loaded."""

    put: Put
    pace: Pace = field(default_factory=Pace)
    loaded: set[str] = field(default_factory=set)


def compare(body: Body, budget: Budget, put: Put) -> None:
    """A row for each method, and a plot of them."""
    methods, telling = _methods(body, budget), Telling(put)
    rows = []
    for method, seconds in zip(methods, _parts(len(methods), budget), strict=True):
        rows.append(_row(body, method, None, budget.within(seconds), telling))
        put({"type": "row", **rows[-1]})
        budget.check()
    put({"type": "plot", "svg": bars([_bar(row) for row in rows], "seconds for each method")})


def growth(body: Body, budget: Budget, put: Put) -> None:
    """A row for each value of the constant and method, and a plot of them."""
    constant, values, methods = body.get("constant"), _values(body), _methods(body, budget)
    if not isinstance(constant, str) or not constant:
        raise UsageError("say which constant is to grow")
    rows: list[dict[str, Any]] = []
    telling = Telling(put)
    parts = _parts(len(methods) * len(values), budget)
    for value in values:
        for method in methods:
            seconds = next(parts)
            if any(row["method"] == method and row["outcome"] == "unknown" for row in rows):
                continue
            changed = {**body, "constants": {**(body.get("constants") or {}), constant: value}}
            rows.append(_row(changed, method, value, budget.within(seconds), telling))
            put({"type": "row", **rows[-1]})
            budget.check()
        series = [(method, [_point(row) for row in rows if row["method"] == method]) for method in methods]
        put({"type": "plot", "svg": lines(series, f"seconds for each {constant}", constant)})


def _parts(runs: int, budget: Budget) -> Iterator[float]:
    """The seconds of each run: what others have left over goes to those that come later."""
    for left in range(runs, 0, -1):
        remaining = budget.remaining()
        assert remaining is not None
        yield max(remaining, 0.0) / left


def _methods(body: Body, budget: Budget) -> list[str]:
    """The methods that were named, or all that the world has."""
    world = check_request({**body, "method": None, "split": None, "options": None}, budget).world
    named = [str(name) for name in body.get("methods") or engines_of(world)]
    return list(dict.fromkeys(named))[:_MAX_METHODS]


def _values(body: Body) -> range:
    first, last = body.get("from"), body.get("to")
    if not isinstance(first, int) or not isinstance(last, int) or not first <= last:
        raise UsageError("the constant grows from one whole number to another that is not smaller")
    if last - first >= _MAX_VALUES:
        raise UsageError(f"a constant can have at most {_MAX_VALUES} values in a plot")
    return range(first, last + 1)


def _row(body: Body, method: str, value: int | None, budget: Budget, telling: Telling) -> dict[str, Any]:
    """A run of a method; a short first one is repeated, so that loading the method is not measured."""
    row = _run(body, method, value, budget, telling)
    if method not in telling.loaded and row["seconds"] < _SHORT_SECONDS and row["outcome"] in ("holds", "violated"):
        row = _run(body, method, value, budget, telling)
    telling.loaded.add(method)
    return row


def _run(body: Body, method: str, value: int | None, budget: Budget, telling: Telling) -> dict[str, Any]:
    """One run; a method that does not apply says why."""
    row: dict[str, Any] = {"method": method, "value": value, "outcome": "unknown", "seconds": 0.0}
    row |= {"states": 0, "rounds": 0, "assumption_states": 0, "reason": ""}
    try:
        request = check_request({**body, **_for_method(body, method)}, budget, method=method)
        teller = Teller(telling.put, request.world.renderer, method, telling.pace, watch=False)
        checked = check(request, budget, teller)
    except BudgetExceeded as ran_out:
        return {**row, "seconds": budget.elapsed(), "reason": str(ran_out)}
    except UsageError as unfit:
        return {**row, "outcome": "unfit", "reason": str(unfit)}
    verdicts = [result.verdict for result in checked.results]
    return {**row, **_figures(verdicts)}


def _for_method(body: Body, method: str) -> dict[str, Any]:
    """A split and options are for the method that they were chosen for."""
    return {} if method == body.get("method") else {"split": None, "options": None}


def _figures(verdicts: Sequence[AnyVerdict]) -> dict[str, Any]:
    stats, worst = [verdict.stats for verdict in verdicts], verdicts[decisive(verdicts)]
    return {
        "outcome": worst.outcome,
        "seconds": sum(one.seconds for one in stats),
        "states": max(one.states for one in stats),
        "rounds": sum(one.iterations for one in stats),
        "assumption_states": max(one.most_assumption_states for one in stats),
        "reason": worst.reason if worst.outcome == "unknown" else "",
    }


def _bar(row: dict[str, Any]) -> Bar:
    if row["outcome"] == "unfit":
        return Bar(row["method"], 0.0, False, "does not apply")
    sizes = [counted(row[name], noun) for name, noun in (("states", "state"), ("rounds", "round")) if row[name]]
    return Bar(row["method"], row["seconds"], row["outcome"] != "unknown", ", ".join([row["outcome"], *sizes]))


def _point(row: dict[str, Any]) -> Point:
    return Point(row["value"], row["seconds"], row["outcome"] in ("holds", "violated"))
