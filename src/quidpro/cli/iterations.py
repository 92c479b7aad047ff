"""``--trace-iterations``: every assumption that was tried, as files that can be looked at.

``index.html`` shows the rounds in order; ``rounds.tsv`` is the same for a spreadsheet, and grows while the work goes
on. ``001.aut``, ``001.svg`` and ``001.table.txt`` are the assumption of round 1, its picture, and the observation table
it was made from, where the learner has one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from quidpro.cli.output import write_file
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

LIST = "rounds.tsv"
PAGE = "index.html"

_HEAD = "round\tproperty\tlevel\trun\tassumption\tstates\ttransitions\toutcome\tcounterexample\n"
_OURS = re.compile(r"\d{3,}\.(aut|svg|table\.txt)")


class IterationRecorder:
    """A listener that writes each conjecture as it is decided."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries: list[Entry] = []
        self._property: str | None = None
        self._clear()
        self._list()

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if isinstance(event, Asked):
            self._property = event.problem.property
        if isinstance(event, Conjecture):
            self._record(event)

    def finish(self, verdicts: Sequence[Verdict]) -> None:
        """Write the page that shows all rounds, and what came of them."""
        write_file(self.folder / PAGE, rounds_page(self.entries, verdicts))

    def _clear(self) -> None:
        """Take away what an earlier run left here: its rounds are not those of this one."""
        if (self.folder / LIST).is_file():
            for path in self.folder.iterdir():
                if path.name == PAGE or _OURS.fullmatch(path.name):
                    path.unlink()

    def _record(self, event: Conjecture) -> None:
        number = f"{len(self.entries) + 1:03}"
        lts = event.assumption
        write_file(self.folder / f"{number}.aut", render_lts(lts, "aut", lts.name))
        if event.table:
            write_file(self.folder / f"{number}.table.txt", aligned(event.table))
        self.entries.append(Entry(number, self._property, event, self._draw(number, event)))
        self._list()

    def _draw(self, number: str, event: Conjecture) -> bool:
        """A picture, unless it would be too large to be read."""
        lts = event.assumption
        if lts.states > MOST_DRAWN:
            return False
        try:
            picture = to_svg(lts, Marks(event.split, frozenset(pairwise(event.path))))
        except UsageError:
            return False
        write_file(self.folder / f"{number}.svg", picture)
        return True

    def _list(self) -> None:
        write_file(self.folder / LIST, _HEAD + "".join(_line(entry) for entry in self.entries))


def _line(entry: Entry) -> str:
    event, lts = entry.conjecture, entry.conjecture.assumption
    word = "" if event.counterexample is None else " ".join(event.counterexample) or "λ"
    fields = (
        entry.number,
        entry.property or "",
        event.level,
        event.run,
        lts.name,
        lts.states,
        lts.transitions,
        event.outcome,
        word,
    )
    return "\t".join(map(str, fields)) + "\n"


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen
