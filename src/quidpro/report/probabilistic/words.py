"""An assumption about a probabilistic model in sentences: what may happen in each state, and with which chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quidpro.core.words import counted, printable
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.probabilistic.evidence import ProbAssumption

MAX_TRANSITIONS = 12


def words(assumption: ProbAssumption) -> list[str]:
    """The assumption in sentences; of a large one its size and its actions."""
    lpts = assumption.lpts
    moves = list(lpts.triples())
    if len(moves) > MAX_TRANSITIONS:
        size = f"It has {counted(lpts.states, 'state')} and {counted(lpts.transitions, 'transition')}"
        return [f"{size} over {', '.join(f'`{printable(action)}`' for action in lpts.alphabet)}: too large for words."]
    free = [
        a for a in lpts.alphabet if {p: q for p, b, q in moves if a == b} == {s: {s: 1} for s in range(lpts.states)}
    ]
    told = [f"{_names(free)} may happen at any time, and {'changes' if len(free) == 1 else 'change'} nothing."]
    told = told if free else []
    for state in range(lpts.states):
        ways = [
            _way(lpts, action, outcomes) for source, action, outcomes in moves if source == state and action not in free
        ]
        where = f"At first ({_state(lpts, state)})" if state == lpts.initial else f"In {_state(lpts, state)}"
        more = " more" if free else ""
        told.append(f"{where} {'; '.join(ways) if ways else f'nothing{more} happens'}.")
    return told


def _way(lpts: LPTS, action: str, outcomes: Mapping[int, Fraction]) -> str:
    if len(outcomes) == 1:
        return f"`{printable(action)}` leads to {_state(lpts, next(iter(outcomes)))}"
    chances = " or ".join(f"with probability {chance} to {_state(lpts, state)}" for state, chance in outcomes.items())
    return f"`{printable(action)}` leads {chances}"


def _state(lpts: LPTS, state: int) -> str:
    return f"state {printable(lpts.state_name(state))}"


def _names(names: list[str]) -> str:
    return ", ".join(f"`{printable(name)}`" for name in names)
