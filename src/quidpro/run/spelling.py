"""Groups of components as a text for ``--split``, as short as sub-composites, globs and ``rest`` allow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quidpro.lts.system import Component, System
from quidpro.rules.problem import Groups
from quidpro.run.split import REST, matches

_SHORT = 56
"""A text with more letters than this calls its longest list ``rest``."""


def spelled(groups: Groups, system: System) -> str:
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
