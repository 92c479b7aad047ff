"""Methods side by side: a row for each run on a model, or on each value of a constant; and what they agree on.

Rows come from processes of their own (:mod:`quidpro.benchmarks.compare`), or from a job of the studio. A method may
have been asked less than another, so answers are compared question by question. Of a question that was answered by
both, a checked answer counts more than an unchecked one; where two that count the same differ, quidpro is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from quidpro.benchmarks.grid import Column, Grid, to_markdown, to_text
from quidpro.core import __version__
from quidpro.core.displayed import Displayed
from quidpro.core.parts import require
from quidpro.core.words import counted, printable
from quidpro.report.plot import Bar, Point, bars, lines
from quidpro.run.check import AnyResult
from quidpro.run.registry import AUTO
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.verdict.verdict import AnyVerdict, Outcome, decisive

if TYPE_CHECKING:
    import pandas

_Question = tuple[int | None, str | None, str]
"""A value of the constant, a property, a kind."""
_SHORT_SECONDS = 1.0
_DECIDED = ("holds", "violated")


@dataclass(frozen=True)
class Row:
    """A run of a method: what it answered to all that it was asked, and what that cost."""

    method: str
    outcome: Outcome | Literal["unfit"] = "unknown"
    """``unfit`` where the method does not apply."""
    seconds: float = 0.0
    states: int = 0
    rounds: int = 0
    assumption_states: int = 0
    """The most states that an assumption had."""
    megabytes: float = 0.0
    """The most memory of the process; 0 where the run had none of its own."""
    reason: str = ""
    """Why it is undecided or unfit, or has its answer from another method."""
    value: int | None = None
    """Of the constant that grows."""
    verdict: AnyVerdict | None = None
    """The one that decides."""
    verdicts: tuple[AnyVerdict, ...] = ()
    """Those on all questions that were asked."""

    @property
    def decided(self) -> bool:
        """Whether the method came to an answer."""
        return self.outcome in _DECIDED

    def figures(self) -> dict[str, Any]:
        """All but the verdicts, as plain data."""
        return {one.name: getattr(self, one.name) for one in fields(self) if not one.name.startswith("verdict")}


def row_of(method: str, value: int | None, results: Sequence[AnyResult], megabytes: float = 0.0) -> Row:
    """The row of a run with these results."""
    verdicts = [result.verdict for result in results]
    stats, worst = [verdict.stats for verdict in verdicts], verdicts[decisive(verdicts)]
    return Row(
        method,
        worst.outcome,
        sum(one.seconds for one in stats),
        max(one.states for one in stats),
        sum(one.iterations for one in stats),
        max(one.most_assumption_states for one in stats),
        megabytes,
        worst.reason if worst.outcome == "unknown" else _from_another(method, results),
        value,
        worst,
        tuple(result.verdict for result in results if not _is_unread(result)),
    )


def _from_another(method: str, results: Sequence[AnyResult]) -> str:
    """What is noted of answers that the method had from another one, such as that it does not see priority."""
    if method == AUTO:
        return ""
    notes = (
        note
        for result in results
        if result.problem is not None and result.verdict.method != method
        for note in result.verdict.notes
        if note not in result.problem.notes
    )
    return "; ".join(dict.fromkeys(notes))


def _is_unread(result: AnyResult) -> bool:
    """Whether a result stands for questions that a budget did not even let be asked."""
    return result.problem is None and result.verdict.notes == (WHAT_TO_TRY,)


def without_loading(run: Callable[[], Row]) -> Row:
    """A first run of a method; a short one is repeated, so that loading the method is not measured."""
    row = run()
    return run() if row.decided and row.seconds < _SHORT_SECONDS else row


Ask = Callable[[str, int | None, int], Row]
"""The row of a method for a value of the constant; and how many runs are left, this one included."""


def rows(methods: Sequence[str], values: Sequence[int | None], ask: Ask) -> Iterator[Row]:
    """All methods for a value, then for the next; one that came to no answer is not asked about those after it."""
    undecided: set[str] = set()
    runs = list(product(values, methods))
    for left, (value, method) in zip(range(len(runs), 0, -1), runs, strict=True):
        if method not in undecided:
            row = ask(method, value, left)
            if row.outcome == "unknown":
                undecided.add(method)
            yield row


def picture(found: Sequence[Row], constant: str | None) -> str:
    """The seconds as SVG for a page: a bar for each method, or a line over the values of the constant."""
    if constant is None:
        return bars([_bar(row) for row in found], "seconds for each method")
    series = [(method, [_point(row) for row in found if row.method == method]) for method in _methods(found)]
    return lines(series, f"seconds for each {constant}", constant)


def _methods(found: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row.method for row in found))


def _bar(row: Row) -> Bar:
    if row.outcome == "unfit":
        return Bar(row.method, 0.0, False, "does not apply")
    sizes = [counted(number, noun) for number, noun in ((row.states, "state"), (row.rounds, "round")) if number]
    return Bar(row.method, row.seconds, row.decided, ", ".join([row.outcome, *sizes]))


def _point(row: Row) -> Point:
    assert row.value is not None
    return Point(row.value, row.seconds, row.decided)


@dataclass(frozen=True, repr=False)
class Comparison(Displayed, Sequence[Row]):
    """Rows to look at, as text, Markdown, JSON, a frame or a picture; and what the methods agree on."""

    model: str
    """What was asked about, by name."""
    rows: tuple[Row, ...]
    constant: str | None = None
    """What grows from row to row, if anything does."""
    unfinished: str = ""
    """What ended the comparison early."""
    _outcomes: dict[_Question, tuple[Outcome, str]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_outcomes", {question: self._agree(question) for question in self._questions()})

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self.rows[index]

    @property
    def outcome(self) -> Outcome:
        """What the methods together have found out: of a question, whatever one of them decided; of all, the worst."""
        found = {outcome for outcome, _ in self._outcomes.values()}
        if self.contradictions or not found:
            return "unknown"
        return "violated" if "violated" in found else "unknown" if "unknown" in found or self.unfinished else "holds"

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Answers of which one must be wrong, a sentence each: bugs of quidpro."""
        return tuple(sentence for _, sentence in self._outcomes.values() if sentence)

    def _questions(self) -> dict[_Question, None]:
        asked = ((row.value, verdict.property, verdict.kind) for row in self.rows for verdict in row.verdicts)
        return dict.fromkeys(asked)

    def _agree(self, question: _Question) -> tuple[Outcome, str]:
        """The answer to a question; if there are two, a sentence about that."""
        value, *asked = question
        answers = [
            (row.method, verdict)
            for row in self.rows
            for verdict in row.verdicts
            if row.value == value and [verdict.property, verdict.kind] == asked and verdict.outcome in _DECIDED
        ]
        sure = any(verdict.certified for _, verdict in answers)
        by_outcome = {verdict.outcome: method for method, verdict in answers if verdict.certified == sure}
        if len(by_outcome) < 2:
            return next(iter(by_outcome), "unknown"), ""
        said = " and ".join(f"{method} answers {outcome!r}" for outcome, method in sorted(by_outcome.items()))
        name = _asked(question, self.constant)
        return (
            "unknown",
            f"{name}: {said}, {'both' if sure else 'neither'} certified; please report this bug of quidpro",
        )

    def _not_asked(self, row: Row) -> str:
        """What other methods were asked, and this one was not."""
        mine = {(verdict.property, verdict.kind) for verdict in row.verdicts}
        others = [q for q in self._outcomes if q[0] == row.value and q[1:] not in mine]
        return f"not asked: {', '.join(q[1] or q[2] for q in others)}" if others and mine else ""

    def to_text(self) -> str:
        """A table for a terminal, below what the methods agree on."""
        return "\n".join([*self._head(), "", *to_text(self.grid()), *self._foot()]) + "\n"

    def to_markdown(self) -> str:
        """The same as Markdown."""
        return "\n\n".join([*self._head(), "\n".join(to_markdown(self.grid())), *self._foot()]) + "\n"

    def _head(self) -> list[str]:
        wrong = [f"internal error: {sentence}" for sentence in self.contradictions]
        return [*map(printable, wrong), printable(f"{self.model}: {self.outcome}")]

    def _foot(self) -> list[str]:
        return ["", f"{self.unfinished}: the other runs are missing"] if self.unfinished else []

    def grid(self) -> Grid:
        """The cells of the table."""
        columns = [Column("method", number=False), *([Column(self.constant)] if self.constant else [])]
        columns += [Column("verdict", number=False), *map(Column, ("seconds", "states", "rounds", "|A|", "MB"))]
        return Grid(
            (*columns, Column("remarks", number=False)),
            tuple(tuple(map(printable, self._cells(row))) for row in self.rows),
        )

    def _cells(self, row: Row) -> tuple[str, ...]:
        counts = (row.states, row.rounds, row.assumption_states, row.megabytes)
        return (
            row.method,
            *([str(row.value)] if self.constant else []),
            row.outcome,
            "" if row.outcome == "unfit" else f"{row.seconds:.2f}",
            *(f"{number:,.0f}" if number else "" for number in counts),
            "; ".join(words for words in (row.reason, self._not_asked(row)) if words),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data: the rows, each with the answers to its questions."""
        return {
            "quidpro": __version__,
            "model": self.model,
            "outcome": self.outcome,
            "contradictions": list(self.contradictions),
            "constant": self.constant,
            "unfinished": self.unfinished,
            "rows": [
                {
                    **row.figures(),
                    "answers": [
                        {"property": one.property, "kind": one.kind, "outcome": one.outcome, "certified": one.certified}
                        for one in row.verdicts
                    ],
                }
                for row in self.rows
            ],
        }

    def to_frame(self) -> pandas.DataFrame:
        """A frame of pandas with a line for each row; the verdicts stay with the rows."""
        frame: pandas.DataFrame = require("pandas").DataFrame([row.figures() for row in self.rows])
        return frame

    def plot(self, path: str | Path) -> None:
        """Draw the seconds: a bar for each method, or a line over the values of the constant (.svg, .png or .pdf)."""
        from quidpro.benchmarks.plot import plot_rows, reject_unplottable

        reject_unplottable(Path(path))
        plot_rows(self, Path(path))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        texts = (f"{row.method}{'' if row.value is None else f' {row.value}'}: {row.outcome}" for row in self.rows)
        return f"Comparison({', '.join(texts)})"


def _asked(question: _Question, constant: str | None) -> str:
    value, name, kind = question
    return f"{name or kind}{'' if constant is None else f' for {constant} = {value}'}"
