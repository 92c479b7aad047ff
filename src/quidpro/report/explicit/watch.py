"""A round of a method on LTSs to look at: L*, abstraction refinement, circular reasoning, bounds of an assumption."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.words import counted, printable
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import is_deterministic
from quidpro.report.automata.easel import Easel, Subject
from quidpro.report.explicit.automaton import assumed
from quidpro.report.explicit.lessons import Setting, lesson, verdict, word_caption
from quidpro.report.explicit.tables import table_of
from quidpro.report.folder import MAX_STATES
from quidpro.verdict.explicit.evidence import Conjecture, Word
from quidpro.verdict.rounds import Bounds, Round
from quidpro.verdict.watch import ConjectureView, RoundView


def round_view(event: Round, asked: str, easel: Easel) -> RoundView | None:
    """The round; None for a guess that was shown beside another one."""
    shown = event.evidence
    assert isinstance(shown, Conjecture)
    if shown.again:
        return None
    setting = Setting(event, shown, asked)
    guesses = shown.together or shown.assumptions
    return RoundView(
        number=event.number,
        asked=asked,
        run=event.run,
        level=event.level,
        outcome=event.outcome,
        title="; ".join(_title(lts) for lts in guesses),
        verdict=verdict(setting),
        lesson=lesson(setting),
        conjectures=tuple(_conjecture(setting, number, lts, easel) for number, lts in enumerate(guesses)),
        word=tuple(map(printable, shown.counterexample or ())),
        word_caption=word_caption(setting),
        premises=tuple(setting.premise(one) for one in shown.premises),
        table=table_of(shown),
        alphabet=tuple(map(printable, _alphabet(guesses))),
    )


def _title(lts: LTS) -> str:
    return f"{lts.name}: {counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}"


def _alphabet(guesses: Sequence[LTS]) -> list[str]:
    return sorted({action for lts in guesses for action in lts.alphabet})


def _conjecture(setting: Setting, number: int, lts: LTS, easel: Easel) -> ConjectureView:
    shown, event = setting.shown, setting.event
    walk = _walk(lts, shown)
    marked = {shown.split} if shown.split is not None else {walk.stuck} if event.outcome == "too strong" else set()
    subject = Subject(
        assumed(lts, keys(lts, shown)),
        lts.states,
        lts.transitions,
        frozenset(walk.transitions),
        frozenset(state for state in marked if state is not None),
        shown.occurring[number] if shown.occurring else None,
        setting.about(number),
        setting.group(number) if shown.together else setting.first,
    )
    which = lts.name if shown.together else event.outcome if isinstance(event, Bounds) else ""
    return easel.conjecture(f"{event.run} {event.level} {which}", event.number, subject)


@dataclass(frozen=True)
class _Walk:
    """The transitions along a word, and the state at which the assumption does not take its next letter."""

    transitions: tuple[int, ...]
    stuck: int | None = None


def _walk(lts: LTS, shown: Conjecture) -> _Walk:
    """The way of the counterexample through the assumption, as far as it goes; by its states where these are known."""
    if shown.counterexample is None:
        return _Walk(())
    known = set(lts.alphabet)
    word, state = [action for action in shown.counterexample if action in known], lts.initial
    found: list[int] = []
    for position, action in enumerate(word):
        goal = shown.path[position + 1] if position + 1 < len(shown.path) else None
        number = _step(lts, state, lts.labels[action], goal)
        if number is None:
            return _Walk(tuple(found), state)
        found.append(number)
        state = int(lts.target[number])
    return _Walk(tuple(found))


def _step(lts: LTS, state: int, label: int, goal: int | None) -> int | None:
    """The transition of a state by a label, to the goal if there is one."""
    for number in range(int(lts.row[state]), int(lts.row[state + 1])):
        if int(lts.label[number]) == label and goal in (None, int(lts.target[number])):
            return number
    return None


def keys(lts: LTS, shown: Conjecture) -> list[str]:
    """What the states are known by from round to round: the words of the learner or, of a deterministic one, the
    first words that lead to them; their numbers where they keep these.
    """
    if len(shown.words) == lts.states:
        return [" ".join(word) or "λ" for word in shown.words]
    if shown.numbered or lts.states > MAX_STATES or not is_deterministic(lts):
        return [str(state) for state in range(lts.states)]
    found: dict[int, Word] = {lts.initial: ()}
    waiting = deque([lts.initial])
    while waiting:
        state = waiting.popleft()
        for label, target in lts.successors(state):
            if label != TAU and target != ERROR and target not in found:
                found[target] = (*found[state], lts.action(label))
                waiting.append(target)
    return [" ".join(found[state]) or "λ" if state in found else f"#{state}" for state in range(lts.states)]
