"""What a round taught, in sentences. Each says what its evidence says, and no more."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quidpro.core.words import counted, format_word, printable
from quidpro.verdict.explicit.evidence import BlockSplit, Conjecture, Constraint, Demand, StateSplit, Word
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView

_MAX_WORD = 12
_MAX_DEMANDS = 3
_MAX_NAMES = 2
_MAX_GOAL = 24


@dataclass(frozen=True)
class Setting:
    """A round, what it shows, and what was asked."""

    event: Round
    shown: Conjecture
    asked: str

    @property
    def goal(self) -> str:
        """What the first group must guarantee."""
        if self.event.level:
            return "what the assumption above asks"
        return printable(self.asked) or "the property"

    @property
    def first(self) -> str:
        """The group that makes the assumption."""
        return self.group(self.event.level)

    def group(self, number: int) -> str:
        """A group by its components, or as the rule calls it where these are many or not known."""
        groups = self.shown.groups
        if number < len(groups) and len(groups[number]) <= _MAX_NAMES:
            return printable(" ∥ ".join(groups[number]))
        return f"M{number + 1}"

    def premise(self, premise: PremiseView) -> PremiseView:
        """A premise with the names of what it is about, where these are few."""
        number = premise.number - 1 if self.shown.together else self.event.level
        if not self.shown.together and premise.number == 2:
            others = self.about(0)
            who = printable(" ∥ ".join(others)) if 0 < len(others) <= _MAX_NAMES else "M2"
            return replace(premise, text=premise.text.replace("M2", who))
        goal = self.goal if len(self.goal) <= _MAX_GOAL and not self.event.level else "P"
        text = premise.text.replace("⟨P⟩", f"⟨{goal}⟩").replace("⊨ P", f"⊨ {goal}")
        return replace(premise, text=text.replace(f"M{premise.number}", self.group(number)))

    def about(self, number: int) -> tuple[str, ...]:
        """The components that an assumption speaks of."""
        groups = self.shown.groups
        if self.shown.together:
            return groups[number] if number < len(groups) else ()
        return tuple(name for group in groups[self.event.level + 1 :] for name in group)


_VERDICTS = {
    "too weak": "Too weak: it must forbid more",
    "too strong": "Too strong: it must allow more",
    "violated": "Violated: the run is real",
    "holds": "Holds: that is the proof",
    "lower bound": "A lower bound: strong enough",
    "upper bound": "An upper bound: nothing less will do",
    "exact": "Exact: the weakest assumption",
}
_SIMPLE = {
    "lower bound": "Every environment that keeps to this is safe. It may forbid more than is needed.",
    "upper bound": "What this forbids can lead into the error. Keeping to it is needed, but may not be enough.",
    "exact": "The two bounds have met: this is the weakest assumption.",
}


def verdict(setting: Setting) -> str:
    """What the teacher answered, in a few words."""
    outcome, shown = setting.event.outcome, setting.shown
    if shown.real is not None:
        return "Violated" if not shown.partial else "Violated, as far as these actions show"
    if outcome == "holds" and setting.event.level:
        return "Holds: that is a proof of the premise above"
    if outcome == "violated" and (shown.partial or setting.event.level):
        return "Violated, as far as these actions show" if shown.partial else "Fails: so does the premise above"
    return _VERDICTS.get(outcome, outcome.capitalize())


def word_caption(setting: Setting) -> str:
    """What the counterexample is."""
    outcome, shown = setting.event.outcome, setting.shown
    if shown.counterexample is None:
        return ""
    if shown.together:
        return "a run along which this premise fails"
    if outcome == "too weak":
        return f"allowed by the assumption, and {setting.first} can break {setting.goal} along it"
    if outcome == "too strong":
        return f"forbidden by the assumption, though the others do it and it is safe for {setting.first}"
    return f"done by the others, and {setting.first} can break {setting.goal} along it" if outcome == "violated" else ""


def lesson(setting: Setting) -> str:
    """What was learned, in a sentence or two; where the alphabet has just grown, that comes first."""
    return " ".join(text for text in (_grown(setting.event.added), _learned(setting)) if text)


def _grown(added: Word) -> str:
    if not added:
        return ""
    rest = [f"{len(added) - _MAX_WORD} more"] if len(added) > _MAX_WORD else []
    return f"The alphabet has grown by {', '.join([*map(printable, added[:_MAX_WORD]), *rest])}."


def _learned(setting: Setting) -> str:
    event, shown = setting.event, setting.shown
    if shown.together:
        return _circular(setting)
    if event.outcome == "holds":
        return _proved(setting)
    if event.outcome == "violated" or shown.real is not None:
        return _violated(setting)
    for one in shown.lessons:
        if isinstance(one, StateSplit):
            return state_split(one, setting.first)
        if isinstance(one, BlockSplit):
            return block_split(one)
    return _SIMPLE.get(event.outcome) or _plain(setting)


def state_split(split: StateSplit, first: str) -> str:
    """That a state stands for two words which must be told apart."""
    suffix = named(split.suffix)
    return (
        f"State {split.state} stands both for {after(split.safe)} and for {after(split.unsafe)}. "
        f"In the first case {suffix} does no harm; in the second it can lead {first} into an error. "
        "The next conjecture tells the two apart."
    )


def block_split(split: BlockSplit) -> str:
    """That a block stands for states which must be told apart."""
    rest = split.size - split.able
    if split.level:
        return (
            f"M2 can do this run, but only with more than what is behind it can do: there a block of {split.size:,} "
            f"states is split into {split.able:,} and {rest:,}."
        )
    into = "" if split.target is None else f" and come to state {split.target}"
    reached = f"reached by {named(split.word)} along this run" if split.word else "where this run starts"
    return (
        f"State {split.block} stands for {counted(split.size, 'state')} of M2 as seen from outside. "
        f"Only {split.able:,} of them can do {printable(split.action)}{into}, and none of these is {reached}. "
        f"So they part: {split.able:,} and {rest:,}."
    )


def _plain(setting: Setting) -> str:
    """Of a round that splits nothing: a candidate, or an assumption that was given."""
    if setting.event.outcome == "too weak":
        return f"{setting.first} can go wrong along this run, which the assumption allows."
    if setting.event.outcome == "too strong":
        return f"The others do this run, and it is safe for {setting.first}: there is no reason to forbid it."
    return ""


def _proved(setting: Setting) -> str:
    goal, first = setting.goal, setting.first
    return f"Under this assumption {first} keeps {goal}, and the others keep the assumption."


def _violated(setting: Setting) -> str:
    text = f"The others can do this run, and {setting.first} can break {setting.goal} along it."
    if setting.shown.partial:
        return f"{text} That is seen over a part of the interface: unless they do it together, more actions are added."
    return text


def _circular(setting: Setting) -> str:
    shown = setting.shown
    if shown.real is not None:
        return f"Each part can do {named(shown.real)}, and it breaks {setting.goal}: no guarantees can rule that out."
    if shown.counterexample is None:
        return f"Each part keeps its guarantee while the others keep theirs, and together they keep {setting.goal}."
    return " ".join(text for text in (_failed(setting), _demanded(shown)) if text)


def _failed(setting: Setting) -> str:
    """Which premise failed, and how."""
    shown = setting.shown
    number = next(premise.number for premise in shown.premises if premise.outcome == "fails")
    word = named(shown.counterexample or ())
    if number > len(shown.together):
        return f"All guarantees allow {word}, and it breaks {setting.goal}."
    return (
        f"{setting.group(number - 1)} can do {word}. The guarantees that it relies on allow all before the last step, "
        f"and {shown.together[number - 1].name} does not allow that."
    )


def _demanded(shown: Conjecture) -> str:
    found = constraints_of(shown)
    if not found:
        return ""
    texts = [demands_text(one) for one in found[:_MAX_DEMANDS]]
    more = len(found) - len(texts)
    rest = f" ({counted(more, 'more constraint')} below)" if more > 0 else ""
    return f"So {'; '.join(texts)}{rest}."


def constraints_of(shown: Conjecture) -> list[Constraint]:
    """The new constraints, without those that every guess meets: all languages have the empty word."""
    found = [one for one in shown.lessons if isinstance(one, Constraint)]
    return [one for one in found if not any(demand.allowed and not demand.word for demand in one.demands)]


def demands_text(constraint: Constraint) -> str:
    """``g1 must forbid ⟨a⟩ or g2 must allow ⟨b⟩``"""
    return " or ".join(_demand(one) for one in constraint.demands)


def _demand(demand: Demand) -> str:
    return f"g{demand.part + 1} must {'allow' if demand.allowed else 'forbid'} {named(demand.word)}"


def named(word: Word) -> str:
    """A word in brackets; one letter without, none as λ."""
    if len(word) == 1:
        return printable(word[0])
    return format_word(word, _MAX_WORD) if word else "λ"


def after(word: Word) -> str:
    """What a state stands for."""
    return named(word) if word else "the start"
