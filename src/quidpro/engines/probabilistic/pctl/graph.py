"""An LPTS as a Markov decision process: reachability, sure progress, and the values of one scheduler, exactly.

Those are linear equations in fractions, solved component by component, states eliminated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS

Row = Sequence[tuple[int, int]]
"""States with their weights, on the scale of the LPTS."""


class Graph:
    """The transitions of an LPTS by their numbers; actions do not matter here."""

    def __init__(self, lpts: LPTS) -> None:
        self.lpts = lpts
        self.states = lpts.states
        self.scale = lpts.distributions.scale
        self.begin: list[int] = lpts.row.tolist()
        rows, targets = lpts.distributions.lists, lpts.target.tolist()
        self.rows: list[Row] = [rows[number] for number in targets]
        """The distribution of each transition."""

    def moves(self, state: int) -> range:
        """The transitions of a state."""
        return range(self.begin[state], self.begin[state + 1])

    @cached_property
    def into(self) -> list[list[tuple[int, int]]]:
        """For each state the transitions that may lead to it, each with its source."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.states)]
        for source in range(self.states):
            for number in self.moves(source):
                for state, _ in self.rows[number]:
                    found[state].append((source, number))
        return found

    def towards(
        self, goal: Iterable[int], through: Sequence[bool], allowed: Callable[[int], bool] | None = None
    ) -> dict[int, int]:
        """For each state that can reach the goal through others, a transition that leads nearer to it.

        A scheduler that takes these comes to the goal with a positive probability from each of the states.
        """
        waiting = list(goal)
        there = set(waiting)
        choice: dict[int, int] = {}
        for state in waiting:
            for source, number in self.into[state]:
                if source not in there and through[source] and (allowed is None or allowed(number)):
                    there.add(source)
                    choice[source] = number
                    waiting.append(source)
        return choice

    def surely(self, goal: Sequence[int], choice: dict[int, int]) -> dict[int, int]:
        """Of states that can reach the goal those that can do so with probability 1, with transitions for that.

        Transitions that may leave what is left are given up until none is (a nested fixed point; Baier and Katoen,
        section 10.6).
        """
        while True:
            inside = set(choice).union(goal)
            through = [state in choice for state in range(self.states)]
            smaller = self.towards(goal, through, partial(self._stays, inside))
            if len(smaller) == len(choice):
                return smaller
            choice = smaller

    def _stays(self, inside: set[int], number: int) -> bool:
        return all(state in inside for state, _ in self.rows[number])


Equation = dict[int, Fraction]
"""A value as a sum over other values."""


def solve(graph: Graph, right: Sequence[bool], choice: Mapping[int, int], budget: Budget) -> list[Fraction]:
    """The probability to come to the right side when each state takes its transition; 0 for states without one.

    The scheduler has to reach the goal from every state that it is given for.
    """
    values = [Fraction(held) for held in right]
    after = {state: [s for s, _ in graph.rows[number] if s in choice] for state, number in choice.items()}
    for component in _components(after):
        budget.check()
        _eliminate(component, graph, choice, values, budget)
    return values


def _eliminate(
    component: list[int], graph: Graph, choice: Mapping[int, int], values: list[Fraction], budget: Budget
) -> None:
    """Gauss: the state in fewest equations first; what lies behind the component is known."""
    inside = set(component)
    equations: dict[int, Equation] = {}
    known: dict[int, Fraction] = {}
    users: dict[int, set[int]] = {state: set() for state in component}
    for state in component:
        row = [(s, Fraction(w, graph.scale)) for s, w in graph.rows[choice[state]]]
        equations[state] = {s: p for s, p in row if s in inside}
        known[state] = sum((p * values[s] for s, p in row if s not in inside), Fraction(0))
        for s in equations[state]:
            users[s].add(state)
    order: list[int] = []
    left = set(component)
    while left:
        budget.check()
        state = min(left, key=lambda s: len(users[s]) * len(equations[s]))
        left.remove(state)
        order.append(state)
        _substitute(state, equations, known, users)
    for state in reversed(order):
        values[state] = known[state] + sum((p * values[s] for s, p in equations[state].items()), Fraction(0))


def _substitute(
    state: int, equations: dict[int, Equation], known: dict[int, Fraction], users: dict[int, set[int]]
) -> None:
    """Solve an equation for its own value, and put the result into all others that use it."""
    mine = equations[state]
    loop = 1 - mine.pop(state, Fraction(0))
    users[state].discard(state)
    for s in mine:
        mine[s] /= loop
    known[state] /= loop
    for user in users.pop(state):
        other = equations[user]
        factor = other.pop(state)
        known[user] += factor * known[state]
        for s, p in mine.items():
            other[s] = other.get(s, Fraction(0)) + factor * p
            users[s].add(user)
    for s in mine:
        users[s].discard(state)


def _components(after: Mapping[int, Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, those that lie behind first (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in after:
        if root in number:
            continue
        work = [(root, iter(after[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            state, rest = work[-1]
            for s in rest:
                if s not in number:
                    number[s] = low[s] = len(number)
                    stack.append(s)
                    on_stack.add(s)
                    work.append((s, iter(after[s])))
                    break
                if s in on_stack:
                    low[state] = min(low[state], number[s])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == number[state]:
                    found.append(_pop_until(stack, state))
                    on_stack.difference_update(found[-1])
    return found


def _pop_until(stack: list[int], last: int) -> list[int]:
    """The top of a stack, down to an element that is on it."""
    found = [stack.pop()]
    while found[-1] != last:
        found.append(stack.pop())
    return found
