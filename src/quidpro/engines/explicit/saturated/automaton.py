"""The automaton of a formula as one more level: small, by letters, and what it makes of a terminal set.

It accepts the same runs as the Büchi automaton that it is made of. What a state says of acceptance counts only where a
run can stay and be accepted, and that a run may stop counts only if it can; states that then do not differ any more are
one. So most letters change nothing, and the actions behind them need not look at the level of the automaton.

**Under fair choice** a run ends in a terminal set T of the system and takes all its transitions again and again, so all
letters L of T recur. The automaton restricted to L ends in one of its strongly connected sets Q. If some letter of L
has no step inside Q, no fair run ends in T and Q. If from all states of Q all letters of L have steps inside Q, a fair
run that is in Q can stay there, whatever it does in T; then every acceptance set must be passed again and again. It is
if there is a letter of L under which each state of Q has a step inside Q in the set: the letter recurs. It is not if no
step inside Q is in the set. In all other cases it depends on the order in which the system can do things: undecided.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.logic.ltl import Normal, letters_of
from quidpro.lts.buchi import Buchi, translate
from quidpro.lts.strong import components

Steps = Mapping[int, tuple[int, ...]]
"""By state the states that follow under a letter."""
States = frozenset[int]


@dataclass(frozen=True)
class Automaton:
    """A Büchi automaton; the first state is the initial one."""

    states: int
    letters: tuple[tuple[str, ...], ...]
    """The actions that each letter stands for."""
    steps: tuple[Steps, ...]
    """For each letter."""
    fulfils: tuple[States, ...]
    """For each acceptance set the states into which its steps lead."""
    at_rest: States
    """Where it accepts that the run stops."""

    def changes(self, letter: int) -> bool:
        """Whether some state does not just stay what it is under a letter."""
        return any(self.steps[letter].get(q) != (q,) for q in range(self.states))

    @cached_property
    def lasting(self) -> States:
        """The states in which an accepted run can be again and again."""
        everywhere = range(len(self.letters))
        sets = (q for q in self._components(everywhere) if all(q & met for met in self.fulfils))
        return frozenset().union(*sets)

    def fair(self, letters: Collection[int]) -> tuple[States, States]:
        """The states in which a fair run is accepted whose terminal set has these letters, and those undecided.

        Where no letter recurs the run stops.
        """
        if not letters:
            return self.at_rest, frozenset()
        accepted: set[int] = set()
        undecided: set[int] = set()
        for inside in self._components(letters):
            answers = [self._leads(inside, letter, inside) for letter in letters]
            answers += [self._meets(inside, letters, inside & met) for met in self.fulfils]
            if False not in answers:
                (undecided if None in answers else accepted).update(inside)
        return frozenset(accepted), frozenset(undecided)

    def _meets(self, inside: States, letters: Collection[int], goal: States) -> bool | None:
        """Whether steps inside must, or never do, lead to a goal when all letters recur; None if they may."""
        answers = [self._leads(inside, letter, goal) for letter in letters]
        return True if True in answers else None if None in answers else False

    def _leads(self, inside: States, letter: int, goal: States) -> bool | None:
        """Whether all states, or none, have a step under a letter to a goal inside; None if only some do."""
        able = {bool(goal.intersection(self.steps[letter].get(q, ()))) for q in inside}
        return able.pop() if len(able) == 1 else None

    def _components(self, letters: Collection[int]) -> list[States]:
        """The strongly connected sets with a step inside, by these letters alone."""
        ahead = [[q for a in letters for q in self.steps[a].get(p, ())] for p in range(self.states)]
        number, _ = components(ahead)
        found: dict[int, set[int]] = {}
        for p, targets in enumerate(ahead):
            if any(number[q] == number[p] for q in targets):
                found.setdefault(number[p], set()).add(p)
        return [frozenset(members) for members in found.values()]


def automaton_of(formula: Normal, seen: Sequence[str], may_stop: bool, budget: Budget) -> Automaton:
    """The automaton of the runs over these actions on which a formula holds; TooManyStates when it is too big.

    Unless ``may_stop`` all runs are infinite, and what it says of others is of no interest.
    """
    whole = _by_letters(formula, seen, translate(formula, seen, budget))
    fulfils = tuple(met & whole.lasting for met in whole.fulfils)
    at_rest = whole.at_rest if may_stop else frozenset[int]()
    return _merged(Automaton(whole.states, whole.letters, whole.steps, fulfils, at_rest), whole.lasting, budget)


def _by_letters(formula: Normal, seen: Sequence[str], buchi: Buchi) -> Automaton:
    letters = tuple(letter.actions for letter in letters_of(formula, seen) if letter.actions)
    number = {actions[0]: i for i, actions in enumerate(letters)}
    steps: list[dict[int, tuple[int, ...]]] = [{} for _ in letters]
    for p, action, q in buchi.lts.triples():
        if action in number:
            row = steps[number[action]]
            row[p] = (*row.get(p, ()), q)
    fulfils = tuple(frozenset(column.nonzero()[0].tolist()) for column in buchi.fulfils.T)
    return Automaton(buchi.lts.states, letters, tuple(steps), fulfils, frozenset(buchi.at_rest.nonzero()[0].tolist()))


def _merged(whole: Automaton, lasting: States, budget: Budget) -> Automaton:
    """Without states from which nothing is accepted, and with one state for those that differ in nothing."""
    useful = _leading_to(whole, lasting | whole.at_rest | {0})
    block = [_label(whole, q) for q in range(whole.states)]
    count = 0
    while True:
        budget.check()
        known: dict[object, int] = {}
        rows = [
            tuple(frozenset(block[t] for t in steps.get(q, ()) if t in useful) for steps in whole.steps)
            for q in range(whole.states)
        ]
        fresh = [known.setdefault((block[q], rows[q]), len(known)) if q in useful else -1 for q in range(whole.states)]
        block = fresh
        if len(known) == count:
            break
        count = len(known)
    return _quotient(whole, block, count)


def _label(whole: Automaton, state: int) -> int:
    marks = [state in met for met in (*whole.fulfils, whole.at_rest)]
    return sum(1 << i for i, mark in enumerate(marks) if mark)


def _leading_to(whole: Automaton, goal: States) -> States:
    """The states that can come to one of some states."""
    found = set(goal)
    while True:
        more = {p for steps in whole.steps for p, targets in steps.items() if p not in found and found & set(targets)}
        if not more:
            return frozenset(found)
        found |= more


def _quotient(whole: Automaton, block: Sequence[int], count: int) -> Automaton:
    steps: list[dict[int, tuple[int, ...]]] = []
    for letter in whole.steps:
        row = {
            block[p]: tuple(sorted({block[q] for q in targets if block[q] >= 0}))
            for p, targets in letter.items()
            if block[p] >= 0
        }
        steps.append({p: targets for p, targets in row.items() if targets})
    fulfils = tuple(frozenset(block[q] for q in met) for met in whole.fulfils)
    at_rest = frozenset(block[q] for q in whole.at_rest)
    return Automaton(count, whole.letters, tuple(steps), fulfils, at_rest)
