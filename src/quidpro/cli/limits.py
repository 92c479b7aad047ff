"""Budgets from the command line; Ctrl-C and SIGTERM as a polite request, and a firm one for work that does not listen.

The first signal asks the work to end at its next poll, with what is known. Work that has not ended a second after that,
or after its time is up, is broken off where it stands, and so it is by a second signal; but an answer that there is by
then is checked. An exception that lands in a
function that C called back is swallowed there by Python; it is thrown again a moment later. On systems without timers
that send signals, only a second Ctrl-C breaks such work off.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

GRACE_SECONDS = 1.0
_AGAIN_SECONDS = 0.05
_MAX_ALARM_SECONDS = 1e8
_HAS_ALARM = hasattr(signal, "SIGALRM")

Limits = tuple[float | None, float | None]
"""Seconds and megabytes."""
Handler = Callable[[int, FrameType | None], None]


@contextmanager
def limited(timeout: float | None, memory: float | None) -> Iterator[Budget]:
    """A budget that Ctrl-C and SIGTERM interrupt; work inside that does not listen is ended by BudgetExceeded."""
    budget = Budget(seconds=timeout, megabytes=memory)
    broken_off: list[BudgetExceeded] = []

    def break_off(resource: str, detail: str = "") -> None:
        broken_off.append(BudgetExceeded(resource, budget.phase, detail))
        raise broken_off[-1]

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if budget.interrupts:
            break_off("interrupt")
        budget.interrupt()
        _alarm(GRACE_SECONDS)

    def overdue(_signal: int, _frame: FrameType | None) -> None:
        if budget.is_interrupted():
            break_off("interrupt")
        left = budget.remaining()
        if left is None:  # the answer that there was at the interrupt is being checked
            return
        if left + GRACE_SECONDS > _AGAIN_SECONDS:  # and here, too, or the clock of the budget has stood still
            _alarm(left + GRACE_SECONDS)
            return
        break_off("time", f"limit {timeout:g} s")

    def swallowed(error: BaseException) -> bool:
        if not any(error is thrown for thrown in broken_off):
            return False
        _alarm(_AGAIN_SECONDS)
        return True

    handlers = {signal.SIGINT: stop, signal.SIGTERM: stop, **({signal.SIGALRM: overdue} if _HAS_ALARM else {})}
    with _handling(handlers), _noticing(swallowed):
        if timeout is not None:
            _alarm(timeout + GRACE_SECONDS)
        try:
            yield budget
        except Exception as error:
            if broken_off and not isinstance(error, BudgetExceeded):
                # What was broken off in the middle, say a compiler, may complain in words of its own.
                raise broken_off[-1] from error
            raise
        finally:
            _alarm(0)


def _alarm(seconds: float) -> None:
    """Set the alarm, 0 for none; where the system has none, nothing happens."""
    if _HAS_ALARM:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, _MAX_ALARM_SECONDS))


@contextmanager
def _handling(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _noticing(swallowed: Callable[[BaseException], bool]) -> Iterator[None]:
    """Ask of every exception that Python can only report whether it was one of ours; report those that were not."""
    before = sys.unraisablehook

    def notice(lost: UnraisableHookArgs) -> None:
        if lost.exc_value is None or not any(map(swallowed, _chain(lost.exc_value))):
            before(lost)

    sys.unraisablehook = notice
    try:
        yield
    finally:
        sys.unraisablehook = before


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, and those during whose handling it was raised."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


DRAWING_SECONDS = 60.0


def seconds_left(timeout: float | None, started: float) -> float:
    """The time left for drawing, of work that began at ``started`` and may take ``timeout`` seconds in all."""
    left = DRAWING_SECONDS if timeout is None else timeout - (time.monotonic() - started)
    return max(0.0, min(DRAWING_SECONDS, left))
