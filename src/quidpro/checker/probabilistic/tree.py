"""An execution tree of a certificate: is it one of the given components, and does the specification forbid it?

Replay: node 0 has the initial states; every step is one that all components that know its action can take together, and
its branches are the product of the distributions that they choose. So the whole system simulates the tree (the mapping
from nodes to states is a simulation, pAGAR, section 3). If the specification simulated the system it would simulate the
tree, as simulation is transitive; that it does not is decided from the leaves up, which on a tree is exact.

For a formula of safe-pCTL all probabilities are computed from the leaves up, exactly. A tree that violates it refutes
every system that simulates the tree: what some scheduler of the tree exceeds, some scheduler of the system exceeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from quidpro.checker.conclusion import Rejected
from quidpro.checker.probabilistic.flow import has_weight_function
from quidpro.checker.probabilistic.formula import is_satisfied
from quidpro.checker.probabilistic.parts import Joint, Part, Row, distribution, fraction, is_number
from quidpro.core.budget import Budget
from quidpro.logic.pctl import AtMost, Formula, Next, State, Until, limits

_SLICE = 256


@dataclass(frozen=True)
class Step:
    """An action and where it leads: probabilities and nodes."""

    action: str
    branches: list[tuple[Fraction, int]]


@dataclass(frozen=True)
class Tree:
    """A tree that was replayed; children come after their parents."""

    marks: list[frozenset[str]]
    steps: list[list[Step]]


def replay(fields: Any, parts: list[Part], budget: Budget) -> Tree:
    """The tree of a certificate; refused when it is no execution of the parts."""
    try:
        return _Replay(fields, parts).tree(budget)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError) as wrong:
        raise Rejected(f"the tree is misshapen: {wrong!r}") from None


class _Replay:
    def __init__(self, fields: Any, parts: list[Part]) -> None:
        self.parts, self.joint = parts, Joint(parts)
        self.nodes: list[Any] = fields["nodes"]
        self.rows = [self._row(*entry) for entry in fields["distributions"]]
        self.parents = {0}

    def _row(self, component: int, pairs: Any) -> tuple[int, Row]:
        """A distribution of a component, on that component's scale."""
        if not is_number(component, len(self.parts)):
            raise Rejected("a distribution is of no component")
        part = self.parts[component]
        found = distribution(pairs, part.states, f"component {part.name}")
        if any(part.scale % p.denominator for p in found.values()):
            raise Rejected(f"component {part.name} has no such distribution")
        return component, tuple((state, int(p * part.scale)) for state, p in sorted(found.items()))

    def tree(self, budget: Budget) -> Tree:
        """Every node, in order."""
        if not self.nodes or self.nodes[0]["states"] != [part.initial for part in self.parts]:
            raise Rejected("the root of the tree is not the initial state")
        steps = []
        for number, node in enumerate(self.nodes):
            if number % _SLICE == 0:
                budget.check()
            if number not in self.parents:
                raise Rejected(f"nothing leads to node {number} of the tree")
            if len(node["states"]) != len(self.parts):
                raise Rejected(f"node {number} of the tree is not a state of every component")
            steps.append([self._step(number, node["states"], step) for step in node["steps"]])
        marks = [self.joint.marks(self.joint.code(node["states"])) for node in self.nodes]
        return Tree(marks, steps)

    def _step(self, number: int, states: list[int], step: Any) -> Step:
        where = f"node {number} of the tree, action {step['action']}"
        reached: list[tuple[tuple[int, ...], Fraction]] = []
        branches = []
        for probability, child in step["branches"]:
            if not is_number(child, len(self.nodes)) or child <= number or child in self.parents:
                raise Rejected(f"{where}: a child is not its own")
            self.parents.add(child)
            branches.append((fraction(probability), child))
            reached.append((tuple(self.nodes[child]["states"]), branches[-1][0]))
        if sorted(reached) != sorted(self._product(states, step, where)):
            raise Rejected(f"{where}: the branches are not the product of the distributions")
        return Step(step["action"], branches)

    def _product(self, states: list[int], step: Any, where: str) -> list[tuple[tuple[int, ...], Fraction]]:
        """What the components do together: all that know the action, by transitions that they have."""
        chosen = [self.rows[choice] for choice in step["choices"] if is_number(choice, len(self.rows))]
        if [component for component, _ in chosen] != list(self.joint.users.get(step["action"], ())) or not chosen:
            raise Rejected(f"{where}: not all components that know the action take part, once each")
        moving = dict(chosen)
        for component, row in chosen:
            if row not in self.parts[component].moves[states[component]].get(step["action"], ()):
                raise Rejected(f"{where}: {self.parts[component].name} cannot do that")
        sides = [
            [(s, Fraction(w, part.scale)) for s, w in moving[i]] if i in moving else [(states[i], Fraction(1))]
            for i, part in enumerate(self.parts)
        ]
        found = []
        for combination in product(*sides):
            probability = Fraction(1)
            for _, p in combination:
                probability *= p
            found.append((tuple(s for s, _ in combination), probability))
        return found


