"""The rounds of a search for an assumption, kept to look at: each with its conjecture, what failed, and the lesson."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, overload

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Event, QuestionsBegun
from quidpro.core.words import counted
from quidpro.report.watch import Watcher
from quidpro.run.registry import WORLDS, world_named
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import RoundView

MAX_KEPT = 200
"""So many rounds are kept, the first ones."""
_SECONDS = 30.0
"""For the pictures of all of them."""


class Watch(Sequence[RoundView]):
    """A listener for ``check(…, events=watch)``; afterwards the rounds, in their order. They are drawn when asked for.

    >>> import quidpro
    >>> from quidpro.notebook import Watch
    >>> model = quidpro.load("examples/channel/channel.lts")
    >>> watch = Watch(model)
    >>> results = quidpro.check(model, method="lstar", options={"candidates": False}, events=watch)
    >>> watch[-1].outcome
    'holds'
    """

    def __init__(self, model: Any) -> None:
        if getattr(model, "world", None) not in WORLDS:
            raise UsageError("Watch takes the model that is checked, as quidpro.load gives it")
        self._renderer = world_named(model.world).renderer
        self._asked = ""
        self._heard: list[tuple[Round, str]] = []
        self._views: list[RoundView] | None = None

    def __call__(self, event: Event) -> None:
        """Hear of an event."""
        if isinstance(event, QuestionsBegun):
            self._asked = ", ".join(event.names)
        elif isinstance(event, Round) and event.evidence is not None and len(self._heard) < MAX_KEPT:
            self._heard.append((event, self._asked))
            self._views = None

    @overload
    def __getitem__(self, index: int) -> RoundView: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[RoundView]: ...
    def __getitem__(self, index: int | slice) -> RoundView | Sequence[RoundView]:
        return self._drawn()[index]

    def __len__(self) -> int:
        return len(self._drawn())

    def __repr__(self) -> str:
        return f"Watch({counted(len(self._heard), 'round')})"

    def _drawn(self) -> list[RoundView]:
        if self._views is None:
            budget = Budget(_SECONDS, started=time.monotonic(), clock=time.monotonic)
            watcher = Watcher(self._renderer, budget)
            views = [watcher.view(event, asked) for event, asked in self._heard]
            self._views = [view for view in views if view is not None]
        return self._views
