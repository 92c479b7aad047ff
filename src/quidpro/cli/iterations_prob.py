"""``--trace-iterations`` for probabilistic models: the assumptions of every round, and the tree that refuted them.

``001.A1.json`` and ``001.A1.svg`` are the first assumption of round 1, ``001.tree.svg`` the counterexample to the
premise; ``rounds.tsv`` lists the rounds and grows while the work goes on, ``index.html`` shows all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.cli.gallery import MOST_ARROWS, MOST_STATES, Gallery
from quidpro.cli.rounds_folder import RoundsFolder
from quidpro.core.events import Event
from quidpro.engines.probabilistic.refined.rounds import Round
from quidpro.lpts.lpts import LPTS
from quidpro.report.page import Picture, Section, answer, escape, link
from quidpro.report.probabilistic.dot import lpts_dot
from quidpro.report.probabilistic.formats import render_lpts
from quidpro.report.text import counted
from quidpro.run.prob.check import Asked
from quidpro.run.prob.problem import ProbProblem
from quidpro.verdict.probabilistic.evidence import ProbVerdict

_TREE = "tree"
_MEANING = {
    "refined": "{first} with A1 does what this tree shows, and it is too much; what A1 stands for does not, so the "
    "assumptions are refined.",
    "violated": "{first} with A1 does what this tree shows, and so does what A1 stands for: a real violation.",
    "holds": "{first} with A1 is as it must be: that is the proof.",
}
_MEANING_INHERITED = {
    "refined": "{part} with A{number} does what this tree shows, and it is too much for {goal}, of which A{number} is "
    "a quotient; so A{number} is refined.",
    "given up": "{part} with A{number} does what this tree shows, and it is too much for {goal}, though not for what "
    "the others see of it: no proof comes of this.",
    "holds": "Every component with the assumption behind it is as it must be: that is the proof.",
}
"""Of assumptions from the specification."""


class ProbRecorder:
    """A listener that writes each round as it ends."""

    def __init__(self, gallery: Gallery) -> None:
        self.folder = RoundsFolder(gallery, ("round", "property", "order", "states", "outcome", "tree", "from"))
        self._problem: ProbProblem | None = None
        self._last: dict[str, tuple[LPTS, str | Picture]] = {}
        """What was written last of each, and what the page shows of it."""

    def __call__(self, event: Event) -> None:
        """Write a round; other events are not for this listener."""
        if isinstance(event, Asked):
            self._problem = event.problem
        if isinstance(event, Round) and self._problem is not None:
            self._record(event, self._problem)

    def finish(self, verdicts: Sequence[ProbVerdict]) -> None:
        """Draw the pictures, and write the page that shows all rounds, and what came of them."""
        self.folder.finish(map(_answer, verdicts))

    def _record(self, event: Round, problem: ProbProblem) -> None:
        number, names = self.folder.next, _names(event, problem)
        shown = [self._shown(number, f"A{i}", lpts) for i, lpts in enumerate(event.assumptions, 1)]
        if event.tree is not None:
            shown.append(self._shown(number, _TREE, event.tree))
        sizes = [lpts.states for lpts in event.assumptions]
        nodes = "" if event.tree is None else event.tree.states
        self.folder.add(
            _section(number, event, problem, shown),
            *(problem.asked, ", ".join(names), " ".join(map(str, sizes)), event.outcome, nodes, _source(event)),
        )

    def _shown(self, number: str, what: str, lpts: LPTS) -> str | Picture:
        """The LPTS as JSON, and its picture; what the page shows of it. What is as it was is not written again."""
        if what not in self._last or self._last[what][0] != lpts:
            self._last[what] = lpts, self._written(f"{number}.{what}", lpts.named(what))
        return self._last[what][1]

    def _written(self, name: str, lpts: LPTS) -> str | Picture:
        self.folder.write(f"{name}.json", render_lpts(lpts, "json"))
        if lpts.states > MOST_STATES or lpts.transitions > MOST_ARROWS:
            return f"<p>{lpts.name}: too large to draw: {link(f'{name}.json')}</p>"
        return self.folder.gallery.add(name, lpts.name, lpts_dot(lpts, stops=lpts.name != _TREE))


def _section(number: str, event: Round, problem: ProbProblem, shown: Sequence[str | Picture]) -> Section:
    names = _names(event, problem)
    about = f"{problem.asked}, the components in the order {', '.join(names)}, assumptions from the {_source(event)}"
    return Section(
        number,
        ", ".join(f"A{i} {counted(lpts.states, 'state')}" for i, lpts in enumerate(event.assumptions, 1)),
        event.outcome,
        (f"<p>{escape(about)}</p>", *shown, f"<p>{escape(_meaning(event, names))}</p>"),
    )


def _names(event: Round, problem: ProbProblem) -> list[str]:
    """The groups of components in the order in which the rule takes them."""
    groups = problem.groups or tuple((i,) for i in range(len(problem.components)))
    return [" | ".join(problem.names[i] for i in groups[number]) for number in event.order]


def _source(event: Round) -> str:
    """What the assumptions are quotients of."""
    return "specification" if event.inherited else "components"


def _meaning(event: Round, names: Sequence[str]) -> str:
    if not event.inherited:
        return _MEANING[event.outcome].format(first=names[0])
    goal = "the specification" if event.premise == 1 else f"A{event.premise - 1}"
    if event.outcome == "given up" and event.tree is None:
        return f"{names[-1]} does more than {goal} allows: no proof comes of this."
    return _MEANING_INHERITED[event.outcome].format(part=names[event.premise - 1], number=event.premise, goal=goal)


def _answer(verdict: ProbVerdict) -> str:
    cost = f"{verdict.method}, {counted(verdict.stats.refinements, 'refinement')}, {verdict.stats.seconds:.2f} s"
    return answer(f"{verdict.system}, {verdict.property}", verdict.outcome, cost, verdict.reason)
