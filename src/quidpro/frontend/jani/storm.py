"""What Storm does for an automaton of a JANI model, in its own process; see :mod:`quidpro.frontend.prism.storm`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quidpro.core.isolated import Tell
from quidpro.frontend.prism.storm import Told, explored, in_words, rows, state_names, storm
from quidpro.lpts.lpts import LPTS


@dataclass(frozen=True)
class OpenAutomata:
    """The JSON text of a model with the automata of one component, and what is to be made of its parts."""

    name: str
    text: str
    actions: Mapping[str, str]
    """What the actions of the text are called in the system."""
    told: tuple[Told, ...]
    marks: tuple[str, ...]


def built(tell: Tell, components: Sequence[OpenAutomata]) -> list[LPTS | str]:
    """The LPTS of each component, or what is wrong with it."""
    storm()
    found: list[LPTS | str] = []
    for component in components:
        tell(component.name)
        try:
            found.append(_lpts(component))
        except Exception as error:
            found.append(in_words(error))
    return found


def _lpts(component: OpenAutomata) -> LPTS:
    description, _ = storm().parse_jani_model_from_string(component.text)
    description = description.substitute_constants()
    description.substitute_functions()
    model = explored(description)
    return LPTS.from_rows(
        model.nr_states,
        rows(model, component.actions),
        alphabet=component.actions.values(),
        initial=next(iter(model.initial_states)),
        name=component.name,
        state_names=state_names(model, component.told),
        marks={mark: frozenset(model.labeling.get_states(mark)) for mark in component.marks},
    )
