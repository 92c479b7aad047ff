"""Errors of the processes themselves, as the chain rule sees them: an action that must never happen.

A process with an ERROR can only be judged inside the whole: the others may keep it from going there. So for the rule
its ERROR is a state like any other whose one action, spelled ``ERROR:name``, the property forbids.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.lts.lts import LTS
from quidpro.lts.system import Component


def error_action(name: str) -> str:
    """How the ERROR of a process is spelled as an action."""
    return f"ERROR:{name}"


def visible_error(component: Component) -> LTS:
    """The process with its ERROR as an action; unchanged when it has none."""
    lts = component.lts
    if not lts.has_error:
        return lts
    wrong = lts.states
    steps = [(p, a, wrong if q < 0 else q) for p, a, q in lts.triples()]
    steps.append((wrong, error_action(component.name), wrong))
    return LTS.of(steps, initial=lts.initial, alphabet=lts.alphabet, name=lts.name)


def no_errors(processes: Sequence[Component]) -> list[LTS]:
    """The property that no process does its error action; none when no process has one."""
    actions = [error_action(c.name) for c in processes if c.lts.has_error]
    return [LTS.of([(0, action, "ERROR") for action in actions], initial=0)] if actions else []
