"""Ways to take a system apart, as texts for ``--split`` and back, with their sizes.

The sizes are those that AGAR's Table 2 gives of each split: |M1 ∥ P_err| and |M2|.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates, UsageError
from quidpro.core.events import Listener, ignore
from quidpro.core.words import closest
from quidpro.engines.explicit.questions import with_property
from quidpro.engines.explicit.shared.decomposition import (
    balanced,
    by_composites,
    chain,
    choose,
    n_way,
    smallest_interface,
    two_way,
)
from quidpro.frontend.model import Model
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.search import build
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.splits import MAX_STATES, Decomposition, Decompositions, Sized
from quidpro.verdict.split import NAMED_SPLITS, REST, Groups, matches, parse_groups

_MAX_LETTERS = 56
"""In a longer text the longest list is called ``rest``."""


def parse_split(text: str, system: System) -> Groups:
    """``"A,B | c.*:CLIENT | rest"`` as groups of component names; every process is in exactly one group.

    ``auto``, ``balanced`` and ``interface`` stand for the splits that ``quidpro decompose`` marks, ``chain`` for
    every process on its own.
    """
    word = text.strip()
    if not any(matches(word, c) for c in system.processes):
        if word in NAMED_SPLITS:
            return chain(system) if word == "chain" else choose(system, word)
        if meant := closest(word, NAMED_SPLITS):
            raise UsageError(f"there is no split {word!r} (did you mean {meant}?)")
    return parse_groups(text, system.processes)


def format_split(groups: Groups, system: System) -> str:
    """``"CLIENTS | SERVER"``; read back as ``--split`` it gives these groups."""
    texts = [_group(set(group), system.processes) for group in groups]
    longest = max(range(len(groups)), key=lambda i: len(texts[i]))
    if len(" | ".join(texts)) > _MAX_LETTERS and ", " in texts[longest] and len(texts) > 1:
        texts[longest] = REST
    return " | ".join(texts)


def _group(names: set[str], processes: Sequence[Component]) -> str:
    """Few words that stand for these components and no others, chosen greedily."""
    words = dict(_words(names, processes))
    left, chosen = set(names), []
    while left:
        word = max(words, key=lambda w: (len(words[w] & left), -len(w), w))
        left -= words[word]
        chosen.append(word)
    index_of = {c.name: i for i, c in enumerate(processes)}
    return ", ".join(sorted(chosen, key=lambda word: min(index_of[name] for name in words[word])))


def _words(names: set[str], processes: Sequence[Component]) -> Iterator[tuple[str, set[str]]]:
    """Words for some of the components and for no others, with what each stands for."""
    for component in processes:
        if component.name in names:
            yield component.name, {component.name}
            for word in _patterns(component):
                called = {c.name for c in processes if matches(word, c)}
                if called <= names:
                    yield word, called


def _patterns(component: Component) -> Iterator[str]:
    """The sub-composites of a component, and its name with less in it: no numbers, no set of prefixes, no prefix."""
    for entry in component.path:
        yield from (entry, entry.rsplit(":", 1)[-1])
    name = component.name
    yield re.sub(r"\d+", "*", name)
    yield re.sub(r"\{[^}]*\}", "*", name)
    yield f"*:{name.rsplit(':', 1)[-1]}"


_MAX_CHAINS = 3
"""This many of the best splits into more than two groups are listed, besides the model's own and the chain."""


def decompositions(
    model: Model,
    budget: Budget,
    events: Listener = ignore,
    *,
    system: str | None = None,
    property: str | None = None,
    limit: int = 10,
) -> Decompositions:
    """The best splits; those that ``--split`` has a word for are always among them."""
    whole = model.system(system or model.default_system(), budget)
    if property is not None:
        whole = with_property(property, whole, model, budget)
    found = two_way(whole)
    if not found:
        raise UsageError(f"{whole.name} has one process; there is nothing to take apart")
    marked = {"auto": found[0], "balanced": balanced(found), "interface": smallest_interface(found)}
    sizer = _Sizer(whole, budget, events)
    return Decompositions(
        system=whole.name,
        property=property or (whole.properties[0].name if len(whole.properties) == 1 else None),
        considered=len(found),
        splits=sizer.listed(found[:limit], marked),
        chains=sizer.listed(*_longer(whole, limit)),
    )


def _longer(system: System, limit: int) -> tuple[list[Decomposition], dict[str, Decomposition]]:
    """The best splits into more than two groups with the model's own, and the chain of all processes."""
    found = n_way(system)
    own = by_composites(system)
    best = found[: min(limit, _MAX_CHAINS)] + ([own] if own else [])
    every = next((d for d in found if d.groups == chain(system)), None)
    return best, {"chain": every} if every else {}


class _Sizer:
    """Counts the states of groups, each group once."""

    def __init__(self, system: System, budget: Budget, events: Listener) -> None:
        self.system = system
        self.budget = budget
        self.events = events
        self.parts = {c.name: c.lts for c in system.processes}
        self.goal = [c.lts for c in system.properties]
        self.known: dict[tuple[str, ...], int | None] = {}

    def listed(self, best: Sequence[Decomposition], marked: dict[str, Decomposition]) -> tuple[Sized, ...]:
        """The best splits and the marked ones, in order."""
        unique = dict.fromkeys([*best, *marked.values()])
        return tuple(self._measure(split, marked) for split in sorted(unique, key=lambda split: split.score))

    def _measure(self, split: Decomposition, marked: dict[str, Decomposition]) -> Sized:
        first, *others = split.groups
        sizes = [self._rest(group) for group in others]
        return Sized(
            split=split,
            text=format_split(split.groups, self.system),
            first_states=self._states([*(self.parts[name] for name in first), *self.goal]),
            rest_states=None if None in sizes else max(size for size in sizes if size is not None),
            marks=tuple(mark for mark, chosen in marked.items() if chosen == split),
        )

    def _rest(self, group: tuple[str, ...]) -> int | None:
        if group not in self.known:
            self.known[group] = self._states([self.parts[name] for name in group])
        return self.known[group]

    def _states(self, components: Sequence[LTS]) -> int | None:
        """The states of one group; the error state is not one of them, as in the tables of the papers."""
        try:
            whole = build(Product(components), self.budget, self.events, max_states=MAX_STATES)
        except TooManyStates:
            return None
        return whole.states
