"""Conjectures drawn round by round: states stay where they were, what is new is marked."""

from __future__ import annotations

from dataclasses import dataclass, field

from quidpro.core.budget import Budget
from quidpro.core.words import counted
from quidpro.report.automata.automaton import Automaton, Edge, Marks, Places
from quidpro.report.automata.draw import automaton_svg
from quidpro.verdict.watch import ConjectureView

Known = tuple[str, str, str]
"""A transition from round to round: its ends, and its label."""


@dataclass(frozen=True)
class Subject:
    """What is to be drawn: the automaton with its size, and what to point at in it."""

    automaton: Automaton
    states: int
    transitions: int
    path: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()
    occurring: frozenset[int] | None = None
    """The transitions that occur at all; None where that is not known."""
    about: tuple[str, ...] = ()
    partner: str = "M1"
    """Who does not take the transitions that never occur."""


@dataclass(frozen=True)
class _Seen:
    """What the last picture had."""

    round: int
    states: frozenset[str]
    transitions: frozenset[Known]
    places: Places = field(default_factory=Places)


class Easel:
    """Draws what comes in lines: each line is one conjecture that changes from round to round."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._seen: dict[str, _Seen] = {}

    def conjecture(self, line: str, round: int, subject: Subject) -> ConjectureView:
        """The next of a line; where the rounds begin again, nothing has been seen."""
        automaton, before = subject.automaton, self._seen.get(line)
        if before is not None and round < before.round:
            before = None
        names = frozenset(state.identity for state in automaton.states if state.kind != "chance")
        known = {edge.transition: _known(automaton, edge) for edge in automaton.edges}
        new = frozenset[int]() if before is None else _new_states(automaton, before)
        old = known.values() if before is None else before.transitions
        marks = Marks(
            subject.marked,
            new,
            subject.path,
            frozenset(number for number, one in known.items() if one not in old),
            frozenset() if subject.occurring is None else frozenset(known) - subject.occurring,
        )
        drawing = automaton_svg(automaton, self.budget, places=_kept(before, names), marks=marks)
        self._seen[line] = _Seen(round, names, frozenset(known.values()), drawing.places)
        faint = len(marks.faint - marks.path)
        hidden = f"{counted(faint, 'transition')} that {subject.partner} never takes: hidden" if faint else ""
        return ConjectureView(
            name=automaton.name,
            states=subject.states,
            transitions=subject.transitions,
            new_states=subject.states if before is None else len(new),
            svg=drawing.svg,
            caption=" · ".join(text for text in (drawing.caption, hidden if drawing.svg else "") if text),
            about=subject.about,
        )


def _known(automaton: Automaton, edge: Edge) -> Known:
    states = automaton.states
    return states[edge.source].identity, edge.label, states[edge.target].identity


def _new_states(automaton: Automaton, before: _Seen) -> frozenset[int]:
    fresh = [state for state in automaton.states if state.kind != "chance" and state.identity not in before.states]
    return frozenset(state.number for state in fresh)


def _kept(before: _Seen | None, names: frozenset[str]) -> Places | None:
    """The places of the last picture, unless little is left of it."""
    if before is None or 2 * len(names & before.states) < len(before.states):
        return None
    return before.places
