"""The rounds of ``agar`` for probabilistic models: the assumptions, and the tree that refuted them."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.words import counted
from quidpro.frontend.lpts_json import write_lpts_json
from quidpro.lpts.lpts import LPTS
from quidpro.report.page import Folder, Picture, Section, answer, escape, link, readable
from quidpro.report.probabilistic.formats import lpts_dot
from quidpro.verdict.probabilistic.evidence import OrderTried, ProbVerdict
from quidpro.verdict.rounds import Round

round_columns: tuple[str, ...] = ("round", "property", "order", "states", "outcome", "tree", "from")
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
_MEANING_GIVEN = {
    "too weak": "{part} with A{number} does what this tree shows, and it is too much for {goal}; the components that "
    "A{number} is about cannot do it: A{number} is too weak.",
    "too strong": "The components that {goal} is about do what this tree shows, and {goal} does not allow it: {goal} "
    "is too strong.",
    "violated": "The components do what this tree shows: a real violation.",
    "holds": "Premise {number} holds.",
}
_MEANING_WHOLE = {
    "refined": "The abstraction does what this tree shows, and it is too much; the system does not, so the abstraction "
    "is refined.",
    "violated": "The abstraction does what this tree shows, and so does the system: a real violation.",
    "holds": "The abstraction is as it must be: that is the proof.",
}
"""Of one abstraction of the whole."""


def record_round(folder: Folder, event: Round, asked: str) -> None:
    """``001.A1.json`` and ``001.A1.svg`` are the first assumption of round 1, ``001.tree.svg`` what refuted it;
    what is as it was is not written again.
    """
    tried = event.evidence
    assert isinstance(tried, OrderTried)
    shown = [_show(folder, f"A{i}", lpts) for i, lpts in enumerate(tried.assumptions, 1)]
    if tried.counterexample is not None:
        shown.append(_show(folder, _TREE, tried.counterexample))
    sizes = " ".join(str(lpts.states) for lpts in tried.assumptions)
    nodes = "" if tried.counterexample is None else tried.counterexample.states
    section = _section(folder.next, event, tried, asked, shown)
    folder.add(section, asked, ", ".join(tried.names), sizes, event.outcome, nodes, _source(tried))


def _show(folder: Folder, what: str, lpts: LPTS) -> str | Picture:
    """The LPTS as JSON, and its picture; what the page shows of it."""
    return folder.once(what, lpts, lambda: _write(folder, f"{folder.next}.{what}", lpts.named(what)))


def _write(folder: Folder, name: str, lpts: LPTS) -> str | Picture:
    folder.write(f"{name}.json", write_lpts_json(lpts))
    if not readable(lpts.states, lambda: lpts.transitions):
        return f"<p>{lpts.name}: too large to draw: {link(f'{name}.json')}</p>"
    return folder.draw(name, lpts.name, lpts_dot(lpts, stops=lpts.name != _TREE))


def _section(number: str, event: Round, tried: OrderTried, asked: str, shown: Sequence[str | Picture]) -> Section:
    order = ", ".join(tried.names)
    about = f"{asked}, the components in the order {order}, assumptions from the {_source(tried)}"
    if not tried.names:
        about = f"{asked}, all components as one"
    return Section(
        number,
        ", ".join(f"A{i} {counted(lpts.states, 'state')}" for i, lpts in enumerate(tried.assumptions, 1)),
        event.outcome,
        (f"<p>{escape(about)}</p>", *shown, f"<p>{escape(_meaning(event, tried))}</p>"),
    )


def _source(tried: OrderTried) -> str:
    """What the assumptions are quotients of, or who gave them."""
    if tried.given:
        return "user"
    return "specification" if tried.inherited else "components"


def _meaning(event: Round, tried: OrderTried) -> str:
    names = tried.names
    if not names:
        return _MEANING_WHOLE[event.outcome]
    goal = "the specification" if event.premise == 1 else f"A{event.premise - 1}"
    if tried.given:
        return _MEANING_GIVEN[event.outcome].format(part=names[event.premise - 1], number=event.premise, goal=goal)
    if not tried.inherited:
        return _MEANING[event.outcome].format(first=names[0])
    if event.outcome == "given up" and tried.counterexample is None:
        return f"{names[-1]} does more than {goal} allows: no proof comes of this."
    return _MEANING_INHERITED[event.outcome].format(part=names[event.premise - 1], number=event.premise, goal=goal)


def came_of(verdict: ProbVerdict) -> str:
    """What came of it, and at what cost."""
    return answer(verdict, f"{verdict.method}, {counted(verdict.stats.iterations, 'refinement')}")
