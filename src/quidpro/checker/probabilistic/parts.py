"""LPTSs as the checker sees them, and their composition state by state, in plain Python.

A part has for every state and action its distributions; weights are integers on a scale of the part's own, made from
exact fractions. A *joint* of parts is never built: its states are numbers in a mixed radix, and its transitions are put
together when they are asked for (pAGAR, Definitions 2 and 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from quidpro.checker.conclusion import Rejected
from quidpro.lpts.lpts import LPTS

MAX_STATES = 10_000_000
"""An assumption must have fewer states than this."""
_MAX_BITS = 1_000_000
"""A common denominator with more bits than this is refused."""
_FRACTION = re.compile(r"[0-9]{1,4000}(/[0-9]{1,4000})?", re.ASCII)

Row = tuple[tuple[int, int], ...]
"""A distribution: states with their weights."""
Triple = tuple[int, str, dict[int, Fraction]]


@dataclass(frozen=True)
class Part:
    """One LPTS; ``moves[s]`` are the distributions of a state by action, ``marks[s]`` the marks that count."""

    name: str
    states: int
    initial: int
    alphabet: frozenset[str]
    scale: int
    moves: list[dict[str, list[Row]]]
    marks: list[frozenset[str]]

    @classmethod
    def of(cls, lpts: LPTS, relevant: frozenset[str]) -> Part:
        """A component or a specification as it was given."""
        marks = [lpts.marks_of(state) & relevant for state in range(lpts.states)]
        return cls.from_triples(lpts.name, lpts.initial, lpts.alphabet, list(lpts.triples()), marks)

    @classmethod
    def from_triples(
        cls, name: str, initial: int, alphabet: Iterable[str], triples: Sequence[Triple], marks: list[frozenset[str]]
    ) -> Part:
        """From transitions with exact probabilities."""
        scale = common_denominator(probability for _, _, row in triples for probability in row.values())
        moves: list[dict[str, list[Row]]] = [{} for _ in marks]
        for source, action, row in triples:
            weights = tuple((state, p.numerator * (scale // p.denominator)) for state, p in sorted(row.items()))
            moves[source].setdefault(action, []).append(weights)
        return cls(name, len(marks), initial, frozenset(alphabet), scale, moves, marks)

    @classmethod
    def read(cls, fields: Any, relevant: frozenset[str], what: str) -> Part:
        """An assumption as a certificate has it; one that is no LPTS is refused."""
        try:
            states, initial = fields["states"], fields["initial"]
            if not is_number(states, MAX_STATES) or not is_number(initial, states):
                raise Rejected(f"{what} has no initial state")
            alphabet = [str(action) for action in fields["alphabet"]]
            triples = [_triple(row, states, what) for row in fields["transitions"]]
            held = {str(mark): set(chosen) for mark, chosen in fields["marks"].items() if mark in relevant}
            name = str(fields["name"])
        except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as wrong:
            raise Rejected(f"{what} is no LPTS: {wrong!r}") from None
        if any(action not in alphabet for _, action, _ in triples):
            raise Rejected(f"{what} does an action that is not in its alphabet")
        marks = [frozenset(mark for mark, chosen in held.items() if state in chosen) for state in range(states)]
        return cls.from_triples(name or what, initial, alphabet, triples, marks)

    def completed(self, alphabet: frozenset[str]) -> Part:
        """The same over more actions: it stays where it is by each that it does not mention."""
        missing = sorted(alphabet - self.alphabet)
        if not missing:
            return self
        staying: list[list[Row]] = [[((state, self.scale),)] for state in range(self.states)]
        moves = [{**own, **dict.fromkeys(missing, row)} for own, row in zip(self.moves, staying, strict=True)]
        return replace(self, alphabet=self.alphabet | alphabet, moves=moves)

    def answers(self, state: int, action: str, *, completed: bool) -> Sequence[Row]:
        """The distributions by an action; one that is completed stays where it does not know the action."""
        if completed and action not in self.alphabet:
            return [((state, self.scale),)]
        return self.moves[state].get(action, ())


def is_number(value: object, limit: int) -> bool:
    """Whether a value is an integer from 0 up to a limit, which it does not reach."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def _triple(row: Any, states: int, what: str) -> Triple:
    source, action, pairs = row
    if not is_number(source, states) or not isinstance(action, str):
        raise Rejected(f"{what} has a transition from nowhere")
    return source, action, distribution(pairs, states, what)


