"""An assumption in sentences that are true of it: what may always happen, what comes first, what follows what.

They are read off the automaton: of the words that it allows, without the actions that may happen at any time and change
nothing, each sentence says what the first action can be, or the next one after another. Where the last action decides
everything they say all that there is to say; where it does not, the last sentence says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.lts.lts import LTS, TAU
from quidpro.report.architecture import families
from quidpro.verdict.explicit.evidence import Assumption

MAX_STATES = 30
MAX_ACTIONS = 40
_MAX_SENTENCES = 10
_MAX_NAMES = 12
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,9}(?![0-9])")


@dataclass(frozen=True)
class Rules:
    """What an automaton allows, as far as the last action tells it."""

    never: tuple[str, ...]
    """What it forbids for ever."""
    free: tuple[str, ...]
    """What may happen at any time, and changes nothing."""
    first: tuple[str, ...]
    """What can come first; like what follows, without what is free."""
    after: Mapping[str, tuple[str, ...]]
    """What can come next after each action."""
    complete: bool
    """Whether that is all: a word is allowed exactly if it keeps to this."""
    turns: tuple[tuple[str, str], ...] = ()
    """Pairs of actions that take turns, the one that begins first; only where the rest is not all."""

    @property
    def others(self) -> tuple[str, ...]:
        """What can happen, and is not free."""
        return tuple(self.after)


def words(assumption: Assumption) -> list[str]:
    """The assumption in sentences; of a large one, or one that is not deterministic, its size and its actions."""
    lts = shown(assumption.lts)
    if lts.states > MAX_STATES or len(lts.alphabet) > MAX_ACTIONS:
        return [_size(lts), "It is too large for words."]
    if not _deterministic(lts):
        return [_size(lts), "What it allows next is not decided by what has happened: the picture says more."]
    return _sentences(rules_of(lts))


def rules_of(lts: LTS) -> Rules:
    """The rules of a deterministic automaton without ERROR, of the states that it can reach."""
    moves = _reached(lts)
    always = set.intersection(*(set(of_state) for of_state in moves.values()))
    free = {a for a in always if all(of_state[a] == state for state, of_state in moves.items())}
    happens = {action for of_state in moves.values() for action in of_state}
    after: dict[str, set[str]] = {action: set() for action in sorted(happens - free)}
    for of_state in moves.values():
        for action, target in of_state.items():
            if action not in free:
                after[action] |= moves[target].keys() - free
    exact = _leads_on(moves, free, after)
    return Rules(
        tuple(sorted(set(lts.alphabet) - happens)),
        tuple(sorted(free)),
        tuple(sorted(moves[lts.initial].keys() - free)),
        {action: tuple(sorted(following)) for action, following in after.items()},
        exact,
        () if exact else tuple(_turns(moves, lts.initial, after)),
    )


def _leads_on(moves: Mapping[int, Mapping[str, int]], free: set[str], after: Mapping[str, set[str]]) -> bool:
    """Whether what may come next is decided by the last action."""
    steps = ((action, target) for of_state in moves.values() for action, target in of_state.items())
    return all(action in free or moves[target].keys() - free == after[action] for action, target in steps)


def _turns(moves: Mapping[int, Mapping[str, int]], initial: int, actions: Iterable[str]) -> Iterator[tuple[str, str]]:
    for one, other in permutations(actions, 2):
        if _take_turns(moves, initial, one, other):
            yield one, other


def _take_turns(moves: Mapping[int, Mapping[str, int]], initial: int, one: str, other: str) -> bool:
    """Whether between two occurrences of one there is one of the other, and the one comes first."""
    seen, waiting, happened = set[tuple[int, bool]](), [(initial, False)], set[str]()
    while waiting:
        state, due = waiting.pop()
        if (state, due) in seen:
            continue
        seen.add((state, due))
        for action, target in moves[state].items():
            happened.add(action)
            if action == (one if due else other):
                return False
            waiting.append((target, due ^ (action in (one, other))))
    return {one, other} <= happened


def _reached(lts: LTS) -> dict[int, dict[str, int]]:
    """The moves of the states that can be reached."""
    found: dict[int, dict[str, int]] = {}
    waiting = [lts.initial]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = {lts.action(label): target for label, target in lts.successors(state)}
            waiting.extend(found[state].values())
    return found


def _deterministic(lts: LTS) -> bool:
    pairs = set(zip(lts.source.tolist(), lts.label.tolist(), strict=True))
    return len(pairs) == lts.transitions and not lts.has_error and not (lts.label == TAU).any()


def _sentences(rules: Rules) -> list[str]:
    if not rules.others and not rules.never:
        return [f"It forbids nothing: {_list(rules.free, 'and')} may happen at any time."]
    told = [f"{_list(rules.free, 'and')} may happen at any time."] if rules.free else []
    told += [f"{_list(rules.never, 'and')} never {_happens(rules.never)}."] if rules.never else []
    if not rules.others:
        return [*told, "Nothing else happens."] if not rules.free else told
    return [*told, *_order(rules)]


def _order(rules: Rules) -> list[str]:
    """What comes first and next, where that is not anything at all; at the end whether it is the whole."""
    told = []
    if set(rules.first) != set(rules.others):
        told.append(f"{_list(rules.first, 'or')} comes first." if rules.first else "Nothing can come first.")
    told += [f"{_quoted(one)} and {_quoted(other)} take turns, {_quoted(one)} first." for one, other in rules.turns]
    told += _following(rules)
    if not told and rules.complete:
        return [f"{_list(rules.others, 'and')} may happen at any time."]
    if rules.free and told:
        told[0] = f"Apart from that, {told[0]}"
    if len(told) > _MAX_SENTENCES:
        return [*told[:_MAX_SENTENCES], "And so on: the picture shows the rest."]
    if rules.complete:
        return [*told, "That is all that it asks for."]
    return [*told, "What may come next depends on more than the last action: the picture shows it."]


def _following(rules: Rules) -> list[str]:
    """``After c.i.grant only c.i.cancel may come next (i = 1, 2, 3).``"""
    strict = {a: following for a, following in rules.after.items() if set(following) != set(rules.others)}
    told, done = [], set[str]()
    for action, following in strict.items():
        if action not in done:
            alike = [other for other, same in strict.items() if same == following]
            family = _family(action, strict) if len(alike) == 1 else {}
            done |= {action, *alike, *family.values()}
            told.append(_after(alike, following, family))
    return told


def _family(action: str, strict: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Those actions by their numbers of which the same is true, but for the number; none without others."""
    found = {}
    template = _templates(action, strict[action])
    for other, following in strict.items():
        for number in _NUMBER.findall(other):
            if template and (number, *template[1:]) == _templates(other, following):
                found[number] = other
    return found if len(found) > 1 else {}


