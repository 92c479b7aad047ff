"""From the elements of a PNML text to a net; everything that is wrong is reported at once.

Pages are only pages: a net on several of them is one net, and a reference stands for what it refers to. Tokens and
weights are whole numbers. What changes the meaning of a net and is not understood is refused, never passed over:
coloured nets and other types, inhibitor, reset and read arcs written as types, capacities.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from quidpro.core.source import Source
from quidpro.frontend.pnml.elements import Element, read_elements
from quidpro.frontend.pnml.net import Net, Place, Transition
from quidpro.frontend.pnml.units import read_units
from quidpro.frontend.text.problems import ModelError, Problems, did_you_mean
from quidpro.lts.lts import TAU_NAME

MAX_TOKENS = 10**9
_COLOURED = re.compile(r"symmetric|highlevel|hlpn|colou?red|well-?formed", re.IGNORECASE)
_PLAIN = re.compile(r"ptnet|p/?t[ -]?net|core-?model", re.IGNORECASE)
_NODES = ("place", "transition")
_REFERENCES = {"referencePlace": "place", "referenceTransition": "transition"}
_NORMAL = ("", "normal")


def read_pnml(source: Source) -> Net:
    """The net of a text."""
    problems = Problems(source)
    net = None
    with problems.catch():
        element = _net_element(read_elements(source))
        net = _Reader(element, problems, PurePath(source.name).stem).read()
    problems.check()
    assert net is not None
    return net


def _net_element(root: Element) -> Element:
    nets = list(root.all("net"))
    if root.tag != "pnml" or not nets:
        hint = "a PNML file is <pnml> with a <net> in it"
        raise ModelError("this is not a PNML net", root.offset, len(root.tag) + 1, hint)
    if len(nets) > 1:
        hint = "put each into a file of its own"
        raise ModelError(f"the file has {len(nets)} nets, and a model is one", nets[1].offset, 4, hint)
    kind = nets[0].attributes.get("type", "")
    if _COLOURED.search(kind):
        hint = "unfold it into a place/transition net first"
        raise ModelError("coloured nets are not read: their tokens have values", nets[0].offset, 4, hint)
    if kind and not _PLAIN.search(kind):
        raise ModelError(f"nets of the type {kind!r} are not read", nets[0].offset, 4, "only place/transition nets are")
    return nets[0]


class _Reader:
    def __init__(self, net: Element, problems: Problems, stem: str) -> None:
        self._net = net
        self._problems = problems
        self._stem = stem
        self._found = list(_contents(net))
        self._nodes: dict[str, Element] = {}
        """Places, transitions and references by their ids."""

    def read(self) -> Net:
        for element in self._found:
            if element.tag in _NODES or element.tag in _REFERENCES:
                with self._problems.catch():
                    self._declare(element)
        places = [element for element in self._nodes.values() if element.tag == "place"]
        transitions = [element for element in self._nodes.values() if element.tag == "transition"]
        numbers = {self._id(element): number for number, element in enumerate(places)}
        named = dict(zip(map(self._id, transitions), self._transitions(transitions), strict=True))
        made = self._places(places)
        for element in self._found:
            if element.tag == "arc":
                with self._problems.catch():
                    self._connect(element, numbers, named)
        units = read_units(self._found, numbers, made, self._problems)
        name = _label(self._net) or self._stem
        taken = {place.name for place in made} | {unit.name for unit in units}
        while name in taken:
            name += "_net"
        return Net(name, made, tuple(named.values()), units)

    def _declare(self, element: Element) -> None:
        name = self._id(element)
        if not name:
            raise _fault(element, f"this {element.tag} has no id", 'give it one: id="…"')
        if name in self._nodes:
            first = self._problems.source.where(self._nodes[name].offset)
            raise _fault(element, f"the id {name!r} is taken: {first} has it", "ids are unique in a net")
        self._nodes[name] = element

    @staticmethod
    def _id(element: Element) -> str:
        return element.attributes.get("id", "").strip()

    def _places(self, elements: list[Element]) -> tuple[Place, ...]:
        return tuple(
            Place(name, self._initial(element), element.offset)
            for name, element in zip(_names(elements), elements, strict=True)
        )

    def _initial(self, element: Element) -> int:
        try:
            return _tokens(element)
        except ModelError as fault:
            self._problems.add(fault)
            return 0

    def _transitions(self, elements: list[Element]) -> Iterator[Transition]:
        for name, element in zip(_names(elements), elements, strict=True):
            yield Transition(name, {}, {}, element.offset)

    def _connect(self, arc: Element, places: dict[str, int], transitions: dict[str, Transition]) -> None:
        source, target = self._end(arc, "source"), self._end(arc, "target")
        kind = _kind_of_arc(arc)
        if kind.lower() not in _NORMAL:
            raise _fault(arc, f"arcs of the type {kind!r} are not read", "only those that take and put tokens are")
        inscription = arc.first("inscription")
        weight = 1 if inscription is None else _number(inscription, 1, "the weight of an arc is")
        if source in places and target in transitions:
            tokens, place = transitions[target].takes, places[source]
        elif source in transitions and target in places:
            tokens, place = transitions[source].puts, places[target]
        else:
            kinds = "places" if source in places else "transitions"
            raise _fault(arc, f"this arc joins two {kinds}", "an arc joins a place and a transition")
        tokens[place] = tokens.get(place, 0) + weight

    def _end(self, arc: Element, end: str) -> str:
        """The id of what an arc begins or ends at, references followed."""
        name = arc.attributes.get(end, "").strip()
        seen: list[str] = []
        while name not in seen:
            seen.append(name)
            found = self._nodes.get(name)
            if found is None:
                what = f"there is no place or transition {name!r}" if name else f"this arc has no {end}"
                raise _fault(arc, what, did_you_mean(name, self._nodes) if len(self._nodes) < 10_000 else "")
            if found.tag in _NODES:
                return name
            name = found.attributes.get("ref", "").strip()
        raise _fault(arc, f"the reference {name!r} leads back to itself", "a reference leads to a place or transition")


def _contents(net: Element) -> Iterator[Element]:
    """What is in a net, on whatever page, in the order of the text."""
    waiting = [net]
    while waiting:
        element = waiting.pop()
        if element is net or element.tag == "page":
            waiting.extend(reversed(element.children))
        else:
            yield element


def _tokens(place: Element) -> int:
    capacity, marking = place.first("capacity"), place.first("initialMarking")
    if capacity is not None and _number(capacity, 0, "a capacity is"):
        hint = "write it as a place of the room that is left"
        raise _fault(capacity, "capacities of places are not read", hint)
    return 0 if marking is None else _number(marking, 0, "the tokens of a place are")


def _kind_of_arc(arc: Element) -> str:
    """What the dialects call the type of an arc, as an attribute, as a value or as a text."""
    for element in arc.all("type", "arctype"):
        text = element.first("text")
        return element.attributes.get("value", "") or (element if text is None else text).text.strip()
    return arc.attributes.get("type", "")


def _label(element: Element) -> str:
    """The name that is written at an element, in one line."""
    name = element.first("name")
    text = None if name is None else name.first("text") or name.first("value")
    return "" if text is None else " ".join(text.text.split())


def _names(elements: Iterable[Element]) -> Iterator[str]:
    """A name for each: the one that is written at it where no other has the same, otherwise its id."""
    found = [(element.attributes["id"].strip(), _label(element)) for element in elements]
    often = Counter(label for _, label in found)
    ids = {name for name, _ in found}
    taken: set[str] = set()
    for name, label in found:
        good = label and often[label] == 1 and (label == name or label not in ids) and label != TAU_NAME
        chosen = label if good else name
        while chosen in taken or chosen == TAU_NAME:
            chosen += "'"
        taken.add(chosen)
        yield chosen


def _number(element: Element, least: int, what: str) -> int:
    """The number that is written at an element."""
    text = element.first("text") or element.first("value")
    written = (element if text is None else text).text.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", written) or not least <= int(written) <= MAX_TOKENS:
        hint = f"write a whole number from {least} to {MAX_TOKENS:,}"
        raise _fault(element, f"{what} a whole number, not {written[:40]!r}", hint)
    return int(written)


def _fault(element: Element, message: str, hint: str = "") -> ModelError:
    return ModelError(message, element.offset, len(element.tag) + 1, hint)
