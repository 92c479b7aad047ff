"""A process that has an ERROR of its own, seen by the rules: the error becomes an action, and a property forbids it.

The rules speak of components without π and one property. So each transition into π leads to a state that does nothing
but a fresh action, and the property never allows that action: the system is safe exactly when it was.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.errors import UsageError
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Component, System

MARK = "ERROR:"


def error_action(name: str) -> str:
    """The action that stands for the ERROR of a component; FSP cannot spell it."""
    return f"{MARK}{name}"


def errors_as_actions(component: Component) -> LTS:
    """The component with its ERROR as an action; unchanged when it has none."""
    lts = component.lts
    if not lts.has_error:
        return lts
    wrong = lts.states
    alphabet = [*lts.alphabet, error_action(component.name)]
    return LTS.from_arrays(
        alphabet,
        lts.states + 1,
        np.append(lts.source, wrong),
        np.append(lts.label, len(alphabet)),
        np.append(np.where(lts.target == ERROR, wrong, lts.target), wrong),
        initial=lts.initial,
        name=lts.name,
    )


def goals(system: System) -> list[LTS]:
    """The error LTSs that the exposed processes must not bring into π: the property, and no ERROR of their own."""
    found = [c.lts for c in system.properties]
    actions = sorted(error_action(c.name) for c in system.processes if c.lts.has_error)
    if actions:
        _reject_spelled(actions, system)
        found.append(never(actions))
    return found


def _reject_spelled(actions: Sequence[str], system: System) -> None:
    """An action of the model with that name would have a say in whether the error is seen."""
    spelled = sorted(set(actions) & set(system.alphabet))
    if spelled:
        raise UsageError(f"the action {spelled[0]} is spelled like the ERROR of a process: rename it, or the process")


def never(actions: Sequence[str]) -> LTS:
    """The error LTS of "none of these actions ever happens"."""
    count = len(actions)
    return LTS.from_arrays(actions, 1, [0] * count, range(1, count + 1), [ERROR] * count, name="no ERROR")
