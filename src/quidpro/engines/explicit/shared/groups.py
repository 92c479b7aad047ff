"""Components as the rules see them: errors as actions, groups made smaller; and the way back to the original ones.

The rules speak of components without π and one property. So each transition of a process into its own π leads to a
state that does nothing but a fresh action, and the property never allows that action: the system is safe exactly when
it was.

For safety only traces matter. Actions private to one component, and in no property, are hidden; then the component is
reduced modulo weak traces when that does not make it larger, else modulo weak bisimulation. The rule's words speak of
the actions that stay, so its assumptions and counterexamples are about the original components.

A witness says why premise 2 holds for an assumption that is an abstraction, in a form that is quickly checked. The
abstraction simulates what it abstracts by way of its partition: a state of M2 is simulated by its block (AGAR,
section 4.1). The partition is one of the reduced groups; the certificate speaks of the original ones. So the original
components run together with the reduced ones, each of which does what its original does, and where that leads the
blocks are read off. A deterministic reduced component follows the words of its original; one modulo weak bisimilarity
is where its original's state is.

A deterministic assumption needs no witness, and a large one is not written: the checker then makes the assumption
deterministic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates, UsageError
from quidpro.core.events import ignore
from quidpro.engines.explicit.shared.rounds import Holds, SimulationRows
from quidpro.engines.explicit.shared.traces import play, product_of, trace_along
from quidpro.lts.lts import ERROR, LTS, Ints
from quidpro.lts.ops import hide
from quidpro.lts.partition import numbered_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import record
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Rows, Trace

MARK = "ERROR:"
_MAX_REDUCED = 20_000
"""Components with more states than this are left as they are: reducing them costs more than exploring them."""


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
        _reject_clashes(actions, system)
        found.append(never(actions))
    return found


def _reject_clashes(actions: Sequence[str], system: System) -> None:
    """An action of the model with that name would have a say in whether the error is seen."""
    clashes = sorted(set(actions) & set(system.alphabet))
    if clashes:
        raise UsageError(f"the action {clashes[0]} is spelled like the ERROR of a process: rename it, or the process")


def never(actions: Sequence[str]) -> LTS:
    """The error LTS of "none of these actions ever happens"."""
    count = len(actions)
    return LTS.from_arrays(actions, 1, [0] * count, range(1, count + 1), [ERROR] * count, name="no ERROR")


def whole_trace(system: System, word: Sequence[str], alphabet: Collection[str], budget: Budget) -> Trace:
    """The trace of the original system along a word that violates the property."""
    real = [action for action in word if not action.startswith(MARK)]
    interface = [action for action in alphabet if not action.startswith(MARK)]
    moves = play([c.lts for c in system.components], real, interface, budget)
    assert moves is not None, f"the word {' '.join(real)} was to violate {system.name}, and does not"
    return trace_along(system, product_of(system), moves)


class Reduced(NamedTuple):
    """A component, what it was reduced to, and for each state of the one the state of the other that stands for it.

    Without states, the reduced component is deterministic and stands where the words of the original lead it.
    """

    original: LTS
    lts: LTS
    state_of: Ints | None


Groups = list[list[Reduced]]


def reduced_groups(groups: Sequence[Sequence[LTS]], goals: Sequence[LTS], budget: Budget) -> Groups:
    """The groups with every member hidden and reduced."""
    uses = Counter(action for group in groups for lts in group for action in lts.alphabet)
    kept = {action for goal in goals for action in goal.alphabet} | {a for a, count in uses.items() if count > 1}
    return [[_smaller(lts, kept, budget) for lts in group] for group in groups]


def unreduced_groups(groups: Sequence[Sequence[LTS]]) -> Groups:
    """The groups with every member as it is."""
    return [[_unreduced(lts, lts) for lts in group] for group in groups]


def _unreduced(lts: LTS, inner: LTS) -> Reduced:
    return Reduced(lts, inner, np.arange(lts.states, dtype=np.int32))


def _smaller(lts: LTS, kept: set[str], budget: Budget) -> Reduced:
    private = [action for action in lts.alphabet if action not in kept]
    inner = replace(hide(lts, private), end=-1)
    if inner.states > _MAX_REDUCED:
        return _unreduced(lts, inner)
    try:
        return Reduced(lts, reduce(inner, "trace", budget, max_states=inner.states), None)
    except TooManyStates:
        return Reduced(lts, *numbered_quotient(inner, "weak", budget))


MAX_ROWS = 200_000
_MAX_STATES = 1_000_000
"""At most this many states are explored to find the rows."""


def witnesses(groups: Sequence[Sequence[Reduced]], answer: Holds, budget: Budget) -> list[Rows | None]:
    """For each assumption of a chain its witness, or None; what is proved stays proved when the budget ends here."""
    found: list[Rows | None] = []
    for i, standing in enumerate(answer.standing):
        try:
            found.append(None if standing is None else _rows(groups[i + 1], answer.assumptions[i:], standing, budget))
        except (TooManyStates, BudgetExceeded):
            found.append(None)
    return found + [None] * (len(answer.assumptions) - len(found))


def _rows(
    members: Sequence[Reduced], assumptions: Sequence[LTS], standing: SimulationRows, budget: Budget
) -> Rows | None:
    """The states that are entered with a letter of the first assumption, each with the state that stands for it.

    The second assumption, if there is one, is the members' own.
    """
    alphabet, lower = assumptions[0].alphabet, list(assumptions[1:2])
    following = [member.lts for member in members if member.state_of is None]
    together = Product([*(member.original for member in members), *lower, *following])
    recorded = record(together, budget, ignore, _MAX_STATES)
    entered = _entered(recorded.graph(), alphabet)
    vectors = recorded.vectors()[entered]
    known = dict(zip(map(tuple, standing.vectors.tolist()), standing.state.tolist(), strict=True))
    own = len(members) + len(lower)
    reduced = map(tuple, _reduced(members, vectors, own).tolist())
    rows = {(*vector, known[stands]) for vector, stands in zip(vectors[:, :own].tolist(), reduced, strict=True)}
    return tuple(sorted(rows)) if len(rows) <= MAX_ROWS else None


def _entered(lts: LTS, alphabet: Sequence[str]) -> Ints:
    """The initial state and those that a letter leads to."""
    visible = np.array([False, *(action in alphabet for action in lts.alphabet)])
    return np.unique(np.append(lts.target[visible[lts.label]], np.int32(lts.initial)))


def _reduced(members: Sequence[Reduced], vectors: Ints, own: int) -> Ints:
    """The local states of the reduced members, and the state of the members' own assumption if there is one."""
    columns, following = [], own
    for i, member in enumerate(members):
        if member.state_of is None:
            columns.append(vectors[:, following])
            following += 1
        else:
            columns.append(member.state_of[vectors[:, i]])
    columns.extend(vectors[:, i] for i in range(len(members), own))
    return np.stack(columns, axis=1)
