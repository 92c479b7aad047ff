"""Maximal probabilities of U over all schedulers, exactly.

States that cannot reach the right side through the left one have 0, and those that can do so surely 1: graphs tell
both. For the others, floating-point value iteration only *guesses*: its values are rounded to fractions with small
denominators, which are believed when they solve Bellman's equations exactly and a scheduler that is tight for them
reaches the goal from everywhere (then they are that scheduler's values, and no scheduler has more). Otherwise
schedulers are improved step by step, each one's values solved in fractions: a scheduler that reaches the goal from
everywhere, changed only where that gains something, still does, so that its equations have one solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.pctl.graph import Graph, solve

Floats = npt.NDArray[np.float64]

_DENOMINATORS = (100, 10_000, 1_000_000, 100_000_000)
_MAX_SWEEPS = 5_000
_CONVERGED = 1e-13
_MAX_BITS = 20_000
_SLICE = 4096


@dataclass(frozen=True)
class Maximal:
    """The maximal probability in every state, and for states with one above 0 a transition that attains it."""

    values: list[Fraction]
    choice: dict[int, int]
    """It leads to the goal from everywhere; empty for goal states."""


def maximal(graph: Graph, left: Sequence[bool], right: Sequence[bool], budget: Budget) -> Maximal:
    """The maximal probabilities of left U right."""
    goal = [state for state in range(graph.states) if right[state]]
    through = [a and not b for a, b in zip(left, right, strict=True)]
    choice = graph.towards(goal, through)
    budget.check()
    sure = graph.surely(goal, choice)
    reached = [held or state in sure for state, held in enumerate(right)]
    found = _between(graph, reached, {s: number for s, number in choice.items() if s not in sure}, budget)
    return Maximal(found.values, found.choice | sure)


def _between(graph: Graph, right: Sequence[bool], choice: dict[int, int], budget: Budget) -> Maximal:
    """The same where it is certain that the right side can be reached, and that it can be missed."""
    if not choice:
        return Maximal([Fraction(held) for held in right], choice)
    goal = [state for state in range(graph.states) if right[state]]
    guess = _approximate(graph, right, choice, budget)
    for denominator in _DENOMINATORS:
        budget.check()
        found = _verify(graph, right, choice, _round(guess, denominator), budget)
        if found is not None:
            return found
    return _improve(graph, right, _greedy(graph, goal, choice, guess), budget)


def _approximate(graph: Graph, right: Sequence[bool], open_states: dict[int, int], budget: Budget) -> Floats:
    """Value iteration in floating point, for all states; it need not be near the truth for the answer to be right."""
    transitions = [number for state in sorted(open_states) for number in graph.moves(state)]
    states = np.array(sorted(open_states), dtype=np.int64)
    sizes = np.array([len(graph.rows[number]) for number in transitions], dtype=np.int64)
    target = np.array([s for number in transitions for s, _ in graph.rows[number]], dtype=np.int64)
    weight = np.array([w / graph.scale for number in transitions for _, w in graph.rows[number]])
    row = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    count = np.array([len(graph.moves(state)) for state in states.tolist()], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(count)[:-1]])
    values = np.array(right, dtype=np.float64)
    for _ in range(_MAX_SWEEPS):
        budget.check()
        after = np.maximum.reduceat(np.add.reduceat(weight * values[target], row), first)
        change = float(np.max(np.abs(after - values[states])))
        values[states] = after
        if change < _CONVERGED:
            break
    return values


def _round(guess: Floats, denominator: int) -> list[Fraction]:
    known: dict[float, Fraction] = {}
    for value in guess.tolist():
        if value not in known:
            known[value] = Fraction(value).limit_denominator(denominator)
    return [known[value] for value in guess.tolist()]


def _common(values: Sequence[Fraction]) -> int | None:
    """A common denominator; None when it has so many digits that the values can only be noise."""
    whole = 1
    for denominator in {value.denominator for value in values}:
        whole = lcm(whole, denominator)
        if whole.bit_length() > _MAX_BITS:
            return None
    return whole


def _verify(
    graph: Graph, right: Sequence[bool], open_states: dict[int, int], guess: list[Fraction], budget: Budget
) -> Maximal | None:
    """The guess, if it solves Bellman's equations and a tight scheduler reaches the goal from everywhere."""
    whole = _common(guess)
    if whole is None:
        return None
    value = [v.numerator * (whole // v.denominator) for v in guess]
    tight: set[int] = set()
    for done, state in enumerate(open_states):
        if done % _SLICE == 0:
            budget.check()
        mine, best = value[state] * graph.scale, -1
        for number in graph.moves(state):
            after = sum(weight * value[s] for s, weight in graph.rows[number])
            best = max(best, after)
            if after == mine:
                tight.add(number)
        if best != mine:
            return None
    goal = [state for state in range(graph.states) if right[state]]
    through = [state in open_states for state in range(graph.states)]
    choice = graph.towards(goal, through, tight.__contains__)
    return Maximal(guess, choice) if len(choice) == len(open_states) else None


def _greedy(graph: Graph, goal: list[int], choice: dict[int, int], guess: Floats) -> dict[int, int]:
    """A scheduler to begin with: what the guess thinks best, as far as that leads to the goal."""
    near: set[int] = set()
    for state in choice:
        after = {
            number: sum((w / graph.scale) * float(guess[s]) for s, w in graph.rows[number])
            for number in graph.moves(state)
        }
        best = max(after.values())
        near.update(number for number, value in after.items() if value > best - 1e-9)
    through = [state in choice for state in range(graph.states)]
    return choice | graph.towards(goal, through, near.__contains__)


def _improve(graph: Graph, right: Sequence[bool], choice: dict[int, int], budget: Budget) -> Maximal:
    """Policy iteration in fractions, from a scheduler that reaches the goal from everywhere."""
    while True:
        values = solve(graph, right, choice, budget)
        better = dict(choice)
        for done, state in enumerate(choice):
            if done % _SLICE == 0:
                budget.check()
            best = values[state]
            for number in graph.moves(state):
                after = sum((w * values[s] for s, w in graph.rows[number]), Fraction(0)) / graph.scale
                if after > best:
                    better[state], best = number, after
        if better == choice:
            return Maximal(values, choice)
        choice = better


def within(
    graph: Graph, left: Sequence[bool], right: Sequence[bool], steps: int, budget: Budget
) -> tuple[list[Fraction], list[dict[int, int]]]:
    """Bounded U: the maximal probabilities, and the transitions that attain them with 0, 1, … steps left.

    The list ends early when more steps change nothing. With k steps left, values are integers over the scale to the k.
    """
    going = [state for state in range(graph.states) if left[state] and not right[state]]
    values, whole = [int(held) for held in right], 1
    choices: list[dict[int, int]] = [{}]
    for _ in range(steps):
        budget.check()
        after = [value * graph.scale for value in values]
        choice: dict[int, int] = {}
        changed = False
        for state in going:
            best = 0
            for number in graph.moves(state):
                mass = sum(weight * values[s] for s, weight in graph.rows[number])
                if mass > best:
                    best, choice[state] = mass, number
            changed |= best != after[state]
            after[state] = best
        if not changed:
            break
        values, whole = after, whole * graph.scale
        choices.append(choice)
    return [Fraction(value, whole) for value in values], choices
