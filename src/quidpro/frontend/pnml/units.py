"""Nested units of a net (NUPN): groups of places of which at most one is marked, as the file declares.

Hubert Garavel, "Nested-unit Petri nets" (JLAMP 2019). Only units of a net that is declared safe are used, and what is
declared is proved or checked before anything is said about the net: see :mod:`~quidpro.frontend.pnml.bounds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quidpro.frontend.pnml.elements import Element
from quidpro.frontend.pnml.net import Place, Unit
from quidpro.frontend.text.problems import ModelError, Problems


def read_units(
    found: Sequence[Element], numbers: Mapping[str, int], places: Sequence[Place], problems: Problems
) -> tuple[Unit, ...]:
    """The units of the first safe structure among the contents of a net; none where there is none."""
    for tool in found:
        structure = tool.first("structure") if tool.tag == "toolspecific" else None
        if structure is not None and structure.attributes.get("safe", "").strip().lower() == "true":
            with problems.catch():
                return _units(structure, numbers, places)
    return ()


def _units(structure: Element, numbers: Mapping[str, int], places: Sequence[Place]) -> tuple[Unit, ...]:
    elements = [element for element in structure.all("unit") if element.attributes.get("id", "").strip()]
    names = [element.attributes["id"].strip() for element in elements]
    if len(set(names)) < len(names):
        raise _fault(structure, "two units have the same id", "ids of units are unique in a net")
    above = _above(elements, names)
    owner: dict[int, str] = {}
    prefix = _prefix(names, places)
    return tuple(
        Unit(prefix + name, _places(element, name, numbers, places, owner), above.get(number), element.offset)
        for number, (name, element) in enumerate(zip(names, elements, strict=True))
    )


def _prefix(names: Sequence[str], places: Sequence[Place]) -> str:
    """What tells the names of units from those of places."""
    prefix, taken = "", {place.name for place in places}
    while any(prefix + name in taken for name in names):
        prefix += "unit_"
    return prefix


def _above(elements: Sequence[Element], names: Sequence[str]) -> dict[int, int]:
    """The unit around each unit; it helps to prove what is declared, and nothing rests on it."""
    numbers = {name: number for number, name in enumerate(names)}
    below = ((number, _words(element, "subunits")) for number, element in enumerate(elements))
    return {numbers[name]: number for number, inner in below for name in inner if name in numbers}


def _places(
    element: Element, name: str, numbers: Mapping[str, int], places: Sequence[Place], owner: dict[int, str]
) -> tuple[int, ...]:
    own = []
    for word in _words(element, "places"):
        if word not in numbers:
            raise _fault(element, f"the unit {name!r} has a place {word!r} that the net has not")
        place = numbers[word]
        if place in owner:
            raise _fault(element, f"the place {word!r} is in two units, {owner[place]!r} and {name!r}")
        owner[place] = name
        own.append(place)
    if sum(places[place].initial for place in own) > 1:
        hint = 'write safe="false" in the structure'
        raise _fault(element, f"the unit {name!r} has more than one token at first, in a net declared safe", hint)
    return tuple(own)


def _words(element: Element, tag: str) -> list[str]:
    return [word for child in element.all(tag) for word in child.text.split()]


def _fault(element: Element, message: str, hint: str = "") -> ModelError:
    return ModelError(message, element.offset, len(element.tag) + 1, hint)
