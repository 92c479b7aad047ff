"""The rounds of a method that learns, as files: what was assumed, and the table it was made from."""

from __future__ import annotations

from itertools import pairwise

from quidpro.frontend.aut import write_aut
from quidpro.report.explicit.pictures import Marks, arrows, to_dot
from quidpro.report.folder import Folder, readable
from quidpro.report.paint import columns
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round

round_columns: tuple[str, ...] = (
    "round", "property", "level", "run", "assumption", "states", "transitions", "outcome", "counterexample",
    "alphabet", "added",
)  # fmt: skip


def record_round(folder: Folder, event: Round, asked: str) -> None:
    """``001.aut``, ``001.svg`` (``001.dot`` until it is drawn) and ``001.table.txt`` are the assumption of round 1, its
    picture, and the observation table it was made from, where the learner has one.
    """
    shown = event.evidence
    assert isinstance(shown, Conjecture)
    number, lts = folder.next, shown.assumption
    folder.write(f"{number}.aut", write_aut(lts))
    if shown.table:
        folder.write(f"{number}.table.txt", aligned(shown.table))
    word = "" if shown.counterexample is None else " ".join(shown.counterexample) or "λ"
    size = (lts.name, lts.states, lts.transitions)
    _draw(folder, number, shown)
    folder.add(asked, event.level, event.run, *size, event.outcome, word, len(lts.alphabet), " ".join(event.added))


def _draw(folder: Folder, number: str, shown: Conjecture) -> None:
    """A picture, unless it would be too large to be read."""
    lts = shown.assumption
    if readable(lts.states, lambda: len(arrows(lts))):
        folder.draw(number, to_dot(lts, Marks(shown.split, frozenset(pairwise(shown.path)))))


def aligned(table: str) -> str:
    """The text of an observation table (a line for each row, a tab between cells) in columns for the eye."""
    lines = columns([line.split("\t") for line in table.splitlines()])
    return "".join(f"{line}\n" for line in lines)
