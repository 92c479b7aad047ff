"""A process that does one job and ends: ``python -m quidpro.studio.worker``.

It reads the request as a line of JSON and tells what happens in lines of JSON. SIGINT asks it to stop: it then tells
what it knows.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.frontend.files import edited
from quidpro.reading import child
from quidpro.reading.answers import error_fields
from quidpro.reading.child import Put
from quidpro.run.check import check
from quidpro.run.job import BUG
from quidpro.studio.ask import Body, check_request
from quidpro.studio.evidence import result_event, send_files
from quidpro.studio.rows import compare, growth
from quidpro.studio.teller import Pace, Teller


def check_job(body: Body, budget: Budget, put: Put) -> None:
    """Check, and tell each answer as it comes."""
    request = check_request(body, budget)
    teller = Teller(put, request.world.renderer, request.method, Pace(), watch=bool(body.get("watch")))
    checked = check(request, budget, teller, lambda result: put(result_event(request.world, result)))
    send_files(put, request.world, checked, teller.views)


_WARM = {
    "warm.lts": "P = (a -> b -> P).\nproperty Q = (a -> a -> Q).\n||S = (P || Q).\n",
    "warm.smv": "MODULE main\nVAR x : boolean;\nINVARSPEC x;\n",
}
KINDS: dict[str, Callable[[Body, Budget, Put], None]] = {"check": check_job, "compare": compare, "growth": growth}


def work(body: Mapping[str, Any], put: Put) -> dict[str, Any]:
    """Do a job; the event that says how it ended."""
    budget = Budget(body["timeout"], body["memory"])

    def stop(_signal: int, _frame: FrameType | None) -> None:
        budget.interrupt()

    signal.signal(signal.SIGINT, stop)
    try:
        with edited(Path(body["name"]), body["text"]):
            KINDS[body["kind"]](body, budget, put)
    except BudgetExceeded as ran_out:
        return _done("stopped" if ran_out.resource == "interrupt" else "failed", str(ran_out))
    except QuidproError as error:
        return {**_done("failed", error_fields(error)["message"]), "error": error_fields(error)}
    except MemoryError:
        return _done("failed", "out of memory")
    except Exception as error:
        return _done("failed", f"internal error: {type(error).__name__}: {error}; {BUG}")
    return _done("finished", "")


def _done(state: str, message: str) -> dict[str, Any]:
    return {"type": "done", "state": state, "message": message}


def _warm_up() -> None:
    """Load what most jobs need, while there is nothing to do."""
    for name, text in _WARM.items():
        body = {"kind": "check", "name": name, "text": text, "timeout": 20.0, "memory": None}
        work(body, lambda _event: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> None:
    """Load what a job needs, wait for one, do it."""
    put = child.begin()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if not select.select([sys.stdin], [], [], 0.0)[0]:
        _warm_up()
    for body in child.requests():
        put({"type": "began"})
        put(work(body, put))
        os._exit(0)  # nothing that is left over is waited for


if __name__ == "__main__":
    main()
