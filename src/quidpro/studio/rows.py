"""Several runs in one job, row by row: the methods compared on a model, and how they grow with a constant; then a plot.

All runs share the time of the job, each an equal part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from quidpro.benchmarks.comparison import Row, picture, row_of, rows, without_loading
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.reading.child import Put
from quidpro.run.check import check
from quidpro.run.registry import engines_of
from quidpro.studio.ask import Body, check_request
from quidpro.studio.teller import Pace, Teller

_MAX_VALUES = 50
_MAX_METHODS = 12
_SHOWN = ("method", "value", "outcome", "seconds", "states", "rounds", "assumption_states", "reason")


@dataclass
class Telling:
    """Where progress goes, and how often; and the methods that have been loaded."""

    put: Put
    pace: Pace = field(default_factory=Pace)
    loaded: set[str] = field(default_factory=set)


def compare(body: Body, budget: Budget, put: Put) -> None:
    """A row for each method, and a plot of them."""
    _tell_rows(body, None, (None,), budget, put)


def growth(body: Body, budget: Budget, put: Put) -> None:
    """A row for each value of the constant and method, and a plot of them."""
    constant, values = body.get("constant"), _values(body)
    if not isinstance(constant, str) or not constant:
        raise UsageError("say which constant is to grow")
    _tell_rows(body, constant, values, budget, put)


def _tell_rows(body: Body, constant: str | None, values: Sequence[int | None], budget: Budget, put: Put) -> None:
    """Tell each row, and what they look like whenever a value is done."""
    methods, telling, found = _methods(body, budget), Telling(put), list[Row]()

    def ask(method: str, value: int | None, left: int) -> Row:
        asked = body if constant is None else {**body, "constants": {**(body.get("constants") or {}), constant: value}}
        run = partial(_run, asked, method, value, _part(budget, left), telling)
        row = run() if method in telling.loaded else without_loading(run)
        telling.loaded.add(method)
        return row

    for row in rows(methods, values, ask):
        if found and row.value != found[-1].value:
            put({"type": "plot", "svg": picture(found, constant)})
        found.append(row)
        put({"type": "row", **{name: getattr(row, name) for name in _SHOWN}})
        budget.check()
    put({"type": "plot", "svg": picture(found, constant)})


def _part(budget: Budget, left: int) -> Budget:
    """The time of a run: what others have left over goes to those that come later."""
    remaining = budget.remaining()
    assert remaining is not None
    return budget.within(max(remaining, 0.0) / left)


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


def _run(body: Body, method: str, value: int | None, budget: Budget, telling: Telling) -> Row:
    """One run; a method that does not apply says why."""
    try:
        request = check_request({**body, **_for_method(body, method)}, budget, method=method)
        teller = Teller(telling.put, request.world.renderer, method, telling.pace, watch=False)
        return row_of(method, value, check(request, budget, teller).results)
    except BudgetExceeded as ran_out:
        return Row(method, seconds=budget.elapsed(), reason=str(ran_out), value=value)
    except UsageError as unfit:
        return Row(method, "unfit", reason=str(unfit), value=value)


def _for_method(body: Body, method: str) -> dict[str, Any]:
    """A split and options are for the method that they were chosen for."""
    return {} if method == body.get("method") else {"split": None, "options": None}