def distribution(pairs: Any, states: int, what: str) -> dict[int, Fraction]:
    """A distribution as a certificate has it, ``[[state, "1/10"], ...]``."""
    found = {state: fraction(text) for state, text in pairs}
    if not all(is_number(state, states) for state in found) or len(found) != len(pairs):
        raise Rejected(f"{what} has a distribution over states that it does not have")
    whole = common_denominator(found.values())
    if any(p <= 0 for p in found.values()) or sum(int(p * whole) for p in found.values()) != whole:
        raise Rejected(f"{what} has probabilities that do not sum to one")
    return found


def common_denominator(numbers: Iterable[Fraction]) -> int:
    """The least one; refused where it is so large that computing with it would take for ever."""
    found = 1
    for denominator in {number.denominator for number in numbers}:
        found = lcm(found, denominator)
        if found.bit_length() > _MAX_BITS:
            raise Rejected("the probabilities have no common denominator that anyone could use")
    return found


def fraction(text: object) -> Fraction:
    """An exact number; floats are refused, as they are not exact."""
    if not isinstance(text, str) or not _FRACTION.fullmatch(text):
        raise ValueError(f"{str(text)[:40]!r} is no fraction such as '1/10'")
    return Fraction(text)


Move = tuple[str, int, list[tuple[int, int]]]
"""An action, the sum of all weights, and where it leads with which weight."""


class Joint:
    """Parts that run together; a state is a number whose digits are the parts' states."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.radix = [prod(part.states for part in parts[:i]) for i in range(len(parts))]
        self.size = prod(part.states for part in parts)
        self.alphabet = frozenset().union(*(part.alphabet for part in parts))
        self.initial = self.code([part.initial for part in parts])
        self.users = {a: tuple(i for i, part in enumerate(parts) if a in part.alphabet) for a in self.alphabet}
        self.circles = [Circle(self, users) for users in sorted(set(self.users.values()))]
        self.marked = [i for i, part in enumerate(parts) if any(part.marks)]

    def code(self, states: Sequence[int]) -> int:
        """The number of a vector of states."""
        return sum(state * radix for state, radix in zip(states, self.radix, strict=True))

    def vector(self, code: int) -> list[int]:
        """The vector of states of a number."""
        found = []
        for part in self.parts:
            code, state = divmod(code, part.states)
            found.append(state)
        return found

    def marks(self, code: int) -> frozenset[str]:
        """The marks of a state: those of its parts."""
        if not self.marked:
            return frozenset()
        states = self.vector(code)
        return frozenset().union(*(self.parts[i].marks[states[i]] for i in self.marked))

    def moves(self, code: int) -> Iterator[Move]:
        """All transitions of a state: every part that knows an action takes part in it."""
        states = self.vector(code)
        for circle in self.circles:
            for action, total, row in circle.moves(states):
                yield action, total, [(code + change, weight) for change, weight in row]


class Circle:
    """The actions that exactly these parts know; what they do together depends on their own states only."""

    def __init__(self, joint: Joint, members: tuple[int, ...]) -> None:
        self.members = members
        self.parts = [joint.parts[i] for i in members]
        self.radix = [joint.radix[i] for i in members]
        self.actions = [action for action, users in joint.users.items() if users == members]
        self.total = prod(part.scale for part in self.parts)
        self.known: dict[tuple[int, ...], list[Move]] = {}

    def moves(self, states: Sequence[int]) -> list[Move]:
        """What they can do, as changes of the number of the whole state."""
        own = tuple([states[i] for i in self.members])
        found = self.known.get(own)
        if found is None:
            found = self.known[own] = [move for action in self.actions for move in self._together(own, action)]
        return found

    def _together(self, own: tuple[int, ...], action: str) -> Iterator[Move]:
        options = [part.moves[state].get(action, ()) for part, state in zip(self.parts, own, strict=True)]
        for chosen in product(*options):
            row = [(0, 1)]
            for state, radix, one in zip(own, self.radix, chosen, strict=True):
                row = [(change + (s - state) * radix, weight * w) for change, weight in row for s, w in one]
            yield action, self.total, row
