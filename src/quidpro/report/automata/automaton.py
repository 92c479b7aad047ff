"""What is drawn of an automaton, whatever world it is from; and what a picture points at. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

StateKind = Literal["", "end", "stop", "error", "chance"]
"""``chance`` is the small dot at which a coin is tossed."""
EdgeKind = Literal["", "silent", "chance"]
Look = Literal["plain", "new", "path", "faint"]
ERROR_NUMBER = -1


@dataclass(frozen=True)
class State:
    """A state by its number (ERROR is -1), its name, and the words below it.

    ``key`` tells it from round to round; the number does where it is empty.
    """

    number: int
    name: str
    kind: StateKind = ""
    notes: tuple[str, ...] = ()
    key: str = ""

    @property
    def identity(self) -> str:
        """What it is known by from round to round."""
        return self.key or str(self.number)


@dataclass(frozen=True)
class Edge:
    """One transition between states, which are given by their positions in the list of states."""

    source: int
    target: int
    label: str
    transition: int
    """Its number among the transitions of what is drawn."""
    kind: EdgeKind = ""
    lines: tuple[str, ...] = ()
    """The label as it is laid out, where it takes several lines."""


@dataclass(frozen=True)
class Automaton:
    """States and transitions; ``initial`` is a position in the list of states."""

    name: str
    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    initial: int | None = 0
    caption: str = ""
    """What else is to be said of it, such as what is left out."""


@dataclass(frozen=True)
class Marks:
    """What to point at: states by number, transitions by number.

    A transition that is on the path is drawn as such, whether it is new or not.
    """

    states: frozenset[int] = frozenset()
    new_states: frozenset[int] = frozenset()
    path: frozenset[int] = frozenset()
    new: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    """Transitions that cannot occur: a page may hide them (class ``unreachable``)."""

    def look(self, transition: int) -> Look:
        """How a transition is drawn."""
        if transition in self.path:
            return "path"
        if transition in self.faint:
            return "faint"
        return "new" if transition in self.new else "plain"


NO_MARKS = Marks()
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Places:
    """Where the states of a picture are, by their identities, so that the next picture can leave them there."""

    points: Mapping[str, Point] = field(default_factory=dict)
    pitch: Point = (0.0, 0.0)
    """How far apart new states are placed."""
    box: Box | None = None
    """What the picture covered; the next one covers no less."""


@dataclass(frozen=True)
class Drawing:
    """An SVG in its natural size, and what stands below it. The SVG is empty where ``caption`` says why."""

    svg: str
    caption: str
    places: Places = field(default_factory=Places)
    possible: bool = True
    """False where nothing could be drawn here, however small."""
