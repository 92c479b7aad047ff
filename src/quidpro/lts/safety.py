"""Safety formulas as property automata, by progression of the formula over actions.

A state is what is still to be fulfilled (a disjunction of sets of formulas) with the values of the fluents. What can no
longer be fulfilled is the error state. Actions that no proposition tells apart are one letter.

A run that stops repeats its last position for ever. Where the formula has no ``X`` that breaches nothing: a position
may then be repeated any number of times and, since a safety formula is breached at some position or not at all, for
ever. With ``X`` it may, and a run in which nothing ever happens may breach any formula; the automaton sees neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.logic.ltl import (
    Assertion,
    Fluent,
    Junction,
    Letter,
    Literal,
    Next,
    Normal,
    Release,
    Truth,
    Until,
    fluents,
    is_safety,
    letters_of,
)
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.ops import reachable, relabel
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.system import System

MAX_STATES = 100_000
MAX_CLAUSES = 5_000
MAX_SILENT = 10_000
"""At most this many states are searched for a run that is silent from the start."""

Clause = frozenset[Normal]
Residual = frozenset[Clause]
"""What is to be fulfilled: one of the clauses, and of that every formula."""

_TRUE: Residual = frozenset({frozenset()})
_FALSE: Residual = frozenset()

State = tuple[Residual, frozenset[Fluent]]


@dataclass(frozen=True)
class SafetyAutomaton:
    """The minimal error LTS of a safety formula, and what else can breach it."""

    lts: LTS
    letters: tuple[Letter, ...]
    breached_by_stopping: bool
    """Whether some run that stops after an action breaches it without having come to ERROR."""
    breached_by_idling: bool
    """Whether a run in which nothing ever happens breaches it."""

    def of_what_matters(self) -> LTS:
        """The LTS over the actions of which the formula speaks, if others change nothing."""
        others = {action for letter in self.letters if letter.example is None for action in letter.actions}
        labels = {label for action, label in self.lts.labels.items() if action in others}
        rows = zip(self.lts.source.tolist(), self.lts.label.tolist(), self.lts.target.tolist(), strict=True)
        if any(source != target for source, label, target in rows if label in labels):
            return self.lts
        return relabel(self.lts, dict.fromkeys(others, ()))


def safety_automaton(formula: Normal, actions: Sequence[str], budget: Budget) -> SafetyAutomaton:
    """The automaton of a safety formula over these actions; TooManyStates when it is too big."""
    letters = letters_of(formula, actions)
    table = _Table(formula, letters, budget)
    return SafetyAutomaton(
        lts=_expand(table.lts(), table.letters, budget),
        letters=tuple(letters),
        breached_by_stopping=table.breached_by_stopping(),
        breached_by_idling=table.breached_by_idling(),
    )


def property_of(assertion: Assertion, system: System, budget: Budget) -> LTS | None:
    """The error LTS of an assertion where coming to ERROR is all that can breach it on this system.

    None where a promise, a run that stops or one in which nothing happens could breach it too.
    """
    if not is_safety(assertion.formula):
        return None
    processes = system.with_properties()
    seen = assertion.seen(processes.alphabet)
    try:
        found = safety_automaton(assertion.formula, seen, budget)
    except TooManyStates:
        return None
    if found.breached_by_stopping or (found.breached_by_idling and _may_idle(processes, frozenset(seen), budget)):
        return None
    return found.of_what_matters().named(assertion.name)


def _may_idle(system: System, seen: frozenset[str], budget: Budget) -> bool:
    """Whether nothing that is seen might ever happen: silence that stops, goes round or is too long to tell."""
    whole = Product([component.lts for component in system.components], system.priority)
    ahead = {whole.initial: _silent(whole, whole.initial, seen)}
    pending = [whole.initial]
    while pending:
        budget.check()
        here = pending.pop()
        if ahead[here] is None or len(ahead) > MAX_SILENT:
            return True
        for target in ahead[here] or ():
            if target not in ahead:
                ahead[target] = _silent(whole, target, seen)
                pending.append(target)
    return _has_cycle({state: targets or set() for state, targets in ahead.items()})


def _silent(whole: Product, state: tuple[int, ...], seen: frozenset[str]) -> set[tuple[int, ...]] | None:
    """Where unseen steps lead; None where there is no step at all."""
    if ERROR in state:
        return set()
    moves = whole.successors(state)
    return {move.target for move in moves if move.action not in seen} if moves else None


def _has_cycle(ahead: dict[tuple[int, ...], set[tuple[int, ...]]]) -> bool:
    """Whether some states lead round, by taking away again and again those that lead nowhere."""
    left = dict(ahead)
    while True:
        last = {state for state, targets in left.items() if not targets & left.keys()}
        if not last:
            return bool(left)
        left = {state: targets for state, targets in left.items() if state not in last}


def _expand(lts: LTS, letters: Sequence[Letter], budget: Budget) -> LTS:
    """The smallest automaton, every letter replaced by its actions."""
    small = reduce(lts, "strong", budget)
    return reachable(relabel(small, {str(k): letter.actions for k, letter in enumerate(letters)}))


class _Table:
    """The deterministic automaton over the letters that can happen; what cannot be fulfilled any more is ERROR."""

    def __init__(self, formula: Normal, letters: Sequence[Letter], budget: Budget) -> None:
        self.letters = [letter for letter in letters if letter.actions]
        self.budget = budget
        self.fluents = fluents(formula)
        self.initial: State = (
            frozenset({frozenset({formula})}),
            frozenset(f for f in self.fluents if f.initially),
        )
        self.numbers: dict[State, int] = {self.initial: 0}
        self.rows = self._rows()
        self._prune()

    def lts(self) -> LTS:
        """The automaton; a letter's name is its number."""
        names = [str(k) for k in range(len(self.letters))]
        triples = [(p, name, q) for p, row in enumerate(self.rows) for name, q in zip(names, row, strict=True)]
        return reachable(LTS.of(triples, initial=0, alphabet=names))

    def breached_by_stopping(self) -> bool:
        """Whether repeating the last letter for ever leads to ERROR, after some word that does not."""
        reached = {(row[k], k) for row in self.rows for k in range(len(self.letters)) if row[k] != ERROR}
        return any(self._ends_in_error(state, letter) for state, letter in reached)

    def _ends_in_error(self, state: int, letter: int) -> bool:
        met: set[int] = set()
        while state != ERROR and state not in met:
            met.add(state)
            state = self.rows[state][letter]
        return state == ERROR

    def breached_by_idling(self) -> bool:
        """Whether nothing, for ever, leads to ERROR."""
        state, met = self.initial, set()
        while state[0] and state not in met:
            met.add(state)
            state = self._step(state, None)
        return not state[0]

    def _rows(self) -> list[list[int]]:
        """For each state, by its number, where each letter leads."""
        queue = [self.initial]
        rows = []
        for state in queue:
            self.budget.check()
            rows.append([self._number(self._step(state, letter.example), queue) for letter in self.letters])
        return rows

    def _number(self, state: State, queue: list[State]) -> int:
        if not state[0]:
            return ERROR
        if state not in self.numbers:
            if len(self.numbers) >= MAX_STATES:
                raise TooManyStates(MAX_STATES)
            self.numbers[state] = len(self.numbers)
            queue.append(state)
        return self.numbers[state]

    def _step(self, state: State, action: str | None) -> State:
        residual, held = state
        now = frozenset(f for f in self.fluents if f.after(action, f in held))
        after: Residual = _FALSE
        for clause in residual:
            options: Residual = _TRUE
            for formula in clause:
                options = _both(options, _after(formula, action, now))
            after = _simplest(after | options)
        return after, now

    def _prune(self) -> None:
        """Send to ERROR whatever leads nowhere else; the initial state stays even then."""
        dead: set[int] = {ERROR}
        changed = bool(self.letters)
        while changed:
            changed = False
            for state, row in enumerate(self.rows):
                if state not in dead and dead.issuperset(row):
                    dead.add(state)
                    changed = True
        self.rows = [[ERROR if q in dead else q for q in row] for row in self.rows]


def _after(formula: Normal, action: str | None, now: frozenset[Fluent]) -> Residual:
    """What is left of a formula at a position with this action and these fluents."""
    match formula:
        case Truth(value):
            return _TRUE if value else _FALSE
        case Literal(proposition, positive):
            holds = proposition in now if isinstance(proposition, Fluent) else action in proposition
            return _TRUE if holds == positive else _FALSE
        case Next(body):
            return frozenset({frozenset({body})})
        case Junction(is_and, left, right):
            first, second = _after(left, action, now), _after(right, action, now)
            return _both(first, second) if is_and else _simplest(first | second)
        case Release(left, right):
            released = _simplest(_after(left, action, now) | {frozenset({formula})})
            return _both(_after(right, action, now), released)
        case Until():
            raise AssertionError("a safety formula promises nothing")


def _both(left: Residual, right: Residual) -> Residual:
    if len(left) * len(right) > MAX_CLAUSES:
        raise TooManyStates(MAX_CLAUSES)
    return _simplest(frozenset(a | b for a, b in product(left, right)))


def _simplest(clauses: Residual) -> Residual:
    """Without the clauses that ask for more than another one does."""
    return frozenset(c for c in clauses if not any(other < c for other in clauses))
