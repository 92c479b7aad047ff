"""Rounds to look at, one after the other: what is new in each against the one before it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.words import printable
from quidpro.report.automata.easel import Easel
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import RoundView


class Watcher:
    """Makes views of the rounds of one check, in their order; it remembers where states were drawn, for each runner."""

    def __init__(self, renderer: Renderer, budget: Budget) -> None:
        self._renderer, self._budget = renderer, budget
        self._easels: dict[tuple[str, int], Easel] = {}

    def view(self, event: Round, asked: str) -> RoundView | None:
        """The round as it is shown; None where it has nothing to show."""
        if event.evidence is None:
            return None
        easel = self._easels.setdefault((event.runner, event.turn), Easel(self._budget))
        view = self._renderer.round_view(event, asked, easel)
        return None if view is None else replace(view, runner=printable(event.runner), turn=event.turn)


def view_json(view: RoundView) -> dict[str, Any]:
    """Its fields as they are."""
    return asdict(view)
