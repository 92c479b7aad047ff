"""Going along a run that may leave things open: all states that it may have led to are kept in mind, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from quidpro.stepping.protocol import S, Step, Stepper

LOOP = "loop:"
"""The line before the steps that are repeated for ever."""
_REMARKS = ("# then ", "# the ", "# no ", "# it ")
"""How a comment begins that is not the name of a run."""
_MAX_STATES = 2_000
"""Where a run may mean several, at most so many states are kept in mind."""


def lines_of(trace: str | Iterable[str]) -> tuple[list[str], int]:
    """The steps of the first run in a text, and how many of them, the last ones, are repeated for ever."""
    found: list[str] = []
    looped = named = 0
    for line in trace.splitlines() if isinstance(trace, str) else trace:
        text = line.strip()
        if text.startswith("#") and not text.startswith(_REMARKS):
            named += 1
            if named > 1 or found:
                break
        elif text == LOOP:
            looped = len(found)
        elif text and not text.startswith("#"):
            found.append(text)
    return found, len(found) - looped if looped else 0


@dataclass(frozen=True)
class Taken(Generic[S]):
    """A step that was taken, and which of its outcomes."""

    step: Step[S]
    outcome: int

    @property
    def state(self) -> S:
        """Where it led."""
        return self.step.targets[self.outcome][1]


@dataclass(frozen=True)
class _Node(Generic[S]):
    """A state that a run may have led to, and how."""

    state: S | None
    before: _Node[S] | None = None
    taken: Taken[S] | None = None

    def way(self) -> list[Taken[S]]:
        """The steps that lead to it."""
        found: list[Taken[S]] = []
        node: _Node[S] | None = self
        while node is not None and node.taken is not None:
            found.append(node.taken)
            node = node.before
        return found[::-1]


class Following(Generic[S]):
    """A run that is followed from a state on."""

    def __init__(self, stepper: Stepper[S], start: S | None) -> None:
        self._stepper = stepper
        self._nodes: list[_Node[S]] = [_Node(start)]

    def advance(self, wanted: Any) -> bool:
        """Take a step, after silent ones if need be; whether that is possible."""
        found = self._after(self._nodes, wanted) or self._after(self._silently(), wanted)
        self._nodes = found or self._nodes
        return bool(found)

    def way(self) -> list[Taken[S]]:
        """The steps so far, of the first of the runs that it may be."""
        return self._nodes[0].way()

    def states(self) -> Sequence[S | None]:
        """Where it may be."""
        return [node.state for node in self._nodes]

    def _after(self, nodes: Iterable[_Node[S]], wanted: Any) -> list[_Node[S]]:
        found: dict[S | None, _Node[S]] = {}
        for node in nodes:
            for step in self._stepper.matching(node.state, wanted):
                for reached in self._reached(node, step, wanted):
                    found.setdefault(reached.state, reached)
                if len(found) >= _MAX_STATES:
                    return list(found.values())
        return list(found.values())

    def _silently(self) -> Iterator[_Node[S]]:
        """The states that silent steps lead to, the nearest first."""
        known = {node.state for node in self._nodes}
        queue = list(self._nodes)
        for node in queue:
            for step in self._stepper.silent(node.state):
                for reached in self._reached(node, step, None):
                    if reached.state not in known and len(known) < _MAX_STATES:
                        known.add(reached.state)
                        queue.append(reached)
                        yield reached

    def _reached(self, node: _Node[S], step: Step[S], wanted: Any) -> list[_Node[S]]:
        taken = [Taken(step, outcome) for outcome in self._stepper.outcomes(step, wanted)]
        return [_Node(one.state, node, one) for one in taken]
