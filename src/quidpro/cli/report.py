"""``--report``: rounds are kept while the work goes on, the first and the last of many; all is drawn after the answer.

A report has a little time of its own even where the work has used up the limit, so that what is undecided can be shown.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quidpro.cli.limits import Limits, limited
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Phase, QuestionsBegun, Status
from quidpro.core.words import counted, printable
from quidpro.core.writing import write_file
from quidpro.report.racers import Whose, to_show
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.rounds import Round

if TYPE_CHECKING:
    from quidpro.report.document import Again, Rounds
    from quidpro.report.watch import Watcher
    from quidpro.run.check import Checked
    from quidpro.run.request import CheckRequest
    from quidpro.verdict.verdict import AnyVerdict
    from quidpro.verdict.watch import RoundView

SUFFIXES = (".html", ".htm")
FIRST, LAST = 12, 36
"""How many rounds are kept."""
LEAST_SECONDS = 5.0
"""To draw what stands in a report, whatever time is left."""
ROUNDS_SECONDS = 20.0
"""To draw the rounds, of what time there is."""
_NO_TIME = "There was no time left to draw it."


class KeptRounds:
    """A listener that keeps the first and the last rounds, with the questions that they belong to."""

    def __init__(self) -> None:
        self._asked = ""
        self._of: dict[tuple[str, int], _Some] = {}
        self._counts: Counter[Whose] = Counter()

    def __call__(self, event: Event) -> None:
        """Keep a round; other events are not for this listener."""
        if isinstance(event, QuestionsBegun):
            self._asked = ", ".join(event.names)
        if isinstance(event, Round) and event.evidence is not None:
            self._counts[_whose(event, self._asked)] += 1
            self._of.setdefault((event.runner, event.turn), _Some()).add(event, self._asked)

    def views(self, renderer: Renderer, budget: Budget, verdicts: Sequence[AnyVerdict] = ()) -> Rounds:
        """The rounds as they are shown, as far as there is time; where some are left out, a note says so.

        In a race they are those of the winners.
        """
        from quidpro.report.document import Rounds
        from quidpro.report.watch import Watcher

        watcher = Watcher(renderer, budget.within(ROUNDS_SECONDS))
        shown, note = to_show(self._counts, verdicts)
        found: list[RoundView] = []
        notes = [note]
        for some in self._of.values():
            mine = [(n, event, asked) for n, (event, asked) in enumerate(some.kept()) if _whose(event, asked) in shown]
            views = [(n, _viewed(watcher, event, asked)) for n, event, asked in mine]
            if some.gap and mine:
                notes.append(f"Of {some.seen:,} rounds the first {FIRST} and the last {LAST} are shown.")
                views = [(n, view) for n, view in views if n != FIRST]  # it tells what is new in the next one
            found += [view for _, view in views if view is not None]
        return Rounds(found, " ".join(filter(None, notes)))


class _Some:
    """The first and the last rounds of a runner."""

    def __init__(self) -> None:
        self.seen = 0
        self._first: list[tuple[Round, str]] = []
        self._last: deque[tuple[Round, str]] = deque(maxlen=LAST + 1)

    @property
    def gap(self) -> bool:
        """Whether some are left out."""
        return self.seen > FIRST + LAST

    def add(self, event: Round, asked: str) -> None:
        """One more round."""
        self.seen += 1
        (self._first if len(self._first) < FIRST else self._last).append((event, asked))

    def kept(self) -> list[tuple[Round, str]]:
        """The rounds, with what was asked; where some are left out, one before the last ones is there too."""
        return [*self._first, *self._last]


def _whose(event: Round, asked: str) -> Whose:
    return Whose(asked, printable(event.runner), event.turn)


def _viewed(watcher: Watcher, event: Round, asked: str) -> RoundView | None:
    try:
        return watcher.view(event, asked)
    except BudgetExceeded:
        return _undrawn(event, asked)


def _undrawn(event: Round, asked: str) -> RoundView:
    """A round for which there is no time: what was counted."""
    from quidpro.verdict.watch import ConjectureView, RoundView

    size = counted(event.assumption_states, "state")
    tried = ConjectureView("", event.assumption_states, 0, 0, "", _NO_TIME)
    told = event.number, asked, event.run, event.level, event.outcome, size, event.outcome, "", (tried,)
    return RoundView(*told, runner=printable(event.runner), turn=event.turn)


def reject_report(path: Path | None) -> None:
    """Complain about a file that is not called like a page."""
    if path is not None and path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot tell the format of {path} from its suffix (known: {' '.join(SUFFIXES)})")


def write_report(
    paths: Sequence[Path],
    request: CheckRequest,
    checked: Checked,
    rounds: KeptRounds | None,
    certificate: Path | None,
    limits: Limits,
    note: str = "",
) -> None:
    """Draw what there is time for, and write the page to these files; Ctrl-C ends the drawing, not the command."""
    from quidpro.cli.live import LiveLine
    from quidpro.report.document import Rounds, report_html

    seconds, memory = max(limits[0] or 0.0, LEAST_SECONDS), limits[1]
    renderer = request.world.renderer
    with limited(seconds, memory) as budget, LiveLine() as live:
        budget.phase = "drawing the report"
        live(Phase(budget.phase))
        live(Status("rounds"))
        verdicts = [result.verdict for result in checked.results]
        views = Rounds() if rounds is None else rounds.views(renderer, budget, verdicts)
        views = Rounds(views.views, " ".join(filter(None, (views.note, note))))
        text = report_html(
            checked,
            rounds=views,
            renderer=renderer,
            again=_again(request, certificate),
            constants=_constants(request),
            budget=budget,
        )
    for path in paths:
        write_file(path, text)


def write_rounds(path: Path, sentence: str, rounds: KeptRounds, renderer: Renderer, limits: Limits, note: str) -> None:
    """The page of rounds alone, where there is no verdict."""
    from quidpro.report.document import Rounds, rounds_html

    with limited(max(limits[0] or 0.0, LEAST_SECONDS), limits[1]) as budget:
        budget.phase = "drawing the report"
        views = rounds.views(renderer, budget)
    notes = " ".join(filter(None, (views.note, note)))
    write_file(path, rounds_html("Assumptions, round by round", [sentence], Rounds(views.views, notes)))


def _again(request: CheckRequest, certificate: Path | None) -> Again:
    """How the certificate is checked, with names relative to the folder of the model."""
    from quidpro.report.document import Again

    assert isinstance(request.model, Path)
    folder = request.model.parent
    return Again("" if certificate is None else _relative(certificate, folder), _options(request, folder))


def _options(request: CheckRequest, folder: Path) -> Sequence[str]:
    constants = _constants(request).items()
    options = [part for name, value in constants for part in ("--const", f"{name}={value}")]
    for option in ("spec", "props"):
        value = getattr(request.question, option, None)
        if isinstance(value, str | Path):
            options += [f"--{option}", _relative(Path(value), folder) if Path(value).exists() else str(value)]
    return options


def _constants(request: CheckRequest) -> dict[str, Any]:
    return dict(getattr(request.question, "const", None) or {})


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()
