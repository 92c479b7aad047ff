"""Random changes of a JSON document: what a liar with patience, or a broken disk, makes of a certificate."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

Path = tuple[Any, ...]
STRANGE = [0, 1, -1, 2, 10**30, True, False, None, "", "tau", "ERROR", [], {}, [[]], 0.5, "1/2", "0", "1", "0/1"]


def mutated(rng: Random, document: Any, times: int) -> Any:
    """A copy with so many changes in random places."""
    changed = copy.deepcopy(document)
    for _ in range(times):
        _change(rng, changed)
    return changed


def _change(rng: Random, document: Any) -> None:
    paths = list(_paths(document))
    if not paths:
        return
    path = rng.choice(paths)
    place = _at(document, path[:-1])
    kind = rng.random()
    if kind < 0.5:
        place[path[-1]] = _similar(rng, document, paths, place[path[-1]])
    elif kind < 0.6:
        place[path[-1]] = copy.deepcopy(rng.choice(STRANGE))
    elif kind < 0.75:
        del place[path[-1]]
    elif isinstance(place, list):
        _rearrange(rng, place, path[-1])


def _rearrange(rng: Random, place: list[Any], at: int) -> None:
    kind = rng.random()
    if kind < 0.3:
        place.insert(rng.randint(0, len(place)), copy.deepcopy(place[at]))
    elif kind < 0.6:
        other = rng.randrange(len(place))
        place[at], place[other] = place[other], place[at]
    elif kind < 0.8:
        rng.shuffle(place)
    else:
        del place[rng.randint(0, at) :]


def _similar(rng: Random, document: Any, paths: list[Path], value: Any) -> Any:
    """A number near by, or something of the same type from elsewhere in the document."""
    if type(value) is int and rng.random() < 0.7:
        return value + rng.choice([-1, 1])
    alike = [
        found for path in rng.sample(paths, min(60, len(paths))) if type(found := _at(document, path)) is type(value)
    ]
    return copy.deepcopy(rng.choice(alike)) if alike else value


def _paths(value: Any, path: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from _paths(inner, (*path, key))


def _at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document