def _templates(action: str, following: Sequence[str]) -> tuple[object, ...]:
    """The number in an action, then what is said of it with a letter for that number; empty without a number."""
    digits = _NUMBER.search(action)
    if digits is None:
        return ()
    return digits[0], _with_letter(action, digits[0]), tuple(sorted(_with_letter(a, digits[0]) for a in following))


def _with_letter(action: str, number: str) -> str:
    return _NUMBER.sub(lambda found: "i" if found[0] == number else found[0], action)


def _after(actions: Sequence[str], following: Sequence[str], family: Mapping[str, str]) -> str:
    where = ""
    if family:
        number = str(_templates(actions[0], following)[0])
        actions, following = ([_with_letter(action, number) for action in names] for names in (actions, following))
        where = f" (i = {', '.join(sorted(family, key=int))})"
    if not following:
        return f"After {_list(actions, 'or')} none of these comes any more{where}."
    return f"After {_list(actions, 'or')} only {_list(following, 'or')} may come next{where}."


def _size(lts: LTS) -> str:
    size = f"{counted(lts.states, 'state')} and {counted(lts.transitions, 'transition')}"
    return f"It has {size} over {counted(len(lts.alphabet), 'action')}: {_list(lts.alphabet, 'and')}."


def _happens(names: Sequence[str]) -> str:
    return "happens" if len(names) == 1 else "happen"


def _quoted(name: str) -> str:
    return f"`{name}`"


def _list(names: Iterable[str], word: str) -> str:
    """``a, b or c``, names in back quotes; of many, the first few."""
    found = [_quoted(name) for name in families(names)]
    if len(found) > _MAX_NAMES:
        return f"{', '.join(found[:_MAX_NAMES])} {word} {len(found) - _MAX_NAMES:,} more"
    return f" {word} ".join(part for part in (", ".join(found[:-1]), *found[-1:]) if part) or "nothing"
