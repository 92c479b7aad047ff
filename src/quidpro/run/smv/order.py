"""The order of the bits for a check: of a file, the engine's own, or one found by sifting in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, Phase, ignore
from quidpro.flat.model import FlatModel
from quidpro.run.smv.workers import Complaint, Finished, Send, Worker, can_fork, heard
from quidpro.symbolic.bits import Bit
from quidpro.symbolic.reorder import sifted_order

GRACE = 0.4
_TICK = 0.05
_PHASE = "looking for an order of the variables"


def found_order(model: FlatModel, budget: Budget, start: Sequence[Bit] | None, events: Listener = ignore) -> list[Bit]:
    """The order that sifting finds; BudgetExceeded when there is no time for it."""
    budget.phase = _PHASE
    events(Phase(_PHASE))
    if not can_fork():
        return sifted_order(model, budget, start)
    seconds, megabytes = budget.remaining(), budget.megabytes

    def work(send: Send) -> None:
        send(sifted_order(model, Budget(seconds, megabytes), start))

    worker = Worker("--reorder", work)
    try:
        return _awaited(worker, budget)
    finally:
        worker.stop()


def _awaited(worker: Worker, budget: Budget) -> list[Bit]:
    while True:
        for _ in heard([worker], _TICK):
            for message in worker.messages():
                if isinstance(message, Complaint):
                    raise message.error()
                if isinstance(message, Finished):
                    raise BudgetExceeded("time", _PHASE, message.crash)
                order: list[Bit] = message
                return order
        remaining = budget.remaining()
        if budget.is_interrupted() or (remaining is not None and remaining < -GRACE):
            budget.check()
