"""The rounds of ``agar`` for probabilistic models: the assumptions, and the tree that refuted them."""

from __future__ import annotations

from quidpro.frontend.lpts_json import write_lpts_json
from quidpro.lpts.lpts import LPTS
from quidpro.report.folder import Folder, readable
from quidpro.report.probabilistic.formats import lpts_dot
from quidpro.verdict.probabilistic.evidence import OrderTried
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
    for i, lpts in enumerate(tried.assumptions, 1):
        _show(folder, f"A{i}", lpts)
    if tried.counterexample is not None:
        _show(folder, _TREE, tried.counterexample)
    sizes = " ".join(str(lpts.states) for lpts in tried.assumptions)
    nodes = "" if tried.counterexample is None else tried.counterexample.states
    folder.add(asked, ", ".join(tried.names), sizes, event.outcome, nodes, _source(tried))


def _show(folder: Folder, what: str, lpts: LPTS) -> None:
    """The LPTS as JSON, and its picture."""
    folder.once(what, lpts, lambda: _write(folder, f"{folder.next}.{what}", lpts.named(what)))


def _write(folder: Folder, name: str, lpts: LPTS) -> None:
    folder.write(f"{name}.json", write_lpts_json(lpts))
    if readable(lpts.states, lambda: lpts.transitions):
        folder.draw(name, lpts_dot(lpts, stops=lpts.name != _TREE))


def _source(tried: OrderTried) -> str:
    """What the assumptions are quotients of, or who gave them."""
    if tried.given:
        return "user"
    return "specification" if tried.inherited else "components"


def meaning(event: Round, tried: OrderTried) -> str:
    """What the tree of a round says of it."""
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
