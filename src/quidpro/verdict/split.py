"""The ``--split`` option: groups of components by name, sub-composite, glob, or ``rest``."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Protocol, TypeVar

from quidpro.core.errors import UsageError
from quidpro.core.words import closest, labelled, split_unquoted


class Part(Protocol):
    """What has a name, and a path of composites that it is inside of."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def path(self) -> tuple[str, ...]:
        """The composites around it, the outermost first."""


P = TypeVar("P", bound=Part)
Groups = tuple[tuple[str, ...], ...]
"""Names of parts, in groups."""
REST = "rest"
_COMMA = r",(?![^{}]*\})"
NAMED_SPLITS = ("auto", "balanced", "chain", "interface")


def parse_groups(text: str, processes: Sequence[Part]) -> Groups:
    """The groups of names that a text stands for; every part is in exactly one group."""
    wanted = named_groups(text, "A,B | C")
    owner: dict[str, int] = {}
    for number, group in enumerate(wanted):
        for name in group:
            if name != REST:
                _claim(name, number, processes, owner)
    if [REST] in wanted:
        number = wanted.index([REST])
        for component in processes:
            owner.setdefault(component.name, number)
    missing = [c.name for c in processes if c.name not in owner]
    if missing:
        raise UsageError(f"the split leaves out {', '.join(missing)}; name them, or add a group 'rest'")
    groups = tuple(tuple(c.name for c in processes if owner[c.name] == n) for n in range(len(wanted)))
    if () in groups:
        raise UsageError(f"the group {','.join(wanted[groups.index(())])!r} of the split is empty")
    return groups


def named_groups(text: str, example: str) -> list[list[str]]:
    """The names in each group of a text, as they are written; at most one group is ``rest``, and nothing else."""
    wanted = [_names(group) for group in split_unquoted(text, r"\|")]
    if any(not name for group in wanted for name in group):
        raise UsageError(f'the split {text!r} has an empty group or name; write it as "{example}"')
    if sum(group.count(REST) for group in wanted) > 1 or any(REST in g and len(g) > 1 for g in wanted):
        raise UsageError(f"in the split {text!r} only one group may be 'rest', and it stands alone")
    return wanted


def named_parts(text: str, processes: Sequence[P]) -> tuple[P, ...]:
    """The parts that a list like ``"A, c.*:CLIENT"`` stands for, in their order."""
    names = [name for name in _names(text) if name]
    if not names:
        raise UsageError("no component is named")
    wanted = {part.name for name in names for part in _parts_named(name, processes)}
    return tuple(part for part in processes if part.name in wanted)


def _names(text: str) -> list[str]:
    """What stands between commas; those inside braces belong to a name, as in ``{a,b}::LOCK``, or inside quotes."""
    return [name.strip() for name in split_unquoted(text, _COMMA)]


def _claim(name: str, number: int, processes: Sequence[Part], owner: dict[str, int]) -> None:
    """Give the components that a name stands for to a group; none may have two owners."""
    for member in _parts_named(name, processes):
        if owner.get(member.name, number) != number:
            raise UsageError(f"the split puts {member.name} into two groups")
        owner[member.name] = number


def _parts_named(name: str, processes: Sequence[Part]) -> list[Part]:
    members = [c for c in processes if matches(name, c)]
    if not members:
        names = [c.name for c in processes]
        near = f"*:{name}" if len(labelled(name, names)) > 1 else closest(name, names)
        hint = f"did you mean {near}?" if near else f"components: {', '.join(names)}"
        raise UsageError(f"{name!r} is no component ({hint})")
    return members


def matches(name: str, component: Part) -> bool:
    """Whether a word stands for a component: its name, a sub-composite (with or without its prefix), or a glob."""
    composites = {part for entry in component.path for part in (entry, entry.rsplit(":", 1)[-1])}
    return name == component.name or name in composites or fnmatchcase(component.name, name)
