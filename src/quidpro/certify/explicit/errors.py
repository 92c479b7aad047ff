"""Errors of the processes themselves, as the chain rule sees them: an action that must never happen.

A process with an ERROR can only be judged inside the whole: the others may keep it from going there. So for the rule
its ERROR is a state like any other whose one action, spelled ``ERROR:name``, the property forbids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Component


def error_action(name: str) -> str:
    """How the ERROR of a process is spelled as an action."""
    return f"ERROR:{name}"


def visible_error(component: Component) -> LTS:
    """The process with its ERROR as an action; unchanged when it has none. ERROR is the state after the last."""
    lts = component.lts
    if not lts.has_error:
        return lts
    wrong = lts.states
    alphabet = (*lts.alphabet, error_action(component.name))
    steps = [(p, a, wrong if q == ERROR else q) for p, a, q in _steps(lts)]
    columns = zip(*steps, (wrong, len(alphabet), wrong), strict=True)
    return LTS.from_arrays(alphabet, wrong + 1, *columns, initial=lts.initial, name=lts.name)


def _steps(lts: LTS) -> Iterator[tuple[int, int, int]]:
    return zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)


def no_errors(processes: Sequence[Component]) -> list[LTS]:
    """The property that no process does its error action; none when no process has one."""
    actions = [error_action(c.name) for c in processes if c.lts.has_error]
    return [LTS.of([(0, action, "ERROR") for action in actions], initial=0)] if actions else []
