"""Counterexamples and nothing else, a step in a line: ``--format trace``, for scripts and for people in a hurry.

``loop:`` stands before the steps that are repeated for ever. What is not a step is a comment, which begins with ``#``.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.shown import shown
from quidpro.lts.system import System
from quidpro.verdict.types import Trace

LOOP = "loop:"
_NO_RUN = "# no single run shows it"
_NOTHING_MORE = "# then nothing happens any more"
_AT_ONCE = "# the initial state violates it"

Run = tuple[str, Sequence[str] | None]
"""The name of what is violated, and the lines of the run that shows it, if there is one."""


def traces_text(runs: Sequence[Run]) -> str:
    """The runs one after the other; when there are several, each after a comment with its name."""
    lines: list[str] = []
    for name, steps in shown(tuple(runs)):
        lines += [f"# {name}"] if len(runs) > 1 else []
        lines += [_NO_RUN] if steps is None else steps or [_AT_ONCE]
    return "".join(f"{line}\n" for line in lines)


def run_lines(trace: Trace, system: System) -> list[str]:
    """The actions of a run, silent steps included; of what happens for ever in no certain order, a comment."""
    if (loop := repeated(trace, system)) is not None:
        return [*trace.actions, LOOP, *loop.actions]
    if trace.cycle is None:
        return list(trace.actions)
    recurring = f"# then for ever, in some order: {', '.join(trace.cycle)}"
    return [*trace.actions, recurring if trace.cycle else _NOTHING_MORE]


def repeated(trace: Trace, system: System) -> Trace | None:
    """The loop that a run ends in, where it is one; under fair choice all ways of a terminal set are taken."""
    return None if any(assertion.fair for assertion in system.assertions) else trace.loop
