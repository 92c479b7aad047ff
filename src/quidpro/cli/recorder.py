"""``--trace-iterations``: the files of every round, a list that grows, pictures and a page at the end.

Pictures are DOT while the work goes on, and drawn when there is an answer and time left: a picture does not
count towards the cost of the answer, and only its name is kept in memory.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import append_line
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Listener, Phase, QuestionsBegun, Status
from quidpro.core.words import printable
from quidpro.core.writing import write_file
from quidpro.report.graphviz import drawn
from quidpro.report.page import Picture, Section, page
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import AnyVerdict

LIST = "rounds.tsv"
PAGE = "index.html"
_OURS = re.compile(r"\d{3,}(\.A\d+|\.tree)?\.(aut|dot|json|svg|txt|table\.txt)")
DRAWING_SECONDS = 60.0
PICTURE_SECONDS = 10.0


def seconds_left(timeout: float | None, started: float) -> float:
    """The time left for drawing, of work that began at ``started`` and may take ``timeout`` seconds in all."""
    left = DRAWING_SECONDS if timeout is None else timeout - (time.monotonic() - started)
    return max(0.0, min(DRAWING_SECONDS, left))


class Gallery:
    """The pictures of one run, within its limits of time and memory."""

    def __init__(self, folder: Path, timeout: float | None, memory: float | None) -> None:
        self.folder = folder
        self.missing: dict[str, str] = {}
        """The pictures that are not drawn, and why."""
        self._kept: set[str] = set()
        self._timeout, self._memory = timeout, memory
        self._started = time.monotonic()

    def add(self, name: str, alt: str, dot: str, *, keep: bool = False) -> Picture:
        """A picture to be drawn later; ``keep`` its DOT beside it."""
        self._kept |= {name} if keep else set()
        write_file(self._dot(name), dot)
        self.missing[name] = ""
        return Picture(name, alt)

    def draw(self) -> None:
        """Draw them in the time that is left; Ctrl-C ends the drawing, not the command."""
        try:
            with limited(seconds_left(self._timeout, self._started), self._memory) as budget, LiveLine() as live:
                budget.phase = "drawing the pictures"
                live(Phase(budget.phase))
                for number, name in enumerate(list(self.missing), 1):
                    live(Status(f"{number} of {number + len(self.missing) - 1}"))
                    self._draw(name, budget)
        except BudgetExceeded as ran_out:
            why = "no time was left to draw it" if ran_out.resource == "time" else str(ran_out)
            self.missing = {name: reason or why for name, reason in self.missing.items()}

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
        self._sections: list[Section] = []
        self._last: dict[str, tuple[object, str | Picture]] = {}
        if (self.folder / LIST).is_file():
            self._clear()
        write_file(self.folder / LIST, "\t".join(columns) + "\n")

    @property
    def next(self) -> str:
        """The number of the next round, which its files begin with."""
        return f"{len(self._sections) + 1:03}"

    def write(self, name: str, text: str) -> None:
        """A file of the next round."""
        write_file(self.folder / name, text)

    def draw(self, name: str, alt: str, dot: str, *, keep: bool = False) -> Picture:
        """A picture to be drawn when the work is over."""
        return self.gallery.add(name, alt, dot, keep=keep)

    def once(self, what: str, value: object, build: Callable[[], str | Picture]) -> str | Picture:
        """What ``build`` made of this value; it is called again only when the value changes."""
        if what not in self._last or self._last[what][0] != value:
            self._last[what] = value, build()
        return self._last[what][1]

    def add(self, section: Section, *fields: object) -> None:
        """The next round is complete: it goes on the page; its number and these fields make a line of the list."""
        append_line(self.folder / LIST, "\t".join(printable(str(field)) for field in (self.next, *fields)))
        self._sections.append(section)

    def finish(self, answers: Iterable[str]) -> None:
        """Draw the pictures, as far as there is time, and write the page with all rounds and what came of them."""
        self.gallery.draw()
        write_file(self.folder / PAGE, page(answers, self._sections, self.gallery.missing))

    def _clear(self) -> None:
        """Take away what an earlier run left here: its rounds are not those of this one."""
        for path in self.folder.iterdir():
            if path.name == PAGE or _OURS.fullmatch(path.name):
                path.unlink()


class Recorder:
    """A listener that writes each round as it ends, as the world of the model shows rounds."""

    def __init__(self, renderer: Renderer, gallery: Gallery) -> None:
        self._renderer = renderer
        self._folder = RoundsFolder(gallery, renderer.round_columns)
        self._questions = ""

    def __call__(self, event: Event) -> None:
        """Write a round; other events are not for this listener."""
        if isinstance(event, QuestionsBegun):
            self._questions = ", ".join(event.names)
        if isinstance(event, Round) and event.evidence is not None:
            self._renderer.record_round(self._folder, event, self._questions)

    def finish(self, verdicts: Sequence[AnyVerdict]) -> None:
        """Draw the pictures, and write the page that shows all rounds, and what came of them."""
        self.finish_with(map(self._renderer.came_of, verdicts))

    def finish_with(self, answers: Iterable[str]) -> None:
        """The same where what came of it is known in words, as HTML."""
        self._folder.finish(answers)


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen
