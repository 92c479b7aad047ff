"""``--trace-iterations``: the files of every round, a list that grows, pictures at the end; the page is the report.

Pictures are DOT while the work goes on, and drawn when there is an answer and time left: a picture does not
count towards the cost of the answer, and only its name is kept in memory.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from quidpro.cli.limits import Limits, limited, seconds_left
from quidpro.cli.live import LiveLine
from quidpro.cli.output import append_line, make_folder
from quidpro.cli.report import KeptRounds, write_rounds
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Phase, QuestionsBegun, Status
from quidpro.core.words import counted, printable
from quidpro.core.writing import write_file
from quidpro.report.graphviz import drawn
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.rounds import Round

LIST = "rounds.tsv"
PAGE = "index.html"
_OURS = re.compile(r"\d{3,}(\.A\d+|\.tree)?\.(aut|dot|json|svg|txt|table\.txt)")
PICTURE_SECONDS = 10.0
_MAX_NAMED = 20


def reject_folder(folder: Path, named: Iterable[Path]) -> None:
    """Complain about a folder that cannot be written to, or where rounds would take the place of a file that is named.

    Nothing in it is touched: a command that is refused leaves the rounds of an earlier run as they are.
    """
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise UsageError(f"cannot write into {folder}: {there} is no folder that can be written to")
    for path in named:
        if any(_is_ours(place.name) and place.parent.resolve() == folder.resolve() for place in (path, path.resolve())):
            raise UsageError(
                f"cannot write into {folder}: {path} would be lost there, as a file of the rounds is called so; "
                "write them into another folder"
            )


def _is_ours(name: str) -> bool:
    """Whether a file of the rounds may be called so."""
    return name in (LIST, PAGE) or _OURS.fullmatch(name) is not None


class Gallery:
    """The pictures of one run, within its limits of time and memory."""

    def __init__(self, folder: Path, timeout: float | None, memory: float | None) -> None:
        self.folder = folder
        self.missing: dict[str, str] = {}
        """The pictures that are not drawn, and why."""
        self._kept: set[str] = set()
        self._timeout, self._memory = timeout, memory
        self._started = time.monotonic()

    @property
    def limits(self) -> Limits:
        """What is left of them."""
        return seconds_left(self._timeout, self._started), self._memory

    def add(self, name: str, dot: str, *, keep: bool = False) -> None:
        """A picture to be drawn later; ``keep`` its DOT beside it."""
        self._kept |= {name} if keep else set()
        write_file(self._dot(name), dot)
        self.missing[name] = ""

    def draw(self) -> None:
        """Draw them in the time that is left; Ctrl-C ends the drawing, not the command."""
        try:
            with limited(*self.limits) as budget, LiveLine() as live:
                budget.phase = "drawing the pictures"
                live(Phase(budget.phase))
                for number, name in enumerate(list(self.missing), 1):
                    live(Status(f"{number} of {number + len(self.missing) - 1}"))
                    self._draw(name, budget)
        except BudgetExceeded as ran_out:
            self.give_up("no time was left to draw it" if ran_out.resource == "time" else str(ran_out))

    def give_up(self, why: str) -> None:
        """Leave the rest undrawn."""
        self.missing = {name: reason or why for name, reason in self.missing.items()}

    def note(self) -> str:
        """Which pictures were not drawn, and why; nothing where all were."""
        if not self.missing:
            return ""
        named = list(self.missing.items())[:_MAX_NAMED]
        alike = ((why, [f"{name}.dot" for name, _ in same]) for why, same in groupby(named, itemgetter(1)))
        some = [f"{', '.join(files)} ({why})" for why, files in alike]
        more = [f"{len(self.missing) - len(named)} more"] if len(self.missing) > len(named) else []
        pictures = counted(len(self.missing), "picture")
        return f"{pictures} could not be drawn; the DOT files are there instead: {', '.join([*some, *more])}."

    def _draw(self, name: str, budget: Budget) -> None:
        budget.check()
        try:
            picture = drawn(self._dot(name).read_text(encoding="utf-8"), budget.within(PICTURE_SECONDS))
        except (UsageError, BudgetExceeded) as failed:
            budget.check()
            self.missing[name] = str(failed)
            return
        write_file(self.folder / f"{name}.svg", picture)
        del self.missing[name]
        if name not in self._kept:
            self._dot(name).unlink(missing_ok=True)

    def _dot(self, name: str) -> Path:
        return self.folder / f"{name}.dot"


class RoundsFolder:
    """Writes while the work goes on, so that a run that is ended leaves all that it tried."""

    def __init__(self, gallery: Gallery, columns: Sequence[str]) -> None:
        self.gallery, self.folder = gallery, gallery.folder
        self._rounds = 0
        self._last: dict[str, object] = {}
        make_folder(self.folder)
        if (self.folder / LIST).is_file():
            self._clear()
        write_file(self.folder / LIST, "\t".join(columns) + "\n")

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""
        return f"{self._rounds + 1:03}"

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""
        write_file(self.folder / name, text)

    def draw(self, name: str, dot: str, *, keep: bool = False) -> None:
        """A picture to be drawn when the work is over."""
        self.gallery.add(name, dot, keep=keep)

    def once(self, what: str, value: object, write: Callable[[], None]) -> None:
        """Write this value, unless it is the same as the last time."""
        if what not in self._last or self._last[what] != value:
            self._last[what] = value
            write()

    def add(self, *fields: object) -> None:
        """The next round is complete: its number and these fields make a line of the list."""
        append_line(self.folder / LIST, "\t".join(printable(str(field)) for field in (self.next, *fields)))
        self._rounds += 1

    def _clear(self) -> None:
        """Take away what an earlier run left here: its rounds are not those of this one."""
        for path in self.folder.iterdir():
            if _is_ours(path.name):
                path.unlink()


class Recorder:
    """A listener that writes each round as it ends, as the world of the model does; it keeps some for the page."""

    def __init__(self, renderer: Renderer, gallery: Gallery) -> None:
        self.page = gallery.folder / PAGE
        self.kept = KeptRounds()
        self._renderer, self._gallery = renderer, gallery
        self._questions = ""

    def __call__(self, event: Event) -> None:
        """Write a round; other events are not for this listener."""
        self.kept(event)
        if isinstance(event, QuestionsBegun):
            self._questions = ", ".join(event.names)
        if isinstance(event, Round) and event.evidence is not None:
            self._renderer.record_round(self._folder, event, self._questions)

    @cached_property
    def _folder(self) -> RoundsFolder:
        """Begun with the first round, or with an answer that took none, when nothing is refused any more."""
        return RoundsFolder(self._gallery, self._renderer.round_columns)

    def finish(self, *, interrupted: bool = False) -> str:
        """Draw the pictures, as far as there is time, and none after Ctrl-C; a note about those that were not."""
        gallery = self._folder.gallery
        gallery.give_up("interrupted") if interrupted else gallery.draw()
        return gallery.note()

    def finish_with(self, sentence: str) -> None:
        """The same where there is no verdict: the page has this sentence, and the rounds."""
        note = self.finish()
        write_rounds(self.page, sentence, self.kept, self._renderer, self._gallery.limits, note)
