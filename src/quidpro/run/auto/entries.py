"""Who takes part in the race: methods over splits, the most promising first, each with its share of the time.

``monolithic`` is always there and keeps a worker to itself: what it can decide it decides soon, with a shortest
counterexample. ``minimise`` decided the larger instances of the case studies that ``monolithic`` could not, so it has
most of what is left; the rules that find assumptions share the rest, first over the best-ranked split. The weights are
chosen so that ``minimise``, when it takes up to half a minute, gives at most about a quarter of its worker to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from quidpro.engines.explicit.problem import Groups, Problem
from quidpro.engines.explicit.registry import METHODS
from quidpro.engines.explicit.shared.chains import by_composites, chain
from quidpro.engines.explicit.shared.decomposition import Decomposition, balanced, smallest_interface, two_way
from quidpro.engines.explicit.shared.splits import spelled
from quidpro.lts.system import System
from quidpro.verdict.types import Runner

ALWAYS = float("inf")
_SPLITS = 4
"""Over so many splits the rules are tried."""


@dataclass(frozen=True)
class Entry:
    """A method, its groups, and where its options differ from those that were asked for."""

    method: str
    weight: float
    split: Groups | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def problem(self, asked: Problem) -> Problem:
        """What the method is asked; the whole has been glanced at already."""
        return replace(asked, split=self.split, options={**asked.options, "glanced": True, **self.options})

    def runner(self, system: System) -> Runner:
        """The entry at the start of the race."""
        split = None if self.split is None else spelled(self.split, system)
        return Runner(self.method, split, {name: str(value) for name, value in self.options.items()})


def entries(problem: Problem) -> list[Entry]:
    """Everyone who takes part, the most promising first."""
    known = [entry for entry in _all(problem) if entry.method in METHODS]
    return [entry for entry in known if problem.kind in METHODS[entry.method].kinds]


def _all(problem: Problem) -> Iterator[Entry]:
    yield Entry("monolithic", ALWAYS)
    yield Entry("minimise", 32.0)
    for place, split in enumerate(splits(problem)):
        yield Entry("lstar", 4.0 / (1 + place), split)
        yield Entry("agar", 2.0 / (1 + place), split)
        if place == 0:
            yield Entry("circular", 1.0, split)
            yield Entry("agar", 1.0, split, {"alphabet": "refine"})


def splits(problem: Problem) -> list[Groups]:
    """The split that was asked for, or the most promising ones."""
    if problem.split is not None:
        return [problem.split]
    return list(islice(dict.fromkeys(_promising(problem.system)), _SPLITS))


def _promising(system: System) -> Iterator[Groups]:
    ranked: list[Decomposition] = two_way(system)
    if not ranked:
        return
    yield ranked[0].groups
    yield balanced(ranked).groups
    yield smallest_interface(ranked).groups
    own = by_composites(system)
    if own is not None:
        yield own.groups
    yield chain(system)
