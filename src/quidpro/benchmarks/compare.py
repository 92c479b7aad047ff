"""Runs methods side by side, each in a process of its own, within limits that are its own.

What is asked is the same for all. An option, a split or a number of workers is for those methods that have a use for
it; one that none of them has is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from quidpro.benchmarks.campaign import ALLOWANCE_MEMORY, ALLOWANCE_SECONDS
from quidpro.benchmarks.comparison import Comparison, Row, row_of, rows, without_loading
from quidpro.benchmarks.measure import forget_peak, memory_of
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.errors import BudgetExceeded, QuidproError, UsageError
from quidpro.core.events import Listener, ignore
from quidpro.core.options import settable
from quidpro.run.check import check
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Done, Executor, Job, Lost, Tell
from quidpro.run.job import ProgressReporter, Report
from quidpro.run.registry import AUTO, engine_named, engines_of, world_named, world_of
from quidpro.run.request import HERE, CheckRequest, Workers, files_to_write, make_request
from quidpro.run.world import Model, World

_POLL_SECONDS = 0.2
_CONST = "const"
MAX_VALUES = 10_000
"""A constant may have so many."""


@dataclass(frozen=True)
class Asked:
    """What every method is asked; one of the constants may have several values."""

    model: Path | Model
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the world's question and options of its methods, by name."""
    split: str | None = None
    workers: Workers = HERE
    as_published: bool = False
    format_name: Callable[[str], str] = str
    """Writes a name as it is written where the request comes from."""

    @property
    def world(self) -> World:
        """That of the model."""
        return world_of(self.model) if isinstance(self.model, Path) else world_named(self.model.world)

    @property
    def name(self) -> str:
        """That of the model."""
        return str(self.model) if isinstance(self.model, Path) else self.model.name

    def growing(self) -> tuple[str | None, tuple[int | None, ...]]:
        """The constant with several values, and these; without one, no value."""
        several = {name: value for name, value in self._constants.items() if _is_several(value)}
        if len(several) > 1:
            raise UsageError(f"one constant can grow, and here {' and '.join(several)} have several values")
        for name, values in several.items():
            return name, _whole(name, values)
        return None, (None,)

    @property
    def _constants(self) -> Mapping[str, Any]:
        return self.settings.get(_CONST) or {}

    def at(self, constant: str | None, value: int | None) -> Asked:
        """The same for one value of the constant."""
        if constant is None:
            return self
        return replace(self, settings={**self.settings, _CONST: {**self._constants, constant: value}})

    def request(self, method: str) -> CheckRequest:
        """The question to a method, with what is of use to it."""
        engine = None if method == AUTO else engine_named(self.world, method)
        if engine is None:
            return self._make(self.settings, AUTO, self.split, workers=self.workers)
        own, question = settable(engine.options), settable(self.world.question)
        settings = {name: value for name, value in self.settings.items() if name in question or name in own}
        split = self.split if engine.takes_split else None
        return self._make(settings, method, split, as_published=self.as_published and bool(engine.paper))

    def _make(self, settings: Mapping[str, Any], method: str, split: str | None, **more: Any) -> CheckRequest:
        request = make_request(self.model, settings, method=method, split=split, format_name=self.format_name, **more)
        for path in files_to_write(request).values():
            raise UsageError(f"a comparison writes no files of its methods, and so not {path}")
        return request

    def reject_idle(self, methods: Sequence[str]) -> None:
        """Complain about an unknown method, and about what none of the methods has a use for."""
        engines = [engine_named(self.world, method) for method in methods if method != AUTO]
        if len(engines) < len(methods):
            return
        known = {name for engine in engines for name in settable(engine.options)} | {*settable(self.world.question)}
        idle = [name for name in self.settings if name not in known]
        idle += ["split"] if self.split is not None and not any(engine.takes_split for engine in engines) else []
        idle += ["as_published"] if self.as_published and not any(engine.paper for engine in engines) else []
        idle += [name for name in ("jobs", "cluster") if getattr(self.workers, name) is not None]
        for name in idle:
            raise UsageError(f"{self.format_name(name)} does not apply to {', '.join(methods)}")


