"""Groups of components from and as a text for ``--split``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quidpro.core.errors import UsageError
from quidpro.core.words import closest
from quidpro.engines.explicit.shared.decomposition import chain, choose
from quidpro.lts.system import Component, System
from quidpro.verdict.split import NAMED_SPLITS, REST, Groups, matches, parse_groups

_SHORT = 56
"""A text with more letters than this calls its longest list ``rest``."""


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
    if len(" | ".join(texts)) > _SHORT and ", " in texts[longest] and len(texts) > 1:
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
    place = {c.name: i for i, c in enumerate(processes)}
    return ", ".join(sorted(chosen, key=lambda word: min(place[name] for name in words[word])))


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
