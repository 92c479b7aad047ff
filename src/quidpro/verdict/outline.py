"""What a model text defines, as an editor shows it: what can be asked, of which parts it is made, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.source import Diagnostic


@dataclass(frozen=True)
class Asked:
    """Something that can be asked: its name, its kind (``property``, ``invariant``, ``formula``) and what it says."""

    name: str
    kind: str
    text: str = ""


@dataclass(frozen=True)
class Part:
    """A process, module or instance; its size where that is known."""

    name: str
    kind: str
    states: int | None = None
    transitions: int | None = None
    words: str = ""
    """Its size in words, where it has no states of its own."""
    actions: int | None = None


@dataclass(frozen=True)
class Portrait:
    """A part or the whole, drawn: no picture where it is too large, and then ``caption`` says so."""

    svg: str
    caption: str
    states: int
    transitions: int


@dataclass(frozen=True)
class Outline:
    """What is defined; ``problems`` are all that was found in the text beyond its syntax."""

    systems: tuple[str, ...]
    default_system: str
    properties: tuple[Asked, ...]
    constants: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    problems: tuple[Diagnostic, ...] = ()