def check_not_simulated(tree: Tree, goal: Part, budget: Budget) -> None:
    """Refuse a tree that the goal, which stays where it does not know an action, simulates."""
    candidates = _candidates(tree, goal)
    simulating: list[set[int]] = [set() for _ in tree.marks]
    for number in reversed(range(len(tree.marks))):
        if number % _SLICE == 0:
            budget.check()
        simulating[number] = {
            state
            for state in candidates[number]
            if goal.marks[state] == tree.marks[number]
            and all(_is_answered(step, goal, state, simulating) for step in tree.steps[number])
        }
    if goal.initial in simulating[0]:
        raise Rejected("the specification simulates the tree")


def _candidates(tree: Tree, goal: Part) -> list[set[int]]:
    """The states of the goal that may matter for each node: those that answers to the steps above lead to."""
    found: list[set[int]] = [set() for _ in tree.marks]
    found[0].add(goal.initial)
    for number, steps in enumerate(tree.steps):
        for step in steps:
            rows = (row for state in found[number] for row in goal.answers(state, step.action, completed=True))
            reached = {s for row in rows for s, _ in row}
            for _, child in step.branches:
                found[child] = reached
    return found


def _is_answered(step: Step, goal: Part, state: int, simulating: list[set[int]]) -> bool:
    scale = lcm(*(p.denominator for p, _ in step.branches))
    left = [int(p * scale) * goal.scale for p, _ in step.branches]
    for answer in goal.answers(state, step.action, completed=True):
        related = [[j for j, (s, _) in enumerate(answer) if s in simulating[child]] for _, child in step.branches]
        if all(related) and has_weight_function(left, [weight * scale for _, weight in answer], related):
            return True
    return False


Values = list[Fraction]
"""One for each node."""


def check_violated(tree: Tree, formula: Formula, budget: Budget) -> None:
    """Refuse a tree that satisfies the formula."""
    values = _TreeValues(tree, budget)
    for limit in limits(formula.root):
        values.add(limit)
    if values.holds(formula.root, 0):
        raise Rejected("the tree satisfies the formula")


class _TreeValues:
    """The maximal probabilities of path formulas in every node, those inside first."""

    def __init__(self, tree: Tree, budget: Budget) -> None:
        self.tree, self.budget = tree, budget
        self.nodes = range(len(tree.marks))
        self.values: dict[AtMost, Values] = {}

    def holds(self, state: State, node: int) -> bool:
        """Whether a formula holds in a node."""
        return is_satisfied(state, self.tree.marks[node], lambda limit: limit.allows(self.values[limit][node]))

    def add(self, limit: AtMost) -> None:
        """The values of a formula whose parts are known."""
        self.budget.check()
        path = limit.path
        if isinstance(path, Next):
            held = [Fraction(self.holds(path.inner, node)) for node in self.nodes]
            self.values[limit] = [self._most(node, held) for node in self.nodes]
        else:
            self.values[limit] = self._until(path)

    def _until(self, path: Until) -> Values:
        values = [Fraction(self.holds(path.right, node)) for node in self.nodes]
        going = [node for node in self.nodes if not values[node] and self.holds(path.left, node)]
        if path.steps is None:
            # Children come after their parents: backwards, one round is enough.
            for node in reversed(going):
                values[node] = self._most(node, values)
            return values
        for _ in range(path.steps):
            self.budget.check()
            before = list(values)
            for node in going:
                values[node] = self._most(node, before)
            if values == before:
                break
        return values

    def _most(self, node: int, values: Values) -> Fraction:
        steps = self.tree.steps[node]
        return max((sum((p * values[c] for p, c in step.branches), Fraction(0)) for step in steps), default=Fraction(0))
