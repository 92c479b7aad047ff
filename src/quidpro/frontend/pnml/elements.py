"""XML as a tree of what a net is made of, each element with its position in the text.

Read by expat, with nothing that can expand or reach outside: a document type with declarations of its own is refused
before any of them is used, and nothing external is ever loaded. Elements that say nothing about a net (graphics, data
of other tools) are passed over, so that a large drawing costs no memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source

MAX_ELEMENTS = 4_000_000
MAX_DEPTH = 100
_NODES = {"place", "transition", "arc", "referencePlace", "referenceTransition"}
_LABELS = {"name", "initialMarking", "inscription", "capacity", "type", "arctype", "text", "value"}
_UNITS = {"toolspecific", "structure", "unit", "places", "subunits"}
_KEPT = {"pnml", "net", "page", *_NODES, *_LABELS, *_UNITS}


@dataclass(eq=False)
class Element:
    """An element by its name without the name space; ``offset`` is where its tag begins."""

    tag: str
    attributes: dict[str, str]
    offset: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, *tags: str) -> Iterator[Element]:
        """The children with one of these names."""
        return (child for child in self.children if child.tag in tags)

    def first(self, tag: str) -> Element | None:
        """The first child of a name."""
        return next(self.all(tag), None)


def read_elements(source: Source) -> Element:
    """The root of a text; what is no XML, or no XML to be trusted, is an InputError."""
    return _Reader(source).read()


class _Refused(Exception):
    """Leaves the parser with a complaint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._root: Element | None = None
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._reached = (0, 0)
        """How far positions are known: a number of bytes, and of characters."""
        self._skipped = 0
        """How deep inside of an element that is passed over."""
        self._elements = 0
        self._data = source.text.encode("utf-8", "surrogatepass")
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._document_type
        self._parser.EntityDeclHandler = self._entity

    def read(self) -> Element:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            raise self._complaint(f"this is not XML: {expat.ErrorString(error.code)}", self._offset()) from None
        except _Refused as refusal:
            raise self._complaint(str(refusal), self._offset(), refusal.hint) from None
        assert self._root is not None
        return self._root

    def _complaint(self, message: str, offset: int, hint: str = "") -> InputError:
        return InputError([Diagnostic(message, self._source, offset, hint=hint)])

    def _offset(self) -> int:
        """Where the parser is, in characters."""
        before, characters = self._reached
        index = max(before, self._parser.CurrentByteIndex)
        self._reached = index, characters + len(self._data[before:index].decode("utf-8", "replace"))
        return self._reached[1]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if self._skipped or (self._open and tag not in _KEPT) or self._is_foreign(tag, attributes):
            self._skipped += 1
            return
        self._count()
        element = Element(tag, attributes, self._offset())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)
        self._texts.append([])

    def _is_foreign(self, tag: str, attributes: dict[str, str]) -> bool:
        return tag == "toolspecific" and attributes.get("tool") != "nupn"

    def _count(self) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise _Refused(f"the net has more than the {MAX_ELEMENTS:,} elements that can be read")
        if len(self._open) >= MAX_DEPTH:
            raise _Refused(f"elements are nested more than {MAX_DEPTH} deep", "put the pages beside each other")

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop().text = "".join(self._texts.pop())

    def _characters(self, text: str) -> None:
        if self._open and not self._skipped:
            self._texts[-1].append(text)

    def _document_type(self, name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            raise _Refused("a document type with declarations is not read", "take the <!DOCTYPE …> out of the file")

    def _entity(self, *declaration: object) -> None:
        raise _Refused("entities are not read", "take the <!ENTITY …> out of the file")
