"""A round of SCV to look at: the automaton with predicates on its arrows, and the predicate that parts letters."""

from __future__ import annotations

from itertools import pairwise

from quidpro.core.words import counted, one_line, printable
from quidpro.report.automata.easel import Easel, Subject
from quidpro.report.symbolic.automaton import automaton_of
from quidpro.verdict.rounds import Evidence, Round
from quidpro.verdict.symbolic.evidence import LetterSplit, SymbolicAssumption, SymbolicConjecture, by_a_part
from quidpro.verdict.watch import RoundView, TableView

_BY_A_PART = "by a part"
_VERDICTS = {
    "too weak": "Too weak: it must forbid more",
    "too strong": "Too strong: it must allow more",
    "violated": "Violated: the run is real",
    _BY_A_PART: "Violated by a part of {first}: more of it is looked at",
    "holds": "Holds: that is the proof",
}
_VERDICTS_BELOW = {
    "violated": "Fails: so does the premise above",
    "holds": "Holds: that is a proof of the premise above",
}
_CAPTIONS = {
    "too weak": "allowed by the assumption, and {first} can go wrong along it: a letter for each step",
    "too strong": (
        "forbidden by the assumption, though {others} does it and it is safe for {first}: a letter for each step"
    ),
    "violated": "done by {others}, and {first} goes wrong along it: a letter for each step",
    _BY_A_PART: "done by {others}, and what is kept of {first} goes wrong along it: a letter for each step",
}
_SIMPLE = {
    "holds": "Under this assumption {first} keeps {goal}, and {others} keeps the assumption.",
    "violated": "{others} can do this run, and {first} can go wrong along it.",
    _BY_A_PART: "{others} can do this run, and what is kept of {first} goes wrong along it; all of {first} may not.",
    "too weak": "{first} can go wrong along this run, which the assumption allows.",
    "too strong": "{others} does this run, and it is safe for {first}: there is no reason to forbid it.",
}
_KEPT = "Every group keeps its own as long as all have kept theirs, and together they imply the property."
_NOT_ENOUGH = "All groups keep these, and without memory there are no stronger ones; together they allow a violation."
_MAX_LETTERS = 90
_MAX_PREDICATE = 140
_MAX_EXPERIMENT = 70


def round_view(event: Round, asked: str, easel: Easel) -> RoundView | None:
    """The round, with the table of experiments."""
    shown = event.evidence
    assert isinstance(shown, Evidence)
    assumption: SymbolicAssumption = shown.assumptions[0]
    more = shown if isinstance(shown, SymbolicConjecture) else SymbolicConjecture(shown.assumptions)
    if len(shown.assumptions) > 1:
        return _circle(event, asked, more, easel)
    split, names = more.split, _names(event.level, more.groups)
    outcome = _BY_A_PART if event.outcome == by_a_part(event.level) else event.outcome
    verdicts = {**_VERDICTS, **_VERDICTS_BELOW} if event.level else _VERDICTS
    called = f"{assumption.name}{event.number}" if more.groups == 2 else f"{assumption.name} of round {event.number}"
    return RoundView(
        number=event.number,
        asked=asked,
        run=event.run,
        level=event.level,
        outcome=event.outcome,
        title=f"{called}: {_size(assumption)}",
        verdict=verdicts.get(outcome, outcome.capitalize()).format(**names),
        lesson=_SIMPLE.get(outcome, "").format(**names) if split is None else lesson(split, names["first"]),
        conjectures=(easel.conjecture(f"{event.run} {event.level}", event.number, _subject(assumption, more)),),
        word=tuple(map(printable, shown.counterexample or ())),
        word_caption=_CAPTIONS.get(outcome, "").format(**names) if shown.counterexample is not None else "",
        premises=shown.premises,
        table=_table(more, names["first"]),
        alphabet=tuple(map(printable, assumption.variables)),
    )


