"""Budgets from the command line; Ctrl-C and SIGTERM as a polite request, and a firm one for work that does not listen.

The first signal asks the work to end at its next poll, with what is known. Work that has not ended a second after that,
or after its time is up, is broken off where it stands, and so it is by a second signal.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded

GRACE_SECONDS = 1.0
_LONGEST_ALARM = 1e8

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
        if budget.interrupted:
            break_off("interrupt")
        budget.interrupt()
        signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS)

    def overdue(_signal: int, _frame: FrameType | None) -> None:
        if budget.interrupted:
            break_off("interrupt")
        break_off("time", f"limit {timeout:g} s")

    with _handling({signal.SIGINT: stop, signal.SIGTERM: stop, signal.SIGALRM: overdue}):
        if timeout is not None:
            signal.setitimer(signal.ITIMER_REAL, min(timeout + GRACE_SECONDS, _LONGEST_ALARM))
        try:
            yield budget
        except Exception as error:
            if broken_off and not isinstance(error, BudgetExceeded):
                # What was broken off in the middle, say a compiler, may complain in words of its own.
                raise broken_off[-1] from error
            raise
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def _handling(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