def _is_several(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str)


def _whole(name: str, values: Iterable[object]) -> tuple[int, ...]:
    given = list(islice(values, MAX_VALUES + 1))
    if len(given) > MAX_VALUES:
        raise UsageError(
            f"{name} has more than {MAX_VALUES:,} values, and there would be a row for each; give it fewer"
        )
    found = [value for value in given if isinstance(value, int) and not isinstance(value, bool)]
    if not found or len(found) < len(given):
        raise UsageError(f"{name} grows over whole numbers; write them as range(2, 6) or [2, 4, 8]")
    return tuple(dict.fromkeys(found))


def compare(
    asked: Asked,
    methods: Sequence[str] = (),
    limits: tuple[float | None, float | None] = (None, None),
    budget: Budget | None = None,
    events: Listener = ignore,
) -> Comparison:
    """A row for each of the methods, by default all of the world; the limits, seconds and megabytes, are for each run.

    When the budget is interrupted, the rows are those so far.
    """
    budget, chosen = budget or Budget(), list(dict.fromkeys(methods or engines_of(asked.world)))
    asked.reject_idle(chosen)
    constant, values = asked.growing()
    found: list[Row] = []
    unfinished = ""

    def ask(method: str, value: int | None, _left: int) -> Row:
        budget.phase = f"asking {method}"
        request = asked.at(constant, value).request(method)
        return _run(request, value, limits, budget, events)

    try:
        for row in rows(chosen, values, ask):
            found.append(row)
    except BudgetExceeded as ended:
        unfinished = str(ended)
    if found and all(row.outcome == "unfit" for row in found):
        raise UsageError(found[0].reason)
    return Comparison(asked.name, tuple(found), constant, unfinished)


def _run(
    request: CheckRequest,
    value: int | None,
    limits: tuple[float | None, float | None],
    budget: Budget,
    events: Listener,
) -> Row:
    """The row of a run; what is wrong with the model is raised."""
    with LocalExecutor(1) as executor:
        handle = executor.submit(_job(request, value, *limits))
        ended = _listen(executor, budget, events)
        if isinstance(ended, Lost):
            return Row(request.method, seconds=executor.seconds(handle), reason=ended.reason, value=value)
    found: Row | QuidproError = ended.value
    if isinstance(found, UsageError):
        return Row(request.method, "unfit", reason=str(found), value=value)
    if isinstance(found, QuidproError):
        raise found
    return found


def _job(request: CheckRequest, value: int | None, seconds: float | None, megabytes: float | None) -> Job:
    return Job(
        measured_row,
        (request, value, seconds, megabytes),
        name=f"method {request.method}",
        seconds=None if seconds is None else seconds + ALLOWANCE_SECONDS,
        megabytes=None if megabytes is None else megabytes * ALLOWANCE_MEMORY,
    )


def _listen(executor: Executor, budget: Budget, events: Listener) -> Done | Lost:
    """How the one job ends."""
    while True:
        budget.check()
        for message in executor.wait(_POLL_SECONDS):
            if isinstance(message, Done | Lost):
                return message
            if isinstance(message.report, Report):
                events(message.report.event)


def measured_row(
    tell: Tell, request: CheckRequest, value: int | None, seconds: float | None, megabytes: float | None
) -> Row | QuidproError:
    """What the process of a run does: it checks, and measures its memory."""

    def run() -> Row:
        forget_peak()
        base = resident_megabytes()
        results = check(request, Budget(seconds, megabytes), ProgressReporter(tell, pictures=False)).results
        used = [memory_of(result.verdict, base, in_worker=not request.world.inline) for result in results]
        return row_of(request.method, value, results, max(used))

    try:
        return without_loading(run)
    except QuidproError as error:
        return error
