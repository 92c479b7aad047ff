"""How far an attempt has come: what a worker reports, and how it is said in words."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from quidpro.core.budget import peak_megabytes
from quidpro.core.events import Chosen, Event, Explored, Image, Phase
from quidpro.run.executors.protocol import Tell
from quidpro.verdict.rounds import Round

_INTERVAL = 0.1
"""A worker reports no more often than this, in seconds."""


@dataclass(frozen=True)
class Progress:
    """The last things that an engine told."""

    phase: str = ""
    split: str = ""
    states: int = 0
    images: int = 0
    nodes: int = 0
    rounds: int = 0
    assumption_states: int = 0
    outcome: str = ""
    """Of the last round."""
    megabytes: float = 0.0

    def after(self, event: Event) -> Progress:
        """With one more event."""
        match event:
            case Phase(name):
                return replace(self, phase=name)
            case Chosen(split):
                return replace(self, split=split)
            case Explored():
                return replace(self, states=max(self.states, event.states))
            case Image():
                return replace(self, images=self.images + 1, nodes=max(self.nodes, event.table))
            case Round():
                rounds = max(self.rounds, event.number)
                return replace(self, rounds=rounds, assumption_states=event.assumption_states, outcome=event.outcome)
        return self

    def in_words(self) -> str:
        """``"round 12, 40 states"``, those of the assumption; ``"30 images, 20,000 nodes"``; ``"5,000 states"``."""
        if self.rounds:
            return f"round {self.rounds:,}, {self.assumption_states:,} states"
        if self.images:
            return f"{self.images:,} images, {self.nodes:,} nodes"
        return f"{self.states:,} states" if self.states else self.phase or "starting"


@dataclass(frozen=True)
class Report:
    """How far a worker is, and the event that it heard last."""

    progress: Progress
    event: Event


class ProgressReporter:
    """A listener in a worker: it reports now and then, and at once what must not be missed.

    With ``pictures`` every round is handed on whole, with all there is to look at.
    """

    def __init__(self, tell: Tell, pictures: bool) -> None:
        self.pictures = pictures
        self._tell = tell
        self._progress = Progress()
        self._reported = 0.0

    def __call__(self, event: Event) -> None:
        """Take note of an event; report when it is time to."""
        self._progress = self._progress.after(event)
        now = time.monotonic()
        if now - self._reported >= _INTERVAL or self._is_urgent(event):
            self._reported = now
            self._tell(Report(replace(self._progress, megabytes=peak_megabytes()), event))

    def forget(self) -> None:
        """What comes next is about another problem."""
        self._progress = Progress()

    def _is_urgent(self, event: Event) -> bool:
        seen = self.pictures and isinstance(event, Round) and event.evidence is not None
        return seen or isinstance(event, Phase | Chosen)
