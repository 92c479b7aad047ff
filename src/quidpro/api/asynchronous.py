"""Checks for programs that do other things meanwhile: the work is done in a thread, and cancelling it ends it.

A thread cannot be ended from outside. What ends it is the budget that its calls are part of: it is interrupted, and the
work stops at its next poll, with the processes that it has started.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, Unpack, overload

from quidpro.api.arguments import within
from quidpro.api.check import CheckArguments, check
from quidpro.api.results import Results
from quidpro.core.budget import Budget
from quidpro.core.events import Event, Listener, both, ignore
from quidpro.lts.system import System
from quidpro.run.check import V

if TYPE_CHECKING:
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.verdict.explicit.evidence import ExplicitVerdict
    from quidpro.verdict.probabilistic.evidence import ProbVerdict
    from quidpro.verdict.symbolic.evidence import SymbolicVerdict
    from quidpro.verdict.verdict import AnyVerdict

R = TypeVar("R")


@overload
async def acheck(model: Model | System, **arguments: Unpack[CheckArguments]) -> Results[ExplicitVerdict]: ...
@overload
async def acheck(model: MachineModel, **arguments: Unpack[CheckArguments]) -> Results[SymbolicVerdict]: ...
@overload
async def acheck(model: PrismModel, **arguments: Unpack[CheckArguments]) -> Results[ProbVerdict]: ...
@overload
async def acheck(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System, **arguments: Unpack[CheckArguments]
) -> Results[AnyVerdict]: ...
async def acheck(model: Any, **arguments: Unpack[CheckArguments]) -> Results[Any]:
    """:func:`check` in a thread, with the same arguments; a task that is cancelled meanwhile ends the work first.

    A listener given as ``events`` is called in that thread; :func:`checking` hands the events to the loop.
    """
    return await _in_thread(partial(check, model, **arguments), Budget())


@overload
def checking(model: Model | System, **arguments: Unpack[CheckArguments]) -> Checking[ExplicitVerdict]: ...
@overload
def checking(model: MachineModel, **arguments: Unpack[CheckArguments]) -> Checking[SymbolicVerdict]: ...
@overload
def checking(model: PrismModel, **arguments: Unpack[CheckArguments]) -> Checking[ProbVerdict]: ...
@overload
def checking(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System, **arguments: Unpack[CheckArguments]
) -> Checking[AnyVerdict]: ...
def checking(model: Any, **arguments: Unpack[CheckArguments]) -> Checking[Any]:
    """A :func:`check` to follow: ``async with checking(model) as run``, and inside ``async for event in run``.

    ``await run`` gives the results. Leaving the block ends the work, whatever it has come to.
    """
    return Checking(model, arguments)


class Checking(Generic[V]):
    """A check that goes on while its block is open: its events as they come, and its results."""

    def __init__(self, model: Any, arguments: CheckArguments) -> None:
        self._model, self._arguments = model, arguments
        self._budget = Budget()
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        """None when there are no more."""
        self._work: asyncio.Task[Results[V]] | None = None

    async def __aenter__(self) -> Self:
        given = self._arguments.get("events", ignore)
        events = both(self._listener(asyncio.get_running_loop()), None if given is ignore else given)
        ask: Callable[[], Any] = partial(check, self._model, **{**self._arguments, "events": events})
        self._work = asyncio.create_task(_in_thread(ask, self._budget))
        self._work.add_done_callback(lambda _: self._events.put_nowait(None))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        await asyncio.gather(self._begun, return_exceptions=True)

    def stop(self) -> None:
        """Ask the work to end soon; what it has found out by then are the results, ``unknown`` for the rest."""
        self._budget.interrupt()

    def __await__(self) -> Generator[Any, None, Results[V]]:
        return asyncio.shield(self._begun).__await__()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        event = await self._events.get()
        if event is None:
            self._events.put_nowait(None)
            raise StopAsyncIteration
        return event

    @property
    def _begun(self) -> asyncio.Task[Results[V]]:
        if self._work is None:
            raise RuntimeError("the check has not begun: async with quidpro.checking(model) as run")
        return self._work

    def _listener(self, loop: asyncio.AbstractEventLoop) -> Listener:
        def hear(event: Event) -> None:
            loop.call_soon_threadsafe(self._events.put_nowait, event)

        return hear


async def _in_thread(work: Callable[[], R], budget: Budget) -> R:
    """What the work gives; its calls end with the budget, and the budget with the task."""
    with within(budget):
        thread = asyncio.create_task(asyncio.to_thread(work))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        budget.interrupt()
        await asyncio.gather(thread, return_exceptions=True)
        raise
