"""Which modules stand alone, and which are taken together as one component.

A module that uses a variable of another one, or a global variable that another one writes, cannot be reasoned about
alone: it is refused, or, where that is asked for, such modules become one component with the states that they have
together. So does a module that would lead a variable out of its bounds, with those whose guards prevent it. Modules
that a condition of a formula compares with each other (``s1=s2``) are one component for that formula in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.prism.outline import ModuleText, Outline, action_of, mentions
from quidpro.frontend.prism.tokens import Token, Tokens

_MAX_NAMED = 6
_MAX_JOINED = 4
TELL_BY_ACTIONS = "let them tell each other by actions only"


def or_together(remedy: str, what: str = "modules") -> str:
    """What to do about modules that cannot be taken apart."""
    return f"{remedy}, or take such {what} as one component: --together (in Python together=True)"


@dataclass(frozen=True)
class Bond:
    """Why modules cannot be taken apart: one of them, or a condition, uses a variable that it shares with others."""

    modules: tuple[str, ...]
    why: str
    at: Token | None
    remedy: str = TELL_BY_ACTIONS


@dataclass(frozen=True)
class Group:
    """The modules of one component, in the order of the file."""

    modules: tuple[ModuleText, ...]
    bonds: tuple[Bond, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Of the modules."""
        return tuple(module.name.text for module in self.modules)

    @property
    def name(self) -> str:
        """What the component is called."""
        return joint_name(self.names)

    def note(self, source: Source) -> Diagnostic | None:
        """That modules were taken together, and why."""
        if len(self.modules) == 1:
            return None
        first = next((bond for bond in self.bonds if bond.at is not None), self.bonds[0])
        message = f"{list_names(self.names)} are taken together as one component: {first.why}"
        if first.at is None:
            return Diagnostic(message, severity="note")
        hint = f"to have them reasoned about by their parts, {first.remedy}"
        return Diagnostic(message, source, first.at.offset, len(first.at.text), hint, "note")


def joint_name(names: Sequence[str]) -> str:
    """The name of a component that is made of several: ``A+B``, of many ``A+…+Z``."""
    return "+".join(names) if len(names) <= _MAX_JOINED else f"{names[0]}+…+{names[-1]}"


def list_names(names: Sequence[str]) -> str:
    """``A, B and C``; of many the first ones."""
    if len(names) > _MAX_NAMED:
        return f"{', '.join(names[: _MAX_NAMED - 1])} and {len(names) - _MAX_NAMED + 1} more modules"
    return f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass
class Sets:
    """Names that are in one set with others."""

    of: dict[str, str] = field(default_factory=dict)

    def find(self, name: str) -> str:
        """The name that stands for the set of this one."""
        while self.of.get(name, name) != name:
            name = self.of[name]
        return name

    def join(self, names: Sequence[str]) -> None:
        """Put names into one set."""
        for name in names[1:]:
            self.of[self.find(name)] = self.find(names[0])


def groups(outline: Outline, conditions: Sequence[Tokens] = (), found: Sequence[Bond] = ()) -> list[Group]:
    """The modules, each alone or with those that it cannot be taken apart from; some bonds are found by trying."""
    bonds = [*uses(outline), *(bond for words in conditions if (bond := _comparison(outline, words))), *found]
    sets = Sets()
    for bond in bonds:
        sets.join(bond.modules)
    roots = dict.fromkeys(sets.find(name) for name in outline.modules)
    return [
        Group(
            tuple(module for name, module in outline.modules.items() if sets.find(name) == root),
            tuple(bond for bond in bonds if sets.find(bond.modules[0]) == root),
        )
        for root in roots
    ]


def uses(outline: Outline) -> Iterator[Bond]:
    """Modules that use what others write."""
    owner, writers = outline.owner(), outline.writers()
    for module in outline.modules.values():
        own = module.name.text
        reported: set[str] = set()
        for token in module.reads():
            name = token.text
            others = sorted({owner[name]} if name in owner else writers.get(name, ()))
            others = [other for other in others if other != own]
            if name not in reported and others:
                reported.add(name)
                of = f"a variable of {others[0]}" if name in owner else f"a global variable that {others[0]} writes"
                yield Bond((own, *others), f"{own} uses {name}, {of}", token)


def relief(outline: Outline, group: Group, command: Tokens, wrong: str) -> Bond | None:
    """The modules that take part in a command, and may prevent what is wrong with it otherwise."""
    action = action_of(command)
    others = [
        name
        for name, module in outline.modules.items()
        if name not in group.names and action and action in module.alphabet
    ]
    remedy = "give the command a guard of its own that prevents it"
    return Bond((*group.names, *others), f"alone, {wrong}", command[0], remedy) if others else None


def _comparison(outline: Outline, words: Tokens) -> Bond | None:
    """The modules that a condition speaks of."""
    owner, writers = outline.owner(), outline.writers()
    mentioned = mentions(words, {**owner, **writers})
    modules = {module for name in mentioned for module in ({owner[name]} if name in owner else writers[name])}
    ordered = tuple(name for name in outline.modules if name in modules)
    return Bond(ordered, "the formula compares their variables", None) if len(ordered) > 1 else None
