"""Counterexamples and nothing else, a step in a line: ``--format trace``, for scripts and for people in a hurry.

``loop:`` stands before the steps that are repeated for ever. What is not a step is a comment, which begins with ``#``.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.shown import shown

LOOP = "loop:"
_NO_RUN = "# no single run shows it"
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
