"""``--trace-iterations`` for SMV models: every conjecture as a picture with predicates on its edges.

``rounds.tsv`` lists the rounds and grows while the work goes on; ``001.dot`` and ``001.svg`` are the assumption of
round 1, ``001.txt`` has its edges in full and the word that refuted it; ``index.html`` shows all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.cli.gallery import MOST_ARROWS, MOST_STATES, Gallery
from quidpro.cli.rounds_folder import RoundsFolder
from quidpro.core.events import Event
from quidpro.engines.symbolic.scv.compositional import Conjecture
from quidpro.report.page import MOST_LETTERS, Picture, Section, answer, escape, link, preformatted
from quidpro.report.symbolic.dot import to_dot
from quidpro.report.text import counted
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicVerdict


class SmvRecorder:
    """A listener that writes each conjecture as it is judged."""

    def __init__(self, gallery: Gallery) -> None:
        self.folder = RoundsFolder(gallery, ("round", "run", "states", "edges", "outcome", "counterexample"))

    def __call__(self, event: Event) -> None:
        """Write a conjecture; other events are not for this listener."""
        if isinstance(event, Conjecture):
            self._record(event)

    def finish(self, verdicts: Sequence[SymbolicVerdict]) -> None:
        """Draw the pictures, and write the page that shows all rounds, and what came of them."""
        self.folder.finish(map(_answer, verdicts))

    def _record(self, event: Conjecture) -> None:
        number, text, size = self.folder.next, _text(event), (event.assumption.states, len(event.assumption.edges))
        self.folder.write(f"{number}.txt", text)
        section = _section(number, event, text, self._picture(number, event.assumption))
        self.folder.add(section, event.run, *size, event.outcome, "; ".join(event.word or ()))

    def _picture(self, number: str, assumption: SymbolicAssumption) -> Picture | None:
        """A picture, unless it would be too large to be read; then DOT alone."""
        dot = to_dot(assumption)
        if assumption.states > MOST_STATES or len(assumption.edges) > MOST_ARROWS:
            self.folder.write(f"{number}.dot", dot)
            return None
        return self.folder.gallery.add(number, f"the assumption of round {number}", dot)


def _answer(verdict: SymbolicVerdict) -> str:
    cost = f"{verdict.method}, {counted(verdict.stats.iterations, 'conjecture')}, {verdict.stats.seconds:.2f} s"
    return answer(f"{verdict.system}, {verdict.property}", verdict.outcome, cost, verdict.reason)


def _section(number: str, event: Conjecture, text: str, picture: Picture | None) -> Section:
    return Section(
        number,
        counted(event.assumption.states, "state"),
        event.outcome,
        (
            f"<p>{escape(event.run)}</p>" if event.run else "",
            picture or f"<p>Too large to draw: {link(f'{number}.dot')}</p>",
            preformatted(text) if len(text) <= MOST_LETTERS else f"<p>Its edges: {link(f'{number}.txt')}</p>",
        ),
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