def _circle(event: Round, asked: str, shown: SymbolicConjecture, easel: Easel) -> RoundView:
    """The one round of a circle: an assumption of every group."""
    proved = event.outcome == "holds"
    known = dict.fromkeys(name for one in shown.assumptions for name in one.variables)
    drawn = (
        easel.conjecture(f"{event.run} {one.name}", event.number, _subject(one, SymbolicConjecture((one,))))
        for one in shown.assumptions
    )
    return RoundView(
        number=event.number,
        asked=asked,
        run=event.run,
        level=event.level,
        outcome=event.outcome,
        title="; ".join(f"{one.name}: {_size(one)}" for one in shown.assumptions),
        verdict=_VERDICTS["holds"] if proved else "Too weak: without memory there are no stronger ones",
        lesson=_KEPT if proved else _NOT_ENOUGH,
        conjectures=tuple(drawn),
        word=(),
        word_caption="",
        premises=shown.premises,
        table=None,
        alphabet=tuple(map(printable, known)),
    )


def _size(assumption: SymbolicAssumption) -> str:
    return f"{counted(assumption.states, 'state')}, {counted(len(assumption.edges), 'arrow')}"


def _subject(assumption: SymbolicAssumption, shown: SymbolicConjecture) -> Subject:
    return Subject(
        automaton_of(assumption, _keys(assumption, shown)),
        assumption.states,
        len(assumption.edges),
        _path(assumption, shown.path),
        frozenset() if shown.split is None else frozenset({shown.split.state}),
        about=assumption.about,
    )


def _names(level: int, groups: int) -> dict[str, str]:
    """The group of a level, those after it, and what it must guarantee."""
    others = " ∥ ".join(f"M{number}" for number in range(level + 2, groups + 1))
    return {"first": f"M{level + 1}", "others": others, "goal": f"A{level}" if level else "the property"}


def _keys(assumption: SymbolicAssumption, shown: SymbolicConjecture) -> list[str]:
    """States are known by their words, the rejecting one as such."""
    if len(shown.words) != assumption.states:
        return ["REJECT" if i == assumption.rejecting else str(i) for i in range(assumption.states)]
    words = [" / ".join(word) or "λ" for word in shown.words]
    return ["REJECT" if i == assumption.rejecting else words[i] for i in range(assumption.states)]


def _path(assumption: SymbolicAssumption, states: tuple[int, ...]) -> frozenset[int]:
    """The edges between the states along a word."""
    steps = set(pairwise(states))
    return frozenset(i for i, edge in enumerate(assumption.edges) if (edge.source, edge.target) in steps)


def lesson(split: LetterSplit, first: str = "M1") -> str:
    """That letters, or words, which were taken for the same must be told apart."""
    suffix = _words(split.suffix)
    if split.safe_letters:
        return (
            f"{_arrow(split)} takes two kinds of letters for the same. "
            f"After {_predicate(split.safe_letters)} it does no harm that {suffix} follows; after "
            f"{_predicate(split.unsafe_letters)} {first} can go wrong then. So they part."
        )
    return (
        f"State {split.state} stands both for {_after(split.safe)} and for {_after(split.unsafe)}. In the first case "
        f"it does no harm that {suffix} follows; in the second {first} can go wrong then. So they part."
    )


def _arrow(split: LetterSplit) -> str:
    if split.source == split.state:
        return f"The loop at state {split.state}"
    return f"The arrow from state {split.source} to state {split.state}"


def _predicate(text: str) -> str:
    return f"“{one_line(text, _MAX_PREDICATE)}”"


def _words(word: tuple[str, ...]) -> str:
    return f"⟨{one_line('; '.join(word), _MAX_LETTERS)}⟩" if word else "nothing more"


def _after(word: tuple[str, ...]) -> str:
    return _words(word) if word else "the start"


def _table(shown: SymbolicConjecture, first: str) -> TableView | None:
    """A row for each state, a column for each experiment; the experiments are spelled out below."""
    if not shown.answers:
        return None
    numbers = range(len(shown.experiments))
    head = ("state", "word", *(f"e{j + 1}" for j in numbers))
    rows = tuple(
        (str(i), _after(word), *("✓" if answer else "✕" for answer in answers))
        for i, (word, answers) in enumerate(zip(shown.words, shown.answers, strict=True))
    )
    spelled = "; ".join(f"e{j + 1}: {one_line(text, _MAX_EXPERIMENT)}" for j, text in enumerate(shown.experiments))
    caption = f"Observation table: ✓ where {first} cannot be in the states that an experiment asks about. {spelled}"
    return TableView(head, rows, caption)
