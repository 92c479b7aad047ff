"""Before the clock starts: what is loaded or compiled on first use is loaded, by work that uses it.

The kernels come first; they are compiled once a machine, and kept on disk. Then a method is run once as it is and once
plainly, on a system that is just too large for plain Python.
"""

from __future__ import annotations

from quidpro.bench.variants import PLAIN
from quidpro.core.budget import Budget
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.registry import METHODS
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.ready import load_kernels
from quidpro.lts.system import Component, System
from quidpro.run.solve import solve

_WINDOW, _LANES = 6, 500
_SECONDS = 60.0


_SPLIT = (("RECEIVER",), ("SENDER",))


def warm_up(method: str) -> None:
    """Run a method where it costs nothing; a method made of others needs all of them."""
    load_kernels()
    system = _system()
    for name in [method] if method in METHODS else METHODS:
        for options in (PLAIN, {}):
            problem = Problem(system, "safety", "ORDER", split=_SPLIT, options=options)
            solve(problem, name, Budget(_SECONDS))
    if method not in METHODS:
        from quidpro.run.auto.decide import decide

        decide(Problem(system, "safety", "ORDER"), Budget(_SECONDS))


def _system() -> System:
    """A sender with many like lanes fills a window and flushes it; the receiver counts along."""
    steps: list[tuple[object, str, object]] = []
    for lane in range(_LANES):
        steps.append(("idle", "open", (lane, 0)))
        steps += [((lane, i), "fill", (lane, i + 1)) for i in range(_WINDOW)]
        steps.append(((lane, _WINDOW), "flush", "idle"))
    receiver = [(0, action, 0) for action in ("open", "fill", "flush")]
    order = [*((i, "fill", i + 1) for i in range(_WINDOW)), (_WINDOW, "flush", 0)]
    return System(
        "lanes",
        (
            Component("RECEIVER", LTS.of(receiver)),
            Component("SENDER", LTS.of(steps, initial="idle")),
            Component("ORDER", complete_property(LTS.of(order)), is_property=True),
        ),
    )
