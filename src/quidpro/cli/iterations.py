"""``--trace-iterations``: every assumption that was tried, as files that can be looked at.

``index.html`` shows the rounds in order; ``rounds.tsv`` is the same for a spreadsheet, and grows while the work goes
on. ``001.aut``, ``001.svg`` and ``001.table.txt`` are the assumption of round 1, its picture, and the observation table
it was made from, where the learner has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from quidpro.cli.rounds_folder import RoundsFolder
from quidpro.core.errors import UsageError
from quidpro.core.events import Event, Listener
from quidpro.report.dot import Marks
from quidpro.report.formats import render_lts
from quidpro.report.html import MOST_DRAWN
from quidpro.report.rounds import Entry, aligned, rounds_page
from quidpro.report.svg import to_svg
from quidpro.rules.rounds import Conjecture
from quidpro.run.check import Asked
from quidpro.verdict.types import Verdict

_COLUMNS = (
    "round", "property", "level", "run", "assumption", "states", "transitions", "outcome", "counterexample",
)  # fmt: skip


class IterationRecorder:
    """A listener that writes each conjecture as it is decided."""

    def __init__(self, folder: Path) -> None:
        self.folder = RoundsFolder(folder, _COLUMNS)
        self.entries: list[Entry] = []
        self._property: str | None = None

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if isinstance(event, Asked):
            self._property = event.problem.property
        if isinstance(event, Conjecture):
            self._record(event)

    def finish(self, verdicts: Sequence[Verdict]) -> None:
        """Write the page that shows all rounds, and what came of them."""
        self.folder.finish(rounds_page(self.entries, verdicts))

    def _record(self, event: Conjecture) -> None:
        number, lts = self.folder.next, event.assumption
        self.folder.write(f"{number}.aut", render_lts(lts, "aut", lts.name))
        if event.table:
            self.folder.write(f"{number}.table.txt", aligned(event.table))
        self.entries.append(Entry(number, self._property, event, self._draw(number, event)))
        word = "" if event.counterexample is None else " ".join(event.counterexample) or "λ"
        size = (lts.name, lts.states, lts.transitions)
        self.folder.add(self._property or "", event.level, event.run, *size, event.outcome, word)

    def _draw(self, number: str, event: Conjecture) -> bool:
        """A picture, unless it would be too large to be read."""
        lts = event.assumption
        if lts.states > MOST_DRAWN:
            return False
        try:
            picture = to_svg(lts, Marks(event.split, frozenset(pairwise(event.path))))
        except UsageError:
            return False
        self.folder.write(f"{number}.svg", picture)
        return True


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen
