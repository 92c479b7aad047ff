"""What Storm does for an automaton of a JANI model, in its own process; see :mod:`quidpro.frontend.prism.storm`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quidpro.frontend.prism.apart import Tell
from quidpro.frontend.prism.storm import Row, Told, explored, in_words, rows, state_names
from quidpro.lpts.lpts import LPTS


@dataclass(frozen=True)
class OpenAutomaton:
    """The JSON text of a model with one automaton, and what is to be made of its parts."""

    name: str
    text: str
    actions: Mapping[str, tuple[str, ...]]
    """For each action of the automaton those of the system that it takes part in."""
    told: tuple[Told, ...]
    marks: tuple[str, ...]


def built(tell: Tell, automata: Sequence[OpenAutomaton]) -> list[LPTS | str]:
    """The LPTS of each automaton, or what is wrong with it."""
    found: list[LPTS | str] = []
    for automaton in automata:
        tell(automaton.name)
        try:
            found.append(_lpts(automaton))
        except Exception as error:
            found.append(in_words(error))
    return found


def _lpts(automaton: OpenAutomaton) -> LPTS:
    import stormpy

    description, _ = stormpy.parse_jani_model_from_string(automaton.text)
    description = description.substitute_constants()
    description.substitute_functions()
    model = explored(description)
    return LPTS.from_rows(
        model.nr_states,
        _renamed(list(rows(model, {})), automaton.actions),
        alphabet={result for results in automaton.actions.values() for result in results},
        initial=next(iter(model.initial_states)),
        name=automaton.name,
        state_names=state_names(model, automaton.told),
        marks={mark: frozenset(model.labeling.get_states(mark)) for mark in automaton.marks},
    )


def _renamed(found: Sequence[Row], actions: Mapping[str, tuple[str, ...]]) -> list[Row]:
    """A transition for each of the system's actions; one that no vector mentions never happens."""
    return [(p, result, d) for p, action, d in found for result in actions.get(action, ())]
