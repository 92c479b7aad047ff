"""How far somebody in the race has come: what a worker tells, and how it is said in words."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from quidpro.core.budget import peak_megabytes
from quidpro.core.events import Event, Explored, Iteration, Phase
from quidpro.run.executors.protocol import Tell

_INTERVAL = 0.2
"""A worker tells no more often than this, in seconds."""


@dataclass(frozen=True)
class Reached:
    """The last things that a method said."""

    phase: str = ""
    states: int = 0
    rounds: int = 0
    assumption_states: int = 0
    megabytes: float = 0.0

    def after(self, event: Event) -> Reached:
        """With one more event."""
        if isinstance(event, Phase):
            return replace(self, phase=event.name)
        if isinstance(event, Explored):
            return replace(self, states=max(self.states, event.states))
        if isinstance(event, Iteration):
            return replace(self, rounds=event.number, assumption_states=event.assumption_states)
        return self

    def in_words(self) -> str:
        """``"round 12, 40 states"``: those of the assumption, or of what was composed last."""
        if self.rounds:
            return f"round {self.rounds:,}, {self.assumption_states:,} states"
        return f"{self.states:,} states" if self.states else self.phase or "starting"


class Teller:
    """A listener that tells how far things have come, now and then."""

    pictures = False

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._reached = Reached()
        self._told = 0.0

    def __call__(self, event: Event) -> None:
        """Take note of an event; tell when it is time to."""
        self._reached = self._reached.after(event)
        now = time.monotonic()
        if now - self._told >= _INTERVAL:
            self._told = now
            self._tell(replace(self._reached, megabytes=peak_megabytes()))
