"""``--trace-iterations``: every assumption that was tried, as files that can be looked at."""

from __future__ import annotations

from pathlib import Path

from quidpro.cli.output import write_file
from quidpro.core.errors import UsageError
from quidpro.core.events import Event, Listener
from quidpro.report.formats import render_lts
from quidpro.rules.rounds import Conjecture

_HEAD = "round\tlevel\trun\tstates\ttransitions\toutcome\tcounterexample\n"


class IterationRecorder:
    """A listener that writes ``001.aut``, ``001.svg`` and ``001.table.txt`` for each round, and ``rounds.tsv``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = [_HEAD]
        write_file(self.folder / "rounds.tsv", _HEAD)

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if not isinstance(event, Conjecture):
            return
        number = f"{len(self.lines):03}"
        for format in ("aut", "svg"):
            self._write(number, format, event)
        if event.table:
            write_file(self.folder / f"{number}.table.txt", event.table)
        self.lines.append(_line(number, event))
        write_file(self.folder / "rounds.tsv", "".join(self.lines))

    def _write(self, number: str, format: str, event: Conjecture) -> None:
        try:
            text = render_lts(event.assumption, format, event.assumption.name)
        except UsageError:
            return  # too large for a picture
        write_file(self.folder / f"{number}.{format}", text)


def _line(number: str, event: Conjecture) -> str:
    word = "" if event.counterexample is None else " ".join(event.counterexample) or "λ"
    lts = event.assumption
    return f"{number}\t{event.level}\t{event.run}\t{lts.states}\t{lts.transitions}\t{event.outcome}\t{word}\n"


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen
