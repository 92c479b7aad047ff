"""``--trace-iterations`` for SMV models: every conjecture as a picture with predicates on its edges.

``rounds.tsv`` lists the rounds and grows while the work goes on; ``001.dot`` and ``001.svg`` are the assumption of
round 1, ``001.txt`` has its edges in full and the word that refuted it; ``index.html`` shows all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from quidpro.cli.output import write_file
from quidpro.core.events import Event
from quidpro.report.smv_dot import to_dot
from quidpro.report.svg import drawn
from quidpro.symbolic.compositional import Conjecture
from quidpro.verdict.symbolic import SymbolicVerdict

LIST = "rounds.tsv"
PAGE = "index.html"
MOST_DRAWN = 60
_HEAD = "round\trun\tstates\tedges\toutcome\tcounterexample\n"
_OURS = re.compile(r"\d{3,}\.(dot|svg|txt)")
_STYLE = "body { font: 15px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; color: #222 } img { max-width: 100% }"


class SmvRecorder:
    """A listener that writes each conjecture as it is judged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rounds: list[Conjecture] = []
        if (folder / LIST).is_file():
            for path in folder.iterdir():
                if path.name == PAGE or _OURS.fullmatch(path.name):
                    path.unlink()
        self._list()

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if not isinstance(event, Conjecture):
            return
        self.rounds.append(event)
        number, dot = f"{len(self.rounds):03}", to_dot(event.assumption)
        write_file(self.folder / f"{number}.dot", dot)
        write_file(self.folder / f"{number}.txt", _text(event))
        if event.assumption.states <= MOST_DRAWN:
            write_file(self.folder / f"{number}.svg", drawn(dot))
        self._list()

    def finish(self, verdicts: Sequence[SymbolicVerdict]) -> None:
        """Write the page that shows all rounds, and what came of them."""
        parts = [f"<!DOCTYPE html><meta charset='utf-8'><title>quidpro: rounds</title><style>{_STYLE}</style>"]
        parts += [f"<p>{escape(v.outcome)}: {escape(v.property)} ({escape(v.method)})</p>" for v in verdicts]
        for number, event in enumerate(self.rounds, 1):
            parts.append(
                f"<h2>Round {number}{f' ({escape(event.run)})' if event.run else ''}: {escape(event.outcome)}</h2>"
            )
            if event.assumption.states <= MOST_DRAWN:
                parts.append(f'<p><img src="{number:03}.svg" alt="the assumption of round {number}"></p>')
            parts.append(f"<pre>{escape(_text(event))}</pre>")
        write_file(self.folder / PAGE, "\n".join(parts) + "\n")

    def _list(self) -> None:
        write_file(self.folder / LIST, _HEAD + "".join(_line(n, event) for n, event in enumerate(self.rounds, 1)))


def _line(number: int, event: Conjecture) -> str:
    assumption = event.assumption
    word = "; ".join(event.word or ())
    fields = (f"{number:03}", event.run, assumption.states, len(assumption.edges), event.outcome, word)
    return "\t".join(map(str, fields)) + "\n"


def _text(event: Conjecture) -> str:
    assumption = event.assumption
    lines = [f"{assumption.states} states over {', '.join(assumption.variables) or 'nothing'}"]
    for edge in assumption.edges:
        target = "REJECT" if edge.target == assumption.rejecting else edge.target
        lines.append(f"{'REJECT' if edge.source == assumption.rejecting else edge.source} -> {target}: {edge.words}")
    if event.word is not None:
        lines += [f"{event.outcome}, because of:", *(f"  {letter}" for letter in event.word or ("the empty word",))]
    return "\n".join(lines) + "\n"
