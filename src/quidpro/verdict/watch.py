"""A round to look at: what was conjectured, what is new in it, which premise failed, and what that taught.

Pictures are SVG for a page: coloured by its variables, with nothing from outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.core.displayed import Displayed


@dataclass(frozen=True)
class ConjectureView:
    """An assumption as it was tried: drawn if it can be read, with what every state allows said in the caption."""

    name: str
    states: int
    transitions: int
    new_states: int
    """How many of them the conjecture of the round before did not have."""
    svg: str
    """Empty where it is too large; then ``caption`` says so."""
    caption: str = ""
    about: tuple[str, ...] = ()
    """The components that it speaks of."""


@dataclass(frozen=True)
class TableView:
    """What the learner knows: an observation table, or the words of a tree, row by row."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class PremiseView:
    """A premise of the rule in this round; no sizes where it was not asked or not measured."""

    number: int
    text: str
    """``⟨A⟩ M1 ⟨P⟩``"""
    outcome: str
    """``holds``, ``fails`` or ``not asked``"""
    states: int = 0
    transitions: int = 0


@dataclass(frozen=True)
class RoundView(Displayed):
    """One round of a method that works in rounds."""

    number: int
    asked: str
    """The question that it belongs to."""
    run: str
    level: int
    outcome: str
    title: str
    """``A4: 6 states, 24 transitions``"""
    verdict: str
    """What the teacher answered, in a few words: ``too weak: it must forbid more``"""
    lesson: str
    """What was learned, in a sentence or two."""
    conjectures: tuple[ConjectureView, ...]
    word: tuple[str, ...] = ()
    """The counterexample of the round, letter by letter."""
    word_caption: str = ""
    """What the word is: ``allowed by the assumption, an error of MUTEX``"""
    premises: tuple[PremiseView, ...] = ()
    table: TableView | None = None
    picture: str = ""
    """A counterexample that is no word (a tree), as SVG."""
    alphabet: tuple[str, ...] = ()
    runner: str = ""
    """Whose round it is, of several in a race: ``lstar, split CLIENTS | SERVER``; empty without a race."""
    turn: int = 0
    """How often the runner has begun anew."""
