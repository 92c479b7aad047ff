"""What a system is made of, and what its parts share: data to be drawn, the same in every world."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

PartKind = Literal["process", "property"]


@dataclass(frozen=True)
class Part:
    """A component, or a property that watches; ``size`` is what there is to say of it in a word or two."""

    name: str
    kind: PartKind = "process"
    size: str = ""
    group: int | None = None
    """The group of the split that it belongs to, where there is one."""


@dataclass(frozen=True)
class Link:
    """What some parts share; where it is ``directed``, the first has it and the others read it."""

    parts: tuple[int, ...]
    names: tuple[str, ...]
    directed: bool = False


@dataclass(frozen=True)
class Architecture:
    """The parts of a system; ``groups`` are what the groups of the split are called."""

    name: str
    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    groups: tuple[str, ...] = ()
    shares: str = "actions"
    """What it is that they share, in the plural."""

    @property
    def processes(self) -> tuple[Part, ...]:
        """The parts that do something."""
        return tuple(part for part in self.parts if part.kind == "process")

    def members(self, group: int) -> tuple[str, ...]:
        """The names of the parts of a group."""
        return tuple(part.name for part in self.parts if part.group == group)


def shared_names(alphabets: Sequence[Collection[str]]) -> tuple[Link, ...]:
    """What parts with these alphabets share: a link for every set of parts that have the same names in common."""
    holders: dict[str, list[int]] = {}
    for number, alphabet in enumerate(alphabets):
        for name in alphabet:
            holders.setdefault(name, []).append(number)
    links: dict[tuple[int, ...], list[str]] = {}
    for name in sorted(holders):
        if len(holders[name]) > 1:
            links.setdefault(tuple(holders[name]), []).append(name)
    return tuple(Link(parts, tuple(names)) for parts, names in sorted(links.items()))


def watched_by(property: int, alphabet: Collection[str], alphabets: Sequence[Collection[str]]) -> tuple[Link, ...]:
    """The links of a property to as few of the processes as have all its names; the others are left out."""
    left, links = set(alphabet), list[Link]()
    while left:
        best = max(range(len(alphabets)), key=lambda i: (len(left & set(alphabets[i])), -i), default=None)
        if best is None or not (common := left & set(alphabets[best])):
            break
        links.append(Link((property, best), tuple(sorted(common))))
        left -= common
    return tuple(links)
