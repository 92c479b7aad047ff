"""``--trace-iterations`` for SMV models: every conjecture as a picture with predicates on its edges.

``rounds.tsv`` lists the rounds and grows while the work goes on; ``001.dot`` and ``001.svg`` are the assumption of
round 1, ``001.txt`` has its edges in full and the word that refuted it; ``index.html`` shows all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quidpro.cli.rounds_folder import RoundsFolder
from quidpro.core.events import Event
from quidpro.report.graphviz import drawn
from quidpro.report.html import MOST_DRAWN
from quidpro.report.page import answer, escape, page, picture, preformatted, section
from quidpro.report.smv_dot import to_dot
from quidpro.report.text import counted
from quidpro.symbolic.compositional import Conjecture
from quidpro.verdict.symbolic import SymbolicVerdict


class SmvRecorder:
    """A listener that writes each conjecture as it is judged."""

    def __init__(self, folder: Path) -> None:
        self.folder = RoundsFolder(folder, ("round", "run", "states", "edges", "outcome", "counterexample"))
        self.sections: list[str] = []

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if isinstance(event, Conjecture):
            self._record(event)

    def finish(self, verdicts: Sequence[SymbolicVerdict]) -> None:
        """Write the page that shows all rounds, and what came of them."""
        self.folder.finish(page("".join(map(_answer, verdicts)), "".join(self.sections)))

    def _record(self, event: Conjecture) -> None:
        number, assumption, dot = self.folder.next, event.assumption, to_dot(event.assumption)
        self.folder.write(f"{number}.dot", dot)
        self.folder.write(f"{number}.txt", _text(event))
        small = assumption.states <= MOST_DRAWN
        if small:
            self.folder.write(f"{number}.svg", drawn(dot))
        self.sections.append(_section(number, event, small))
        size = (assumption.states, len(assumption.edges))
        self.folder.add(event.run, *size, event.outcome, "; ".join(event.word or ()))


def _answer(verdict: SymbolicVerdict) -> str:
    cost = f"{verdict.method}, {counted(verdict.stats.iterations, 'conjecture')}, {verdict.stats.seconds:.2f} s"
    return answer(f"{verdict.system}, {verdict.property}", verdict.outcome, cost, verdict.reason)


def _section(number: str, event: Conjecture, small: bool) -> str:
    return section(
        number,
        counted(event.assumption.states, "state"),
        event.outcome,
        f"<p>{escape(event.run)}</p>" if event.run else "",
        picture(f"{number}.svg", f"the assumption of round {number}") if small else "",
        preformatted(_text(event)),
    )


def _text(event: Conjecture) -> str:
    assumption = event.assumption
    lines = [f"{assumption.states} states over {', '.join(assumption.variables) or 'nothing'}"]
    for edge in assumption.edges:
        target = "REJECT" if edge.target == assumption.rejecting else edge.target
        lines.append(f"{'REJECT' if edge.source == assumption.rejecting else edge.source} -> {target}: {edge.words}")
    if event.word is not None:
        lines += [f"{event.outcome}, because of:", *(f"  {letter}" for letter in event.word or ("the empty word",))]
    return "\n".join(lines) + "\n"
