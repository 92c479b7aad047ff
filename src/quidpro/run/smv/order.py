"""The order of the bits for a check: of a file, the engine's own, or one found by sifting in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError
from quidpro.core.events import Listener, Phase, ignore
from quidpro.core.parts import require
from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.engines.symbolic.shared.reorder import sifted_order
from quidpro.flat.model import FlatModel
from quidpro.run.executors.protocol import Done, Job, Lost, Tell
from quidpro.run.smv.job import Complaint
from quidpro.run.smv.race import workers

GRACE = 0.4
_TICK = 0.05
_PHASE = "looking for an order of the variables"


@dataclass(frozen=True)
class RanOut:
    """What ended the search for an order."""

    resource: str
    detail: str


def found_order(model: FlatModel, budget: Budget, start: Sequence[Bit] | None, events: Listener = ignore) -> list[Bit]:
    """The order that sifting finds; BudgetExceeded when there is no time for it, MissingPart without CUDD."""
    require("dd.cudd")
    budget.phase = _PHASE
    events(Phase(_PHASE))
    with workers(1, budget.megabytes) as executor:
        executor.submit(Job(_sift, (model, budget.remaining(), budget.megabytes, start), name="--reorder"))
        while True:
            for happening in executor.wait(_TICK):
                if isinstance(happening, Lost):
                    raise BudgetExceeded("time", _PHASE, happening.reason)
                if isinstance(happening, Done):
                    return _order(happening.value)
            remaining = budget.remaining()
            if budget.is_interrupted() or (remaining is not None and remaining < -GRACE):
                budget.check()


def _sift(
    _tell: Tell, model: FlatModel, seconds: float | None, megabytes: float | None, start: Sequence[Bit] | None
) -> list[Bit] | Complaint | RanOut:
    try:
        return sifted_order(model, Budget(seconds, megabytes), start)
    except BudgetExceeded as ran_out:
        return RanOut(ran_out.resource, ran_out.detail)
    except InputError as error:
        return Complaint(error.diagnostics, str(error))


def _order(found: list[Bit] | Complaint | RanOut) -> list[Bit]:
    if isinstance(found, Complaint):
        raise found.error()
    if isinstance(found, RanOut):
        raise BudgetExceeded(found.resource, _PHASE, found.detail)
    return found
