"""``--trace-iterations``: every assumption that was tried, as files that can be looked at.

``index.html`` shows the rounds in order; ``rounds.tsv`` is the same for a spreadsheet, and grows while the work goes
on. ``001.aut``, ``001.svg`` (``001.dot`` until it is drawn) and ``001.table.txt`` are the assumption of round 1, its
picture, and the observation table it was made from, where the learner has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quidpro.cli.gallery import MOST_ARROWS, MOST_STATES, Gallery
from quidpro.cli.rounds_folder import RoundsFolder
from quidpro.core.events import Event, Listener
from quidpro.engines.explicit.shared.rounds import Conjecture
from quidpro.report.dot import Marks, arrows, to_dot
from quidpro.report.explicit.formats import render_lts
from quidpro.report.explicit.rounds import aligned, round_section, told
from quidpro.report.page import Picture
from quidpro.run.check import Asked
from quidpro.verdict.types import Verdict

_COLUMNS = (
    "round", "property", "level", "run", "assumption", "states", "transitions", "outcome", "counterexample",
)  # fmt: skip


class IterationRecorder:
    """A listener that writes each conjecture as it is decided."""

    def __init__(self, gallery: Gallery) -> None:
        self.folder = RoundsFolder(gallery, _COLUMNS)
        self._property: str | None = None

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if isinstance(event, Asked):
            self._property = event.problem.property
        if isinstance(event, Conjecture):
            self._record(event)

    def finish(self, verdicts: Sequence[Verdict]) -> None:
        """Draw the pictures, and write the page that shows all rounds, and what came of them."""
        self.folder.finish(map(told, verdicts))

    def _record(self, event: Conjecture) -> None:
        number, lts = self.folder.next, event.assumption
        self.folder.write(f"{number}.aut", render_lts(lts, "aut", lts.name))
        if event.table:
            self.folder.write(f"{number}.table.txt", aligned(event.table))
        word = "" if event.counterexample is None else " ".join(event.counterexample) or "λ"
        size = (lts.name, lts.states, lts.transitions)
        section = round_section(number, self._property, event, self._picture(number, event))
        self.folder.add(section, self._property or "", event.level, event.run, *size, event.outcome, word)

    def _picture(self, number: str, event: Conjecture) -> Picture | None:
        """A picture, unless it would be too large to be read."""
        lts = event.assumption
        if lts.states > MOST_STATES or len(arrows(lts)) > MOST_ARROWS:
            return None
        marks = Marks(event.split, frozenset(pairwise(event.path)))
        return self.folder.gallery.add(number, lts.name, to_dot(lts, marks))


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen
