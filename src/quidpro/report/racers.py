"""Of a race the rounds of the winner are shown; of the others it is said how many they made."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from quidpro.core.words import counted, printable
from quidpro.verdict.verdict import AnyVerdict


@dataclass(frozen=True)
class Whose:
    """What rounds belong to: the questions, the runner of the race (empty without one), and its turn."""

    asked: str
    runner: str = ""
    turn: int = 0


def to_show(rounds: Mapping[Whose, int], verdicts: Sequence[AnyVerdict]) -> tuple[Collection[Whose], str]:
    """Whose rounds are shown, of those that made so many; and a note about the others."""
    shown: list[Whose] = []
    notes: list[str] = []
    several = len({one.asked for one in rounds}) > 1
    for asked in dict.fromkeys(one.asked for one in rounds):
        made = {one: count for one, count in rounds.items() if one.asked == asked}
        winners = _winners(asked, verdicts)
        chosen = [one for one in _last_turns(made) if not one.runner or one.runner in (winners or [_busiest(made)])]
        shown += chosen
        if note := _note(made, winners, chosen):
            notes.append(f"{printable(asked)}: {note}" if several else note)
    return shown, " ".join(notes)


def _winners(asked: str, verdicts: Sequence[AnyVerdict]) -> list[str]:
    names = asked.split(", ")
    mine = [verdict for verdict in verdicts if (verdict.property or verdict.kind) in names]
    return list(dict.fromkeys(printable(one.winner.label) for one in mine if one.winner is not None))


def _busiest(made: Mapping[Whose, int]) -> str:
    """Who made the most rounds."""
    return max(made, key=made.__getitem__).runner


def _last_turns(made: Mapping[Whose, int]) -> list[Whose]:
    """Without the turns that later ones replace; of questions that are asked together each may be from another turn."""
    last = {one.runner: max(other.turn for other in made if other.runner == one.runner) for one in made}
    return [one for one in made if ", " in one.asked or one.turn == last[one.runner]]


def _note(made: Mapping[Whose, int], winners: Sequence[str], chosen: Sequence[Whose]) -> str:
    seen = {one.runner for one in chosen}
    if "" in seen:
        return ""
    rest = {one.runner for one in made} - seen
    others = sum(count for one, count in made.items() if one.runner in rest)
    more = f"{counted(len(rest), 'other runner')} made {counted(others, 'round')}." if others else ""
    if not winners:
        return " ".join(filter(None, (f"Nobody won the race; the rounds are those of {', '.join(seen)}.", more)))
    if not chosen:
        return f"{' and '.join(winners)} won the race without rounds; {more}"
    return " ".join(filter(None, (f"The rounds are those of {' and '.join(winners)}, which won the race.", more)))
